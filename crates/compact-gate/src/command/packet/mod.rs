mod ledgers;
mod verify;
mod work_tree;

use crate::clock;
use crate::options::Options;
use crate::output;
use clap::Subcommand;
use review_packet::{ChainStatus, Subject, build, render_html, render_markdown};
use std::process::ExitCode;

/// Write the review packet of a session or a run, or verify one
///
/// What a reviewer needs to know of a session, or with --run of a run, made from its ledger.
///
/// It names the final checkpoint, the policy, each compaction with its verdict and findings, the denials that stand,
/// what the operator did, how the contexts stand, whether the ledger is whole, and what could not be verified. No
/// summary, command, URL or reason is in it. docs/packet.schema.json describes the JSON form.
///
/// Exit status: 0 made, 1 made, but a ledger isn't whole or isn't there, 2 error.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Packet {
    #[command(subcommand)]
    action: Option<Action>,
    /// The session's id [default: the latest session that was started in this directory]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: PacketFormat,
}

#[derive(Subcommand)]
enum Action {
    Verify(verify::Verify),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum PacketFormat {
    /// For programs; this form can be verified
    #[default]
    Json,
    /// Markdown
    Md,
    /// One HTML file that loads nothing
    Html,
}

impl Packet {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        if let Some(Action::Verify(verify)) = &self.action {
            return verify.run(options);
        }
        let state_dir = options.state_dir()?;
        let (subject, mut ledgers) = match (&self.session, &options.run) {
            (None, Some(run)) => {
                (Subject { session: None, run: Some(run.clone()) }, ledgers::of_run(&state_dir, run)?)
            }
            (asked, _) => {
                let ledger = ledgers::of_session(&state_dir, asked.as_deref())?;
                (Subject { session: Some(ledger.session.clone()), run: None }, vec![ledger])
            }
        };
        ledgers.iter_mut().for_each(work_tree::look);
        let packet = build(subject, &ledgers, clock::timestamp(), env!("CARGO_PKG_VERSION"));
        output::stdout(&match self.format {
            PacketFormat::Json => serde_json::to_string_pretty(&packet)? + "\n",
            PacketFormat::Md => render_markdown(&packet),
            PacketFormat::Html => render_html(&packet),
        });
        let sound = packet.sessions.iter().all(|session| session.chain.status == ChainStatus::Sound);
        Ok(ExitCode::from(u8::from(!sound || packet.sessions.is_empty())))
    }
}
