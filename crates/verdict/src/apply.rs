use crate::oldest::{forget_oldest, remember_last};
use crate::{
    BypassDetected, Context, ContextId, ContextOpened, Disposition, History, Rebaselined, Record,
    SessionStarted, State, SummaryChecked, Verdict,
};

impl State {
    /// Takes one record into the state: the only way a state changes. It decides nothing; a record that names a
    /// context which isn't there has no effect on it.
    pub fn apply(&mut self, record: &Record) {
        self.clock = self.clock.max(record.at().unwrap_or_default());
        match record {
            Record::SessionStarted(started) => self.start(started),
            Record::ContextOpened(opened) => self.open(opened),
            Record::CheckpointTaken(taken) => {
                if let Some(context) = self.contexts.get_mut(&taken.context) {
                    context.epoch = taken.epoch;
                    context.checkpoint = Some(taken.checkpoint.clone());
                    if context.verdict != Verdict::Flagged {
                        context.verdict = Verdict::Pending;
                        context.disposition = Disposition::Review;
                    }
                }
            }
            Record::SummaryChecked(checked) => self.take_summary(checked),
            Record::RestoreGateFailed(failed) => {
                if let Some(context) = self.contexts.get_mut(&failed.context) {
                    context.verdict = Verdict::Flagged;
                    context.disposition = Disposition::Rebuild;
                    context.reasons.clone_from(&failed.failed_checks);
                }
            }
            Record::CompactionAbandoned(abandoned) => {
                if let Some(context) = self.contexts.get_mut(&abandoned.context) {
                    context.verdict = Verdict::Pass;
                    context.disposition = Disposition::Review;
                    context.use_up_checkpoint();
                }
            }
            Record::BoundariesAccounted(accounted) => {
                if let Some(context) = self.contexts.get_mut(&accounted.context) {
                    for boundary in &accounted.boundaries {
                        Context::remember(&mut context.boundaries, boundary.clone());
                    }
                }
            }
            Record::HistoryResolved(resolved) => {
                self.authority.inherit(&resolved.authority);
                self.forked_from = resolved.forked_from.clone().or(self.forked_from.take());
                self.contexts.insert(ContextId::Main, resolved.main.clone());
            }
            Record::Denied(denied) => {
                if let Some(id) = &denied.tool_use_id {
                    let denial = (id.clone(), denied.event_id.clone());
                    remember_last(&mut self.denials, denial, State::REMEMBERED_DENIALS);
                }
            }
            Record::PolicyBound(bound) => self.authority.policy = Some(bound.policy.clone()),
            Record::PolicyAccepted(accepted) => {
                if !self.authority.accepted.contains(&accepted.digest) {
                    self.authority.accepted.push(accepted.digest.clone());
                }
            }
            Record::ContractIssued(issued) => self.authority.contracts = vec![issued.contract.clone()],
            Record::ContractAltered(altered) => {
                let known = self.authority.contracts.iter_mut();
                known.filter(|known| known.digest == altered.digest).for_each(|known| known.altered = true);
            }
            Record::DecisionsBound(bound) => self.authority.bind_decisions(&bound.receipts),
            Record::DecisionsAccepted(accepted) => self.authority.accept_decisions(accepted),
            Record::DenialStands(stands) => {
                self.authority.denials.insert(stands.key.clone(), stands.denial.clone());
            }
            Record::DenialLifted(lifted) => {
                self.authority.denials.retain(|_, denial| denial.event_id != lifted.event_id);
            }
            Record::OperationStarted(started) => {
                self.authority.start(&started.id, &started.operation);
            }
            Record::OperationEnded(ended) => self.authority.end(ended),
            Record::OperationHeardLate(late) => {
                if let Some(operation) = self.authority.operations.get_mut(&late.id) {
                    operation.heard_late.get_or_insert_with(|| late.event.clone());
                }
            }
            Record::CheckRan(ran) => {
                self.receipts.insert(ran.check.clone(), ran.receipt.clone());
                forget_oldest(&mut self.receipts, State::REMEMBERED_RECEIPTS, |_| true, |receipt| receipt.at);
            }
            Record::BypassDetected(bypass) => self.take_bypass(bypass),
            Record::ApprovalRequested(_)
            | Record::ApprovalIssued(_)
            | Record::ApprovalRedeemed(_)
            | Record::ApprovalReturned(_)
            | Record::ApprovalEnded(_) => self.authority.approvals.apply(record),
            Record::OperatorActed(acted) => self.acts.take(acted),
            Record::Released(released) => self.open_again(&released.context),
            Record::Rebaselined(rebaselined) => self.take_baseline(rebaselined),
            Record::Proposed(proposed) => self.proposal = Some(proposed.digest.clone()),
            Record::PermissionDenied(denied) => {
                if let Some(id) = &denied.tool_use_id {
                    remember_last(&mut self.refused, id.clone(), State::REMEMBERED_DENIALS);
                }
            }
            Record::UpdateRefused(_) | Record::SessionEnded(_) | Record::SettingsChanged(_) => {}
        }
    }

