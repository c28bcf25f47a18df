use crate::gate::*;

#[test]
fn the_demo_plays_and_leaves_nothing_behind() {
    let gate = Gate::new();
    let played = gate.command(&["demo"]).env("TMPDIR", gate.dir.path()).output().unwrap();
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stdout));
    let shown = text(&played.stdout);
    assert!(shown.contains("the tool does not run") && shown.ends_with(" 0 not as expected\n"));
    let left: Vec<_> = std::fs::read_dir(gate.dir.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}
