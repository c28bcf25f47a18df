use crate::store::Store;
use anyhow::Context as _;
use ledger::StateDir;
use std::path::Path;

/// The store of the session that was asked for, or of the latest one that was started in the working directory, with
/// its name. `None`: there is none.
pub fn select(state_dir: &StateDir, asked: Option<&str>) -> anyhow::Result<Option<(String, Store)>> {
    if let Some(id) = asked {
        return Ok(Some((ledger::folder_name(id), Store::new(state_dir, id))));
    }
    let here = std::env::current_dir().context("the working directory")?;
    for name in state_dir.session_names()? {
        let store = Store::of_folder(state_dir, &name);
        // A session whose state can't be read may be the one that is meant: saying so beats passing over it.
        let Ok(current) = store.load() else { return Ok(Some((name, store))) };
        if current.state.cwd.as_deref().is_some_and(|cwd| same_directory(Path::new(cwd), &here)) {
            return Ok(Some((name, store)));
        }
    }
    Ok(None)
}

/// As [`select`], where the session has a ledger.
pub fn select_recorded(state_dir: &StateDir, asked: Option<&str>) -> anyhow::Result<Option<(String, Store)>> {
    Ok(select(state_dir, asked)?.filter(|(_, store)| store.session().ledger_path().exists()))
}

/// The folder of the session that was asked for, or those of all sessions.
pub fn folders(state_dir: &StateDir, asked: Option<&str>) -> anyhow::Result<Vec<String>> {
    Ok(match asked {
        Some(session) => vec![ledger::folder_name(session)],
        None => state_dir.session_names()?,
    })
}

fn same_directory(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
