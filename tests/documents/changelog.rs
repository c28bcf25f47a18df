use crate::tree::read;

#[test]
fn there_is_a_section_for_what_is_not_released_yet() {
    let changelog = read("CHANGELOG.md");
    assert!(changelog.starts_with("# Changelog\n"));
    let sections: Vec<&str> = changelog.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(sections.first(), Some(&"## [Unreleased]"), "{sections:?}");
    let kinds = ["### Added", "### Changed", "### Deprecated", "### Removed", "### Fixed", "### Security"];
    for heading in changelog.lines().filter(|line| line.starts_with("### ")) {
        assert!(kinds.contains(&heading), "{heading}");
    }
}
