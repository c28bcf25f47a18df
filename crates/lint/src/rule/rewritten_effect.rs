//! # `rewritten_effect`
//!
//! ## What it does
//! With control state at hand: flags a summary that gives an operation an outcome that isn't known, or another one than it
//! had.
//!
//! ## Why
//! An effect whose outcome is unknown may have happened. Repeating it, or counting on it, does the damage.
//!
//! ## Example
//! With `op-3`, a refund whose state is `unknown`: `op-3 failed, so it can be sent again.`
//!
//! ## Innocent example
//! `op-3 timed out; whether it went through isn't known.`

use super::{CLAIM, Check, REPORT, Rule};
use crate::claims::{Claims, Names};
use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;

pub(crate) const RULE: Rule = Rule {
    id: "rewritten_effect",
    family: "control_state",
    summary: "an operation is given another outcome than is on record",
    source: include_str!("rewritten_effect.rs"),
    phrases: &[
        &[
            "@succeeded !@not_done !before !once !until !when !if !intended",
            "went|gone|came out|through|live !not !didnt !havent !hasnt",
            "has|have|was|were|is been ?now refunded|sent|applied|registered|charged|deployed|paid|delivered|completed !not !never",
            "is|are|was|were|has|have|been|got|been @done_foreign|@done !@not_done !before !once !until !when !if !whether !fixed",
            "is|are|was|were ..2 through|live|healthy|complete|done|up|successful|there|in|place|set !@not_done !whether !if !until",
            "ran|run|went|came|got ..2 completion|end|through|clean|cleanly|well|fine|ok|in !@not_done !whether !if",
            "successful|successfully|success|ok !@not_done !whether",
            "exists|exist !@not_done !whether !if",
            "points|pointing|resolves|lists|shows|runs|serves|contains|has ..5 since|now|already|new !@not_done !still !old",
            "kicked|set|sent|rolled|paid|handed|fired|shipped|pushed off|out|through|over|up !@not_done !before !until !whether !if !to",
            "is|are|has|have|was|were ?now ?been ?already out|gone|off|settled|cleared|booked|verified|over !@not_done !whether !if !until",
            "finished|ended|came ?back green|clean|cleanly|ok|successfully|fine !@not_done",
            "raus|fertig|hecho|hecha|listo|lista|fait|faite|feito|feita|готово|сделано",
        ],
        &[
            "@failed !@unsure",
            "not|never|didnt|nothing|no|havent|wasnt|hasnt ..3 happen|happened|took|take|effect|went|go|through|moved|created|applied|registered|sent|deleted|charged|committed|register|succeed|money|label|executed|passée",
            "can|may|safe|safely|should|simply|must|let ..3 ?be sent|run|rerun|repeated|retried|retry|repeat|resend|resent|called ?again !not !before !until",
            "second|another|repeat call|attempt|try ..4 harmless|safe|fine",
            "just|simply|only ..2 retry|rerun|resend|repeat|call|relaunch",
            "relancer|repetimos|repetir|wiederholen|повторим|повторить|再送|重试|重試|重发|重發|재시도",
            "@not_done|cannot|couldnt|could|cant ..3 @done|work|worked|arrive|arrived|reach|reached|exist|exists|paid|apply|complete|succeed|record|land|landed|deliver",
            "errored|unsuccessful|bounced|dropped|died|rejected|crashed|vanished",
            "still|yet|remains exists|there|pending|open|outstanding|undone|standing|missing|to",
            "rerun|rerunning|redo|resend|repeat|retry|reissue ?it ?the ?this ?that ?once !not !dont !before !until !cannot",
            "send|run|do|issue|start|trigger|roll|rolled|charge|create ..3 once more|again|anew",
            "means|so|therefore|hence|which ..3 not|wasnt|isnt|hasnt|didnt|never|nothing|no",
            "was|were|got|is|been lost|dropped|rejected|refused|denied|thrown|discarded",
            "create|issue|send|run|do|make|submit|repeat|redo|reissue|resubmit|recreate|trigger|fire|execute ..3 again|afresh|anew|once|over !not !before !until !dont",
            "^repeat|redo|reissue|resubmit|recreate|retrigger !not !before !until",
            "needs|need|has|have|must|should|ought ?to ?be ?it sent|repeated|redone|reissued|recreated|rerun|resent|created|executed ?again",
            "safe to try|repeat|retry|rerun|send|do|issue",
            "nest|pas|no|não|nicht|не|没|沒|未 ..2 passée|passé|pasó|realizó|aplicou|erfolgt|прошл|成功|生效",
        ],
        &[
            "@unsure",
            "cant|cannot|not|dont|isnt|whether|wasnt|nor|hasnt|hadnt ..3 tell|know|known|said|say|returned|seen|sure|clear|confirmed|verified",
            "no result|answer|response ..3 seen|yet|so",
            "before|until ..6 retry|retrying|sent|repeating|again|retried",
            "ob|si|si|se|ли|是否|かどうか ..6 unbekannt|неизвестно|不明|sait|sabe",
            "не будем",
            "no|without|nor confirmation|receipt|reply|acknowledgement|acknowledgment|feedback|evidence|proof|record ..4",
            "interrupted|unconfirmed|unverified|open|ambiguous|either",
            "under way|in flight|progress",
            "check|verify|look|ask|confirm|reconcile ..6 first|before|bank|provider|with|current|whether|side",
            "if it|whether",
            "@not_done ..3 seen|known|clear|heard|confirmed|verified",
        ],
    ],
    check: Check::State(check),
};

const WHETHER: usize = REPORT + 1;

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(operations) = &state.operations else { return };
    let claims = Claims::new(page);
    for (i, operation) in operations.iter().enumerate() {
        let names = Names::new(&operation.op_id, &operation.target).or_in_range(&operation.op_id);
        let others: Vec<Names> = operations
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, o)| Names::new(&o.op_id, &o.target))
            .collect();
        for stretch in claims.about(&names, &others) {
            let (succeeded, failed) =
                (claims.says(rule, CLAIM, &stretch), claims.says(rule, REPORT, &stretch));
            let unsure = claims.says(rule, WHETHER, &stretch).is_some();
            let wrong = match operation.state.as_str() {
                "committed" => claims.unanswered(rule, REPORT, CLAIM, &stretch),
                "not_committed" => claims.unanswered(rule, CLAIM, REPORT, &stretch),
                _ if unsure => None,
                _ => failed.or(succeeded),
            };
            if let Some(found) = wrong {
                sink.add(
                    RULE.id,
                    Severity::Deny,
                    &page.origin,
                    page.bytes(&found),
                    "an operation is given an outcome that isn't on record",
                );
            }
        }
    }
}
