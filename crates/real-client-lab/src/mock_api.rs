//! The scripted model: a small Messages API on loopback.

mod http;
mod journal;
mod reply;
mod script;

use std::io::BufReader;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::{ApiRequest, RequestKind};
use http::{Request, Response};
use journal::Journal;

pub use script::Script;

/// A running server, which ends with this value.
#[derive(Debug)]
pub struct MockApi {
    address: SocketAddr,
    journal: Arc<Journal>,
    acceptor: Option<JoinHandle<()>>,
}

impl MockApi {
    /// Listens on a free port of 127.0.0.1 and answers from the script.
    pub fn start(script: Script) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("can't listen on 127.0.0.1")?;
        let address = listener.local_addr()?;
        let journal = Arc::new(Journal::new(script));
        let acceptor = thread::spawn({
            let journal = Arc::clone(&journal);
            move || accept(&listener, &journal)
        });
        Ok(Self { address, journal, acceptor: Some(acceptor) })
    }

    /// The address to give to the client.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests so far, in the order of their arrival.
    #[must_use]
    pub fn requests(&self) -> Vec<ApiRequest> {
        self.journal.requests()
    }

    /// Waits until this many requests of a kind have arrived; they need not be answered yet.
    pub fn wait_for_requests(&self, kind: RequestKind, count: usize, limit: Duration) -> Result<()> {
        self.journal.wait_for_requests(kind, count, limit)
    }
}

impl Drop for MockApi {
    fn drop(&mut self) {
        self.journal.stop();
        // The acceptor sits in accept() and looks at the journal only when somebody calls.
        drop(TcpStream::connect(self.address));
        if let Some(acceptor) = self.acceptor.take() {
            // A panic over there has been printed already; a second one while unwinding would abort the tests.
            drop(acceptor.join());
        }
    }
}

fn accept(listener: &TcpListener, journal: &Arc<Journal>) {
    let mut open: Vec<(TcpStream, JoinHandle<()>)> = Vec::new();
    for stream in listener.incoming().flatten() {
        if journal.is_stopped() {
            break;
        }
        open.retain(|(_, worker)| !worker.is_finished());
        let Ok(ours) = stream.try_clone() else { continue };
        let journal = Arc::clone(journal);
        open.push((ours, thread::spawn(move || serve(&stream, &journal))));
    }
    for (stream, worker) in open {
        // Wakes a worker that waits for a request that won't come.
        drop(stream.shutdown(Shutdown::Both));
        drop(worker.join());
    }
}

/// One request per connection: the client opens another, and nothing has to be told about where a reply ends.
fn serve(stream: &TcpStream, journal: &Journal) {
    let Ok(Some(request)) = http::read(&mut BufReader::new(stream)) else { return };
    let response = answer(&request, journal);
    // The client may be gone: some tests kill it while it waits for exactly this.
    drop(http::write(stream, &response));
    drop(stream.shutdown(Shutdown::Write));
}

fn answer(request: &Request, journal: &Journal) -> Response {
    match (request.method.as_str(), request.path.as_str()) {
        ("HEAD", _) => Response::json(200, &Value::Null),
        ("POST", "/v1/messages") => match serde_json::from_slice(&request.body) {
            Ok(body) => answer_message(body, journal),
            Err(error) => Response::json(400, &reply::error(&format!("not JSON: {error}"))),
        },
        ("POST", "/v1/messages/count_tokens") => Response::json(200, &json!({ "input_tokens": 1000 })),
        _ => Response::json(404, &reply::error("the mock has no such endpoint")),
    }
}

fn answer_message(body: Value, journal: &Journal) -> Response {
    let streams = body["stream"] == true;
    let model = body["model"].as_str().unwrap_or("mock").to_owned();
    let (number, turn) = journal.take(ApiRequest::new(body));
    journal.pause(turn.delay);
    if let Some(refusal) = &turn.refusal {
        return Response::json(refusal.status, &reply::error(&refusal.message));
    }
    let message = reply::message(&turn, &model, number);
    if streams { Response::events(reply::events(&message)) } else { Response::json(200, &message) }
}

#[cfg(test)]
mod tests;
