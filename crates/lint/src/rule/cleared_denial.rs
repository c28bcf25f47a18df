//! # `cleared_denial`
//!
//! ## What it does
//! With control state at hand: flags a summary that says a denial in force was lifted, doesn't apply any more or can be got
//! around.
//!
//! ## Why
//! Only an operator lifts a denial. A summary that says so is wrong, and the next attempt would follow from it.
//!
//! ## Example
//! With denial `deny-7` on `drop table invoices`: `deny-7 was withdrawn this morning.`
//!
//! ## Innocent example
//! `Dropping invoices was refused (deny-7) and stays refused.`

use super::{CLAIM, Check, REPORT, Rule};
use crate::claims::{Claims, Names};
use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;

pub(crate) const RULE: Rule = Rule {
    id: "cleared_denial",
    family: "control_state",
    summary: "a denial in force is said to be lifted",
    source: include_str!("cleared_denial.rs"),
    phrases: &[
        &[
            "@cleared !@not !still",
            "no|not|isnt|doesnt|dont|wont|cant|aint ..2 longer applies|apply|blocked|denied|covered|refused|bind|binding|stands|holds|in|stand",
            "not|isnt|doesnt|dont|wont|shouldnt|nothing ..2 blocked|covered|bind|apply|applies|stand|block|prevent|concern|affect",
            "can|may|could ?now ?again ?be ?safely issued|run|sent|used|retried|done|executed|performed|called|go|proceed|work ?ahead|through !not !cannot !cant",
            "goes|go|works|passes ..1 through|again|now|fine !not",
            "false positive|alarm",
            "only|just|merely ..3 because|due|about|main|a|temporary ..6 glitch|hiccup|outage|stale|spelling|agent|bug|cache|session",
            "was|were|is been ?a ?only ?just glitch|hiccup|mistake|misfire|bug|temporary|transient",
            "treat|treated|considered|regarded|count|counts ..2 as ..1 cleared|void|lifted|resolved|allowed",
            "same result|effect ..9 covered|blocked|denied|not",
            "is|are ?now ?again free|allowed|permitted|open|possible|ok|okay|approved !not",
            "route|way|workaround ..2 to take|around|works",
            "误判 ..9 @cleared",
            "is|are|was|be|been|being|now|counts ..1 @outdated !not !isnt !wasnt",
            "@ready ?to go|proceed|run|execute|send|use|ship|publish|apply|push !not !isnt",
            "objection|refusal|ban|block|denial|restriction|rule|veto|concern|prohibition ..4 settled|addressed|resolved|fixed|corrected|answered|gone|over|ended|expired|dealt|ignored|disregarded|overcome !not !isnt !hasnt !wasnt",
            "used to be|get ?always denied|blocked|refused|forbidden|prohibited|off !still",
            "reachable|accessible|usable|possible|available|allowed|permitted|fine|acceptable ?once again|now|after|too !not !isnt !aint",
            "is|are|was|be possible|feasible|allowed|permitted !not !isnt !whether !if !hoped !ask !asked !whether",
            "can|may|should|could ..2 ignored|disregarded|overlooked|skipped|forgotten|bypassed|discounted !not !cannot",
            "equivalent|alternative|another|different|other|spelling|variant ..5 avoids|avoid|bypasses|bypass|evades|sidesteps|circumvents|without|escapes|works|allowed|passes",
            "avoids|bypasses|evades|sidesteps|circumvents|escapes ..2 check|gate|rule|block|denial|policy|filter|hook",
            "came|come|went ?back through|around|good !not !didnt !never",
            "has|have ?since gone away|lapsed|ended|passed|changed !not !hasnt",
            "applied|concerned|meant|related|limited|referred|covered ..2 to|for|only|just ..3 previous|last|earlier|old|first|other|former session|run|context|spelling|version|attempt|branch|only",
            "previous|last|earlier|old|former session|run|context|attempt only|alone",
            "error|mistake|misconfiguration|typo|bug|oversight ..3 on|in|by|from ..3 policy|side|rule|operator|gate|config|configuration|hook|server|parser",
            "by mistake|error|accident !not",
            "proceed|continue|go ?ahead ?on with ..2 !not !cannot !dont !wont",
            "signed ?it ?this ?that off|away",
            "has|have|had|was|were|is|been|meanwhile|since ..2 lapsed|expired|ended|reversed|corrected|fixed|dropped|cancelled|canceled|retracted|undone !not !hasnt !wasnt !isnt",
            "took|taken|takes|taking|pulled|walked ?it back !not !hasnt",
            "was|is|were|looks|proved|turned|being ?out ?to ?be ?only ?just ?merely a|an misconfiguration|misunderstanding|mixup|fluke|leftover|typo|oversight|artefact|artifact|relic|formality !not !isnt !wasnt",
            "exception|waiver|dispensation|exemption ..5 made|granted|given|obtained|issued|for|in !no !not !without",
            "granted|made|gave|given|got|obtained ?us ?me an|a exception|waiver|exemption|override !not !hasnt !no",
            "new|current|updated|latest ..3 policy|one|rules|ruleset|version ..3 doesnt|lacks|without|permits|allows|no",
            "is|are|becomes|became ?now ?again editable|writable|readable|deletable|reachable|accessible|open|unblocked|fine|ok|okay|permissible|legitimate !@not",
            "another|different|other|wrong|foreign|unrelated cluster|environment|session|branch|repository|project|account|file|case|target|bucket|host",
            "not|never|no|neednt|doesnt|wont ?need ..2 stop|stops|prevent|prevents|hinder|keep|keeps|concern|affect|worry|bother|bind|binds ?us ?me",
            "reason|cause|grounds|ground|condition ..6 is|has|are|have|was ?now ?since ?meanwhile over|gone|passed|fixed|resolved|removed|disappeared|ended !not !hasnt !isnt",
            "so|therefore|hence|thus ?just retry|proceed|go|run|rerun|repeat|reissue|resend ?it ?ahead",
            "dry|test|audit|warn|permissive|learning|monitor run|mode !not !still",
            "operator|admin|administrator|maintainers|maintainer|owner|team|user|security|platform ..4 allowed|permitted|allows|permits|cleared|approved|agreed|okayed|accepted ..4 !not !never !hasnt !whether !if",
            "gilt|greift|besteht nicht mehr",
            "wurde|ist inzwischen|mittlerweile|jetzt|nun ..2 aufgehoben|erlaubt|zulässig|möglich|hinfällig",
            "ya|ahora|désormais|agora|já|теперь|уже ..3 se ?puede|pueden|peut|pode|podem|можно|permitido|permitida|permis|autorisé|autorizado|разрешено|levantado|levantada",
            "besteht|gilt|greift|zählt nicht|nie mehr|länger",
            "nicht|keine|ya|plus|mais|больше ..1 mehr|no|не|n ..2 gesperrt|verboten|bloqueado|bloqueada|prohibido|interdit|interdite|proibido|запрещено|действует",
        ],
        &[
            "stays|stay|remains|remain|still|is ?still denied|blocked|refused|in|forbidden|protected|off|closed|binding !no !not",
            "stands|applies|holds|binding !no !not !longer !doesnt !isnt",
            "in place|effect|force !not !longer",
            "still blocks|applies|stands|holds|denies|prevents|binds|counts",
            "not|never|hasnt|havent|wasnt|isnt|no ..2 tried|retried|lifted|cleared|withdrawn|changed|gone|revoked|fix|allowed|attempted|bypassed|circumvented",
            "is|are ?what ?got denied|refused|blocked|forbidden",
            "gilt|bleibt|sigue|reste|continua|действует|仍然|同样|同樣|依然|不行 ..6 @stands|拒绝|拒絕|unverändert|有效|denegad",
            "nicht|no|pas|não|не|没有|不 ..2 gemacht|aufgehoben|hecho|fait|feito|снят|解除",
            "不行",
            "@not ..3 possible|allowed|permitted|changed|answer|lift|happen|run|done|sent|deleted|available|through|change|destroy|destroyed|used|go|tried|here",
            "must|may|should|can|could|shall|will|do|does|did not|never",
            "cannot|cant|mustnt|wont|isnt|aint|arent|didnt",
            "left|leave|had ..2 alone|as|untouched|be",
            "instead|therefore|unchanged|untouched|by hand|manually",
            "for a|the|someone|somebody person|operator|human|user|owner|else ..2 to",
            "turned down",
            "believes|thinks|thought|assumed|hopes|hoped|expects|wishes|suggested|suggests",
            "until|unless|if ..6 lifts|lifted|lift|clears|cleared|allows|approves|changes|then",
            "forbids|prevents|prohibits|refuses|blocks|denies ..2 it|this|that|them|us|the|me",
        ],
    ],
    check: Check::State(check),
};

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(denials) = &state.denials else { return };
    let claims = Claims::new(page);
    for (i, denial) in denials.iter().enumerate() {
        let names = Names::new(&denial.event_id, &denial.target);
        let others: Vec<Names> = denials
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, d)| Names::new(&d.event_id, &d.target))
            .collect();
        for stretch in claims.about(&names, &others) {
            if let Some(found) = claims.unanswered(rule, CLAIM, REPORT, &stretch) {
                sink.add(
                    RULE.id,
                    Severity::Deny,
                    &page.origin,
                    page.bytes(&found),
                    "a denial that is in force is said to be lifted",
                );
            }
        }
    }
}
