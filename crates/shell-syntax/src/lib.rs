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
//! static release binary nothing that can be measured, and parsing 188 bytes of everyday shell 45 to 50 us of a
//! budget of about 100 (1,500 interleaved spawns, min / median: empty 457 / 490 us, linked and unused 458 / 492,
//! one parse 502 / 540), words and the commands inside them not included: those take a second parse of each
//! word. It brings in 69 crates, and 10,000 nested `$(` overflow its stack: an abort, which a hook's client may
//! take for consent. `yash-syntax` is GPL, `shuck-parser` and `rable` need a newer compiler than ours,
//! `tree-sitter-bash` links C and builds its error-tolerant tree around mistakes that a gate has to see,
//! `conch-parser` is unmaintained. The parser here takes 2 to 7 us for the same line and does the words too.

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