    fn open(&mut self, opened: &ContextOpened) {
        self.contexts.insert(
            opened.context.clone(),
            Context {
                verdict: opened.verdict,
                disposition: opened.disposition,
                reasons: opened.reasons.clone(),
                ..Context::fresh(Some(opened.agent_type.clone()))
            },
        );
    }

    fn start(&mut self, started: &SessionStarted) {
        self.authority.inherit(&started.authority);
        self.cwd = started.cwd.clone().or(self.cwd.take());
        self.transcript_path = started.transcript_path.clone().or(self.transcript_path.take());
        self.run = started.run.clone().or(self.run.take());
        self.replaces = started.replaces.clone().or(self.replaces.take());
        if !started.registered.is_empty() {
            self.registered.clone_from(&started.registered);
        }
        if started.git.is_some() {
            self.baseline.clone_from(&started.git);
        }
        if let Some(history) = started.main {
            let main = match history {
                History::Known => Context::fresh(None),
                History::ForkOfUnknownParent | History::BeganUnseen => Context::unresolved(history),
            };
            self.contexts.insert(ContextId::Main, main);
        }
        for (id, context) in &started.carried {
            self.contexts.insert(id.clone(), context.clone());
        }
    }

    /// Closes the context, whatever it was closed for already.
    fn take_bypass(&mut self, bypass: &BypassDetected) {
        remember_last(&mut self.bypasses, bypass.tool_use_id.clone(), State::REMEMBERED_DENIALS);
        self.bypass_count = self.bypass_count.saturating_add(1);
        let Some(context) = self.contexts.get_mut(&bypass.context) else { return };
        if context.verdict != Verdict::Flagged {
            context.verdict = Verdict::Flagged;
            context.disposition = Disposition::Rebuild;
            context.reasons = Vec::new();
        }
        if !context.reasons.iter().any(|reason| reason == State::BYPASS) {
            context.reasons.push(State::BYPASS.into());
        }
    }

    fn take_baseline(&mut self, rebaselined: &Rebaselined) {
        self.baseline = Some(rebaselined.git.clone());
        let Some(context) = self.contexts.get_mut(&rebaselined.context) else { return };
        if let Some(checkpoint) = &mut context.checkpoint {
            checkpoint.git = Some(rebaselined.git.clone());
        }
        if context.verdict == Verdict::Flagged {
            self.open_again(&rebaselined.context);
        }
    }

    fn open_again(&mut self, id: &ContextId) {
        if let Some(context) = self.contexts.get_mut(id) {
            context.verdict = Verdict::Pass;
            context.disposition = Disposition::Review;
            context.reasons = Vec::new();
            context.use_up_checkpoint();
            context.history = History::Known;
        }
    }

    fn take_summary(&mut self, checked: &SummaryChecked) {
        if let Some(context) = self.contexts.get_mut(&checked.context) {
            context.epoch = checked.epoch;
            context.verdict = checked.verdict;
            context.disposition = checked.disposition;
            context.use_up_checkpoint();
            if !checked.summary.is_empty() {
                context.newest_summary = Some(checked.summary.clone());
                context.omitted.clone_from(&checked.omitted);
                Context::remember(&mut context.summaries, checked.summary.clone());
            }
            if let Some(boundary) = &checked.boundary {
                Context::remember(&mut context.boundaries, boundary.clone());
            }
            context.reasons = match checked.verdict {
                // Of a summary without fault the lint has notes at most, which are no reason.
                Verdict::Flagged
                    if checked.disposition == Disposition::Rebuild && !checked.failed_checks.is_empty() =>
                {
                    checked.failed_checks.clone()
                }
                Verdict::Flagged => checked.findings.iter().chain(&checked.failed_checks).cloned().collect(),
                Verdict::Pass | Verdict::Pending => Vec::new(),
            };
        }
    }
}
