//! The commands for people and scripts.

mod demo;
mod dry_run;
mod gate;
mod lint;
mod release;
mod status;
mod terminal;
mod verify;
