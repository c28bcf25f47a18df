//! Lints JSON lines from standard input, as `compact-gate lint --batch -` does, to measure this crate by itself.

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    lint::batch::run(io::stdin().lock(), &mut output)?;
    output.flush()
}
