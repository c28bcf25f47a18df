//! One tool call, as the client hands it to its hooks.

use std::path::Path;

/// The folders that relative paths and patterns count from.
#[derive(Clone, Copy, Debug)]
pub struct Places<'c> {
    /// Where the call runs; absolute. The model can move it.
    pub cwd: &'c Path,
    /// The project that the session belongs to; absolute. The model can't move it.
    pub project_root: &'c Path,
    /// The user's home.
    pub home: Option<&'c Path>,
}

/// What a file tool's path is once symbolic links are followed.
#[derive(Clone, Copy, Debug)]
pub struct Resolved<'c> {
    /// The path that the call names.
    pub path: &'c Path,
    /// The places, with their links followed, too.
    pub places: Places<'c>,
}

/// One tool call.
#[derive(Clone, Copy, Debug)]
pub struct Call<'c> {
    /// The client's name of the tool.
    pub tool_name: &'c str,
    /// The input, as JSON text.
    pub tool_input: &'c str,
    /// Where it runs.
    pub places: Places<'c>,
    /// With links followed, if the caller has looked. A rule that forbids is asked about both paths, and a rule
    /// that permits has to permit both.
    pub resolved: Option<Resolved<'c>>,
    /// Whether the caller knows the tool as one that can only read, whatever the policy says.
    pub known_read_only: bool,
}
