//! Who may act as the operator: somebody at a terminal that isn't the agent's, or whose signature counts.
//!
//! A command builds an [`Act`], asks [`Authorization::authorize`], and puts [`Authorized::record`] in front of the records
//! of what it does. Where that gives `None` the act was only printed, and nothing is left to do.

mod act;
mod governing;
mod request;

use super::duration::{seconds, up_to_a_week};
use super::operator;
use crate::clock;
use crate::options::Options;
use crate::output;
use crate::store::Store;
use anyhow::{Context as _, bail, ensure};
use governing::Governing;
use ledger::{StateDir, sha256_hex};
use operator_signature::{AllowedSigners, Now, Refusal, Signature, Signer};
use request::Request;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use verdict::{OperatorActed, OperatorProof, Record};

pub use act::Act;
pub use governing::Whose;

/// The namespace that signatures have to be made for.
pub const NAMESPACE: &str = "compact-gate";

/// Without these options this asks at the terminal, for a typed word. With a signature nobody has to be near:
/// print the request, sign it with `ssh-keygen -Y sign -n compact-gate -f KEY request.json`, and run the same command
/// again with --signature. docs/operator.md tells more.
#[derive(clap::Args)]
#[command(next_help_heading = "Signature")]
pub struct Authorization {
    /// Print the exact bytes to sign on standard output, and do nothing else
    #[arg(long, conflicts_with_all = ["signature", "signed_request"])]
    print_request: bool,
    /// How long the printed request can be used: 90s, 30m, 24h, at most 7d
    #[arg(long, value_name = "DURATION", default_value = "1h", value_parser = up_to_a_week, requires = "print_request")]
    request_expires: policy::Ttl,
    /// Who is going to sign, by a name of the allowed signers; needed where those name the key's owner by a pattern
    #[arg(long, value_name = "PRINCIPAL", requires = "print_request")]
    signer: Option<String>,
    /// The signature that ssh-keygen made of the printed request; it counts once
    #[arg(long, value_name = "FILE")]
    signature: Option<PathBuf>,
    /// The request that was signed [default: the signature's file name without its .sig]
    #[arg(long = "request", value_name = "FILE", requires = "signature")]
    signed_request: Option<PathBuf>,
}

/// An act that may be done now.
pub struct Authorized {
    acted: OperatorActed,
}

impl Authorized {
    /// Who and how, for records that name the operator themselves.
    pub fn by(&self) -> String {
        self.acted.by()
    }

    /// The record of who did it, to be appended in front of what comes of it, in the same write.
    pub fn record(&self) -> Record {
        Record::OperatorActed(self.acted.clone())
    }

    /// The same for the operator's own ledger, where a signature is recorded already.
    pub fn record_for_operators_ledger(&self) -> Option<Record> {
        matches!(self.acted.proof, OperatorProof::Terminal).then(|| self.record())
    }
}

impl Authorization {
    /// Asks whether the act may be done. `None`: its request was printed instead.
    pub fn authorize(
        &self,
        options: &Options,
        whose: Whose<'_>,
        act: &Act,
    ) -> anyhow::Result<Option<Authorized>> {
        let state_dir = options.state_dir()?;
        let governing = Governing::of(options, &state_dir, whose)?;
        if self.print_request {
            // Said now rather than after somebody has signed in vain.
            governing.signers()?;
            let request =
                Request::new(act, &governing.digest, self.signer.as_deref(), seconds(self.request_expires))?;
            output::stdout(&request.canonical()?);
            return Ok(None);
        }
        let (who, proof) = match &self.signature {
            Some(signature) => self.signed(signature, &governing, act)?,
            None if governing.require_signature => bail!(
                "the policy demands a signature here ([approval] require_signature), and no terminal counts: see \
                 --print-request"
            ),
            None => {
                let who = operator::at_terminal()?;
                operator::confirm(&act.whole_question(), &act.word)?;
                (who, OperatorProof::Terminal)
            }
        };
        let acted = OperatorActed {
            verb: act.verb.to_owned(),
            subject: act.subject.clone(),
            policy: Some(governing.digest).filter(|digest| !digest.is_empty()),
            who,
            proof,
            at: clock::now(),
        };
        if matches!(acted.proof, OperatorProof::Signature { .. }) {
            spend(&state_dir, &acted)?;
        }
        Ok(Some(Authorized { acted }))
    }

    fn signed(
        &self,
        file: &Path,
        governing: &Governing,
        act: &Act,
    ) -> anyhow::Result<(String, OperatorProof)> {
        let request_file = match &self.signed_request {
            Some(request) => request.clone(),
            None if file.extension().is_some_and(|extension| extension == "sig") => file.with_extension(""),
            None => bail!("--signature {}: name the request that it is for with --request", file.display()),
        };
        let text =
            String::from_utf8(read(file)?).with_context(|| format!("{}: it is not text", file.display()))?;
        let signature = Signature::parse(&text).with_context(|| file.display().to_string())?;
        let bytes = read(&request_file)?;
        let request = Request::parse(&bytes);
        let principal = request.as_ref().ok().and_then(|request| request.signer.as_deref());
        let signer = verified(&governing.signers()?, &signature, &bytes, principal)?;
        let request = request?;
        request.check(act, &governing.digest, clock::now())?;
        let proof = OperatorProof::Signature {
            key: signer.fingerprint,
            request: sha256_hex(&bytes),
            expires_at: request.expires_at()?,
            nonce: request.nonce,
        };
        Ok((signer.principal, proof))
    }
}

fn verified(
    files: &[AllowedSigners],
    signature: &Signature,
    request: &[u8],
    principal: Option<&str>,
) -> anyhow::Result<Signer> {
    let now = now();
    let mut refusal = None;
    for signers in files {
        match signers.verify(signature, request, NAMESPACE, principal, now) {
            Ok(signer) => return Ok(signer),
            // What one file says of the key is worth more than that another doesn't know it.
            Err(Refusal::UnknownKey { .. }) if refusal.is_some() => {}
            Err(why) => refusal = Some(why),
        }
    }
    match refusal {
        Some(why) => bail!("the signature does not count: {why}"),
        None => bail!("the signature does not count: there are no allowed signers"),
    }
}

fn now() -> Now {
    let utc = clock::now();
    Now { utc, local: utc.saturating_add(clock::local_offset()) }
}

/// Records the act where the signatures of all sessions are remembered, unless this one has been used.
fn spend(state_dir: &StateDir, acted: &OperatorActed) -> anyhow::Result<()> {
    let OperatorProof::Signature { nonce, expires_at, .. } = &acted.proof else { return Ok(()) };
    let store = Store::of_operator(state_dir);
    store.record(|current| {
        ensure!(
            !current.removed,
            "{}: the record of used signatures was removed, so that no signature can be known as new: act at a \
             terminal",
            store.session().ledger_path().display()
        );
        let acts = &current.state.acts;
        ensure!(!acts.spent.contains_key(nonce), "this signature has been used already, and counts once");
        ensure!(
            acts.latest < *expires_at,
            "the request expired before an act that is recorded as of {}: the clock was moved back",
            clock::rfc3339(acts.latest)
        );
        Ok((vec![Record::OperatorActed(acted.clone())], ()))
    })
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = path.display().to_string();
    let file = fs::File::open(path).with_context(|| name.clone())?;
    let mut bytes = Vec::new();
    file.take(request::MAX_BYTES + 1).read_to_end(&mut bytes).with_context(|| name.clone())?;
    ensure!(bytes.len() as u64 <= request::MAX_BYTES, "{name}: it is too large");
    Ok(bytes)
}
