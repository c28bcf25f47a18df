//! Settings that are one of a few words.

use std::cmp::Ordering;
use std::fmt::Display;

use super::{Comparison, Direction};
use crate::{OnChange, OnDoubt, Ttl};

impl Comparison<'_> {
    /// `operators`: what isn't said is the default, not merely nothing.
    pub(super) fn settings(&mut self, operators: bool) {
        let (old, new) = (self.old.clone(), self.new.clone());
        let default = |value: OnDoubt| Some(value).filter(|_| operators);
        self.setting(
            "git.on_change",
            old.git.on_change.or(Some(OnChange::Descendant).filter(|_| operators)),
            new.git.on_change.or(Some(OnChange::Descendant).filter(|_| operators)),
        );
        self.setting(
            "resume.unknown_history",
            old.resume.unknown_history.or(default(OnDoubt::Settle)),
            new.resume.unknown_history.or(default(OnDoubt::Settle)),
        );
        self.setting(
            "resume.lost_state",
            old.resume.lost_state.or(default(OnDoubt::Flag)),
            new.resume.lost_state.or(default(OnDoubt::Flag)),
        );
        self.ttl(old.checkpoint.ttl, new.checkpoint.ttl, operators);
        self.setting(
            "approval.require_signature",
            old.approval.require_signature.or(Some(false)),
            new.approval.require_signature.or(Some(false)),
        );
        if old.approval.allowed_signers != new.approval.allowed_signers {
            let file = new.approval.allowed_signers.clone().unwrap_or_else(|| "none".to_owned());
            let direction =
                if new.approval.allowed_signers.is_none() { Direction::Narrower } else { Direction::Unclear };
            self.add("approval.allowed_signers", file, direction);
        }
        let mut rules: Vec<&String> = old.lint.keys().chain(new.lint.keys()).collect();
        rules.sort_unstable();
        rules.dedup();
        for rule in rules {
            let (was, is) = (old.lint.get(rule).copied(), new.lint.get(rule).copied());
            let strictest = is == Some(crate::Level::Deny) && was.is_none();
            if operators && was.is_some() != is.is_some() && !strictest {
                // The rule's own level isn't known here.
                let word = is.map_or("its own level", crate::Level::word);
                self.add(&format!("lint.{rule}"), word.to_owned(), Direction::Unclear);
            } else {
                self.setting(&format!("lint.{rule}"), was, is);
            }
        }
    }

    /// A stricter value is the greater one, and none is the least.
    fn setting<T: Ord + Display>(&mut self, key: &str, old: Option<T>, new: Option<T>) {
        let direction = match new.cmp(&old) {
            Ordering::Greater => Direction::Narrower,
            Ordering::Less => Direction::Wider,
            Ordering::Equal => return,
        };
        let text = |value: Option<T>| value.map_or_else(|| "unset".to_owned(), |value| value.to_string());
        let change = format!("{} -> {}", text(old), text(new));
        self.add(key, change, direction);
    }

    /// The shorter, the stricter.
    fn ttl(&mut self, old: Option<Ttl>, new: Option<Ttl>, operators: bool) {
        let default = Some(Ttl::DAY).filter(|_| operators);
        let seconds = |ttl: Option<Ttl>| ttl.or(default).map_or(u64::MAX, Ttl::seconds);
        let direction = match seconds(new).cmp(&seconds(old)) {
            Ordering::Less => Direction::Narrower,
            Ordering::Greater => Direction::Wider,
            Ordering::Equal => return,
        };
        let text =
            |ttl: Option<Ttl>| ttl.or(default).map_or_else(|| "unset".to_owned(), |ttl| ttl.to_string());
        self.add("checkpoint.ttl", format!("{} -> {}", text(old), text(new)), direction);
    }
}
