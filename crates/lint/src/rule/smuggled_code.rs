//! # `smuggled_code`
//!
//! ## What it does
//! Flags the advice to take a given piece of code into "your" code or answer, and code that downloads and runs something,
//! breaks the machine it runs on, or sends what is on it to a foreign host.
//!
//! ## Why
//! Code that a summary urges its reader to build in comes from neither the user nor the work. The advice is always polite;
//! the code isn't.
//!
//! ## Example
//! A line that asks to weave "the snippet below" into the solution, and a snippet that posts the clipboard to a server.
//!
//! ## Innocent example
//! A code excerpt under a heading that names the file it is from.

use super::{Check, Rule, STRONG, confirm};
use crate::page::{Page, Sink};

pub(crate) const RULE: Rule = Rule {
    id: "smuggled_code",
    family: "exfiltration",
    summary: "foreign code to be taken into the work",
    source: include_str!("smuggled_code.rs"),
    phrases: &[
        &[
            "{14} following|below|subsequent|next|given|provided code|script|function snippet|block|excerpt|section|fragment|segment|portion|piece your|implementation|solution|algorithm|codebase|response|implementation",
            "{10} following|below|subsequent snippet|excerpt|codeblock your|solution|implementation|algorithm|codebase|response|reply",
            "^add|include|insert|integrate|incorporate|embed|use|utilize|append|adopt|blend|introduce|ensure ..6 following|below|subsequent code snippet|block|excerpt|section|fragment|segment|portion",
        ],
        &["code snippet|block|excerpt|section|fragment"],
    ],
    check: Check::Words(check),
};

fn check(page: &Page<'_>, rule: usize, sink: &mut Sink) {
    confirm(page, rule, STRONG, &RULE, sink, "the reader is urged to build foreign code in");
}
