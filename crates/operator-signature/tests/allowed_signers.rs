use operator_signature::AllowedSigners;

/// A valid key of nobody.
const KEY: &str = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFhmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZm";

#[test]
fn comments_blank_lines_and_every_known_kind_of_key_are_fine() {
    let rsa = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAQM=";
    let text =
        format!("# who\n\n \t\r\na {KEY}\r\nb,c cert-authority {KEY} comment\n*  namespaces=\"x y\"  {rsa}");
    assert!(!AllowedSigners::parse(&text, "f").unwrap().is_empty());
    assert!(AllowedSigners::parse("# nobody\n", "f").unwrap().is_empty());
}

#[test]
fn a_bad_line_is_named_by_file_and_line() {
    for (line, why) in [
        ("alice", "there is no key"),
        ("alice ssh-ed25519", "not a ssh-ed25519 key"),
        ("alice ssh-ed25519 ???", "not base64"),
        ("alice ssh-ed25519 AAAA", "not a ssh-ed25519 key"),
        ("alice ssh-ed25519 AAAAB3NzaC1yc2EAAAADAQABAAAAAQM=", "not a ssh-ed25519 key"),
        ("alice ssh-ed25519-cert-v01@openssh.com AAAA", "certificate"),
        ("\"alice KEY", "isn't closed"),
        ("alice restrict KEY", "\"restrict\" is neither"),
        ("alice namespaces=compact-gate KEY", "in quotes"),
        ("alice namespaces=\"a\",namespaces=\"b\" KEY", "twice"),
        ("alice namespaces=\"a\", KEY", "comma"),
        ("alice namespaces=\"a\"valid-after=\"20200101\" KEY", "commas"),
        ("alice namespaces=\"a KEY", "in quotes"),
        ("alice valid-before=\"tomorrow\" KEY", "not a time"),
        ("alice valid-after=\"20270101\",valid-before=\"20260101\" KEY", "earlier"),
        ("alice cert-authority=\"x\" KEY", "neither"),
    ] {
        let text = format!("# first\nbob {KEY}\n{}\n", line.replace("KEY", KEY));
        let problems = AllowedSigners::parse(&text, "etc/signers").unwrap_err();
        assert_eq!(problems.len(), 1, "{line}");
        let shown = problems[0].to_string();
        assert!(shown.starts_with("etc/signers:3: ") && shown.contains(why), "{line}: {shown}");
    }
}
