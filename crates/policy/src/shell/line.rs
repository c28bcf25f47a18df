//! A command line, and what has been found out about it.

use std::cell::OnceCell;

use shell_syntax::{Script, Unparsable};

use super::resolution::Resolution;
use super::units::Unit;
use super::variants::{self, Variants};
use crate::call::Places;

/// A command line; each view of it is made when a rule first asks for it.
pub(crate) struct Line<'c> {
    pub(super) text: String,
    pub(super) script: Result<Script, Unparsable>,
    pub(super) places: Places<'c>,
    variants: OnceCell<Vec<Variants>>,
    exact: OnceCell<Vec<Vec<Unit>>>,
}

impl<'c> Line<'c> {
    pub(crate) fn new(text: &str, places: Places<'c>) -> Self {
        Self {
            text: text.to_owned(),
            script: shell_syntax::parse(text),
            places,
            variants: OnceCell::new(),
            exact: OnceCell::new(),
        }
    }

    /// For each command, the spellings under which a rule that forbids looks for it.
    pub(super) fn variants(&self, script: &Script) -> &[Variants] {
        self.variants.get_or_init(|| {
            let resolution = Resolution::new(script, &self.text, self.places);
            (0..script.commands.len()).map(|index| variants::of(script, index, &resolution)).collect()
        })
    }

    /// For each command, its words as written: what isn't known stays unknown.
    pub(super) fn exact(&self, script: &Script) -> &[Vec<Unit>] {
        self.exact.get_or_init(|| {
            (0..script.commands.len()).map(|index| variants::as_written(script, index)).collect()
        })
    }
}
