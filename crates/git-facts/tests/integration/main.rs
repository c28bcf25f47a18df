//! Against real repositories, made by the git that is installed.
#![allow(clippy::unwrap_used, reason = "a test that can't make its repository should panic")]

mod ancestry;
mod deadline;
mod environment;
mod heads;
mod hostile_names;
mod no_work_tree;
mod operations;
mod patch;
mod payloads;
mod repository;
mod working_files;
