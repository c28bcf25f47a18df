//! One file per kind of property.

mod commands;
mod resilience;
mod wrapped;
