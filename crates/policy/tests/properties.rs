//! What must hold for any policy and any call. The cases are random, but the same in each run.

use crate::sample::{call, command, policy, quoted};
use policy::{Decision, Policy, Rule, Scope, compare};

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33).unwrap_or_default() % limit
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    fn chance(&mut self) -> bool {
        self.below(3) == 0
    }
}

const RULES: [&str; 34] = [
    "Bash",
    "Bash(git *)",
    "Bash(git push *)",
    "Bash(git push)",
    "Bash(git push origin)",
    "Bash(git push --force)",
    "Bash(git * --force)",
    "Bash(git*)",
    "Bash(* push)",
    "Bash(X=1 git *)",
    "Bash(rm *)",
    "Bash(rm:*)",
    "Bash(sudo git *)",
    "Bash(echo *)",
    "Edit",
    "Edit(src/**)",
    "Edit(/src/**)",
    "Edit(src)",
    "Edit(src/a)",
    "Edit(//p/**)",
    "Write",
    "Write(src/a)",
    "Write(~/**)",
    "Read(src/**)",
    "mcp__a",
    "mcp__a__*",
    "mcp__a__b",
    "mcp__*",
    "mcp__a__b(env:x)",
    "mcp__a__b(env:*)",
    "WebFetch(domain:*.a.com)",
    "WebFetch(domain:b.a.com)",
    "Agent(Explore)",
    "*",
];

const LINES: [&str; 26] = [
    "git",
    "git push",
    "git push origin",
    "git push --force",
    "git push origin --force",
    "git $X",
    "git push $X",
    "git $X --force",
    "$X push",
    "$X",
    "X=push; git $X",
    "X=1 git push",
    "rm a",
    "rm a && git push",
    "git push; rm $(echo a)",
    "sudo git push",
    "timeout 5 git push",
    "sh -c 'git push'",
    "eval \"$X\"",
    "echo x > src/a",
    "cd ..; echo x > src/a",
    "echo x > /p/src/a",
    "echo x | xargs git",
    "git -C /p push",
    "git 'unclosed",
    "# nothing",
];

fn random_call(random: &mut Random) -> (&'static str, String) {
    let path =
        random.pick(&["/p/src/a", "src/a", "/p/web/src/b", "/p/src", "/home/ada/x", "~/x", "/etc/x", ""]);
    let file = format!("{{\"file_path\":{}}}", quoted(path));
    match random.below(8) {
        0..=3 => (random.pick(&["Bash", "Bash", "Monitor"]), command(random.pick(&LINES))),
        4 => (random.pick(&["Edit", "Write", "Read", "NotebookEdit"]), file),
        5 => {
            let environment = random.pick(&["x", "y", " x "]);
            (
                random.pick(&["mcp__a__b", "mcp__a__c", "mcp__b__b"]),
                format!("{{\"env\":{}}}", quoted(environment)),
            )
        }
        6 => (
            "WebFetch",
            format!("{{\"url\":\"https://{}/\"}}", random.pick(&["b.a.com", "a.com", "x%61.com"])),
        ),
        _ => (
            random.pick(&["Agent", "Task", "Other"]),
            random.pick(&["{}", "{\"subagent_type\":\"Explore\"}", "x"]).to_owned(),
        ),
    }
}

fn rules(random: &mut Random, most: usize) -> String {
    let mut texts: Vec<String> = (0..random.below(most + 1)).map(|_| quoted(random.pick(&RULES))).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.join(", ")
}

fn random_policy(random: &mut Random) -> String {
    let mut text = String::new();
    if random.chance() {
        text += random.pick(&["unlisted = \"allow\"\n", "unlisted = \"deny\"\n"]);
    }
    if random.chance() {
        text += random.pick(&["subagents = \"inherit\"\n", "subagents = \"explicit\"\n"]);
    }
    text += "[tools]\n";
    for list in ["read_only", "allow", "allow", "deny", "ask", "external"] {
        if random.chance() && !text.contains(&format!("\n{list} =")) {
            text += &format!("{list} = [{}]\n", rules(random, 3));
        }
    }
    if random.chance() {
        text += &format!("[[target]]\ntool = {}\nfield = \"/env\"\n", quoted(random.pick(&RULES)));
        text += random.pick(&["", "environment = false\n"]);
    }
    if random.chance() {
        text += random.pick(&[
            "[authority]\nenvironments = [\"x\"]\n",
            "[authority]\nenvironments = [\"y\", \"x\"]\n",
            "[authority]\nenvironments = []\n",
        ]);
    }
    if random.chance() {
        text += &format!("[[delegation]]\nagent_type = \"t\"\nallow = [{}]\n", rules(random, 2));
    }
    text
}

/// 0: denied, 1: asks, 2: runs.
fn authority(policy: &Policy, tool: &str, input: &str) -> u8 {
    match policy.evaluate(&call(tool, input)).decision {
        Decision::Deny { .. } => 0,
        Decision::Ask { .. } => 1,
        Decision::Allow | Decision::Unlisted => 2,
    }
}

