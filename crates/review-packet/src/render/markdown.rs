use super::words::{Overall, because, chain, checkpoint, short, subject};
use crate::packet::{Packet, SessionReview};
use crate::visible::visible;

/// A packet as Markdown (GitHub's). Every text that came from elsewhere stands in a code span.
#[must_use]
pub fn render_markdown(packet: &Packet) -> String {
    let overall = Overall::of(packet);
    let (kind, name) = subject(&packet.subject);
    let mut text = format!(
        "# Review packet\n\n**{}.** {}\n\n- {kind}: {}\n- Made: {} by compact-gate {}\n- Packet digest: {}\n",
        overall.title(),
        overall.explained(),
        code(name),
        code(&packet.made_at),
        code(&packet.made_by),
        code(&format!("sha256:{}", packet.digest))
    );
    for session in &packet.sessions {
        of_session(&mut text, session);
    }
    text += "\n## Not verified\n\n";
    for gap in &packet.not_verified {
        let about = gap.session.as_ref().map_or(String::new(), |session| format!(" of {}", code(session)));
        text += &format!("- {}{about}: {}\n", code(&gap.about), plain(&gap.why));
    }
    text
}

fn of_session(text: &mut String, session: &SessionReview) {
    *text += &format!("\n## Session {}\n\n", code(&session.session));
    table(
        text,
        &["what", "at completion"],
        facts(session).into_iter().map(|(what, value)| vec![what.to_owned(), value]),
    );
    if !session.epochs.is_empty() {
        *text += "\n### Compactions\n\n";
        let row = |epoch: &crate::packet::Epoch| {
            let released = epoch.released.map_or(String::new(), |seq| format!(", released by record {seq}"));
            let summary = epoch.summary.as_deref().map_or("none".into(), |digest| code(&short(digest)));
            vec![
                code(&epoch.context),
                epoch.epoch.to_string(),
                format!("{}{released}", plain(&epoch.outcome)),
                code(&because(epoch)),
                summary,
            ]
        };
        table(
            text,
            &["context", "epoch", "outcome", "because of", "summary"],
            session.epochs.iter().map(row),
        );
    }
    if !session.denials.is_empty() {
        *text += "\n### Denials that stand\n\n";
        let row = |denial: &crate::packet::Denial| {
            let restored = denial.restored.to_string();
            vec![
                code(&denial.event_id),
                code(&denial.tool_name),
                code(&denial.target),
                code(&denial.rule),
                restored,
            ]
        };
        let head = ["event", "tool", "target", "rule", "restored after so many compactions"];
        table(text, &head, session.denials.iter().map(row));
    }
    if !session.operations.is_empty() {
        *text += "\n### Operations\n\n";
        let row = |operation: &crate::packet::Operation| {
            let by = operation.operator.as_deref().unwrap_or(&operation.cause);
            let status = plain(&operation.status);
            vec![code(&operation.id), code(&operation.tool_name), code(&operation.target), status, code(by)]
        };
        table(text, &["id", "tool", "target", "outcome", "by"], session.operations.iter().map(row));
    }
    if !session.approvals.is_empty() {
        *text += "\n### Approvals\n\n";
        let row = |approval: &crate::packet::Approval| {
            let call = approval.tool_use_id.as_deref().map_or("none".into(), code);
            let by = approval.operator.as_deref().map_or("nobody".into(), code);
            let state = plain(&approval.state);
            vec![code(&approval.request), code(&approval.tool_name), code(&approval.target), state, by, call]
        };
        table(
            text,
            &["request", "tool", "target", "state", "by", "spent on"],
            session.approvals.iter().map(row),
        );
    }
    if let Some(evidence) = &session.evidence {
        *text += "\n### Checks\n\n";
        let row = |check: &crate::packet::Check| {
            let required = if check.required { "yes" } else { "no" };
            let rule = check.rule.as_deref().map_or("none".into(), code);
            let ran = check.ran.map_or("none".into(), |seq| seq.to_string());
            vec![code(&check.name), required.into(), plain(&check.state), rule, ran]
        };
        table(text, &["check", "required", "state", "rule", "record"], evidence.checks.iter().map(row));
    }
    if !session.bypasses.is_empty() {
        *text += "\n### Denied calls that ran\n\n";
        let row = |bypass: &crate::packet::Bypass| {
            vec![bypass.seq.to_string(), code(&bypass.tool_name), code(&bypass.event_id)]
        };
        table(text, &["record", "tool", "denial"], session.bypasses.iter().map(row));
    }
    if !session.operator_acts.is_empty() {
        *text += "\n### What the operator did\n\n";
        let row = |act: &crate::packet::OperatorAct| {
            vec![act.seq.to_string(), code(&act.at), code(&act.act), code(&act.about), code(&act.operator)]
        };
        table(text, &["record", "at", "act", "about", "who"], session.operator_acts.iter().map(row));
    }
    if !session.timeline.is_empty() {
        *text += "\n### Timeline\n\n";
        if session.timeline_omitted > 0 {
            *text += &format!("{} records in the middle are left out.\n\n", session.timeline_omitted);
        }
        let row = |moment: &crate::packet::Moment| {
            let context = moment.context.as_deref().unwrap_or("main");
            vec![moment.seq.to_string(), code(&moment.at), code(context), code(&moment.text)]
        };
        table(text, &["record", "at", "context", "what"], session.timeline.iter().map(row));
    }
}

