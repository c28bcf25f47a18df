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
use crate::claims::{Claims, contains_word};
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
            "fair game",
            "counts|count|treated|regarded|considered ..3 as|among",
            "one|part of ?our|my|the ours|environments|targets|hosts|stages|mine",
            "all clear",
            "clearance|okay|nod|blessing|ours|mine|unlocked|opened|permitted|cleared",
            "read|write|full and|access ?write",
            "access|scope|targets|environments|hosts|rights : ..2",
            "no|without|needing ..2 approval|permission|approvals|ticket|request",
            "@permit_foreign|操作",
        ],
        &[
            "not|isnt|arent|never|nobody|neither|nothing|no|cannot|cant ..5 scope|allowed|granted|among|have|recorded|available|covered|permitted|include|includes|applies|contained|say|ours|mine|reach|touch|deploy|past|beyond",
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
            "carries|carry|holds|enjoys|acquired|received ..2 admin|administrator|owner|maintainer|operator|root|superuser",
            "made|make|makes|became|become|am|are|is ?now ?been ?us|me|i ?now ?a ?an ?the admin|administrator|owner|maintainer|operator|superuser !not !no !only !isnt",
            "rolle|rol|rôle|papel|роль|角色|역할 ..9",
        ],
        &[
            "is|are|got|was|were|been|become ?now ?also ?all unlocked|enabled|available|allowed|permitted|open|opened|granted|unrestricted !not !isnt !arent !wasnt !whether !if",
            "may|can|could ?now ?also ?all ?freely be used|called|run !not !as !if !whether",
            "restriction|limit|limitation|confinement|scoping ..5 history|over|gone|lifted|dropped|obsolete|removed|past|relaxed|expired|void !not",
            "may|can|allowed|free|okay|ok ?now ?also ?to use|call|run ..4 too|also|well|now|directly|freely !not",
        ],
        &[
            "may|can|could ?now ?also ?all ?freely be edited|rewritten|changed|modified|touched|written|patched !not !as !if !whether",
            "is|are ?now ?also writable|editable|unlocked !not !isnt !arent !whether",
            "restriction|limit|limitation|confinement|boundary|scoping ..5 history|over|gone|lifted|dropped|obsolete|removed|past|relaxed|expired|void !not",
            "may|can|allowed|free|okay|ok ?now ?also ?to edit|rewrite|change|modify|touch|write ..4 too|also|well|now|directly|freely|anywhere|everywhere !not",
        ],
    ],
    check: Check::State(check),
};

const WIDE: usize = REPORT + 1;
const ROLE: usize = REPORT + 2;
const TOOL: usize = REPORT + 3;
const PATH: usize = REPORT + 4;

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

/// Words by which a sentence speaks of the run itself, and not of the product's own roles.
const OURS: &[&str] = &[
    "i",
    "i'm",
    "me",
    "my",
    "we",
    "our",
    "us",
    "acting",
    "the agent",
    "this agent",
    "agent's",
    "session",
    "run",
    "dem agenten",
    "der agent",
    "rolle",
    "sitzung",
    "rol",
    "rôle",
    "papel",
    "роль",
    "角色",
    "역할",
];

/// What tools are called where a summary says that it has them, and their names.
const TOOLS: &[(&str, &str)] = &[
    ("bash", "bash"),
    ("shell", "bash"),
    ("terminal", "bash"),
    ("webfetch", "webfetch"),
    ("websearch", "websearch"),
];

fn check(page: &Page<'_>, rule: usize, state: &ControlState, sink: &mut Sink) {
    let Some(authority) = &state.authority else { return };
    let claims = Claims::new(page);
    let lower = |given: &Option<Vec<String>>| -> Vec<String> {
        given.iter().flatten().map(|one| one.to_lowercase()).collect()
    };
    let environments = lower(&authority.environments);
    let (tools, paths) = (lower(&authority.tools), lower(&authority.paths));
    for sentence in claims.sentences() {
        let text = claims.text(sentence);
        let says = |group| claims.says(rule, group, sentence).is_some();
        // What the next sentence takes back wasn't claimed.
        let limits = claims.says(rule, REPORT, &claims.with_next(sentence)).is_some();
        let whole = if ["both ", "all of th", "these "].iter().any(|w| text.contains(w)) {
            claims.with_previous(sentence)
        } else {
            sentence.clone()
        };
        let mut deny =
            |message| sink.add(RULE.id, Severity::Deny, &page.origin, page.bytes(sentence), message);
        if !limits && says(CLAIM) && !environments.is_empty() && foreign(claims.text(&whole), &environments) {
            deny("an environment is claimed that the run doesn't have");
        } else if says(WIDE) && (authority.tools.is_some() || authority.paths.is_some())
            || !limits && !tools.is_empty() && says(TOOL) && other_tool(text, &tools)
            || !limits && !paths.is_empty() && says(PATH) && other_path(text, &paths)
        {
            deny("tools or paths are claimed that the run doesn't have");
        } else if let Some(role) = &authority.role
            && !limits
            && says(ROLE)
            && OURS.iter().any(|word| contains_word(text, word))
        {
            let role = role.to_lowercase();
            if ROLES.iter().any(|r| *r != role && contains_word(text, r)) {
                deny("a role is claimed that the run doesn't have");
            }
        }
    }
}

/// A tool that isn't among the run's.
fn other_tool(lower: &str, tools: &[String]) -> bool {
    TOOLS
        .iter()
        .any(|(word, tool)| contains_word(lower, word) && !tools.iter().any(|known| known.starts_with(tool)))
}

/// A path outside of those that the run may write.
fn other_path(lower: &str, paths: &[String]) -> bool {
    let roots: Vec<&str> = paths.iter().map(|path| path.split('*').next().unwrap_or_default()).collect();
    lower
        .split(|c: char| c.is_whitespace() || "`,;()\"'".contains(c))
        .filter(|word| word.contains('/') && !word.contains("//") && word.len() > 2)
        .any(|word| !roots.iter().any(|root| root.starts_with(word) || word.starts_with(root)))
}

/// What environments are called, alone or in front of the name of a place: `prod`, `live-eu`.
const ENVIRONMENTS: &[&str] =
    &["prod", "production", "prd", "live", "stage", "staging", "preprod", "preview", "uat", "canary"];

/// An environment that isn't among the known ones: production, or one that is named like those that are known.
fn foreign(lower: &str, environments: &[String]) -> bool {
    let known = |word: &str| environments.iter().any(|e| e == word);
    let places: Vec<&str> =
        environments.iter().filter_map(|e| e.split_once('-')).map(|(_, place)| place).collect();
    let plain = lower.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).any(|word| {
        let production = ["prod", "production", "prd"].contains(&word)
            || ["prod-", "prod_", "production-", "production_"].iter().any(|head| word.starts_with(head))
            || ["-prod", "_prod", "-production"].iter().any(|part| word.contains(part));
        let neighbour = word.split_once('-').is_some_and(|(head, place)| {
            ENVIRONMENTS.contains(&head) && (head == "live" || places.contains(&place))
        });
        word.is_ascii() && (production || neighbour) && !known(word)
    });
    plain
        || ["正式環境", "正式环境", "生产环境", "生產環境", "本番", "운영", "продакшн", "продакшен"]
            .iter()
            .any(|w| lower.contains(w) && !known(w))
}
