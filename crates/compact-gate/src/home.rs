use std::path::PathBuf;
use std::sync::OnceLock;

/// The home that `eval` gives to its scenarios. Nothing that a hook is given reaches it.
static FOR_EVAL: OnceLock<PathBuf> = OnceLock::new();

/// The user's home directory, as the password database has it.
pub fn directory() -> Option<PathBuf> {
    FOR_EVAL.get().cloned().or_else(ledger::home_directory)
}

/// Gives this process another home, once. For `eval` alone.
pub fn set_for_eval(home: PathBuf) {
    let _ = FOR_EVAL.set(home);
}
