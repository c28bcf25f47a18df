use super::html_style::STYLE;
use super::words::{
    Overall, because, chain, checkpoint, date_of, required_checks_hold, short, subject, time_of,
    without_long_digests,
};
use crate::packet::{ChainStatus, Moment, Packet, SessionReview, Tone};
use crate::visible::visible;

/// A packet as one HTML file that loads nothing and runs nothing.
#[must_use]
pub fn render_html(packet: &Packet) -> String {
    let overall = Overall::of(packet);
    let tone = match overall {
        Overall::InOrder => Tone::Good,
        Overall::Unsettled | Overall::Closed => Tone::Open,
        Overall::Unreliable => Tone::Bad,
    };
    let (kind, name) = subject(&packet.subject);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>Review packet: {kind} {}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n<header>\n\
         <h1>Review packet · {kind} {}</h1>\n<p class=\"overall\">{}<span>{}</span></p>\n<p class=\"lead\">{}</p>\n\
         </header>\n<main id=\"main\" tabindex=\"-1\">\n",
        text(name),
        named(name),
        dot(tone),
        overall.title(),
        overall.explained()
    );
    for session in &packet.sessions {
        of_session(&mut page, session, packet.sessions.len() > 1);
    }
    page += "<section aria-labelledby=\"gaps\">\n<h2 id=\"gaps\">Not verified</h2>\n<ul class=\"gaps\">\n";
    for gap in &packet.not_verified {
        let of = gap.session.as_deref().filter(|_| packet.sessions.len() > 1);
        let of = of.map_or(String::new(), |session| format!(" of {}", named(session)));
        page += &format!("<li><strong>{}</strong>{of}: {}</li>\n", text(&gap.about), text(&gap.why));
    }
    page += &format!(
        "</ul>\n</section>\n</main>\n<footer>\n<p>Made {} by compact-gate {}. Packet digest {}. \
         <code>compact-gate packet verify</code> checks the JSON form of this packet.</p>\n</footer>\n</body>\n</html>\n",
        text(&packet.made_at),
        text(&packet.made_by),
        named(&format!("sha256:{}", packet.digest))
    );
    page
}

fn of_session(page: &mut String, session: &SessionReview, several: bool) {
    let heading =
        if several { format!("Session {}", named(&session.session)) } else { "At completion".into() };
    *page += &format!("<section>\n<h2>{heading}</h2>\n");
    facts(page, session);
    if session.chain.status != ChainStatus::Sound {
        let problem = session.chain.problem.as_deref().unwrap_or("there is no ledger");
        *page += &format!("<p>{} {}</p>\n", badge(Tone::Bad, "ledger"), named(problem));
    }
    timeline(page, session);
    tables(page, session);
    *page += "</section>\n";
}

fn facts(page: &mut String, session: &SessionReview) {
    *page += "<dl class=\"facts\">\n";
    let mut fact = |what: &str, value: String, more: String| {
        let more = if more.is_empty() { more } else { format!("<small>{more}</small>") };
        *page += &format!("<div><dt>{what}</dt><dd>{value}{more}</dd></div>\n");
    };
    let open = session.authority.open;
    let (tone, word) = if open { (Tone::Good, "open") } else { (Tone::Bad, "closed") };
    let main = session.authority.contexts.iter().find(|context| context.context == "main");
    let stands = main.map_or("no verdict".into(), |main| {
        let reasons =
            if main.reasons.is_empty() { String::new() } else { format!(": {}", main.reasons.join(", ")) };
        format!("{} ({}), epoch {}{reasons}", main.verdict, main.disposition, main.epoch)
    });
    fact("Tools beyond reading", badge(tone, word), text(&stands));
    let sound = session.chain.status == ChainStatus::Sound;
    let last = if sound {
        format!("last record {}", named(&short(&session.chain.last_digest)))
    } else {
        String::new()
    };
    fact("Ledger", badge(if sound { Tone::Good } else { Tone::Bad }, &chain(session)), last);
    let checked = &session.checkpoint;
    let more = checked.why.clone().unwrap_or_else(|| {
        let branch = checked.branch.as_deref().unwrap_or("no branch");
        format!("{branch}, HEAD {}", checked.head.as_deref().map_or("unknown".into(), short))
    });
    let tone = if checked.missing { Tone::Open } else { Tone::Good };
    fact("Final checkpoint", badge(tone, &checkpoint(checked)), text(&more));
    match &session.authority.policy {
        Some(policy) => {
            let changed = match policy.changes {
                0 => "never changed".to_owned(),
                1 => "changed once".into(),
                times => format!("changed {times} times"),
            };
            let more = format!("version {}, {changed}", text(&policy.version));
            fact("Policy", named(&short(&policy.digest)), more);
        }
        None => fact("Policy", badge(Tone::Plain, "none"), "only the verdict decided".into()),
    }
    for contract in &session.authority.contracts {
        let (tone, word) = if contract.altered { (Tone::Bad, "altered") } else { (Tone::Good, "as issued") };
        let more = format!("{} {}", text(&contract.task_id), named(&short(&contract.digest)));
        fact("Contract", badge(tone, word), more);
    }
    let decisions = &session.authority.rejected_decisions;
    if !decisions.is_empty() {
        fact("Rejected decisions in force", decisions.len().to_string(), text(&decisions.join(", ")));
    }
    let unresolved = session.authority.unresolved_operations;
    let word =
        if unresolved == 0 { "none unresolved".to_owned() } else { format!("{unresolved} unresolved") };
    let tone = if unresolved == 0 { Tone::Good } else { Tone::Bad };
    fact("Operations", badge(tone, &word), format!("{} on record", session.operations.len()));
    let required: Vec<_> =
        session.evidence.iter().flat_map(|it| &it.checks).filter(|it| it.required).collect();
    if !required.is_empty() {
        let hold = required.iter().filter(|check| check.holds).count();
        let tone = if required_checks_hold(session) { Tone::Good } else { Tone::Bad };
        let head = session.evidence.as_ref().and_then(|evidence| evidence.head.as_deref());
        let more = format!("by the work tree at HEAD {}", head.map_or("unknown".into(), short));
        fact("Required checks", badge(tone, &format!("{hold} of {} hold", required.len())), text(&more));
    }
    if !session.bypasses.is_empty() {
        let count = format!("{} ran", session.bypasses.len());
        fact("Denied calls", badge(Tone::Bad, &count), "the client didn't do as the gate answered".into());
    }
    let flagged = session.epochs.iter().filter(|epoch| epoch.outcome == "flagged").count();
    fact("Compactions", session.epochs.len().to_string(), format!("{flagged} flagged"));
    let restored = session.denials.iter().filter(|denial| denial.restored > 0 || denial.inherited).count();
    fact(
        "Denials that stand",
        session.denials.len().to_string(),
        format!("{restored} restored after a compaction"),
    );
    let refused: u64 = session.refused_calls.values().sum();
    let codes: Vec<String> =
        session.refused_calls.iter().map(|(code, count)| format!("{} {count}", text(code))).collect();
    fact("Refused calls", refused.to_string(), codes.join(", "));
    *page += "</dl>\n";
}

