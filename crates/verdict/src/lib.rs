//! The decision core of compact-gate.
