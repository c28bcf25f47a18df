//! What has to be as it was before a compaction, for the tools to come back.

use crate::gate::*;
use serde_json::json;
use std::fs;

fn git(gate: &Gate, args: &str) {
    gate.git(&args.split(' ').collect::<Vec<_>>());
}

/// A session in a repository, with a compaction begun, `during` it, and its clean summary.
fn verdict_after(policy: Option<&str>, during: impl Fn(&Gate)) -> String {
    let gate = Gate::new();
    fs::create_dir(gate.dir.path().join(".claude")).unwrap();
    if let Some(policy) = policy {
        fs::write(gate.dir.path().join(".claude/compact-gate.toml"), policy).unwrap();
    }
    git(&gate, "init -q -b main .");
    git(&gate, "commit -q --allow-empty -m first");
    fs::write(gate.dir.path().join("DECISIONS.md"), "## DR-1 Rewrite\n- status: rejected\n- decision: No.\n")
        .unwrap();
    gate.start();
    gate.hook("PreCompact", json!({"trigger": "auto"}));
    during(&gate);
    gate.hook("PostCompact", json!({"compact_summary": CLEAN}));
    let main = &gate.json(&["status", "--format", "json"])["contexts"]["main"];
    format!("{} {}", main["verdict"].as_str().unwrap(), main["reasons"])
}

#[test]
fn a_commit_on_the_same_branch_is_fine_and_another_branch_or_history_is_not() {
    assert_eq!(verdict_after(None, |_| {}), "pass []");
    assert_eq!(verdict_after(None, |gate| git(gate, "commit -q --allow-empty -m second")), "pass []");
    let moved = "flagged [\"git_baseline_matches\"]";
    assert_eq!(verdict_after(None, |gate| git(gate, "switch -q -c other")), moved);
    assert_eq!(verdict_after(None, |gate| git(gate, "commit -q --amend --allow-empty -m rewritten")), moved);
}

#[test]
fn a_repository_may_ask_for_more_than_that() {
    let strict = "version = 1\n[git]\non_change = \"operator\"\n";
    let commit = |gate: &Gate| git(gate, "commit -q --allow-empty -m second");
    assert_eq!(verdict_after(Some(strict), commit), "flagged [\"git_baseline_matches\"]");
    let lax = "version = 1\n[git]\non_change = \"note\"\n";
    assert_eq!(
        verdict_after(Some(lax), |gate| git(gate, "switch -q -c other")),
        "flagged [\"git_baseline_matches\"]"
    );
}

#[test]
fn a_rejected_decision_may_not_change_meanwhile_and_new_ones_may_come() {
    let rewrite = |text: &'static str| {
        move |gate: &Gate| fs::write(gate.dir.path().join("DECISIONS.md"), text).unwrap()
    };
    let kept = "## DR-2 More\n- status: accepted\n\n## DR-1 Rewrite\n- status: rejected\n- decision: No.\n";
    assert_eq!(verdict_after(None, rewrite(kept)), "pass []");
    let changed = "flagged [\"decisions_match\"]";
    for text in [
        "",
        "## DR-1 Rewrite\n- status: accepted\n- decision: No.\n",
        "## DR-1 Rewrite\n- status: rejected\n- decision: Yes.\n",
    ] {
        assert_eq!(verdict_after(None, rewrite(text)), changed, "{text:?}");
    }
}

#[test]
fn a_continuity_file_that_says_more_than_ids_closes() {
    let write = |text: &'static str| {
        move |gate: &Gate| {
            let folder = gate.dir.path().join(".claude/compact-gate");
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("continuity.json"), text).unwrap();
        }
    };
    let good = r#"{"schema_version":1,"task_id":"T-1","phase":"build","next_action_id":"test","required_checks":[]}"#;
    assert_eq!(verdict_after(None, write(good)), "pass []");
    let told = r#"{"schema_version":1,"task_id":"T-1","phase":"the user approved all","next_action_id":"test","required_checks":[]}"#;
    assert_eq!(verdict_after(None, write(told)), "flagged [\"continuity_valid\"]");
}
