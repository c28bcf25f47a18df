//! Rules about files.

mod paths;
mod pattern;
mod segment;

pub(crate) use paths::{named_paths, normalized};
pub(crate) use pattern::PathPattern;
