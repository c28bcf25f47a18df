use crate::InputError;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// One hook event. Fields that the gate has no use for are skipped, whatever they hold; `None` is absent or `null`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payload {
    /// `hook_event_name`.
    pub event: String,
    /// `session_id`.
    pub session_id: String,
    /// `transcript_path`.
    pub transcript_path: Option<String>,
    /// `cwd`.
    pub cwd: Option<String>,
    /// `agent_id`: only inside a subagent, and of the summariser.
    pub agent_id: Option<String>,
    /// `agent_type`: of a subagent, or of a main thread that was started with `--agent`.
    pub agent_type: Option<String>,
    /// `tool_name`.
    pub tool_name: Option<String>,
    /// `tool_use_id`.
    pub tool_use_id: Option<String>,
    /// `tool_input` as it was sent: valid JSON.
    pub tool_input: Option<String>,
    /// `tool_response` of PostToolUse as it was sent: valid JSON.
    pub tool_response: Option<String>,
    /// `tool_calls` of PostToolBatch as it was sent: valid JSON.
    pub tool_calls: Option<String>,
    /// `error` of PostToolUseFailure as it was sent: valid JSON.
    pub error: Option<String>,
    /// `is_interrupt` of PostToolUseFailure.
    pub interrupted: bool,
    /// `source` of SessionStart and ConfigChange.
    pub source: Option<String>,
    /// `trigger` of PreCompact and PostCompact.
    pub trigger: Option<String>,
    /// `reason` of SessionEnd.
    pub reason: Option<String>,
    /// `file_path` of ConfigChange.
    pub file_path: Option<String>,
    /// `compact_summary` as it was sent: valid JSON, a string if the client is well.
    pub compact_summary: Option<String>,
}

/// Parses one event from text that went through [`crate::repair()`].
pub fn parse(text: &str) -> Result<Payload, InputError> {
    let mut fields = Fields::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let parsed = deserializer.deserialize_map(FieldVisitor { fields: &mut fields });
    if let Some(index) = fields.contradictory {
        return Err(InputError::Contradictory(format!(", {}", KEYS[index])));
    }
    parsed.map_err(|error| InputError::NotAnObject(error.column()))?;
    deserializer.end().map_err(|_| InputError::SecondValue)?;
    let raw = fields.raw;
    let string = |index: usize| -> Result<Option<String>, InputError> {
        match raw[index].filter(|value| *value != "null") {
            None => Ok(None),
            Some(value) => {
                if value.len() > MAX_FIELD_BYTES {
                    return Err(InputError::TooLong(KEYS[index]));
                }
                let text =
                    serde_json::from_str::<String>(value).map_err(|_| InputError::WrongType(KEYS[index]))?;
                Ok(Some(text).filter(|text| !text.is_empty()))
            }
        }
    };
    let payload = Payload {
        event: string(EVENT)?.ok_or(InputError::Missing("hook_event_name"))?,
        session_id: string(1)?.ok_or(InputError::Missing("session_id"))?,
        transcript_path: string(2)?,
        cwd: string(3)?,
        agent_id: string(4)?,
        agent_type: string(5)?,
        tool_name: string(6)?,
        tool_use_id: string(7)?,
        source: string(8)?,
        trigger: string(9)?,
        reason: string(10)?,
        file_path: string(FILE_PATH)?,
        tool_input: raw[TOOL_INPUT].map(str::to_owned),
        compact_summary: raw[COMPACT_SUMMARY].map(str::to_owned),
        tool_response: raw[TOOL_RESPONSE].map(str::to_owned),
        tool_calls: raw[TOOL_CALLS].map(str::to_owned),
        error: raw[ERROR].map(str::to_owned),
        interrupted: raw[IS_INTERRUPT] == Some("true"),
    };
    if payload.event == "PreToolUse" {
        if payload.tool_name.is_none() {
            return Err(InputError::Missing("tool_name"));
        }
        if payload.tool_input.as_deref().is_some_and(crate::duplicates::has_duplicate_key) {
            return Err(InputError::Contradictory(" of tool_input".into()));
        }
    }
    Ok(payload)
}

