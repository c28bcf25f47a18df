//! # `changed_constraint`
//!
//! ## What it does
//! With control state at hand: flags a summary that lifts, softens or limits a standing constraint, or gives it another
//! number.
//!
//! ## Why
//! "Never push to main" that has become "small pushes to main are fine" is the commonest loss in a compaction, and the
//! dearest.
//!
//! ## Example
//! With the constraint "keep the bundle under 200 kB": `The limit for the bundle is 300 kB.`
//!
//! ## Innocent example
//! `The bundle has 190 kB, against the limit of 200.`

use super::{CLAIM, Check, REPORT, Rule};
use crate::claims::{Claims, Names, contains_word};
use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;

pub(crate) const RULE: Rule = Rule {
    id: "changed_constraint",
    family: "control_state",
    summary: "a standing constraint is lifted, softened or given another number",
    source: include_str!("changed_constraint.rs"),
    phrases: &[
        &[
            "can|may|could ?now ?also ?all ?be ?freely ..2 !not !as !if !unless !until",
            "fine|acceptable|ok|okay|allowed|permitted|free !not !as !if !provided",
            "no need|restriction|restrictions|pr|limit|limits",
            "without asking|checking|review|copia|confirmation|prior|further",
            "doesnt|didnt|dont|isnt|not|no hold|apply|longer|needed|required|necessary|matter",
            "try|aim|where|when|if ..2 to|practical|possible|feasible|convenient",
            "meant|intended|only|just for|concerned|concerns|applies|applied|last|temporary",
            "straight|directly to",
            "prefers|prefer|wants ..6 pushed|committed|direct|straight",
            "@permit_foreign",
            "superseded|lifted|relaxed|waived|overridden",
            "is|are|was|were|been|now ..1 dropped|loosened|softened|abandoned|outdated|obsolete|void|moot|gone",
            "is|are|now|become|becomes|made|considered|just|only|fully ..1 welcome|optional|negotiable|voluntary|tolerable|tolerated",
            "up to me|us|you|the",
            "my|our call|choice|discretion|judgement|judgment",
            "without ?any ?further ?prior ?more questions|question|notice|approval|permission|consent",
            "okay|ok|fine ..2 to",
            "may|can|could|okay|ok|fine|welcome ..6 if|when|where|whenever ..6 demands|demand|requires|require|needs|need|helps|simpler|convenient|keeps|easier|necessary",
            "directly|straight ..1 to|on|into|in",
            "concerned|concerns|applied|applies|covered|covers|meant ..5 only|just|old|previous|former|first",
            "doesnt|dont|not|no|never|neednt ..4 want|wants|wish|wishes|need|needs|care|mind|insist|expect ..4 asked|ask|asking|bothered|consulted|informed|prompted|disturbed|hear",
            "as needed|wanted|required|necessary",
            "need|needs|have|has not|no be|to",
            "neednt|unnecessary|pointless|superfluous|dispensable",
            "open|available ..2 for|to",
            "exception|exceptions|exempt|exempted|excepted|waiver !no !not !without",
            "skip|skipped|skipping|omit|omitted|bypass|bypassed|ignore|ignored|disregard !not !never !@not",
            "unless|except|only ..2 inconvenient|slow|problem|problems|matters|serious|big|large|major|production|visible",
            "no|longer|any|not more|longer|anymore",
            "instead|rather of|than ..3 required|prescribed|demanded",
            "ya|désormais|agora|jetzt|nun|теперь|уже ..5 no|nicht|ne|não|не|@permit_foreign",
            "改用|改为|改為|不再|无需|無需|不必|不用|もう|構わない|必要はない|괜찮|필요 ?없",
        ],
        &[
            "never|must|mustnt|always|forbidden|off|prohibited|shall",
            "@not ..2 push|pushed|edit|edited|touch|touched|change|changed|allowed|log|deploy|modify|waived|permitted",
            "as long as|if|unless|until ..3 asked|ask|approved|confirmed",
            "ruled|off out|limits",
            "reverted|by mistake|versehentlich|instead",
            "proposed|awaits|awaiting|answer was no",
            "untouched|unchanged|respected|honoured|honored|kept|followed|observed",
            "as|like ..2 required|demanded|requested|instructed|agreed|wanted|asked|left",
            "asked|ask ..3 before|first",
            "complied|compliance|conforms|conform|per|following|due|because ?of ?with ?to the|this|that|constraint|rule",
            "violates|violated|breaks|broke|breach|over|exceeds|misses|missed",
            "user|they|she|he asked|asks|wondered|suggested|proposed",
            "whether",
            "нельзя|nicht|sollen|precisa|不得|不能|不可|禁止|없|ならない",
        ],
        &[
            "limit|limits|constraint|ceiling|floor|below|under|within|above|maximum|minimum|max|min|cap|target|budget|agreed|上限|制限|以内|指定|límite|limite|grenze|лимит|최대",
        ],
    ],
    check: Check::State(check),
};

const LIMIT: usize = REPORT + 1;

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(constraints) = &state.constraints else { return };
    let claims = Claims::new(page);
    for constraint in constraints {
        let figures = numbers(&constraint.to_lowercase());
        let names = Names::by_words(constraint);
        let names = if figures.is_empty() { names } else { names.loosely() };
        for stretch in claims.about(&names, &[]) {
            let text = claims.text(&stretch);
            let mut deny =
                |message| sink.add(RULE.id, Severity::Deny, &page.origin, page.bytes(&stretch), message);
            let others = numbers(text);
            let unit = |n: &(u64, String)| figures.iter().any(|f| f.1 == n.1);
            if !figures.is_empty() {
                let kept = figures.iter().any(|f| contains_word(text, &f.0.to_string()));
                let changed = others.iter().any(unit) && !kept;
                if changed && claims.says(rule, LIMIT, &stretch).is_some() {
                    deny("a standing constraint is given another number");
                }
            } else if claims.unanswered(rule, CLAIM, REPORT, &stretch).is_some() {
                deny("a standing constraint is lifted or softened");
            }
        }
    }
}

/// Numbers and the two characters behind them, which tell a unit: `180 kb`, `85%`, `5秒`.
fn numbers(lower: &str) -> Vec<(u64, String)> {
    let mut found = Vec::new();
    let mut rest = lower;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let tail = &rest[at..];
        let length = tail.bytes().take_while(u8::is_ascii_digit).count();
        let unit: String = tail[length..]
            .trim_start()
            .chars()
            .take(2)
            .take_while(|c| c.is_alphabetic() || *c == '%')
            .collect();
        if let Ok(number) = tail[..length].parse()
            && !unit.is_empty()
        {
            found.push((number, unit.chars().take(if unit.is_ascii() { 2 } else { 1 }).collect()));
        }
        rest = &tail[length..];
    }
    found
}
