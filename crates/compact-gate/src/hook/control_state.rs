//! The gate's knowledge in the lint's terms. A part that the gate doesn't keep is left out, so that nothing is held
//! against it: without rules that ask, nobody records what the user agreed to.

use super::gather::baseline;
use super::policy_call::Applied;
use git_facts::{HeadFacts, Tracked};
use lint::{Approval, Contract, ControlState, Decision, Denial, Git, Operation};
use policy::Policy;
use verdict::{Authority, GitBaseline};

/// What is known of a session with this authority, in a run with that one, and of a repository where HEAD is there.
pub fn collect(
    session: &Authority,
    run: &Authority,
    applied: &Applied,
    head: Option<&HeadFacts>,
    changes: Option<&Tracked>,
) -> ControlState {
    let contracts = || applied.contracts.iter().filter_map(|it| it.contract.as_ref());
    let constraints: Vec<String> = contracts().flat_map(|it| it.constraints.iter().cloned()).collect();
    ControlState {
        authority: applied.policy.as_ref().map(authority),
        denials: Some(denials(session, run)),
        operations: Some(operations(session, run)),
        approvals: applied
            .policy
            .as_ref()
            .filter(|policy| asks(policy))
            .and_then(|_| approvals(session, run)),
        decisions: Some(decisions(session, run)),
        constraints: Some(constraints).filter(|constraints| !constraints.is_empty()),
        contract: contracts()
            .next()
            .map(|contract| Contract::new(contract.task_id.as_str(), contract.objective.as_str())),
        git: head.map(|head| repository(head, changes)),
    }
}

fn authority(policy: &Policy) -> lint::Authority {
    let lists = policy.layers().iter().filter_map(|layer| layer.says.tools.allow.as_ref());
    let tools: Vec<String> = lists.flatten().map(|rule| rule.text().to_owned()).collect();
    lint::Authority {
        environments: policy.environments().map(|names| names.into_iter().map(str::to_owned).collect()),
        tools: Some(tools).filter(|tools| !tools.is_empty()),
        ..lint::Authority::default()
    }
}

fn asks(policy: &Policy) -> bool {
    policy.layers().iter().any(|layer| !layer.says.tools.ask.is_empty())
}

/// Approvals that were given, each by its declared target. `None` if one is about a command or the like, of which only a
/// digest is known: then nothing tells whether a summary speaks of that one.
fn approvals(session: &Authority, run: &Authority) -> Option<Vec<Approval>> {
    let now = crate::clock::now();
    let known = run.approvals.0.iter().chain(&session.approvals.0);
    let given = known.filter_map(|(id, request)| Some((id, request, request.approval.as_ref()?)));
    given
        .map(|(id, request, approval)| {
            let target = declared(&request.target);
            let status = match request.unspent() {
                Some(_) if now < approval.expires_at => "active",
                None if approval.redeemed.is_some() => "redeemed",
                _ => "expired",
            };
            let approval = Approval {
                approval_id: id.clone(),
                tool: request.tool_name.clone(),
                target: target.clone(),
                status: status.to_owned(),
            };
            (!target.is_empty()).then_some(approval)
        })
        .collect()
}

fn denials(session: &Authority, run: &Authority) -> Vec<Denial> {
    session
        .denials_in_force(run)
        .into_iter()
        .map(|denial| Denial {
            event_id: denial.event_id.clone(),
            tool: denial.tool_name.clone(),
            target: declared(&denial.target),
            reason: denial.code.as_str().to_owned(),
            rule: denial.rule.clone(),
        })
        .collect()
}

fn operations(session: &Authority, run: &Authority) -> Vec<Operation> {
    session
        .known_operations(run)
        .into_iter()
        .map(|(id, operation)| Operation {
            op_id: id.clone(),
            tool: operation.tool_name.clone(),
            target: declared(&operation.target),
            state: outcome(operation.status).to_owned(),
        })
        .collect()
}

/// The lint's word for what is known of an effect.
fn outcome(status: verdict::OperationStatus) -> &'static str {
    use verdict::OperationStatus::{Committed, Completed, NotCommitted, NotRun, Started, Unknown};
    match status {
        Started => "started",
        Unknown => "unknown",
        Completed | Committed => "committed",
        NotRun | NotCommitted => "not_committed",
    }
}

fn decisions(session: &Authority, run: &Authority) -> Vec<Decision> {
    session
        .decisions_in_force(run)
        .into_iter()
        .map(|(id, rejected)| Decision {
            id: id.to_owned(),
            status: "rejected".to_owned(),
            scope: String::new(),
            decision: rejected.decision.clone(),
        })
        .collect()
}

fn repository(head: &HeadFacts, changes: Option<&Tracked>) -> Git {
    let GitBaseline { branch, head, .. } = baseline(head);
    let mut git = Git { branch, head, ..Git::default() };
    if let Some(changes) = changes {
        let counts = changes.upstream.as_ref().and_then(|upstream| upstream.ahead_behind);
        let dirty =
            changes.staged.first.iter().chain(&changes.unstaged.first).chain(&changes.conflicted.first);
        git.upstream = changes.upstream.as_ref().map(|upstream| upstream.name.clone());
        git.ahead = counts.map(|(ahead, _)| ahead);
        git.behind = counts.map(|(_, behind)| behind);
        git.dirty = Some(dirty.cloned().collect());
    }
    git
}

/// A declared target's own text; of any other only a digest is known, which no summary names.
fn declared(shown: &str) -> String {
    let text = shown.strip_prefix('"').and_then(|rest| rest.split_once("\" \"")).map(|(_, text)| text);
    text.map(|text| text.trim_end_matches('"').to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn only_a_declared_target_has_a_text() {
        assert_eq!(declared("\"/environment\" \"production\""), "production");
        assert_eq!(declared("command sha256:00ff"), "");
        assert_eq!(declared(""), "");
    }
}
