//! What a call is about.

use std::fmt::Write as _;

use crate::canonical_json::{self, NotCanonical};
use crate::json::Json;
use crate::layer::TargetRule;
use crate::shell::normal_form;
use crate::subject::Subject;
use crate::{Call, Policy};

/// What a call is about, in one spelling. A denial of a tool and a target stands for every call of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The text. Two calls are about the same if tool, source and text are the same.
    pub text: String,
    /// Where it comes from.
    pub source: TargetSource,
}

/// Where a target comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetSource {
    /// The value that a `[[target]]` points to: trimmed, as text. Case and Unicode stay as they are.
    Field(String),
    /// A shell command in its normal form.
    Command,
    /// An absolute path, with links followed if the caller has.
    Path,
    /// The whole input as canonical JSON.
    Input,
    /// The input as it was written: it has no canonical form.
    Raw,
}

impl TargetSource {
    /// A short name for records.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Field(pointer) => pointer,
            Self::Command => "command",
            Self::Path => "path",
            Self::Input => "input",
            Self::Raw => "raw",
        }
    }
}

impl Policy {
    /// What the call is about: by the first `[[target]]` that speaks of it and finds something, else by the
    /// command, the path, or the whole input.
    #[must_use]
    pub fn target(&self, call: &Call<'_>) -> Target {
        let subject = Subject::new(call);
        self.declared_target(&subject).unwrap_or_else(|| implied(&subject))
    }

    /// Everything that the call can be remembered by: each `[[target]]` that finds something, then what
    /// [`Policy::target`] gives without one. A denial from before a `[[target]]` came or went is found by these.
    #[must_use]
    pub fn targets(&self, call: &Call<'_>) -> Vec<Target> {
        let subject = Subject::new(call);
        let mut targets: Vec<Target> = self.declared(&subject).collect();
        targets.push(implied(&subject));
        targets
    }

    pub(crate) fn declared_target(&self, subject: &Subject<'_>) -> Option<Target> {
        self.declared(subject).next()
    }

    fn declared<'s>(&'s self, subject: &'s Subject<'_>) -> impl Iterator<Item = Target> + 's {
        let rules = self.target_rules().filter(|(_, rule)| rule.tool.concerns(subject).counts());
        rules.filter_map(|(_, rule)| {
            let text = value(rule, subject)?;
            Some(Target { text, source: TargetSource::Field(rule.field.text.clone()) })
        })
    }
}

/// The value that a target rule points to, as text.
pub(crate) fn value(rule: &TargetRule, subject: &Subject<'_>) -> Option<String> {
    let value = subject.input()?.pointer(&rule.field.tokens)?;
    scalar(value).or_else(|| {
        let compound = matches!(value, Json::Array(_) | Json::Object(_));
        compound.then(|| {
            let mut text = String::new();
            canonical_json::write(value, &mut text);
            text
        })
    })
}

/// A string, number or truth value as text.
pub(crate) fn scalar(value: &Json<'_>) -> Option<String> {
    match value {
        Json::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Json::Bool(_) | Json::Unsigned(_) | Json::Signed(_) | Json::Float(_) => {
            let mut text = String::new();
            canonical_json::write(value, &mut text);
            Some(text)
        }
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

fn implied(subject: &Subject<'_>) -> Target {
    if subject.runs_shell()
        && let Some(command) = subject.field("command")
    {
        return Target { text: normal_form(command), source: TargetSource::Command };
    }
    if let Some(path) = file_path(subject) {
        return Target { text: path, source: TargetSource::Path };
    }
    match subject.input() {
        Some(input) => {
            let mut text = String::new();
            canonical_json::write(input, &mut text);
            Target { text, source: TargetSource::Input }
        }
        None => Target { text: subject.call.tool_input.trim().to_owned(), source: TargetSource::Raw },
    }
}

fn file_path(subject: &Subject<'_>) -> Option<String> {
    let file_tool = matches!(
        subject.call.tool_name,
        "Read" | "Edit" | "Write" | "MultiEdit" | "NotebookEdit" | "NotebookRead"
    );
    let path = subject.paths().filter(|_| file_tool)?.first()?;
    let path = subject.call.resolved.map_or(path.as_path(), |resolved| resolved.path);
    Some(path.to_string_lossy().into_owned())
}

/// Exactly what a call asks for: its input as canonical JSON (RFC 8785), without the words that only describe a shell
/// call.
pub fn payload(call: &Call<'_>) -> Result<String, NotCanonical> {
    let subject = Subject::new(call);
    match subject.input() {
        Some(Json::Object(members)) if subject.runs_shell() => {
            let mut members = members.clone();
            members.retain(|(name, _)| name != "description");
            let mut text = String::new();
            canonical_json::write(&Json::Object(members), &mut text);
            Ok(text)
        }
        _ => canonical_json::canonical_json(call.tool_input),
    }
}

/// Where a call acts, links followed: the folder of a shell command, the path of a file tool. `None` where its input
/// alone says that.
#[must_use]
pub fn place<'c>(call: &Call<'c>) -> Option<&'c std::path::Path> {
    let runs_shell = Subject::new(call).runs_shell();
    let resolved = call.resolved.map(|resolved| resolved.path);
    if runs_shell { Some(call.places.cwd) } else { resolved }
}

/// What a call would do, in one spelling: its input as canonical JSON, with the command in its normal form and the
/// path resolved. What only describes a shell call, or says how to wait for it, is left out. The same effect asked
/// for again has the same text.
pub fn effect(call: &Call<'_>) -> Result<String, NotCanonical> {
    let subject = Subject::new(call);
    let Some(Json::Object(members)) = subject.input() else {
        return canonical_json::canonical_json(call.tool_input);
    };
    let mut members = members.clone();
    if subject.runs_shell() {
        members.retain(|(name, _)| !matches!(&**name, "description" | "timeout" | "run_in_background"));
    }
    let path = file_path(&subject);
    for (name, value) in &mut members {
        if subject.runs_shell()
            && name == "command"
            && let Json::String(command) = value
        {
            *value = Json::String(normal_form(command).into());
        }
        if matches!(&**name, "file_path" | "notebook_path")
            && let Some(path) = &path
        {
            *value = Json::String(path.clone().into());
        }
    }
    let mut text = String::new();
    canonical_json::write(&Json::Object(members), &mut text);
    let mut named = String::new();
    let _ = write!(named, "{}\n{text}", call.tool_name);
    Ok(named)
}
