//! The program that does nothing: what a process costs before it has done anything. It is built with the gate's own
//! profile and linked statically like it, so that a ratio to it is what the gate itself adds.

fn main() {}
