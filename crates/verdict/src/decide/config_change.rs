use super::Plan;
use crate::{Facts, Record, Reply, SettingsChanged, SettingsFacts, threat};

/// The client's name for settings that an organisation manages; it takes these whatever a hook says.
const MANAGED: &str = "policy_settings";

/// A change at the cost of the gate's hooks is blocked: the client then goes on with the hooks that it had.
pub(super) fn decide(plan: &mut Plan, change: &SettingsFacts, facts: &Facts) -> Reply {
    let Some(threat) = threat(&plan.after.registered, change) else { return Reply::Silent };
    let blocked = change.source != MANAGED;
    plan.push(Record::SettingsChanged(SettingsChanged {
        source: change.source.clone(),
        file: change.file.clone(),
        threat,
        blocked,
        at: facts.now,
    }));
    if blocked { Reply::KeepSettings(threat) } else { Reply::Silent }
}