fn timeline(page: &mut String, session: &SessionReview) {
    if session.timeline.is_empty() {
        return;
    }
    *page += "<h3>Timeline</h3>\n<ol class=\"timeline\">\n";
    let mut day = "";
    let mut last = None;
    for moment in &session.timeline {
        if last.is_some_and(|last: u64| last + 1 < moment.seq) && session.timeline_omitted > 0 {
            let omitted = session.timeline_omitted;
            *page += &format!(
                "<li class=\"gap\"><span></span>{}<span>{omitted} records are left out</span></li>\n",
                dot(Tone::Plain)
            );
        }
        let today = date_of(&moment.at);
        let new_day =
            if today == day { String::new() } else { format!("<span class=\"day\">{}</span>", text(today)) };
        day = today;
        *page += &moment_item(moment, &new_day);
        last = Some(moment.seq);
    }
    *page += "</ol>\n";
}

fn moment_item(moment: &Moment, new_day: &str) -> String {
    let context = moment.context.as_deref().map_or(String::new(), |context| format!(" · {}", named(context)));
    format!(
        "<li>{new_day}<time datetime=\"{}\">{}</time>{}<span class=\"what\">{}{context} <span class=\"seq\">record {}</span></span></li>\n",
        text(&moment.at),
        text(time_of(&moment.at)),
        dot(moment.tone),
        text(&moment.text),
        moment.seq
    )
}