#[test]
fn a_repository_never_adds_authority() {
    let mut random = Random(7);
    for _ in 0..4000 {
        let (operator_text, repository_text) = (random_policy(&mut random), random_policy(&mut random));
        let operator = policy(&operator_text);
        let repository = policy(&repository_text);
        let merged = if random.chance() {
            operator.clone().with_layer("contract", repository.layers()[0].says.clone())
        } else {
            Policy::merge(&operator, &repository, None).policy
        };
        for _ in 0..6 {
            let (tool, input) = random_call(&mut random);
            let context = format!("{operator_text}---\n{repository_text}---\n{tool} {input}");
            let (before, after) =
                (operator.evaluate(&call(tool, &input)), merged.evaluate(&call(tool, &input)));
            assert!(authority(&merged, tool, &input) <= authority(&operator, tool, &input), "{context}");
            assert!(!after.read_only || before.read_only, "{context}");
            let denied = matches!(after.decision, Decision::Deny { .. });
            assert!(denied || after.external || !before.external, "{context}");
            assert!(before.target.is_none() || before.target == after.target, "{context}");
            let parent = Scope::whole();
            for agent in [Some("t"), None] {
                let (one, other) = (operator.scope_for(agent, &parent), merged.scope_for(agent, &parent));
                let this = call(tool, &input);
                assert!(one.permits(&this, false) || !other.permits(&this, false), "{context}");
                let child = merged.scope_for(Some("t"), &other);
                assert!(other.permits(&this, false) || !child.permits(&this, false), "{context}");
            }
        }
    }
}

#[test]
fn a_change_that_is_called_narrower_never_adds_authority() {
    let mut random = Random(11);
    let mut narrower = 0;
    for _ in 0..20000 {
        let (old_text, new_text) = (random_policy(&mut random), random_policy(&mut random));
        let (old, new) = (policy(&old_text), policy(&new_text));
        if compare(&old, &new).iter().any(|change| change.direction.widens()) {
            continue;
        }
        narrower += 1;
        for _ in 0..8 {
            let (tool, input) = random_call(&mut random);
            let context = format!("{old_text}---\n{new_text}---\n{tool} {input}\n{:?}", compare(&old, &new));
            assert!(authority(&new, tool, &input) <= authority(&old, tool, &input), "{context}");
            let (before, after) = (old.evaluate(&call(tool, &input)), new.evaluate(&call(tool, &input)));
            assert!(!after.read_only || before.read_only, "{context}");
        }
    }
    assert!(narrower > 300, "{narrower}");
}

#[test]
fn one_rule_that_includes_another_does_so_for_every_call() {
    let mut random = Random(13);
    let calls: Vec<_> = (0..400).map(|_| random_call(&mut random)).collect();
    for wide in RULES {
        for narrow in RULES {
            let (one, other) = (Rule::parse(wide).unwrap(), Rule::parse(narrow).unwrap());
            let list = |name: &str, rule: &str| policy(&format!("[tools]\n{name} = [{}]", quoted(rule)));
            if one.includes(&other) {
                let (one, other) = (list("allow", wide), list("allow", narrow));
                for (tool, input) in &calls {
                    let context = format!("{wide} includes {narrow}: {tool} {input}");
                    assert!(authority(&one, tool, input) >= authority(&other, tool, input), "{context}");
                }
            }
            if one.forbids_as_much_as(&other) {
                let (one, other) = (list("deny", wide), list("deny", narrow));
                for (tool, input) in &calls {
                    let context = format!("{wide} forbids as much as {narrow}: {tool} {input}");
                    assert!(authority(&one, tool, input) <= authority(&other, tool, input), "{context}");
                }
            }
        }
    }
}

#[test]
fn what_a_rule_permits_the_same_rule_can_forbid() {
    let mut random = Random(17);
    for _ in 0..20000 {
        let rule = random.pick(&RULES);
        let (tool, input) = random_call(&mut random);
        let permits = authority(&policy(&format!("[tools]\nallow = [{}]", quoted(rule))), tool, &input) == 2;
        let forbids = authority(&policy(&format!("[tools]\ndeny = [{}]", quoted(rule))), tool, &input) == 0;
        assert!(forbids || !permits, "{rule}: {tool} {input}");
    }
}

#[test]
fn nothing_panics() {
    let mut random = Random(19);
    let alphabet = [
        "$", "(", ")", "'", "\"", "\\", "*", " ", "git", "push", "|", ";", "{", "}", "<", "\n", "é", "~",
        "#", "`",
    ];
    for _ in 0..20000 {
        let line: String = (0..random.below(12)).map(|_| random.pick(&alphabet)).collect();
        let one = policy(&random_policy(&mut random));
        let input = command(&line);
        let this = call("Bash", &input);
        let _ = (one.evaluate(&this).explain(), one.targets(&this), policy::effect(&this));
        let _ = Rule::parse(&line).map(|rule| rule.includes(&rule));
        let _ = Rule::parse(&format!("Edit({line})"));
        let _ = Rule::parse(&format!("Bash({line})")).map(|rule| rule.includes(&rule));
        let _ = Policy::parse(&line, "p");
    }
}
