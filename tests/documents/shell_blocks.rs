//! The shell blocks of the README. Each says in an HTML comment on the line before it what may be done with it, so that
//! none is there that nothing looks at.

use crate::tree::read;

/// A fenced block of shell.
pub struct Block {
    /// What the comment says: `run`, `ci`, `client` or `refused`.
    pub mark: String,
    /// Its commands, one a line; a comment behind one tells its exit status if that isn't 0.
    pub lines: Vec<Line>,
}

/// A command, and how it ends.
pub struct Line {
    pub command: String,
    pub status: i32,
}

pub fn blocks() -> Vec<Block> {
    let text = read("README.md");
    let mut lines = text.lines();
    let mut blocks = Vec::new();
    let mut before = "";
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("```sh") {
            let mark = before.trim().strip_prefix("<!-- ").and_then(|mark| mark.strip_suffix(" -->"));
            let mark =
                mark.unwrap_or_else(|| panic!("a shell block without a mark, after {before:?}")).to_owned();
            let block = lines.by_ref().take_while(|line| line.trim() != "```");
            blocks.push(Block {
                mark,
                lines: block.filter(|line| !line.trim().is_empty()).map(parsed).collect(),
            });
        }
        before = line;
    }
    blocks
}

fn parsed(line: &str) -> Line {
    let (command, comment) = line.split_once(" # ").unwrap_or((line, ""));
    let status = comment.split("exit status ").nth(1).map_or(0, |status| {
        let digits: String = status.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    });
    Line { command: command.trim().to_owned(), status }
}
