use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use crate::git::Git;
use crate::unknown::Unknown;

/// More drivers than any honest repository has; each takes four arguments.
const MOST_DRIVERS: usize = 64;

/// The overrides that keep `status` from running a clean filter on a tracked file whose time stamp changed.
///
/// The names of the drivers are asked of git itself, includes and all; where they can't all be had or
/// overridden, the work tree must not be looked at. Git LFS is such a filter too: a file of its that was touched
/// and not changed is then listed as changed, the price of running nothing.
pub(crate) fn neutralised(git: &Git) -> Result<Vec<OsString>, Unknown> {
    let output = git.run(&["config", "--null", "--name-only", "--get-regexp", "^filter\\."])?;
    if output.truncated() {
        return Err(Unknown::Unsafe("the configuration names too many filters"));
    }
    // Exit code 1 says that nothing matched.
    if !output.success() && output.status.and_then(|status| status.code()) != Some(1) {
        return Err(Unknown::from_stderr(&output.stderr));
    }
    overrides(&output.stdout)
}

/// Of the null-terminated keys, `filter.<driver>.<variable>`.
fn overrides(keys: &[u8]) -> Result<Vec<OsString>, Unknown> {
    let drivers: BTreeSet<&[u8]> = keys
        .split(|byte| *byte == 0)
        .filter_map(|key| {
            let rest = key.strip_prefix(b"filter.")?;
            let end = rest.iter().rposition(|byte| *byte == b'.')?;
            Some(&rest[..end])
        })
        .collect();
    if drivers.len() > MOST_DRIVERS {
        return Err(Unknown::Unsafe("the configuration names too many filters"));
    }
    if drivers.iter().any(|driver| driver.contains(&b'=')) {
        // `-c` takes the key to end at the first equals sign, so the override would miss.
        return Err(Unknown::Unsafe("the name of a configured filter holds an equals sign"));
    }
    let entries = drivers.iter().flat_map(|driver| {
        ["clean=", "smudge=", "process=", "required=false"].map(|setting| {
            let parts: [&[u8]; 4] = [b"filter.", driver, b".", setting.as_bytes()];
            OsString::from_vec(parts.concat())
        })
    });
    Ok(entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_driver_once_whatever_its_name() {
        let entries =
            overrides(b"filter.a.clean\0filter.a.process\0filter.b c.d.smudge\0filter..clean\0").unwrap();
        assert_eq!(entries.len(), 12);
        assert!(entries.contains(&"filter.b c.d.clean=".into()));
        assert!(entries.contains(&"filter..required=false".into()));
        assert_eq!(overrides(b"").unwrap(), Vec::<OsString>::new());
    }

    #[test]
    fn what_cannot_be_overridden_is_refused() {
        assert!(matches!(overrides(b"filter.a=b.clean\0"), Err(Unknown::Unsafe(_))));
        let many: Vec<u8> = (0..100).flat_map(|n| format!("filter.f{n}.clean\0").into_bytes()).collect();
        assert!(matches!(overrides(&many), Err(Unknown::Unsafe(_))));
    }
}
