//! What was found, compared with what was expected.

use super::Run;
use crate::expect::{Decision, Expect};
use crate::gate::Reply;
use crate::outcome::What;
use std::fs;

impl Run<'_> {
    pub(super) fn judge(&mut self, reply: &Reply, expect: &Expect, asks: bool) {
        let told = format!("{}{}", reply.stdout, reply.stderr);
        if asks {
            self.judge_call(reply, expect);
        } else if reply.status != 0 {
            self.fail(
                What::Form,
                format!("the hook ended with {} at an event that can't be denied", reply.status),
            );
        }
        for text in &expect.says {
            let text = self.filled(text);
            if !told.contains(&text) {
                self.fail(What::Text, format!("{text:?} isn't in what the model is told"));
            }
        }
        for text in &expect.says_not {
            let text = self.filled(text);
            if told.contains(&text) {
                self.fail(What::Text, format!("{text:?} is in what the model is told"));
            }
        }
    }

    fn judge_call(&mut self, reply: &Reply, expect: &Expect) {
        let code =
            reply.stderr.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(code, _)| code);
        let (found, silent) = match reply.status {
            0 => (Decision::Allow, reply.stdout.is_empty() && reply.stderr.is_empty()),
            2 => (Decision::Deny, reply.stdout.is_empty() && !reply.stderr.is_empty()),
            other => {
                self.fail(
                    What::Form,
                    format!("the hook ended with {other}, for which the client lets the tool run"),
                );
                return;
            }
        };
        if !silent {
            self.fail(What::Form, format!("{} isn't spoken as the client needs it", found.as_str()));
        }
        if let Some(expected) = expect.expect.filter(|expected| *expected != found) {
            let why =
                code.filter(|_| found == Decision::Deny).map_or(String::new(), |code| format!(" ({code})"));
            self.fail(What::Decision, format!("expected {}, got {}{why}", expected.as_str(), found.as_str()));
        } else if let Some(expected) = expect.code.as_deref().filter(|expected| Some(*expected) != code) {
            let found = code.unwrap_or("none").to_owned();
            self.fail(What::Code, format!("expected the code {expected}, got {found}"));
        }
    }

    pub(super) fn compare_standing(&mut self, expect: &Expect, session: &str, agent: Option<&str>) {
        if !expect.looks_at_standing() {
            return;
        }
        let found = self.gate.standing(self.place, session, agent);
        let mut differ = |what: &str, expected: &str, found: &str| {
            if expected != found {
                self.fail(What::Standing, format!("expected the {what} {expected}, got {found}"));
            }
        };
        if let Some(verdict) = &expect.verdict {
            differ("verdict", verdict, &found.verdict);
        }
        if let Some(disposition) = &expect.disposition {
            differ("disposition", disposition, &found.disposition);
        }
        if let Some(epoch) = expect.epoch {
            differ("epoch", &epoch.to_string(), &found.epoch.to_string());
        }
        for reason in &expect.reasons {
            if !found.reasons.contains(reason) {
                let reasons =
                    if found.reasons.is_empty() { "none".to_owned() } else { found.reasons.join(", ") };
                self.fail(What::Standing, format!("expected the reason {reason}, got {reasons}"));
            }
        }
    }

    /// Looks through every file that the gate has left, its name included.
    pub(super) fn look_for_canaries(&mut self) {
        let mut open = vec![self.place.state_dir()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() && !path.is_symlink() {
                    open.push(path.clone());
                }
                let bytes = fs::read(&path).unwrap_or_default();
                let name = path.file_name().unwrap_or_default().display().to_string();
                for canary in &self.scenario.canaries {
                    let canary = canary.as_bytes();
                    let found = |text: &[u8]| text.windows(canary.len()).any(|window| window == canary);
                    if found(&bytes) || found(name.as_bytes()) {
                        self.fail(
                            What::Leak,
                            format!("a canary is in the state directory, in {}", name.escape_debug()),
                        );
                    }
                }
            }
        }
    }
}