/// What stands in the first table.
fn facts(session: &SessionReview) -> Vec<(&'static str, String)> {
    let policy = session.authority.policy.as_ref().map_or("none".to_owned(), |policy| {
        format!("version {}, {}", code(&policy.version), code(&format!("sha256:{}", policy.digest)))
    });
    let mut facts = vec![
        ("tools beyond reading", if session.authority.open { "open".to_owned() } else { "closed".into() }),
        ("ledger", chain(session)),
        ("last record", code(&format!("sha256:{}", session.chain.last_digest))),
        ("final checkpoint", checkpoint(&session.checkpoint)),
        ("policy", policy),
    ];
    for contract in &session.authority.contracts {
        let altered = if contract.altered { "altered" } else { "as issued" };
        facts.push(("contract", format!("{} {altered}", code(&contract.task_id))));
    }
    if !session.authority.rejected_decisions.is_empty() {
        facts.push(("rejected decisions in force", code(&session.authority.rejected_decisions.join(", "))));
    }
    facts.push(("unresolved operations", session.authority.unresolved_operations.to_string()));
    if let Some(problem) = &session.chain.problem {
        facts.push(("problem", code(problem)));
    }
    if let Some(why) = &session.checkpoint.why {
        facts.push(("no checkpoint because", plain(why)));
    }
    for context in &session.authority.contexts {
        let reasons = context.reasons.join(", ");
        let because =
            if reasons.is_empty() { String::new() } else { format!(", because of {}", code(&reasons)) };
        let (verdict, disposition) = (plain(&context.verdict), plain(&context.disposition));
        let stands =
            format!("{} {verdict} ({disposition}), epoch {}{because}", code(&context.context), context.epoch);
        facts.push(("context", stands));
    }
    for (reason, count) in &session.refused_calls {
        facts.push(("refused calls", format!("{count} for {}", code(reason))));
    }
    facts
}

fn table(text: &mut String, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    *text += &format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        *text += &format!("| {} |\n", row.join(" | "));
    }
}

/// A code span in a table cell: with a fence longer than any in it, on one line, and no cell's end in it.
fn code(text: &str) -> String {
    let text = visible(text).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A blank on either side belongs to the fence where the text itself begins or ends with a backtick or a blank.
    let apart = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    match (text.trim().is_empty(), apart) {
        (true, _) => "(empty)".into(),
        (false, true) => format!("{fence} {text} {fence}"),
        (false, false) => format!("{fence}{text}{fence}"),
    }
}

/// Words of our own: what could start something in Markdown is taken out all the same.
fn plain(text: &str) -> String {
    let fine = |c: char| c.is_alphanumeric() || " .,:;'_-()/".contains(c);
    text.chars().map(|c| if fine(c) { c } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{code, plain};

    #[test]
    fn a_code_span_holds_what_it_is_given() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("a|b\nc"), "`a\\|b\\u{a}c`");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code(" "), "(empty)");
        assert_eq!(plain("[x](http://y) <b>|"), " x (http://y)  b  ");
    }
}
