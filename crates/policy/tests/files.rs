//! Rules about files.

use std::path::Path;

use crate::sample::{call, command, denies, list, outcome, quoted};
use policy::{Places, Resolved};

#[test]
fn paths_that_are_denied() {
    for (rule, tool, path, expected) in [
        ("Edit(src/**)", "Edit", "/p/src/a.rs", "yes"),
        ("Edit(src/**)", "Edit", "/p/web/src/a.rs", "yes"),
        ("Edit(src/**)", "Edit", "src/a.rs", "yes"),
        ("Edit(src/**)", "Edit", "/p/other/src/a.rs", "no"),
        ("Edit(src/**)", "Edit", "/p/src2/a.rs", "no"),
        ("Edit(src/**)", "Edit", "/p/web/../src/./x/../a.rs", "yes"),
        ("Edit(src)", "Edit", "/p/lib/src/a.rs", "yes"),
        ("Edit(src/)", "Write", "/p/src/a.rs", "yes"),
        ("Edit(src/**)", "Write", "/p/src/a.rs", "yes"),
        ("Edit(src/**)", "MultiEdit", "/p/src/a.rs", "yes"),
        ("Edit(src/**)", "Read", "/p/src/a.rs", "no"),
        ("Write(src/**)", "Write", "/p/src/a.rs", "yes"),
        ("Write(src/**)", "Edit", "/p/src/a.rs", "no"),
        ("Edit(/src/**)", "Edit", "/p/src/a.rs", "yes"),
        ("Edit(/src/**)", "Edit", "/p/web/src/a.rs", "no"),
        ("Edit(//etc/**)", "Edit", "/etc/passwd", "yes"),
        ("Edit(/etc/**)", "Edit", "/etc/passwd", "no"),
        ("Read(~/secrets/**)", "Read", "/home/ada/secrets/key", "yes"),
        ("Read(~/secrets/**)", "Read", "~/secrets/key", "yes"),
        ("Read(~/secrets/**)", "Read", "/home/bob/secrets/key", "no"),
        ("Read(.env)", "Read", "/p/a/b/.env", "yes"),
        ("Read(./.env)", "Read", "/p/a/.env", "no"),
        ("Read(**/*.pem)", "Read", "/p/a/b.pem", "yes"),
        ("Read(*.pem)", "Read", "/p/a/b.pem", "yes"),
        ("Read(a/*/c)", "Read", "/p/a/b/c", "yes"),
        ("Read(a/*/c)", "Read", "/p/a/b/b/c", "no"),
        ("Read(a/**/c)", "Read", "/p/a/b/b/c", "yes"),
        ("Read(a/**/c)", "Read", "/p/a/c", "yes"),
        ("Read([ab]?.txt)", "Read", "/p/b1.txt", "yes"),
        ("Read([!ab].txt)", "Read", "/p/b.txt", "no"),
        ("Read(README)", "Read", "/p/readme", "no"),
        ("Read(../other/**)", "Read", "/p/other/x", "yes"),
        ("Edit(src/**)", "Edit", "", "maybe"),
    ] {
        let input = format!("{{\"file_path\":{}}}", quoted(path));
        assert_eq!(denies(rule, &call(tool, &input)), expected, "{rule} {tool} {path}");
    }
}

#[test]
fn folders_that_are_searched() {
    for (rule, tool, input, expected) in [
        ("Read(~/secrets/**)", "Grep", r#"{"pattern":"x","path":"/home/ada/secrets"}"#, "yes"),
        ("Read(~/secrets/**)", "Grep", r#"{"pattern":"x","path":"/home/ada"}"#, "no"),
        ("Read(~/secrets/**)", "Glob", r#"{"pattern":"/home/ada/secrets/*"}"#, "yes"),
        ("Read(~/secrets/**)", "Glob", r#"{"pattern":"*/../../home/ada/secrets/*"}"#, "maybe"),
        ("Read(/web/**)", "Grep", r#"{"pattern":"x"}"#, "yes"),
        ("Read(~/secrets/**)", "NotebookRead", r#"{"notebook_path":"/home/ada/secrets/a.ipynb"}"#, "yes"),
        ("Edit(*.ipynb)", "NotebookEdit", r#"{"notebook_path":"a.ipynb"}"#, "yes"),
    ] {
        assert_eq!(denies(rule, &call(tool, input)), expected, "{rule} {input}");
    }
}

#[test]
fn what_permits_counts_from_the_project() {
    let open = list("allow", &["Edit(src/**)"]);
    for (path, expected) in [
        ("/p/src/a.rs", "allow"),
        ("/p/web/src/a.rs", "deny unlisted"),
        ("/p/src", "deny unlisted"),
        ("/p/src/../../etc/passwd", "deny unlisted"),
        ("../src/a.rs", "allow"),
    ] {
        let input = format!("{{\"file_path\":{}}}", quoted(path));
        assert_eq!(outcome(&open, &call("Edit", &input)), expected, "{path}");
        assert_eq!(outcome(&open, &call("Write", &input)), expected, "{path}");
    }
}

#[test]
fn a_link_counts_twice() {
    let input = r#"{"file_path":"/p/src/link"}"#;
    let mut linked = call("Edit", input);
    let places = Places { cwd: Path::new("/p/web"), project_root: Path::new("/p"), home: None };
    linked.resolved = Some(Resolved { path: Path::new("/etc/passwd"), places });
    assert_eq!(outcome(&list("allow", &["Edit(src/**)"]), &linked), "deny unlisted");
    assert_eq!(outcome(&list("allow", &["Edit(src/**)", "Edit(//etc/passwd)"]), &linked), "deny unlisted");
    assert_eq!(outcome(&list("deny", &["Edit(//etc/**)"]), &linked), "deny Edit(//etc/**)");
    assert_eq!(outcome(&list("deny", &["Edit(src/**)"]), &linked), "deny Edit(src/**)");
}

#[test]
fn redirections_write_files() {
    for (line, expected) in [
        ("echo x > /p/src/a.rs", "yes"),
        ("echo x >> ../src/a.rs", "yes"),
        ("cd .. && echo x >src/a.rs", "yes"),
        ("echo x > /p/doc/a", "no"),
        ("cat < /p/src/a.rs", "no"),
    ] {
        assert_eq!(denies("Edit(/src/**)", &call("Bash", &command(line))), expected, "{line}");
    }
}
