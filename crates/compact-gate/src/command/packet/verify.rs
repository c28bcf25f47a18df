use super::ledgers;
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::{Context as _, bail};
use ledger::StateDir;
use review_packet::{Ledger, Packet, SessionReview, build, differences};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::WorkTree;

/// A packet is read up to this many bytes.
const MAX_BYTES: u64 = 32 << 20;

/// Check a packet against the ledger [exit status: 0 it holds, 1 it doesn't, 3 nothing here vouches for it]
///
/// Checks a packet in its JSON form: against itself, and against the ledger in the state directory (--state-dir).
///
/// Exit status: 0 it is what the ledger says, 1 it isn't, 2 it can't be read, 3 it fits itself, but there is nothing
/// here that vouches for it.
#[derive(clap::Args)]
pub struct Verify {
    /// The packet in its JSON form; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// What came of one session.
enum Found {
    Holds(String),
    Fails(Vec<String>),
}

impl Verify {
    /// Runs the command.
    pub fn run(&self, options: &Options) -> anyhow::Result<ExitCode> {
        let packet = Packet::parse(&text(&self.file)?)
            .map_err(|problem| anyhow::anyhow!("{}: {problem}", self.file.display()))?;
        let mut wrong = packet.check();
        let state_dir = options.state_dir()?;
        let mut unknown = Vec::new();
        let mut held = Vec::new();
        let known = state_dir.session_names().unwrap_or_default();
        let mut of_then = Vec::new();
        for (index, session) in packet.sessions.iter().enumerate() {
            // The packet's word for a session is no name of a folder until one is called so.
            if !known.contains(&session.session) {
                unknown.push(format!(
                    "session {}: there is no ledger of it in {}",
                    git_facts::quote(&session.session, 120),
                    state_dir.path().display()
                ));
                continue;
            }
            let mut ledger = ledgers::read(&session.session, &Store::of_folder(&state_dir, &session.session));
            // What the work tree was at stands in no record, so that the packet's own word has to do.
            ledger.work_tree = session
                .evidence
                .as_ref()
                .map(|evidence| WorkTree { head: evidence.head.clone(), patch: evidence.patch.clone() });
            let then = ledger.as_of(session.chain.last_seq);
            match compare(session, &ledger, then.as_ref()) {
                Found::Holds(line) => held.push(line),
                Found::Fails(what) => {
                    wrong.extend(what.iter().map(|what| format!("sessions[{index}]{what}")));
                }
            }
            of_then.push(then.unwrap_or(ledger));
        }
        if unknown.is_empty() {
            wrong.extend(around(&state_dir, &packet, &of_then)?);
        }
        for line in &held {
            output::stdout(&format!("{line}\n"));
        }
        if !wrong.is_empty() {
            output::stdout(&format!("the packet does not hold:\n  {}\n", wrong.join("\n  ")));
            return Ok(ExitCode::from(1));
        }
        if !unknown.is_empty() || packet.sessions.is_empty() {
            for line in &unknown {
                output::stdout(&format!("{line}\n"));
            }
            output::stdout(
                "the packet fits itself, and that is all that could be checked: whoever wrote it could have made it so\n",
            );
            return Ok(ExitCode::from(3));
        }
        output::stdout("the packet holds\n");
        Ok(ExitCode::SUCCESS)
    }
}

fn text(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin().take(MAX_BYTES + 1).read_to_string(&mut text)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
    };
    read.with_context(|| path.display().to_string())?;
    if text.len() as u64 > MAX_BYTES {
        bail!("{}: it is too large", path.display());
    }
    Ok(text)
}

/// Compares a session with its ledger, and with what that was when the packet was made.
fn compare(session: &SessionReview, ledger: &Ledger, then: Option<&Ledger>) -> Found {
    let of_then = if ledger.problem.is_some() { Some(ledger) } else { then };
    let Some(of_then) = of_then else {
        return Found::Fails(vec![format!(".chain: the ledger has no record {}", session.chain.last_seq)]);
    };
    let found = differences(session, &review_packet::review(of_then));
    if !found.is_empty() {
        return Found::Fails(
            found.into_iter().map(|path| format!(".{path}: the ledger says otherwise")).collect(),
        );
    }
    let since = ledger.events.len() - of_then.events.len();
    let since = if since == 0 { String::new() } else { format!("; {since} have come since") };
    Found::Holds(format!(
        "session {}: as the ledger says up to record {}{since}",
        git_facts::quote(&session.session, 120),
        session.chain.last_seq
    ))
}

/// What the packet says beside its sessions: which they are, and what could not be verified.
fn around(state_dir: &StateDir, packet: &Packet, of_then: &[Ledger]) -> anyhow::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let again = build(packet.subject.clone(), of_then, packet.made_at.clone(), &packet.made_by);
    if again.not_verified != packet.not_verified {
        wrong.push("not_verified: something else could not be verified".to_owned());
    }
    if let Some(run) = &packet.subject.run {
        for ledger in ledgers::of_run(state_dir, run)? {
            let began = ledger.events.first().map_or("", |event| event.at.as_str());
            let listed = packet.sessions.iter().any(|session| session.session == ledger.session);
            if !listed && began <= packet.made_at.as_str() {
                wrong.push(format!(
                    "sessions: {} of this run is left out",
                    git_facts::quote(&ledger.session, 120)
                ));
            }
        }
    } else if let [session] = packet.sessions.as_slice()
        && packet.subject.session.as_deref() != Some(session.session.as_str())
    {
        wrong.push("subject: it is another session than the one that is shown".to_owned());
    }
    Ok(wrong)
}
