//! Whether HEAD moved to a descendant.

use git_facts::is_descendant;

use crate::repository::Repository;

#[test]
fn descendants() {
    let repository = Repository::new();
    let first = repository.oid();
    repository.diverge();
    let (main, side) = (repository.oid(), repository.git(&["rev-parse", "side"]));
    let ask = |a: &str, b: &str| is_descendant(&repository.path(), a, b, &repository.options());
    assert_eq!(ask(&first, &main), Some(true));
    assert_eq!(ask(&first, &first), Some(true));
    assert_eq!(ask(&main, &first), Some(false));
    assert_eq!(ask(&side, &main), Some(false));
    assert_eq!(ask(&"0".repeat(40), &main), None);
    for nonsense in ["HEAD", "main", "--all", "", &first[..12]] {
        assert_eq!(ask(nonsense, &main), None);
        assert_eq!(ask(&main, nonsense), None);
    }
    assert_eq!(is_descendant(repository.dir.path(), &first, &main, &repository.options()), None);
}

#[test]
fn made_up_history_does_not_count() {
    let repository = Repository::new();
    repository.diverge();
    let (main, side) = (repository.oid(), repository.git(&["rev-parse", "side"]));
    let ask = || is_descendant(&repository.path(), &side, &main, &repository.options());
    let believes = || repository.try_git(&["merge-base", "--is-ancestor", &side, &main]).status.success();
    repository.write(".git/info/grafts", &format!("{main} {side}\n"));
    assert!(believes(), "git itself falls for the graft");
    assert_eq!(ask(), Some(false));
    std::fs::remove_file(repository.path().join(".git/info/grafts")).unwrap();
    repository.git(&["replace", "--graft", &main, &side]);
    assert!(believes(), "git itself falls for the replacement");
    assert_eq!(ask(), Some(false));
}
