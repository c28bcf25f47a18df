//! The files of allowed signers that a policy names.

use policy::Policy;
use std::path::{Path, PathBuf};

/// Their absolute paths, or why one doesn't count. A relative path counts from the operator's policy file.
///
/// A repository's policy that the operator has accepted may name one, but only outside of the repository: whoever can
/// commit to it could else make himself the operator.
pub fn paths(policy: &Policy, project: &Path) -> Vec<Result<PathBuf, String>> {
    let named = |(position, layer): (usize, &policy::Layer)| {
        let written = layer.says.approval.allowed_signers.as_deref()?;
        let home = written.strip_prefix("~/").and_then(|rest| Some(crate::home::directory()?.join(rest)));
        let path = home.unwrap_or_else(|| PathBuf::from(written));
        Some(if position == 0 { beside(&layer.source, &path) } else { outside(project, path) })
    };
    policy.layers().iter().enumerate().filter_map(named).collect()
}

fn beside(policy_file: &str, path: &Path) -> Result<PathBuf, String> {
    let file = std::path::absolute(policy_file).map_err(|error| format!("{policy_file}: {error}"))?;
    Ok(file.parent().unwrap_or(Path::new("/")).join(path))
}

fn outside(project: &Path, path: PathBuf) -> Result<PathBuf, String> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.is_absolute() && !real(&path).starts_with(real(project)) {
        return Ok(path);
    }
    Err(format!(
        "the repository's policy names the allowed signers {}: name them by an absolute path outside of the \
         repository, where a commit can't change them",
        git_facts::quote(&path.display().to_string(), 200)
    ))
}
