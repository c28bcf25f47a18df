use std::io::{Read, Write};
use std::time::Instant;

use super::*;
use crate::{ToolCall, Turn};

fn script(main: impl IntoIterator<Item = Turn>) -> Script {
    Script { main: main.into_iter().collect(), ..Script::default() }
}

fn post(api: &MockApi, body: &Value) -> String {
    let body = body.to_string();
    let mut stream = TcpStream::connect(api.address).unwrap();
    write!(
        stream,
        "POST /v1/messages?beta=true HTTP/1.1\r\nHost: mock\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    reply
}

fn hello(stream: bool) -> Value {
    json!({
        "model": "m",
        "stream": stream,
        "tools": [{ "name": "Bash" }],
        "messages": [{ "role": "user", "content": "hello" }],
    })
}

#[test]
fn answers_in_the_order_of_the_script() {
    let api = MockApi::start(script([Turn::say("one"), Turn::say("two")])).unwrap();
    assert!(post(&api, &hello(false)).contains(r#""text":"one""#));
    assert!(post(&api, &hello(false)).contains(r#""text":"two""#));
    assert!(post(&api, &hello(false)).contains(r#""text":"done""#));
    assert_eq!(api.requests().len(), 3);
}

#[test]
fn streams_tool_calls() {
    let turn = Turn::calls([ToolCall::mark("AFTER"), ToolCall::bash("list", "ls")]).input_tokens(7);
    let api = MockApi::start(script([turn])).unwrap();
    let reply = post(&api, &hello(true));
    let events: Vec<&str> = reply.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    let block = ["content_block_start", "content_block_delta", "content_block_stop"];
    let expected = [&["message_start"][..], &block, &block, &["message_delta", "message_stop"]].concat();
    assert_eq!(events, expected);
    assert!(reply.contains(r#""id":"toolu_after""#), "{reply}");
    assert!(reply.contains(r#""partial_json":"{\"command\":\"echo x > AFTER\""#), "{reply}");
    assert!(reply.contains(r#""stop_reason":"tool_use""#), "{reply}");
    assert!(reply.contains(r#""input_tokens":7"#), "{reply}");
}

#[test]
fn refuses_with_the_status_of_the_script() {
    let api = MockApi::start(script([Turn::prompt_too_long()])).unwrap();
    let reply = post(&api, &hello(true));
    assert!(reply.starts_with("HTTP/1.1 400 "), "{reply}");
    assert!(reply.contains("prompt is too long"), "{reply}");
}

#[test]
fn a_summary_comes_from_its_own_list() {
    let script = Script {
        summaries: [Turn::say("first")].into(),
        standing_summary: Turn::say("standing"),
        ..script([Turn::say("main")])
    };
    let api = MockApi::start(script).unwrap();
    let mut ask = hello(false);
    ask["messages"][0]["content"] = json!("Your task is to create a detailed summary");
    assert!(post(&api, &ask).contains("first"));
    assert!(post(&api, &ask).contains("standing"));
    assert!(post(&api, &hello(false)).contains("main"));
    api.wait_for_requests(RequestKind::Summary, 2, Duration::ZERO).unwrap();
    api.wait_for_requests(RequestKind::Summary, 3, Duration::ZERO).unwrap_err();
}

#[test]
fn ends_in_the_middle_of_a_delay_and_with_open_connections() {
    let api = MockApi::start(script([Turn::say("late").after(Duration::from_secs(60))])).unwrap();
    let silent = TcpStream::connect(api.address).unwrap();
    let started = Instant::now();
    thread::scope(|scope| {
        let reply = scope.spawn(|| {
            let mut stream = TcpStream::connect(api.address).unwrap();
            let body = hello(false).to_string();
            write!(stream, "POST /v1/messages HTTP/1.1\r\ncontent-length: {}\r\n\r\n{body}", body.len())
                .unwrap();
            stream
        });
        drop(reply.join().unwrap());
        api.wait_for_requests(RequestKind::Main, 1, Duration::from_secs(10)).unwrap();
    });
    drop(api);
    drop(silent);
    assert!(started.elapsed() < Duration::from_secs(20));
}