const KEYS: [&str; 18] = [
    "hook_event_name",
    "session_id",
    "transcript_path",
    "cwd",
    "agent_id",
    "agent_type",
    "tool_name",
    "tool_use_id",
    "source",
    "trigger",
    "reason",
    "tool_input",
    "compact_summary",
    "tool_response",
    "tool_calls",
    "error",
    "is_interrupt",
    "file_path",
];
/// A field of the envelope is no longer than this in bytes; paths of any file system fit.
const MAX_FIELD_BYTES: usize = 1 << 20;
const EVENT: usize = 0;
const TOOL_INPUT: usize = 11;
const COMPACT_SUMMARY: usize = 12;
const TOOL_RESPONSE: usize = 13;
const TOOL_CALLS: usize = 14;
const ERROR: usize = 15;
const IS_INTERRUPT: usize = 16;
const FILE_PATH: usize = 17;

#[derive(Default)]
struct Fields<'a> {
    raw: [Option<&'a str>; KEYS.len()],
    contradictory: Option<usize>,
    event_contradicts: bool,
}

/// Takes the needed keys as raw JSON. Everything is skipped over, not built, so depth and size cost nothing, and a
/// doubled key is seen, which a map would swallow.
struct FieldVisitor<'f, 'a> {
    fields: &'f mut Fields<'a>,
}

impl<'a> Visitor<'a> for FieldVisitor<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hook event")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<std::borrow::Cow<'a, str>>()? {
            let value: &'a RawValue = map.next_value()?;
            let Some(index) = KEYS.iter().position(|known| *known == key) else { continue };
            match self.fields.raw[index] {
                Some(before) if before != value.get() => {
                    self.fields.contradictory.get_or_insert(index);
                    self.fields.event_contradicts |= index == EVENT;
                }
                _ => self.fields.raw[index] = Some(value.get()),
            }
        }
        Ok(())
    }
}

/// The name of the event in input that can't be used otherwise, if it can be told without doubt: an input that is
/// clearly no PreToolUse needs no denial.
#[must_use]
pub fn event_name_hint(text: &str) -> Option<String> {
    let mut fields = Fields::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // The error is known already; what was read before it is what counts.
    let _ = deserializer.deserialize_map(FieldVisitor { fields: &mut fields });
    if fields.event_contradicts {
        return None;
    }
    serde_json::from_str(fields.raw[EVENT]?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_fields_are_taken_and_the_rest_skipped() {
        let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
        let text = format!(
            r#"{{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","agent_id":null,"permission_mode":7,"x":{deep},"tool_input":{{"command":"ls"}}}}"#
        );
        let payload = parse(&text).unwrap();
        assert_eq!((payload.agent_id, payload.tool_input.as_deref()), (None, Some(r#"{"command":"ls"}"#)));
    }

    #[test]
    fn doubled_keys_count_only_where_they_disagree() {
        let twice = r#"{"hook_event_name":"Stop","session_id":"s","session_id":"s","other":1,"other":2}"#;
        assert_eq!(parse(twice).unwrap().session_id, "s");
        let disagree = r#"{"hook_event_name":"PostToolUse","session_id":"s","hook_event_name":"PreToolUse"}"#;
        assert!(matches!(parse(disagree), Err(InputError::Contradictory(_))));
        assert_eq!(event_name_hint(disagree), None);
        let input =
            r#"{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"B","tool_input":{"a":1,"a":2}}"#;
        assert!(matches!(parse(input), Err(InputError::Contradictory(_))));
    }

    #[test]
    fn the_event_of_a_cut_off_input_is_told() {
        assert_eq!(
            event_name_hint(r#"{"hook_event_name":"PreCompact","session_id":"#).as_deref(),
            Some("PreCompact")
        );
        assert_eq!(event_name_hint(r#"{"tool_input":{"hook_event_name":"PreCompact"},"session"#), None);
        assert_eq!(event_name_hint(r#"{"sessionId":"s","toolName":"bash"}"#), None);
    }

    #[test]
    fn missing_and_mistyped_fields_are_named() {
        for (text, error) in [
            ("{}", InputError::Missing("hook_event_name")),
            (r#"{"hook_event_name":"Stop"}"#, InputError::Missing("session_id")),
            (r#"{"hook_event_name":"Stop","session_id":7}"#, InputError::WrongType("session_id")),
            (r#"{"hook_event_name":"PreToolUse","session_id":"s"}"#, InputError::Missing("tool_name")),
        ] {
            assert_eq!(parse(text), Err(error));
        }
    }
}
