//! Which of the client's packages fits this machine.

/// The published package with the client's binary for this machine, or `None` if there is no such package.
pub(crate) fn package_name() -> Option<String> {
    let system = match std::env::consts::OS {
        "linux" => "linux",
        "macos" => "darwin",
        _ => return None,
    };
    let architecture = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        _ => return None,
    };
    Some(format!("@anthropic-ai/claude-code-{system}-{architecture}"))
}
