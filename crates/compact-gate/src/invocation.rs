use crate::options::Options;
use std::ffi::OsString;
use std::io::IsTerminal;

/// Recognises `[OPTIONS] hook [OPTIONS]`, and no command at all when standard input isn't a terminal. Anything else,
/// a mistake in these options included, is `None` and goes to the full parser.
pub fn hook_invocation(args: impl Iterator<Item = OsString>) -> Option<Options> {
    parse(args).and_then(|(options, named)| (named || !std::io::stdin().is_terminal()).then_some(options))
}

fn parse(mut args: impl Iterator<Item = OsString>) -> Option<(Options, bool)> {
    let mut options = Options::default();
    let mut named = false;
    while let Some(arg) = args.next() {
        let arg = arg.into_string().ok()?;
        if arg == "hook" && !named {
            named = true;
            continue;
        }
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) => (name, OsString::from(value)),
            None => (arg.as_str(), args.next()?),
        };
        // The full parser refuses an empty or doubled value; so that it does, they aren't taken here.
        if value.is_empty() || (!arg.contains('=') && value.to_string_lossy().starts_with('-')) {
            return None;
        }
        let free = match name {
            "--state-dir" => options.state_dir.replace(value.into()).is_none(),
            "--policy" => options.policy.replace(value.into()).is_none(),
            "--run" => options.run.replace(value.into_string().ok()?).is_none(),
            _ => false,
        };
        if !free {
            return None;
        }
    }
    Some((options, named))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Option<(Options, bool)> {
        parse(args.iter().map(OsString::from))
    }

    #[test]
    fn options_may_stand_on_either_side() {
        let expected = Options { state_dir: Some("/s".into()), policy: None, run: Some("nightly".into()) };
        for args in [
            ["hook", "--state-dir", "/s", "--run=nightly"].as_slice(),
            &["--run", "nightly", "hook", "--state-dir=/s"],
            &["--state-dir", "/s", "--run", "nightly", "hook"],
        ] {
            assert_eq!(parsed(args), Some((expected.clone(), true)));
        }
        assert_eq!(parsed(&[]), Some((Options::default(), false)));
    }

    #[test]
    fn everything_else_goes_to_the_full_parser() {
        for args in [
            ["status"].as_slice(),
            &["hook", "--dry-run"],
            &["hook", "--help"],
            &["--version"],
            &["hook", "--state-dir"],
            &["hook", "--state-dir", "--run", "x"],
            &["hook", "--run", "a", "--run", "b"],
            &["hook", "--run="],
            &["hook", "hook"],
        ] {
            assert_eq!(parsed(args), None, "{args:?}");
        }
    }
}
