//! The JSON Schema of a packet, made from the types.

use crate::packet::{Packet, SCHEMA};
use serde_json::Value;
use std::path::Path;

fn schema() -> Value {
    let mut schema = schemars::schema_for!(Packet);
    schema.insert("title".to_owned(), "compact-gate review packet".into());
    let mut value = schema.to_value();
    value["properties"]["schema"]["const"] = SCHEMA.into();
    value["properties"]["not_verified"]["minItems"] = 1.into();
    on_one_line(&mut value);
    value
}

fn on_one_line(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            members.values_mut().for_each(on_one_line);
        }
        Value::Array(items) => items.iter_mut().for_each(on_one_line),
        _ => {}
    }
}

/// `UPDATE_DOCS=1` writes it anew.
#[test]
fn the_document_is_up_to_date() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/packet.schema.json"));
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), text, "run again with UPDATE_DOCS=1");
}