fn tables(page: &mut String, session: &SessionReview) {
    let epochs = session.epochs.iter().map(|epoch| {
        let tone = match epoch.outcome.as_str() {
            "pass" => Tone::Good,
            "flagged" => Tone::Bad,
            "pending" => Tone::Open,
            _ => Tone::Plain,
        };
        let released = epoch.released.map_or(String::new(), |seq| format!(" released by record {seq}"));
        let source = match epoch.summary_source.as_deref() {
            Some("transcript") => "from the transcript",
            Some(_) => "from PostCompact",
            None => "none",
        };
        let summary = epoch.summary.as_deref().map_or("none".into(), |digest| named(&short(digest)));
        vec![
            named(&epoch.context),
            epoch.epoch.to_string(),
            format!("{}{released}", badge(tone, &epoch.outcome)),
            text(&because(epoch)),
            format!("{summary} {source}"),
        ]
    });
    table(page, "Compactions", &["Context", "Epoch", "Outcome", "Because of", "Summary"], epochs);
    let denials = session.denials.iter().map(|denial| {
        let restored = match (denial.inherited, denial.restored) {
            (true, _) => "from another session".to_owned(),
            (false, 0) => "—".into(),
            (false, 1) => "after 1 compaction".into(),
            (false, times) => format!("after {times} compactions"),
        };
        vec![
            format!("<span class=\"id\">{}</span>", named(&denial.event_id)),
            named(&denial.tool_name),
            named(&without_long_digests(&denial.target)),
            named(&denial.rule),
            restored,
        ]
    });
    table(page, "Denials that stand", &["Event", "Tool", "Target", "Rule", "Restored"], denials);
    let operations = session.operations.iter().map(|operation| {
        let tone = match (operation.unresolved, operation.status.as_str()) {
            (true, _) => Tone::Bad,
            (false, "completed" | "committed") => Tone::Good,
            (false, _) => Tone::Plain,
        };
        let by = operation.operator.as_deref().unwrap_or(&operation.cause);
        vec![
            format!("<span class=\"id\">{}</span>", named(&operation.id)),
            named(&operation.tool_name),
            named(&without_long_digests(&operation.target)),
            badge(tone, &operation.status.replace('_', " ")),
            named(by),
        ]
    });
    table(page, "Operations", &["Id", "Tool", "Target", "Outcome", "By"], operations);
    approvals(page, session);
    let checks = session.evidence.iter().flat_map(|evidence| &evidence.checks).map(|check| {
        let tone = match (check.holds, check.required) {
            (true, _) => Tone::Good,
            (false, true) => Tone::Bad,
            (false, false) => Tone::Open,
        };
        vec![
            named(&check.name),
            if check.required { "yes".into() } else { "no".into() },
            badge(tone, &check.state),
            check.rule.as_deref().map_or("—".into(), named),
            check.ran.map_or("—".into(), |seq| seq.to_string()),
        ]
    });
    table(page, "Checks", &["Check", "Required", "State", "Rule", "Record"], checks);
    let bypasses = session
        .bypasses
        .iter()
        .map(|bypass| vec![bypass.seq.to_string(), named(&bypass.tool_name), named(&bypass.event_id)]);
    table(page, "Denied calls that ran", &["Record", "Tool", "Denial"], bypasses);
    let acts = session.operator_acts.iter().map(|act| {
        vec![
            act.seq.to_string(),
            text(&act.at),
            text(&act.act.replace('_', " ")),
            named(&without_long_digests(&act.about)),
            named(&act.operator),
        ]
    });
    table(page, "What the operator did", &["Record", "At", "Act", "About", "Who"], acts);
    let contexts =
        session.authority.contexts.iter().filter(|context| context.context != "main").map(|context| {
            let kind = context.agent_type.as_deref().map_or("—".into(), named);
            let tone = if context.verdict == "pass" { Tone::Good } else { Tone::Bad };
            let because = if context.reasons.is_empty() { "—".into() } else { context.reasons.join(", ") };
            vec![named(&context.context), kind, badge(tone, &context.verdict), text(&because)]
        });
    table(page, "Subagents", &["Context", "Type", "Verdict", "Because of"], contexts);
}

fn approvals(page: &mut String, session: &SessionReview) {
    let approvals = session.approvals.iter().map(|approval| {
        let tone = match approval.state.as_str() {
            "redeemed" | "moved_to_run" => Tone::Good,
            "waiting" | "approved" => Tone::Open,
            _ => Tone::Plain,
        };
        vec![
            format!("<span class=\"id\">{}</span>", named(&approval.request)),
            named(&approval.tool_name),
            named(&without_long_digests(&approval.target)),
            badge(tone, &approval.state.replace('_', " ")),
            approval.operator.as_deref().map_or("—".into(), named),
            approval.tool_use_id.as_deref().map_or("—".into(), named),
        ]
    });
    table(page, "Approvals", &["Request", "Tool", "Target", "State", "By", "Spent on"], approvals);
}

/// A table behind a heading that can be folded; none where nothing is in it.
fn table(page: &mut String, title: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return;
    }
    *page += &format!(
        "<details open>\n<summary>{title} ({})</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n<table>\n<thead><tr>",
        rows.len()
    );
    for cell in head {
        *page += &format!("<th scope=\"col\">{cell}</th>");
    }
    *page += "</tr></thead>\n<tbody>\n";
    for row in rows {
        *page += "<tr>";
        for cell in row {
            *page += &format!("<td>{cell}</td>");
        }
        *page += "</tr>\n";
    }
    *page += "</tbody>\n</table>\n</div>\n</details>\n";
}

fn class(tone: Tone) -> (&'static str, &'static str, &'static str) {
    match tone {
        Tone::Good => ("good", "✓", "in order"),
        Tone::Bad => ("bad", "✕", "stopped"),
        Tone::Open => ("open", "!", "waiting"),
        Tone::Operator => ("operator", "◆", "a person decided"),
        Tone::Plain => ("plain", "·", "noted"),
    }
}

fn dot(tone: Tone) -> String {
    let (class, sign, word) = class(tone);
    format!("<span class=\"dot {class}\" role=\"img\" aria-label=\"{word}\">{sign}</span>")
}

fn badge(tone: Tone, words: &str) -> String {
    format!("<span class=\"badge {}\">{}</span>", class(tone).0, text(words))
}

/// A name from elsewhere.
fn named(name: &str) -> String {
    format!("<bdi class=\"name\">{}</bdi>", text(name))
}

/// Text between tags, or in an attribute between double quotes.
fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            c => escaped.push(c),
        }
    }
    escaped
}
