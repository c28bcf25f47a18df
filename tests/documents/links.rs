//! Links from one document to a file of the repository.

use crate::tree::{documents, read, root};
use std::path::Path;

/// The targets of `[text](target)`.
fn targets(text: &str) -> Vec<&str> {
    let ends = text.match_indices("](").map(|(at, _)| &text[at + 2..]);
    ends.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

#[test]
fn every_link_to_a_file_leads_there() {
    for document in documents() {
        let folder = root().join(&document).parent().unwrap().to_owned();
        for target in targets(&read(&document)) {
            if target.starts_with("https://") || target.starts_with('#') {
                continue;
            }
            let path = folder.join(target.split('#').next().unwrap());
            assert!(Path::new(&path).exists(), "{document}: {target}");
        }
    }
}

/// What the README doesn't lead to, nobody finds.
#[test]
fn the_readme_leads_to_every_document() {
    let readme = read("README.md");
    let linked = targets(&readme);
    for document in documents() {
        assert!(document == "README.md" || linked.contains(&document.as_str()), "{document}");
    }
}
