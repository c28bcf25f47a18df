//! A call, and what rules have found out about it so far.

use std::cell::OnceCell;
use std::path::PathBuf;

use crate::call::Call;
use crate::file;
use crate::json::Json;
use crate::shell::Line;

/// A call whose parts are read when a rule first asks for them.
pub(crate) struct Subject<'c> {
    pub(crate) call: &'c Call<'c>,
    input: OnceCell<Option<Json<'c>>>,
    line: OnceCell<Option<Line<'c>>>,
    paths: OnceCell<Option<Vec<PathBuf>>>,
}

impl<'c> Subject<'c> {
    pub(crate) fn new(call: &'c Call<'c>) -> Self {
        Self { call, input: OnceCell::new(), line: OnceCell::new(), paths: OnceCell::new() }
    }

    /// The input; None if it is no JSON, or such as two readers would read differently.
    pub(crate) fn input(&self) -> Option<&Json<'c>> {
        self.input.get_or_init(|| Json::parse(self.call.tool_input).ok()).as_ref()
    }

    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.input()?.member(name)?.as_str()
    }

    pub(crate) fn runs_shell(&self) -> bool {
        matches!(self.call.tool_name, "Bash" | "Monitor")
    }

    /// The command line of a shell tool.
    pub(crate) fn line(&self) -> Option<&Line<'c>> {
        self.line.get_or_init(|| self.field("command").map(|text| Line::new(text, self.call.places))).as_ref()
    }

    /// The paths of a file tool, by the text alone.
    pub(crate) fn paths(&self) -> Option<&[PathBuf]> {
        let named = || file::named_paths(self.call.tool_name, self.input()?, &self.call.places);
        self.paths.get_or_init(named).as_deref()
    }
}
