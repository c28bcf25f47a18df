//! What holds for a scenario as a whole.

use super::Reader;
use crate::expect::Decision;
use crate::gate::VERBS;
use crate::git;
use crate::place::is_inside;
use crate::problem::Problem;
use crate::scenario::Scenario;
use crate::step::{Act, Step};

const SEE: &str = "see docs/boundary-evals.md";
/// A shorter one could stand anywhere by chance.
const MIN_CANARY: usize = 8;

pub fn check(scenario: &Scenario, reader: &Reader<'_>) -> Result<(), Problem> {
    let first = |what: &str, remedy: &str| Err(reader.problem_in_line(1, what, remedy));
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if scenario.name.is_empty() || scenario.name.len() > 80 || !scenario.name.chars().all(plain) {
        return first("the file's name isn't a plain one", "use a-z, 0-9, - and _, and .toml behind them");
    }
    for (key, text) in [("title", &scenario.title), ("why", &scenario.why)] {
        if text.trim().is_empty() || text.chars().any(char::is_control) {
            let line = reader.line_naming(key);
            return Err(reader.problem_in_line(
                line,
                &format!("{key} is empty or has several lines"),
                "write one line",
            ));
        }
    }
    for path in scenario.files.keys() {
        if !is_inside(path) {
            let line = reader.line_naming(path);
            return Err(reader.problem_in_line(
                line,
                &format!("{path:?} isn't a path inside the project"),
                SEE,
            ));
        }
    }
    for canary in &scenario.canaries {
        let line = reader.line_naming(canary);
        if canary.len() < MIN_CANARY {
            let remedy = format!("write {MIN_CANARY} characters or more that stand nowhere else");
            return Err(reader.problem_in_line(
                line,
                &format!("the canary {canary:?} is too short"),
                &remedy,
            ));
        }
        if reader.text.matches(canary.as_str()).count() < 2 {
            let what = format!("the canary {canary:?} is given to nothing, so it can't leak");
            return Err(reader.problem_in_line(line, &what, "put it into a step, a file or the policy"));
        }
    }
    for step in &scenario.steps {
        of_step(step).map_err(|(what, remedy)| reader.problem_in_line(step.line, &what, &remedy))?;
    }
    for (decision, always) in [(Decision::Allow, "denies everything"), (Decision::Deny, "allows everything")]
    {
        if !scenario.steps.iter().any(|step| step.act.asks() && step.expect.expect == Some(decision)) {
            let what = format!(
                "no call is expected to be answered by {:?}, so a gate that {always} would pass",
                decision.as_str()
            );
            return first(&what, &format!("add a call with expect = {:?}", decision.as_str()));
        }
    }
    Ok(())
}

type Wrong = (String, String);

fn of_step(step: &Step) -> Result<(), Wrong> {
    let wrong = |what: String| Err((what, SEE.to_owned()));
    let expect = &step.expect;
    if step.act.asks() && expect.expect.is_none() {
        return Err((
            "a call is made and nothing expected".into(),
            "write expect = \"allow\" or \"deny\"".into(),
        ));
    }
    if expect.expect.is_some() && !step.act.asks() {
        return Err((
            "only a call is allowed or denied".into(),
            "put expect with a call, or compare the verdict here".into(),
        ));
    }
    if expect.code.is_some() && expect.expect != Some(Decision::Deny) {
        return wrong("a code goes with expect = \"deny\"".into());
    }
    if expect.looks_at_answer() && !step.act.is_answered() {
        return wrong("nothing answers this step; only an event, a call and compact are answered".into());
    }
    for (key, value, known) in [
        ("verdict", &expect.verdict, &["pass", "pending", "flagged", "absent", "unreadable"][..]),
        ("disposition", &expect.disposition, &["review", "rebuild", "quarantine"]),
    ] {
        if let Some(value) = value.as_deref().filter(|value| !known.contains(value)) {
            return Err((format!("{value:?} is no {key}"), format!("write one of {}", known.join(", "))));
        }
    }
    if !is_inside(&step.cwd) || step.cwd.contains('/') {
        return wrong(format!("cwd {:?} isn't the name of a directory beside the project", step.cwd));
    }
    match &step.act {
        Act::Write { path, .. } | Act::Remove(path) | Act::Link { path, .. } if !is_inside(path) => {
            wrong(format!("{path:?} isn't a path inside the project"))
        }
        Act::Git(arguments) => git::check(arguments).map_err(|what| (what, SEE.to_owned())),
        Act::Operate { verb, .. } if !VERBS.contains(&verb.as_str()) => Err((
            format!("{verb:?} is nothing that the operator does"),
            format!("write one of {}", VERBS.join(", ")),
        )),
        Act::Tamper(tampering) => tampering.check().map_err(|what| (what, SEE.to_owned())),
        _ => Ok(()),
    }
}
