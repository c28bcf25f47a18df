//! Every simple command that a shell command line would run, as far as its text tells.
//!
//! [`parse`] turns the text of a Bash tool call into a flat list of [`SimpleCommand`]s: the members of lists and
//! pipelines, what stands in substitutions, functions, loops and here-documents, and what other programs are
//! asked to run (`sh -c`, `eval`, `env`, `sudo`, `xargs`, `find -exec`, ...). Words come with their quotes
//! removed and their braces expanded, and each keeps which of its parts are known and which aren't.
//!
//! Nothing is run, looked up or expanded that the text doesn't hold: variables, globs and aliases stay holes.
//! What can't be parsed is [`Unparsable`]; callers that guard something have to treat that as the worst case.
//! It is total (no input makes it panic), its recursion is capped, and its work is bounded by a budget that is
//! proportional to the length of the input.
//!
//! # Why a parser of our own
//!
//! `brush-parser` 0.4.0 (MIT, well kept, faithful to bash) was tried beneath this interface. Linking it costs a
//! static release binary nothing that can be measured. Reading 188 bytes of everyday shell adds 41 us to the
//! start of a process (1,500 interleaved spawns, min / median: empty program 467 / 575 us, linked and unused 463 /
//! 562, one parse 508 / 621), and the commands inside words take a second parse of each word on top of that, out of
//! about 100 us for everything that the gate does. This parser adds 17 / 24 us there, words and nested commands
//! included (484 / 599); 5 to 7 us once its pages are in. `brush-parser` brings in 69 crates, and 10,000 nested
//! `$(` overflow its stack: an abort, which a hook's client may take for consent.
//!
//! `yash-syntax` is GPL, `shuck-parser` and `rable` need a newer compiler than ours, `conch-parser` had its last
//! release years ago, and `tree-sitter-bash` links C and builds a tree around mistakes that a gate has to see.

mod arithmetic;
mod brace;
mod build;
mod compound;
mod cursor;
mod expansion;
mod heredoc;
mod list;
mod parser;
mod piece;
mod quote;
mod redirection;
mod scope;
mod script;
mod simple;
mod unparsable;
mod word;
mod word_reader;
mod wrapper;

#[cfg(test)]
mod tests;

pub use redirection::{Redirection, RedirectionOperator};
pub use scope::{Scope, ScopeId, ScopeKind};
pub use script::{Assignment, Connector, Script, SimpleCommand};
pub use unparsable::Unparsable;
pub use word::{HOLE, Part, Word};

/// Every simple command in `text`, or why it can't be told.
pub fn parse(text: &str) -> Result<Script, Unparsable> {
    build::script(text)
}
