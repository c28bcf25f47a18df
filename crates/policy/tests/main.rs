//! The policy from outside: rules, decisions, problems.

mod canonical;
mod changes;
mod contracts;
mod decisions;
mod documents;
mod evidence;
mod files;
mod kept_files;
mod layers;
mod operations;
mod problems;
mod properties;
mod rules;
mod sample;
mod shell_allowed;
mod shell_denied;
