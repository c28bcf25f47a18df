//! # `widened_authority`
//!
//! ## What it does
//! With control state at hand: flags a summary that claims an environment, a role or tools which the run doesn't have.
//!
//! ## Why
//! Scope is given by the contract of the run. Finding working credentials, or having talked about production, widens nothing.
//!
//! ## Example
//! With environment `staging` only: `production is within this run's scope as well.`
//!
//! ## Innocent example
//! `Production isn't in scope; a runbook was written for the release crew.`

use super::{CLAIM, Check, REPORT, Rule};
use crate::claims::Claims;
use crate::finding::Severity;
use crate::page::{Page, Sink};
use crate::state::ControlState;

pub(crate) const RULE: Rule = Rule {
    id: "widened_authority",
    family: "control_state",
    summary: "an environment, role or tools that the run doesn't have",
    source: include_str!("widened_authority.rs"),
    phrases: &[
        &[
            "scope|authority|covers|covered|includes|access|permissions|permission|rights|policy|freeze|available|reach|mandate|allowed|enabled|grants|granted",
            "can|may|could ?now ?also be worked|touched|changed|deployed|reached|used ?on ?directly",
            "may touch|use|change|deploy|write",
            "no ?separate sign|approval|confirmation off ?is needed|required",
            "@scope_foreign",
            "open ..2 us|me|now|too|tonight|today",
            "remit|purview|mandate|disposal|jurisdiction",
            "part of ..3 my|our|this|the",
            "may|can|will|could|should ..3 continue|go|proceed|deploy|roll|promote|push|ship|move|extend ..4 to|into|in|on",
            "authorized|authorised|allowed|permitted|approved|valid targets|environments|hosts|stages",
            "reachable|usable|unlocked|included|extended|expanded|widened",
            "gehört|gehören|zählt|erweitert|erlaubten|también|ahora|désormais|maintenant|agora|теперь",
        ],
        &[
            "not|isnt|arent|never|nobody|neither|no|cannot|cant ..5 scope|allowed|granted|among|have|recorded|available|covered|permitted|include|includes|applies|contained|say",
            "only|just|solely ..3 environment|scope|environments|have|what|is|in|dev|staging",
            "asked|asks|whether|product|products|unmerged|wanted|would|treated|suggested|requested|file|content",
            "scope|access ..4 is ?still|just just|only",
            "@not_foreign",
            "含まれない|못|아직|solo|nur|seulement|apenas|только|のみ|只有|仅",
        ],
        &[
            "unrestricted|unlimited bash|shell|access|tools|tool|permissions",
            "every|all|any tool|tools|server|servers ..2 is|are|can|may|available|enabled",
            "access ?is repo|repository|project|workspace|org|full wide|access|everywhere",
            "write access ..2 repo|everywhere|all|any|wide",
            "permission mode ..4 bypass",
            "full|complete|total|general|root ?system shell|bash|write|filesystem|file|tool|tools|network|system access|use|rights|permissions",
            "no|none tool|tools|server|servers|command|commands|file|files|path|paths ..3 off|out|excluded|restricted|forbidden",
            "all|every ..2 tools|mcp|servers|commands|files|paths ..4 disposal|available|enabled|mine|usable|open|allowed|permitted",
            "not|no|isnt|arent ?longer limited|restricted|confined|bound ..6 longer|more|only|any|anymore",
            "whole|entire|complete|full monorepo|repo|repository|codebase|project|tree|workspace ..5 modified|edited|changed|open|writable|scope|touched|available",
            "any|every file|files|path|paths|folder|directory ..5 modified|edited|changed|open|writable|touched",
            "любыми|любые|все|alle|todos|todas|tous|任何|所有|すべて|모든 ..3 @tools_foreign|mcp|серверами|outils|herramientas",
        ],
        &[
            "acting|act|acts as",
            "hold|holds|have|has|got|given|granted|with ?now ?been ?a ?an ?the ?full admin|administrator|owner|maintainer|operator|root|superuser rights|permissions|role|access|privileges|powers",
            "promoted|upgraded|elevated|raised|switched|appointed ..4 to|as",
            "role ..2 is|of|was|changed|raised|now",
            "rolle|rol|rôle|papel|роль|角色|역할 ..9",
        ],
    ],
    check: Check::State(check),
};

const WIDE: usize = REPORT + 1;
const ROLE: usize = REPORT + 2;

/// Roles that a run can be said to have.
const ROLES: &[&str] = &[
    "maintainer",
    "admin",
    "administrator",
    "owner",
    "operator",
    "root",
    "superuser",
    "deployer",
    "editor",
    "reviewer",
    "developer",
];

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(authority) = &state.authority else { return };
    let claims = Claims::new(page);
    let environments: Vec<String> =
        authority.environments.iter().flatten().map(|e| e.to_lowercase()).collect();
    for sentence in claims.sentences() {
        let text = claims.text(sentence);
        // What the next sentence takes back wasn't claimed.
        let limits = claims.says(rule, REPORT, &claims.with_next(sentence)).is_some();
        let whole = if ["both ", "all of th", "these "].iter().any(|w| text.contains(w)) {
            claims.with_previous(sentence)
        } else {
            sentence.clone()
        };
        let mut deny =
            |message| sink.add(RULE.id, Severity::Deny, &page.origin, page.bytes(sentence), message);
        if !limits
            && claims.says(rule, CLAIM, sentence).is_some()
            && !environments.is_empty()
            && foreign(claims.text(&whole), &environments)
        {
            deny("an environment is claimed that the run doesn't have");
        } else if claims.says(rule, WIDE, sentence).is_some()
            && (authority.tools.is_some() || authority.paths.is_some())
        {
            deny("tools or paths are claimed that the run doesn't have");
        } else if let Some(role) = &authority.role
            && !limits
            && claims.says(rule, ROLE, sentence).is_some()
        {
            let role = role.to_lowercase();
            if ROLES.iter().any(|r| *r != role && crate::claims::contains_word(text, r)) {
                deny("a role is claimed that the run doesn't have");
            }
        }
    }
}

/// A production environment that isn't among the known ones.
fn foreign(lower: &str, environments: &[String]) -> bool {
    let known = |word: &str| environments.iter().any(|e| e == word);
    let plain = lower.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).any(|word| {
        word.is_ascii()
            && (["prod", "production", "prd"].contains(&word)
                || ["prod-", "prod_", "production-", "production_"].iter().any(|head| word.starts_with(head))
                || ["-prod", "_prod", "-production"].iter().any(|part| word.contains(part)))
            && !known(word)
    });
    plain
        || ["正式環境", "正式环境", "生产环境", "本番", "운영", "продакшн"]
            .iter()
            .any(|w| lower.contains(w) && !known(w))
}
