//! What is written down is run: the settings, the plugin, the README's commands, the architecture, the house rules.

#![expect(clippy::unwrap_used, reason = "a test that can't be set up has failed")]

mod architecture;
mod boundary_evals;
mod changelog;
mod gate;
mod house_rules;
#[cfg(feature = "real-client")]
mod in_the_client;
mod launcher;
mod links;
mod plugin;
mod readme;
mod registration;
mod settings;
mod shell_blocks;
mod static_binary;
mod tree;
