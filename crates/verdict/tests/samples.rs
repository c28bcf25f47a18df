//! States, events and facts to put together.

use verdict::{
    Boundary, ContextId, Event, Facts, History, HistoryFacts, Parent, Record, Released, SessionStarted,
    Source, State, SummaryFacts, ToolCall, TranscriptFacts, decide,
};

pub fn agent() -> ContextId {
    ContextId::Agent("a1".into())
}

pub fn summary(name: &str, flagged: bool) -> SummaryFacts {
    let flags = if flagged { vec!["override_of_rules".to_owned()] } else { Vec::new() };
    SummaryFacts { digest: name.into(), bytes: 9, flags, ..SummaryFacts::default() }
}

pub fn boundary(uuid: &str, summary: Option<SummaryFacts>) -> Boundary {
    Boundary { uuid: uuid.into(), summary }
}

pub fn call(context: Option<ContextId>) -> Event {
    let call = ToolCall {
        tool_name: "Bash".into(),
        tool_use_id: Some("toolu_1".into()),
        read_only: false,
        violation: None,
    };
    let agent_type =
        context.as_ref().filter(|context| !context.is_main()).map(|_| "general-purpose".to_owned());
    Event::PreToolUse { context, agent_type, call }
}

pub fn start(source: Source) -> Event {
    Event::SessionStart { source, context: ContextId::Main, agent_type: None }
}

pub fn pre_compact() -> Event {
    Event::PreCompact { context: ContextId::Main, agent_type: None, trigger: Some("auto".into()) }
}

pub fn post_compact(name: &str, flagged: bool) -> Event {
    Event::PostCompact { context: ContextId::Main, summary: summary(name, flagged) }
}

pub fn facts() -> Facts {
    Facts { now: 1_000_000, nonce: "0123456789abcdef".into(), ..Facts::default() }
}

/// The own row is there, and these boundaries that no epoch accounts for.
pub fn transcript(boundaries: Vec<Boundary>) -> Facts {
    Facts { transcript: Some(TranscriptFacts { own_row: true, boundaries }), ..facts() }
}

/// As [`transcript`], and nothing is known of the session's beginning but this.
pub fn history(boundaries: Vec<Boundary>, known_before: bool, parents: Vec<Parent>) -> Facts {
    let history = HistoryFacts {
        transcript_read: true,
        own_row: true,
        known_before,
        parents,
        parents_unreadable: false,
        greeted_before: false,
        boundaries: boundaries.clone(),
    };
    Facts { history: Some(history), ..transcript(boundaries) }
}

pub fn after(events: &[(Event, Facts)]) -> State {
    events.iter().fold(State::default(), |state, (event, facts)| decide(&state, event, facts).after)
}

pub fn started(history: History) -> State {
    let mut state = State::default();
    state.apply(&Record::SessionStarted(SessionStarted {
        source: Source::Startup,
        main: Some(history),
        cwd: None,
        transcript_path: None,
        run: None,
        git: None,
        replaces: None,
        authority: verdict::Authority::default(),
        carried: std::collections::BTreeMap::new(),
        at: None,
        registered: verdict::Registrations::new(),
    }));
    state
}

pub fn pending() -> State {
    after(&[(start(Source::Startup), facts()), (pre_compact(), facts())])
}

pub fn flagged() -> State {
    let mut state = pending();
    state = decide(&state, &post_compact("bad", true), &facts()).after;
    state
}

pub fn settled() -> State {
    decide(&pending(), &post_compact("good", false), &facts()).after
}

pub fn release(state: &State) -> Option<Record> {
    let main = state.contexts.get(&ContextId::Main)?;
    Some(Record::Released(Released {
        context: ContextId::Main,
        epoch: main.epoch,
        summary: main.newest_summary.clone(),
        reason: "looked at it".into(),
        operator: "uid 1".into(),
    }))
}
