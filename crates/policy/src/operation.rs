//! What a call would do, what it waits for, and what its response tells of another.

use crate::canonical_json;
use crate::json::Json;
use crate::subject::Subject;
use crate::{Call, Dependency, Outcome, Policy, Rule, effect, target};

/// What a reading call tells of the unknown operations of other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told<'p> {
    rule: &'p Rule,
    /// What came of them.
    pub outcome: Outcome,
}

impl Told<'_> {
    /// Whether it tells of this tool's.
    #[must_use]
    pub fn is_about(&self, tool_name: &str) -> bool {
        self.rule.is_about(tool_name)
    }
}

impl Policy {
    /// What the call would do, in one spelling; then the same without what `[[effect]] ignore` leaves out, if that
    /// leaves out anything. Two calls have the same effect if they share a text.
    #[must_use]
    pub fn effects(&self, call: &Call<'_>) -> Vec<String> {
        // What has no canonical form is taken as it was written.
        let raw = || format!("{}\n{}", call.tool_name, call.tool_input.trim());
        let mut effects = vec![effect(call).unwrap_or_else(|_| raw())];
        let subject = Subject::new(call);
        let Some(mut input) = subject.input().cloned() else { return effects };
        let rules = self.layers.iter().flat_map(|layer| &layer.says.effect);
        for rule in rules.filter(|rule| rule.tool.concerns(&subject).counts()) {
            for pointer in &rule.ignore {
                input.remove(&pointer.tokens);
            }
        }
        let mut text = String::new();
        canonical_json::write(&input, &mut text);
        let reduced = effect(&Call { tool_input: &text, ..*call });
        effects.extend(reduced.ok().filter(|reduced| *reduced != effects[0]));
        effects
    }

    /// Keys of the dependencies by which the call waits for others.
    #[must_use]
    pub fn waits_for(&self, call: &Call<'_>) -> Vec<&str> {
        self.dependencies(call, |it| &it.tool)
    }

    /// Keys of the dependencies by which others wait for the call.
    #[must_use]
    pub fn awaited_by(&self, call: &Call<'_>) -> Vec<&str> {
        self.dependencies(call, |it| &it.on)
    }

    fn dependencies(&self, call: &Call<'_>, side: impl Fn(&Dependency) -> &Rule) -> Vec<&str> {
        let subject = Subject::new(call);
        let dependencies = self.layers.iter().flat_map(|layer| &layer.says.dependency);
        dependencies.filter(|it| side(it).concerns(&subject).counts()).map(|it| it.on.text()).collect()
    }

    /// Whether there is any `[[probe]]`.
    #[must_use]
    pub fn has_probes(&self) -> bool {
        self.layers.first().is_some_and(|layer| !layer.says.probe.is_empty())
    }

    /// What the response to a reading call tells of unknown operations, by the probes of the operator's layer. Nothing
    /// if the call doesn't only read, or if two probes disagree.
    #[must_use]
    pub fn told(&self, call: &Call<'_>, response: &str) -> Vec<Told<'_>> {
        if !self.has_probes() || !self.evaluate(call).read_only {
            return Vec::new();
        }
        let subject = Subject::new(call);
        let Ok(response) = Json::parse(response) else { return Vec::new() };
        let inner = inner_text(&response).map(str::to_owned);
        let inner = inner.as_deref().and_then(|text| Json::parse(text).ok());
        let response = inner.as_ref().unwrap_or(&response);
        let probes = self.layers.first().into_iter().flat_map(|layer| &layer.says.probe);
        let holds = |probe: &&crate::Probe| {
            // A probe permits, so that it has to be sure.
            probe.tool.concerns(&subject) == crate::Match::Yes
                && response.pointer(&probe.field.tokens).and_then(target::scalar).as_ref()
                    == Some(&probe.equals)
        };
        probes.filter(holds).map(|probe| Told { rule: &probe.settles, outcome: probe.outcome }).collect()
    }
}

/// The text that a response consists of: MCP tools give their JSON as a text, or as a list of one.
fn inner_text<'r>(response: &'r Json<'_>) -> Option<&'r str> {
    match response {
        Json::String(text) => Some(text),
        Json::Array(blocks) => match blocks.as_slice() {
            [block] if block.field_is("type", "text") => block.member("text")?.as_str(),
            _ => None,
        },
        _ => None,
    }
}
