mod events;
mod judge;

use crate::gate::{Gate, OperatorAct};
use crate::git;
use crate::outcome::{Failure, Outcome, What};
use crate::place::{Place, told};
use crate::scenario::Scenario;
use crate::step::{Act, Row, Step};
use crate::transcript;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Plays a scenario against a gate, below a directory that is there, and leaves nothing behind. `policy` is a text to
/// take instead of the scenario's first policy.
pub fn play(scenario: &Scenario, base: &Path, gate: &dyn Gate, policy: Option<&str>) -> Outcome {
    let mut outcome = Outcome { failures: Vec::new(), steps: scenario.steps.len() };
    let place = match Place::make(base, scenario, policy) {
        Ok(place) => place,
        Err(text) => {
            outcome.failures.push(Failure { step: 0, line: 1, what: What::Step, text });
            return outcome;
        }
    };
    gate.set_clock(0);
    let mut run = Run {
        scenario,
        gate,
        place: &place,
        failures: Vec::new(),
        sessions: Vec::new(),
        agents: Vec::new(),
        rows: 0,
        calls: 0,
        ahead: 0,
        said: BTreeMap::new(),
        at: (0, 1),
    };
    for (index, step) in scenario.steps.iter().enumerate() {
        run.at = (index + 1, step.line);
        if let Err(text) = run.step(step) {
            run.fail(What::Step, text);
            break;
        }
    }
    run.look_for_canaries();
    outcome.failures = run.failures;
    gate.set_clock(0);
    if let Err(error) = fs::remove_dir_all(place.root()) {
        let text = told(place.root())(error);
        outcome.failures.push(Failure { step: 0, line: 1, what: What::Step, text });
    }
    outcome
}

struct Run<'a> {
    scenario: &'a Scenario,
    gate: &'a dyn Gate,
    place: &'a Place,
    failures: Vec<Failure>,
    /// Sessions and subagents in the order in which they are named: their ids are made of it.
    sessions: Vec<String>,
    agents: Vec<String>,
    rows: u32,
    calls: u32,
    ahead: i64,
    /// What later steps may refer to.
    said: BTreeMap<String, String>,
    /// Number and line of the step that is played.
    at: (usize, usize),
}

impl Run<'_> {
    fn fail(&mut self, what: What, text: String) {
        let (step, line) = self.at;
        self.failures.push(Failure { step, line, what, text });
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        let session = self.session_id(&step.session);
        let agent = step.agent.as_deref().map(|agent| self.agent_id(agent));
        self.said.insert("session".into(), session.clone());
        self.said.insert(format!("session:{}", step.session), session.clone());
        let rows = self.transcript(&session, agent.as_deref());
        match &step.act {
            Act::Event { payload, with, without } => self.event(step, payload, with, without)?,
            Act::Call(call) => self.call(step, call, &rows)?,
            Act::Compact(summary) => self.compact(step, summary, &rows)?,
            Act::Raw(input) => self.raw(step, input)?,
            Act::ForkOf(other) => {
                let other = self.session_id(other);
                let from = self.transcript(&other, None);
                if let Some(folder) = rows.parent() {
                    fs::create_dir_all(folder).map_err(told(folder))?;
                }
                fs::copy(&from, &rows).map_err(told(&from))?;
            }
            Act::Row(row) => {
                let row = self.filled_row(row);
                transcript::append(&rows, &mut self.rows, &row)?;
            }
            Act::Policy(text) => {
                if self.place.policy().is_none() {
                    return Err("no policy is registered: give the scenario one to begin with".into());
                }
                self.place.write_policy(&self.filled(text))?;
            }
            Act::Tamper(tampering) => tampering.apply(self.place, &session, &self.said)?,
            Act::Clock(seconds) => {
                self.ahead += seconds;
                self.gate.set_clock(self.ahead);
            }
            Act::Operate { verb, given } => {
                let given = given.iter().map(|(key, text)| (key.clone(), self.filled(text))).collect();
                let (verb, session, agent) = (verb.clone(), session.clone(), agent.clone());
                self.gate.operate(self.place, &OperatorAct { verb, session, agent, given })?;
            }
            Act::Write { .. } | Act::Remove(_) | Act::Link { .. } | Act::Git(_) => self.in_project(step)?,
        }
        self.compare_standing(&step.expect, &session, agent.as_deref());
        Ok(())
    }

    /// What happens to files and to git.
    fn in_project(&self, step: &Step) -> Result<(), String> {
        let cwd = self.place.root().join(&step.cwd);
        match &step.act {
            Act::Write { path, text } => self.place.write(&step.cwd, path, &self.filled(text)),
            Act::Remove(path) => {
                let path = cwd.join(path);
                let folder = self.place.reached(path.parent().unwrap_or(&cwd))?;
                let path = folder.join(path.file_name().unwrap_or_default());
                let is_folder = path.is_dir() && !path.is_symlink();
                let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
                removed.map_err(told(&path))
            }
            Act::Link { path, to } => {
                let path = self.place.free(&step.cwd, path)?;
                symlink(self.filled(to), &path).map_err(told(&path))
            }
            Act::Git(arguments) => {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                git::run(&self.place.reached(&cwd)?, self.place.home(), &arguments)
            }
            _ => Ok(()),
        }
    }

    fn filled_row(&self, row: &Row) -> Row {
        match row {
            Row::Prompt(text) => Row::Prompt(self.filled(text)),
            Row::ToolResult(text) => Row::ToolResult(self.filled(text)),
            Row::Compaction(text) => Row::Compaction(self.filled(text)),
            Row::Raw(row) => {
                let filled = self.fill(&Value::Object(row.clone()));
                Row::Raw(filled.as_object().cloned().unwrap_or_default())
            }
        }
    }

    fn session_id(&mut self, label: &str) -> String {
        format!("{:08x}-5ce0-4000-8000-000000000000", position(&mut self.sessions, label))
    }

    fn agent_id(&mut self, label: &str) -> String {
        format!("a{:016x}", position(&mut self.agents, label))
    }

    /// Where a conversation's rows are.
    fn transcript(&self, session: &str, agent: Option<&str>) -> PathBuf {
        let folder = self.place.transcripts();
        match agent {
            None => folder.join(format!("{session}.jsonl")),
            Some(agent) => folder.join(session).join("subagents").join(format!("agent-{agent}.jsonl")),
        }
    }

    fn filled(&self, text: &str) -> String {
        self.place.filled(text, &self.said)
    }

    fn fill(&self, value: &Value) -> Value {
        self.place.filled_value(value, &self.said)
    }
}

/// The place of a name in the order in which names come up, counted from 1.
fn position(names: &mut Vec<String>, name: &str) -> usize {
    let known = names.iter().position(|known| known == name);
    1 + known.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}
