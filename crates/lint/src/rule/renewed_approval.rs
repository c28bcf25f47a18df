//! # `renewed_approval`
//!
//! ## What it does
//! With control state at hand: flags a summary that treats a used or expired approval as good.
//!
//! ## Why
//! An approval is single-use. What it allowed once it doesn't allow again, however similar the next call is.
//!
//! ## Example
//! With `appr-4` redeemed: `appr-4 is still good for the second run.`
//!
//! ## Innocent example
//! `appr-4 was used for the first run; the second one needs a new approval.`

use super::{CLAIM, Check, REPORT, Rule};
use crate::claims::{Claims, Names};
use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;

pub(crate) const RULE: Rule = Rule {
    id: "renewed_approval",
    family: "control_state",
    summary: "a used or expired approval is treated as good",
    source: include_str!("renewed_approval.rs"),
    phrases: &[
        &[
            "@valid !not !isnt !no !longer !good_for",
            "covers|cover|carries|carry|extends|extended|applies|apply ?also ?over ?to !not !isnt !doesnt",
            "under|with|by it|that|this|them",
            "can|may|will ..2 go|be|run|proceed|used ?ahead ?again !not !cannot",
            "again ..4 this|the|time",
            "not|hasnt|never|isnt ..3 withdrawn|revoked|used|been",
            "on file|hand",
            "neither|none of ..4 used",
            "remains|remain|stays|stay|still|is in|on|have|hold|holds|stands|counts|works|usable effect|force|file|place",
            "still have|hold|stands|counts|works|usable|good|there",
            "standing approval|permission|consent|authorization|ok",
            "prolonged|extended|renewed|lengthened|refreshed|reissued !not !cannot !cant !new",
            "carries|carry|carried|extends|extend|stretches|reaches ..1 over|to|on|forward !not",
            "go|going|goes ahead|on !not",
            "okay|ok|fine|acceptable|permissible|enough|sufficient|suffices !not",
            "may|can|could|will be ..1 repeated|reused|used|run|done|rerun|cut|taken|executed !not !cannot !cant !before !until !new",
            "whenever|whatever|any|every ?time needed|wanted|necessary|required|later|again",
            "still|remains|stays|also|likewise approved|authorized|authorised|permitted|allowed|cleared|sanctioned !not",
            "covered|backed|authorized|authorised|permitted|allowed|approved by|under|through|per|via !not !isnt !was !were",
            "rely|relies|relying|reckon|based|counting|falls|fall|fall ..1 on|under|back !not !cannot !cant",
            "valid|good|open|usable until|till|through|for !not !no !was !longer",
            "not|never|hasnt|isnt|yet ..2 touched|spent|consumed|redeemed|expired|lapsed|drawn",
            "second|next|third|following|remaining|further|subsequent|other|later|another ..3 run|attempt|call|push|release|refund|deploy|deployment|mail|round|batch|migration ..6 covered|under|with|by|fine|approved|allowed|included !not !needs !before !new !requires",
            "extends|extend|includes|include|reaches|stretches|applies|counts ?as ?also ?equally ?likewise ?still to|for|the !not !doesnt !never",
            "once|one ?more more|again ..3 under|with|by|on !not !needs",
            "vaut|sirve|serve|gilt|継続|根拠|并没有收回|可据此 ?aussi ?também ?auch",
            "contando|seguimos|weiterhin|继续|繼續|引き続き",
        ],
        &[
            "@spent !not !hasnt !neither !un !but !sin !although",
            "new|another|fresh|own one|approval|permission|ok ..4 needed|required|asked|requested|necessary",
            "asked|ask|need|needs|requested ..3 for ?a new|another|fresh|it",
            "not|isnt|wasnt|doesnt ..2 covered|renewed|cover|reuse|valid|extended",
            "until ..3 approves|approved",
            "ran out",
            "cannot|cant|not|never|no ..3 any|again|more|twice|reused|run|used|longer",
            "새 ..2 @approved_foreign",
        ],
    ],
    check: Check::State(check),
};

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(approvals) = &state.approvals else { return };
    let claims = Claims::new(page);
    for (i, approval) in approvals.iter().enumerate().filter(|(_, a)| !a.is_open()) {
        let names = Names::new(&approval.approval_id, &approval.target);
        let others: Vec<Names> = approvals
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, a)| Names::new(&a.approval_id, &a.target))
            .collect();
        for stretch in claims.about(&names, &others) {
            let spent = claims.all(rule, REPORT, &stretch).last();
            // "It expired, but …" takes back what it says.
            let claim = claims
                .all(rule, CLAIM, &stretch)
                .find(|c| spent.as_ref().is_none_or(|s| contrast(claims.text(&(s.end..c.start)))));
            if let Some(found) = claim {
                sink.add(
                    RULE.id,
                    Severity::Deny,
                    &page.origin,
                    page.bytes(&found),
                    "an approval that is used up or expired is treated as good",
                );
            }
        }
    }
}

fn contrast(lower: &str) -> bool {
    [" but ", "effectively", "however", " aber ", " pero ", " mais ", " mas ", "但", "しかし", " но "]
        .iter()
        .any(|w| lower.contains(w))
}
