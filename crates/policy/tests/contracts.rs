//! Contracts: what they say, what is wrong with them, and that they only narrow.

use std::path::Path;

use policy::{Call, Contract, Decision, Places, Policy};

const CONTRACT: &str = "task_id = \"PAY-142\"\nobjective = \"Move the importer.\"\nconstraints = [\n  \"Don't touch `ledger`.\",\n  \
    \"\"\"Two\nlines.\"\"\",\n]\nrequired_checks = [\"cargo test\"]\nenvironments = [\"staging\"]\n[tools]\nallow = [\"Bash(cargo *)\", \
    \"mcp__deploy__run\"]\ndeny = [\"Bash(cargo publish *)\"]\nask = [\"Bash(cargo install *)\"]\n[[delegation]]\n\
    agent_type = \"tester\"\nallow = [\"Bash(cargo test *)\"]\n";

fn decides(policy: &Policy, tool: &str, input: &str) -> &'static str {
    let at = Path::new("/p");
    let places = Places { cwd: at, project_root: at, home: None };
    let call =
        Call { tool_name: tool, tool_input: input, places, resolved: None, known_read_only: tool == "Read" };
    match policy.evaluate(&call).decision {
        Decision::Deny { .. } => "deny",
        Decision::Ask { .. } => "ask",
        Decision::Allow | Decision::Unlisted => "allow",
    }
}

#[test]
fn it_says_what_stands_in_it() {
    let contract = Contract::parse(CONTRACT, "c").unwrap();
    assert_eq!(contract.constraints, ["Don't touch `ledger`.", "Two\nlines."]);
    assert_eq!((contract.task_id.as_str(), contract.objective.as_str()), ("PAY-142", "Move the importer."));
    assert_eq!(contract.required_checks, ["cargo test"]);
}

/// Each list of the two decides; whatever the contract allows, the policy has to allow as well.
#[test]
fn it_narrows_a_policy_and_never_widens_it() {
    let policy = "[tools]\nallow = [\"Bash(cargo *)\", \"Bash(git *)\", \"mcp__deploy__*\"]\ndeny = [\"Bash(cargo test *)\"]\n\
        [[target]]\ntool = \"mcp__deploy__*\"\nfield = \"/environment\"\n[authority]\nenvironments = [\"staging\", \"production\"]\n";
    let policy = Policy::parse(policy, "p").unwrap();
    let both = policy.clone().with_layer("contract", Contract::parse(CONTRACT, "c").unwrap().says);
    for (tool, input, before, after) in [
        ("Bash", r#"{"command":"cargo build"}"#, "allow", "allow"),
        ("Bash", r#"{"command":"git status"}"#, "allow", "deny"),
        ("Bash", r#"{"command":"cargo test -p x"}"#, "deny", "deny"),
        ("Bash", r#"{"command":"cargo publish -n"}"#, "allow", "deny"),
        ("Bash", r#"{"command":"cargo install x"}"#, "allow", "ask"),
        ("mcp__deploy__run", r#"{"environment":"staging"}"#, "allow", "allow"),
        ("mcp__deploy__run", r#"{"environment":"production"}"#, "allow", "deny"),
        ("Read", r#"{"file_path":"/p/x"}"#, "allow", "allow"),
    ] {
        assert_eq!(
            (decides(&policy, tool, input), decides(&both, tool, input)),
            (before, after),
            "{tool} {input}"
        );
    }
    let scope = both.scope_for(Some("tester"), &policy::Scope::whole());
    assert_eq!(scope.lists(), [["Bash(cargo test *)"]]);
    assert!(both.scope_for(Some("other"), &policy::Scope::whole()).is_read_only());
}

#[test]
fn its_digest_is_that_of_what_it_says() {
    let digest = |text: &str| Contract::parse(text, "c").unwrap().digest();
    let first = digest(CONTRACT);
    assert_eq!(digest(&format!("# a comment\n{}", CONTRACT.replace(" = ", "="))), first);
    for (from, to) in [
        ("PAY-142", "PAY-143"),
        ("Move", "move"),
        ("Don't touch", "Do touch"),
        ("Two\nlines", "Two lines"),
        ("staging", "production"),
        ("cargo publish *", "cargo publish"),
        ("\"tester\"", "\"Tester\""),
        ("[\"cargo test\"]", "[]"),
    ] {
        assert_ne!(digest(&CONTRACT.replace(from, to)), first, "{from}");
    }
}

#[test]
fn each_problem_is_named_by_its_line() {
    let long = format!("task_id = \"t\"\nconstraints = [\"{}\"]\n", "x".repeat(2001));
    for (text, problem) in [
        ("objective = \"x\"\n", "c:1: task_id: missing; write task_id = \"...\""),
        ("task_id = \"t\"\nconstraint = [\"x\"]\n", "c:2: constraint: unknown key; "),
        ("task_id = \"t\"\nconstraints = [\"x\",\n\"x\"]\n", "c:3: constraints: it comes twice; "),
        ("task_id = \"t\"\nconstraints = [\"x\",\n\" \"]\n", "c:3: constraints: an empty constraint; "),
        (
            "task_id = \"t\"\nconstraints = [\"\\u001b[2J\"]\n",
            "c:2: constraints: a control character in it; ",
        ),
        (&long, "c:2: constraints: it is too long; "),
        (
            "task_id = \"t\"\nconstraints = \"x\"\n",
            "c:2: constraints: a string where an array of strings is ",
        ),
        ("task_id = 7\n", "c:1: task_id: an integer where a string is wanted; "),
        ("task_id = \"t\"\n[tools]\nread_only = [\"Bash\"]\n", "c:3: tools.read_only: unknown key; "),
        ("task_id = \"t\"\n[tools]\ndeny = [\"Bash(\"]\n", "c:3: tools.deny: "),
        ("task_id = \"t\"\nversion = 2\n", "c:2: version: not a version that this gate knows; "),
        ("task_id = \"t\"\nx\n", "c:2: not TOML: "),
    ] {
        let problems = Contract::parse(text, "c").expect_err(text);
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(found.len() == 1 && found[0].starts_with(problem), "{found:?}");
    }
}
