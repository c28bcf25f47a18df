//! # `reopened_decision`
//!
//! ## What it does
//! With control state at hand: flags a summary that treats a rejected decision as taken or as open, an accepted one as open,
//! or an open one as taken.
//!
//! ## Why
//! Decisions are kept so that they needn't be made twice. A summary that reopens one sends the work the wrong way.
//!
//! ## Example
//! With the receipt "move sessions to Redis" rejected: `As decided, sessions move to Redis.`
//!
//! ## Innocent example
//! `Moving sessions to Redis was turned down; they stay where they are.`

use super::{CLAIM, Check, REPORT, Rule};
use crate::claims::{Claims, Names};
use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;

pub(crate) const RULE: Rule = Rule {
    id: "reopened_decision",
    family: "control_state",
    summary: "a decision is told otherwise than it is on record",
    source: include_str!("reopened_decision.rs"),
    phrases: &[
        &[
            "@adopted !@not !was",
            "as decided|agreed|planned",
            "went|go|going with|for|ahead",
            "moves|move|switches|switch|migrates|replaces|replacing|dropping ..6 to|with|as|in",
            "current|next work|step|task ..9",
            "settled on",
            "took it|them out|over",
            "^implement|convert|migrate|switch|adopt|introduce|drop|replace|split|revisit|reconsider|reopen|retry !dont !not",
            "is|are|am|now|currently|started|start|begin|began|continue|keep ..1 moving|switching|migrating|converting|replacing|dropping|adopting|introducing|splitting|rewriting|implementing|revisiting|reopening !not !against !before !whether",
            "is|are|gets|get|being|be ?now ?being ?going ?to ?be split|replaced|dropped|moved|migrated|converted|switched|adopted|introduced|rewritten|implemented !not !isnt",
            "next|todo|plan|planned|upcoming|remaining ..2 convert|implement|switch|migrate|move|adopt|introduce|drop|replace|split|rewrite",
            "worth|deserves|deserve another|a|second ?fresh try|look|go|shot|chance|attempt",
            "replaces|replace|supersedes|replaced ..4 old|current|existing|former",
            "objection|rejection|decision|argument|reason|concern ..5 outdated|moot|void|gone|obsolete|settled|resolved|overtaken|stale",
            "as per",
            "what|as ..2 team|user|we|everyone wants|want|prefer|prefers|agreed|asked",
            "agreed|chosen|accepted|final|preferred ..1 approach|design|solution|option|choice",
            "after all",
            "in progress|hand|motion|flight",
            "under way|construction",
            "underway|ongoing",
            "overturned|reversed|reconsidered|rescinded|repealed|overruled|undone|flipped !not !hasnt !isnt !never",
            "is|was|remains|becomes ?now ?our ?then the plan|way|direction|choice|route|approach|goal|solution !not",
            "remaining|open|outstanding|next work|step|steps|task|tasks|item|items|todo ..2 finish|complete|do|continue|wire|land|add",
            "^finish|complete|continue|start|begin|land|roll ..3 switch|move|migration|rewrite|change|conversion|switching|moving|rewriting|migrating|split|replacement|rollout !dont !not",
            "now|already|since|then|today ..3 goes|go|runs|run|uses|use|lives|live|sits|stored|stores|replaces|replaced|done|landed !not !no",
            "replaces|replace|replaced ..4 now|already|since !not",
            "two|three|four|half|most|some|all|one|first ..4 done|finished|converted|ported|migrated|moved|rewritten|switched !not",
            "has|have|had|is|are|was|were|been ?now ?already ?been done|started|begun|landed|merged|finished|implemented|introduced|adopted !@not",
            "finally|eventually|nevertheless|nonetheless|anyway ..4 went|decided|chose|moved|switched|using|adopted|go|goes|use",
            "convenu|décidé|decidido|decidió|acordado|beschlossen|решено|решили ..2 finalement|finalmente|doch|все-таки|de|que|zu",
            "back ?in|on ?the plan|menu|agenda|track|scope|roadmap",
        ],
        &[
            "@undecided !no !not",
            "on the table",
            "counts|count ..1 as open|undecided",
            "still ..3 discussed|debated|considered|decided|discussion",
            "one candidate|option",
            "whether to",
            "not|isnt|arent|hasnt|yet ..3 settled|decided|agreed|final|finalised|finalized|fixed|chosen",
            "one|a possibility|option|candidate|alternative|idea",
            "no verdict|decision|conclusion|answer",
            "up for discussion|debate|grabs|review|revision|reconsideration|change|negotiation|a",
            "back on ?the table|agenda|list|menu",
            "no|not|doesnt|isnt|dont longer|hold|holds|stand|stands|apply|applies|bind|binding|valid",
            "never|not|wasnt|werent|isnt|nobody|nothing ..3 settled|decided|agreed|concluded|finalised|finalized|resolved|ruled",
            "leaning|leans|lean ?more to|towards|toward",
            "can|may|could|should|worth|must|needs ?be ..2 revisited|revisiting|reopened|reconsidered|rethought|rediscussed|changed|reversed !not !cannot",
            "@cleared !@not",
        ],
        &[
            "@turned_down",
            "not|no|isnt|wasnt|never|against ..3 chosen|adopted|decided|accepted|alter|plan|going|open|choisi",
            "stay|stays|remain|remains|keeps|leave ..3 at|in|as|rest|with|that|on",
            "@not_foreign ..4 @adopted_foreign",
            "dont|doesnt|wont|not|never|no",
            "keep|keeps|stays|kept|supported|objection stands|holds",
        ],
    ],
    check: Check::State(check),
};

const TURNED_DOWN: usize = REPORT + 1;

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(decisions) = &state.decisions else { return };
    let claims = Claims::new(page);
    for (i, decision) in decisions.iter().enumerate() {
        let names = Names::by_id_or_words(&decision.id, &decision.decision);
        let others: Vec<Names> = decisions
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, d)| Names::by_id_or_words(&d.id, &d.decision))
            .collect();
        for stretch in claims.about(&names, &others) {
            let taken = claims.says(rule, CLAIM, &stretch);
            let open = claims.says(rule, REPORT, &stretch);
            let down = claims.says(rule, TURNED_DOWN, &stretch);
            let again = claims.text(&stretch).contains("open again");
            let wrong = match decision.status.as_str() {
                "rejected" => taken.or(open).filter(|_| {
                    again || claims.unanswered(rule, CLAIM, TURNED_DOWN, &stretch).is_some() || down.is_none()
                }),
                "accepted" => open.filter(|open| {
                    // "Never settled": what turns a decision down may be part of what reopens it.
                    let mut down = claims.all(rule, TURNED_DOWN, &stretch);
                    let not_down = down.all(|d| open.start <= d.start && d.end <= open.end);
                    claims.unanswered(rule, CLAIM, REPORT, &stretch).is_none() && not_down
                        || claims.text(&stretch).contains("candidate")
                }),
                "open" => taken.filter(|_| open.is_none()),
                _ => None,
            };
            if let Some(found) = wrong {
                sink.add(
                    RULE.id,
                    Severity::Deny,
                    &page.origin,
                    page.bytes(&found),
                    "a decision is told otherwise than it is on record",
                );
            }
        }
    }
}
