//! What a step does: the one key that names it, and the keys that go with it.

use crate::clock_shift;
use crate::payloads;
use crate::step::{Act, Row, ToolUse};
use crate::tampering::Tampering;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use toml::Table;

/// The keys of which every step has one.
const ACTS: [&str; 17] = [
    "event",
    "call",
    "compact",
    "raw",
    "fork_of",
    "prompt",
    "tool_result",
    "compaction_rows",
    "row",
    "write",
    "remove",
    "link",
    "git",
    "policy",
    "state",
    "clock",
    "operator",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedEvent {
    event: String,
    #[serde(default)]
    with: Map<String, Value>,
    #[serde(default)]
    without: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolCall {
    call: String,
    input: Option<Value>,
    command: Option<String>,
    id: Option<String>,
    #[serde(default = "super::yes")]
    flushed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Write {
    write: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    link: String,
    to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Operate {
    operator: String,
    #[serde(default)]
    given: BTreeMap<String, String>,
}

/// Reads what is left of a step's table once the keys that every step may have are taken out.
pub fn act(table: Table) -> Result<Act, String> {
    let named: Vec<&str> = ACTS.into_iter().filter(|key| table.contains_key(*key)).collect();
    let kind = match named[..] {
        [kind] => kind,
        [] => return Err(format!("this step does nothing: one of {} is missing", ACTS.join(", "))),
        _ => return Err(format!("this step does several things: {}", named.join(", "))),
    };
    match kind {
        "event" => event(keys(table)?),
        "call" => call(keys(table)?),
        "raw" => one(table, kind).map(Act::Raw),
        "fork_of" => one(table, kind).map(Act::ForkOf),
        "compact" => one(table, kind).map(Act::Compact),
        "prompt" => one(table, kind).map(|text| Act::Row(Row::Prompt(text))),
        "tool_result" => one(table, kind).map(|text| Act::Row(Row::ToolResult(text))),
        "compaction_rows" => one(table, kind).map(|text| Act::Row(Row::Compaction(text))),
        "row" => one(table, kind).map(|row| Act::Row(Row::Raw(row))),
        "write" => keys(table).map(|Write { write, text }| Act::Write { path: write, text }),
        "remove" => one(table, kind).map(Act::Remove),
        "link" => keys(table).map(|Link { link, to }| Act::Link { path: link, to }),
        "git" => one(table, kind).map(Act::Git),
        "policy" => one(table, kind).map(Act::Policy),
        "state" => keys::<Tampering>(table).map(Act::Tamper),
        "clock" => {
            let text: String = one(table, kind)?;
            let wrong = || "clock takes a sign, a number and one of s, m, h, d, such as \"+25h\"".to_owned();
            clock_shift::parse(&text).map(Act::Clock).ok_or_else(wrong)
        }
        _ => keys(table).map(|Operate { operator, given }| Act::Operate { verb: operator, given }),
    }
}

fn keys<T: DeserializeOwned>(table: Table) -> Result<T, String> {
    table.try_into().map_err(|error: toml::de::Error| error.message().to_owned())
}

/// The value of the only key.
fn one<T: DeserializeOwned>(mut table: Table, key: &str) -> Result<T, String> {
    let value = table.remove(key);
    if let Some(other) = table.keys().next() {
        return Err(format!("{other} doesn't go with {key}"));
    }
    let value = value.ok_or_else(|| format!("{key} is missing"))?;
    value.try_into().map_err(|error: toml::de::Error| format!("{key}: {}", error.message()))
}

fn event(NamedEvent { event, with, without }: NamedEvent) -> Result<Act, String> {
    if payloads::captured(&event).is_none() {
        let (kind, _) = event.split_once('/').unwrap_or((&event, ""));
        let of_kind: Vec<&str> =
            payloads::names().filter(|name| name.split('/').next() == Some(kind)).collect();
        let known = if of_kind.is_empty() {
            "a name is Event/case, such as PreCompact/auto".to_owned()
        } else {
            format!("there are {}", of_kind.join(", "))
        };
        return Err(format!("no payload is called {event:?}: {known}"));
    }
    Ok(Act::Event { payload: event, with, without })
}

fn call(ToolCall { call, input, command, id, flushed }: ToolCall) -> Result<Act, String> {
    let input = match (input, command) {
        (Some(input), None) => input,
        (None, Some(command)) => json!({"command": command, "description": "x"}),
        (None, None) => return Err("call needs what the tool is given: input, or command".into()),
        (Some(_), Some(_)) => return Err("call takes input or command, not both".into()),
    };
    Ok(Act::Call(ToolUse { tool: call, input, id, flushed }))
}
