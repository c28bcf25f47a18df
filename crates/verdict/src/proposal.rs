use serde::{Deserialize, Serialize};

/// A proposal may not be larger than this, in bytes.
pub const MAX_PROPOSAL_BYTES: usize = 8 * 1024;

const MAX_TEXT_CHARS: usize = 400;
const MAX_FILES: usize = 16;
const MAX_FILE_CHARS: usize = 200;
/// Keys of a refused update that are recorded.
const MAX_KEYS: usize = 8;

/// What the model may tell itself across a compaction beside ids. It is data, and nothing is decided by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// What it takes to be so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_hypothesis: Option<String>,
    /// What it is looking at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files_in_focus: Vec<String>,
    /// What it means to look at next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_investigation_step: Option<String>,
}

/// Body of [`crate::Record::Proposed`]. Its text is kept beside the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// SHA-256 of the kept text in hexadecimal.
    pub digest: String,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Body of [`crate::Record::UpdateRefused`]: an update that the model may not make. Nothing came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateRefused {
    /// Why, in a word or two.
    pub why: String,
    /// Keys that a proposal hasn't, where they are plain words; or rules of the lint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

impl Proposal {
    /// Reads and checks a proposal. The error is what is to be recorded, and a sentence that names the remedy.
    pub fn parse(text: &str) -> Result<Proposal, (UpdateRefused, String)> {
        let refused = |why: &str, names: Vec<String>, what: String| {
            Err((UpdateRefused { why: why.to_owned(), names }, what))
        };
        if text.len() > MAX_PROPOSAL_BYTES {
            return refused("too large", Vec::new(), format!("at most {MAX_PROPOSAL_BYTES} bytes are taken"));
        }
        // A list of values would do for serde, too.
        let object = if text.trim_start().starts_with('{') { text } else { "" };
        let Ok(proposal) = serde_json::from_str::<Proposal>(object) else {
            let names = foreign_keys(text);
            let what = "current_hypothesis and next_investigation_step are texts, files_in_focus is a list of texts, \
                        and nothing else can be proposed";
            return refused("not a proposal", names, what.into());
        };
        let short = |text: &Option<String>, most: usize| {
            text.as_ref().is_none_or(|text| text.chars().count() <= most && !text.contains(char::is_control))
        };
        let files = &proposal.files_in_focus;
        if !short(&proposal.current_hypothesis, MAX_TEXT_CHARS)
            || !short(&proposal.next_investigation_step, MAX_TEXT_CHARS)
            || files.len() > MAX_FILES
            || !files.iter().all(|file| short(&Some(file.clone()), MAX_FILE_CHARS))
        {
            let what = format!(
                "texts take up to {MAX_TEXT_CHARS} characters in one line, files_in_focus up to {MAX_FILES} names of up to \
                 {MAX_FILE_CHARS}"
            );
            return refused("too large", Vec::new(), what);
        }
        if proposal == Proposal::default() {
            return refused("empty", Vec::new(), "nothing is proposed".into());
        }
        Ok(proposal)
    }

    /// Its texts, a line each.
    #[must_use]
    pub fn text(&self) -> String {
        let texts =
            self.current_hypothesis.iter().chain(&self.files_in_focus).chain(&self.next_investigation_step);
        texts.map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// The plain keys that a proposal doesn't have. What isn't plain could be anything, and is recorded nowhere.
fn foreign_keys(text: &str) -> Vec<String> {
    let known = ["current_hypothesis", "files_in_focus", "next_investigation_step"];
    let plain =
        |key: &&String| key.len() <= 40 && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let Ok(serde_json::Value::Object(members)) = serde_json::from_str(text) else { return Vec::new() };
    let keys = members.keys().filter(|key| !known.contains(&key.as_str())).filter(plain);
    keys.take(MAX_KEYS).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_texts_and_nothing_else_can_be_proposed() {
        let good =
            r#"{"current_hypothesis":"a","files_in_focus":["src/a.rs"],"next_investigation_step":"b"}"#;
        assert_eq!(Proposal::parse(good).map(|proposal| proposal.text()), Ok("a\nsrc/a.rs\nb".into()));
        let long = format!(r#"{{"current_hypothesis":"{}"}}"#, "x".repeat(401));
        let many = format!(r#"{{"files_in_focus":[{}"x"]}}"#, "\"x\",".repeat(16));
        for (text, why, names) in [
            (
                r#"{"current_hypothesis":"a","approvals":["all"],"X Y":1}"#,
                "not a proposal",
                vec!["approvals"],
            ),
            (r#"{"current_hypothesis":"a","current_hypothesis":"b"}"#, "not a proposal", vec![]),
            (r#"{"current_hypothesis":7}"#, "not a proposal", vec![]),
            (r#"["a"]"#, "not a proposal", vec![]),
            ("", "not a proposal", vec![]),
            (r#"{"current_hypothesis":"a\nb"}"#, "too large", vec![]),
            (&long, "too large", vec![]),
            (&many, "too large", vec![]),
            (&" ".repeat(MAX_PROPOSAL_BYTES + 1), "too large", vec![]),
            ("{}", "empty", vec![]),
        ] {
            let (refused, _) = Proposal::parse(text).expect_err(text);
            assert_eq!(
                (refused.why.as_str(), refused.names),
                (why, names.into_iter().map(str::to_owned).collect())
            );
        }
    }
}
