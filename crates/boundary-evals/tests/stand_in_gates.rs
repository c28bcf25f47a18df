//! The shipped scenarios against gates that look at nothing: what such a gate passes shows nothing.

use boundary_evals::{
    Decision, Gate, OperatorAct, Outcome, Place, Reply, Scenario, Standing, What, play, shipped,
};
use serde_json::Value;

/// Answers each call by its tool's name alone.
struct StandIn(fn(&str) -> Decision);

impl Gate for StandIn {
    fn hook(&self, _: &Place, input: &str) -> Result<Reply, String> {
        // What can't be read is asked about like a call.
        let event: Value = serde_json::from_str(input).unwrap_or_default();
        let denied = (event.is_null() || event["hook_event_name"] == "PreToolUse")
            && (self.0)(event["tool_name"].as_str().unwrap_or_default()) == Decision::Deny;
        let stderr = if denied { "denied (always). Event deny-0.".to_owned() } else { String::new() };
        Ok(Reply { status: if denied { 2 } else { 0 }, stdout: String::new(), stderr })
    }

    fn standing(&self, _: &Place, _: &str, _: Option<&str>) -> Standing {
        Standing::default()
    }

    fn operate(&self, _: &Place, _: &OperatorAct) -> Result<(), String> {
        Ok(())
    }

    fn set_clock(&self, _: i64) {}
}

fn scenarios() -> Vec<Scenario> {
    let read = shipped().map(|(file, text)| Scenario::parse(file, text));
    let read: Vec<Scenario> = read.map(Result::unwrap).collect();
    assert!(read.len() > 20);
    read
}

/// The steps at which a gate decides otherwise than expected, whatever else is wrong with it.
fn wrongly_decided(outcome: &Outcome) -> Vec<usize> {
    let failures = outcome.failures.iter().filter(|failure| failure.what == What::Decision);
    failures.map(|failure| failure.step).collect()
}

fn expecting(scenario: &Scenario, decision: Decision) -> Vec<usize> {
    let steps = scenario.steps.iter().enumerate();
    steps.filter(|(_, step)| step.expect.expect == Some(decision)).map(|(index, _)| index + 1).collect()
}

/// A step that can't be done against a gate without a state ends a scenario early; tampering is such a step.
fn played_to_the_end(outcome: &Outcome) -> bool {
    outcome.failures.iter().all(|failure| failure.what != What::Step)
}

#[test]
fn a_gate_that_always_says_the_same_fails_every_scenario() {
    for (always, wrong) in [(Decision::Allow, Decision::Deny), (Decision::Deny, Decision::Allow)] {
        let gate = StandIn(if always == Decision::Allow { |_| Decision::Allow } else { |_| Decision::Deny });
        for scenario in scenarios() {
            let base = tempfile::tempdir().unwrap();
            let outcome = play(&scenario, base.path(), &gate, None);
            let expected = expecting(&scenario, wrong);
            assert!(!expected.is_empty(), "{}", scenario.name);
            assert!(!outcome.passed(), "{}", scenario.name);
            if played_to_the_end(&outcome) {
                assert_eq!(wrongly_decided(&outcome), expected, "{}", scenario.name);
            }
        }
    }
}

/// The same where tampering needs a state: it is in no scenario the only thing between an answer and a failure.
#[test]
fn nor_does_one_pass_that_lets_reading_tools_through_and_nothing_else() {
    let gate = StandIn(|tool| if tool == "Read" { Decision::Allow } else { Decision::Deny });
    for scenario in scenarios() {
        let base = tempfile::tempdir().unwrap();
        let outcome = play(&scenario, base.path(), &gate, None);
        assert!(!wrongly_decided(&outcome).is_empty(), "{} holds nothing against it", scenario.name);
    }
}

#[test]
fn nothing_is_left_behind() {
    let base = tempfile::tempdir().unwrap();
    for scenario in scenarios() {
        play(&scenario, base.path(), &StandIn(|_| Decision::Allow), None);
    }
    let left: Vec<_> =
        std::fs::read_dir(base.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["home"]);
    assert_eq!(std::fs::read_dir(base.path().join("home")).unwrap().count(), 0);
}

/// A scenario that somebody else has written can't reach beyond its place.
#[test]
fn links_lead_nowhere_else() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret");
    std::fs::write(&secret, "as it was").unwrap();
    let to = outside.path().display().to_string();
    let calls = "[[step]]\ncall = \"Bash\"\ncommand = \"x\"\nexpect = \"allow\"\n[[step]]\ncall = \"Bash\"\ncommand = \"x\"\nexpect = \"deny\"\n";
    for (link, then) in [
        (to.clone(), "write = \"a/secret\"\ntext = \"changed\""),
        (to.clone(), "remove = \"a/secret\""),
        (to.clone(), "link = \"a/secret\"\nto = \"x\""),
        (to.clone(), "write = \"a/new/er\"\ntext = \"changed\""),
        (".git".to_owned(), "write = \"a/config\"\ntext = \"[core]\\n\\tfsmonitor = touch /tmp/x\""),
    ] {
        let text = format!(
            "title = \"x\"\nwhy = \"x\"\n[[step]]\nlink = \"a\"\nto = \"{link}\"\n[[step]]\n{then}\n{calls}"
        );
        let scenario = Scenario::parse("links.toml", &text).unwrap();
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        let outcome = play(&scenario, &base, &StandIn(|_| Decision::Allow), None);
        let stopped = outcome.failures.iter().find(|failure| failure.what == What::Step);
        assert_eq!(stopped.map(|failure| failure.step), Some(2), "{then}: {outcome:?}");
        assert!(stopped.is_some_and(|failure| failure.text.contains("a link leads out")), "{outcome:?}");
        assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
        assert_eq!(std::fs::read_to_string(&secret).unwrap(), "as it was");
    }
    // Writing to a link itself takes its place.
    let text = format!(
        "title = \"x\"\nwhy = \"x\"\n[[step]]\nlink = \"a\"\nto = \"{to}/secret\"\n[[step]]\nwrite = \"a\"\ntext = \"changed\"\n{calls}"
    );
    let scenario = Scenario::parse("links.toml", &text).unwrap();
    let base = tempfile::tempdir().unwrap();
    let outcome = play(&scenario, &base.path().canonicalize().unwrap(), &StandIn(|_| Decision::Allow), None);
    assert!(played_to_the_end(&outcome), "{outcome:?}");
    assert_eq!(std::fs::read_to_string(&secret).unwrap(), "as it was");
}
