//! As much of HTTP/1.1 as the client needs: a request with a length, a reply with a length, and then goodbye.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// No request of the client comes near this; a wrong length shouldn't take the memory of the machine.
const BODY_LIMIT: u64 = 64 << 20;

/// A request that was read whole.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// Without the query.
    pub(super) path: String,
    pub(super) body: Vec<u8>,
}

/// A reply to be written whole. The client takes a stream of events that comes at once for a quick model.
#[derive(Debug)]
pub(super) struct Response {
    status: u16,
    content_type: &'static str,
    body: String,
}

impl Response {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        Self { status, content_type: "application/json", body }
    }

    pub(super) fn events(body: String) -> Self {
        Self { status: 200, content_type: "text/event-stream", body }
    }
}

/// `None` if the caller hung up without a word, as [`super::MockApi`] does to wake its own server.
pub(super) fn read(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "not a request line"));
    };
    let path = target.split('?').next().unwrap_or(target);
    let (method, path) = (method.to_owned(), path.to_owned());

    let length = content_length(reader)?;
    let mut body = Vec::new();
    reader.take(length.min(BODY_LIMIT)).read_to_end(&mut body)?;
    Ok(Some(Request { method, path, body }))
}

fn content_length(reader: &mut impl BufRead) -> io::Result<u64> {
    let mut length = 0;
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(length);
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
            length = value.trim().parse().map_err(invalid)?;
        }
    }
}

pub(super) fn write(mut writer: impl Write, response: &Response) -> io::Result<()> {
    let Response { status, content_type, body } = response;
    let length = body.len();
    write!(
        writer,
        "HTTP/1.1 {status} Scripted\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\n\
         request-id: req_mock\r\nconnection: close\r\n\r\n{body}"
    )?;
    writer.flush()
}
