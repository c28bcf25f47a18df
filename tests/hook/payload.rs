//! The captured payloads, put where a test's session is.

use crate::session::Session;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the captured payloads are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/payloads")
}

/// The captured payload `Event/case`, with the session's id, transcript and directory in it.
pub fn captured(session: &Session<'_>, name: &str) -> Value {
    let path = folder().join(name).with_extension("json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let folder = session.transcript.path().parent().unwrap().display().to_string();
    let text = text
        .replace("/home/dev/.claude/projects/-home-dev-project", &escaped(&folder))
        .replace("/home/dev/project", &escaped(&session.cwd.display().to_string()))
        .replace("11111111-1111-4111-8111-111111111111", &escaped(&session.id));
    serde_json::from_str(&text).unwrap()
}

fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// The payload with other fields; `null` takes one away.
pub fn with(mut payload: Value, fields: &Value) -> Value {
    let object = payload.as_object_mut().unwrap();
    for (key, value) in fields.as_object().unwrap() {
        if value.is_null() {
            object.remove(key);
        } else {
            object.insert(key.clone(), value.clone());
        }
    }
    payload
}
