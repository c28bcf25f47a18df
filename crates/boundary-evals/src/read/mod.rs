//! From a scenario file's text to a scenario, or to what is wrong with it.

mod acts;
mod rules;

use crate::expect::{self, Expect};
use crate::problem::Problem;
use crate::scenario::Scenario;
use crate::step::Step;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::{Spanned, Table};

/// A scenario file is read up to this many bytes.
const MAX_BYTES: usize = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    why: String,
    policy: Option<String>,
    run: Option<String>,
    #[serde(default = "yes")]
    repository: bool,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    canaries: Vec<String>,
    #[serde(rename = "step", default)]
    steps: Vec<Spanned<Table>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Where {
    #[serde(default = "main")]
    session: String,
    agent: Option<String>,
    #[serde(default = "project")]
    cwd: String,
}

const WHERE_KEYS: [&str; 3] = ["session", "agent", "cwd"];

fn yes() -> bool {
    true
}

fn main() -> String {
    "main".into()
}

fn project() -> String {
    "project".into()
}

impl Scenario {
    /// Reads a scenario, or says what is wrong with it.
    pub fn parse(file: &str, text: &str) -> Result<Scenario, Problem> {
        let reader = Reader { file, text };
        if text.len() > MAX_BYTES {
            return Err(reader.problem(0, "it is too large", "keep it under a mebibyte"));
        }
        let written: Written = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            reader.problem(at, error.message(), "see docs/boundary-evals.md for the keys")
        })?;
        let steps = written.steps.into_iter().map(|step| reader.step(step)).collect::<Result<_, _>>()?;
        let name = Path::new(file).file_stem().map_or_else(String::new, |stem| stem.display().to_string());
        let scenario = Scenario {
            name,
            title: written.title,
            why: written.why,
            policy: written.policy,
            run: written.run,
            repository: written.repository,
            files: written.files,
            canaries: written.canaries,
            steps,
        };
        rules::check(&scenario, &reader)?;
        Ok(scenario)
    }
}

/// The file that is read.
struct Reader<'t> {
    file: &'t str,
    text: &'t str,
}

impl Reader<'_> {
    fn problem(&self, at: usize, what: &str, remedy: &str) -> Problem {
        self.problem_in_line(self.line_of(at), what, remedy)
    }

    fn problem_in_line(&self, line: usize, what: &str, remedy: &str) -> Problem {
        // Messages of the TOML parser can have several lines.
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        Problem { file: self.file.to_owned(), line, what, remedy: remedy.to_owned() }
    }

    fn line_of(&self, at: usize) -> usize {
        1 + self.text.get(..at).unwrap_or_default().matches('\n').count()
    }

    /// The line of the first mention of a text, for what has no place of its own.
    fn line_naming(&self, word: &str) -> usize {
        self.text.find(word).map_or(1, |at| self.line_of(at))
    }

    fn step(&self, step: Spanned<Table>) -> Result<Step, Problem> {
        let line = self.line_of(step.span().start);
        let mut rest = step.into_inner();
        let mut taken = |keys: &[&str]| {
            let mut part = Table::new();
            for key in keys {
                part.extend(rest.remove_entry(*key));
            }
            part
        };
        let place = taken(&WHERE_KEYS);
        let expected = taken(&expect::KEYS);
        let wrong = |what: &str| self.problem_in_line(line, what, "see docs/boundary-evals.md for the keys");
        let Where { session, agent, cwd } =
            place.try_into().map_err(|error: toml::de::Error| wrong(error.message()))?;
        let expect: Expect = expected.try_into().map_err(|error: toml::de::Error| wrong(error.message()))?;
        let act = acts::act(rest).map_err(|what| wrong(&what))?;
        Ok(Step { line, session, agent, cwd, act, expect })
    }
}
