//! The policy from outside: rules, decisions, problems.

mod canonical;
mod decisions;
mod files;
mod kept_files;
mod problems;
mod rules;
mod sample;
mod shell_allowed;
mod shell_denied;
