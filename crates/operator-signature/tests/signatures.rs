use crate::keys::Keys;
use operator_signature::{AllowedSigners, Now, Refusal, Signature, Signer};

const NOON: Now = Now { utc: 1_800_000_000, local: 1_800_000_000 };
const MESSAGE: &[u8] = b"{\"verb\":\"release\"}";

fn verified(
    signers: &str,
    signature: &str,
    message: &[u8],
    principal: Option<&str>,
) -> Result<Signer, Refusal> {
    let signers = AllowedSigners::parse(signers, "signers").unwrap();
    let signature = Signature::parse(signature).unwrap();
    signers.verify(&signature, message, "compact-gate", principal, NOON)
}

#[test]
fn what_ssh_keygen_signs_is_believed_and_nothing_else() {
    let keys = Keys::new();
    let key = keys.key("a", "ed25519");
    for hash in ["sha256", "sha512"] {
        let signature = keys.sign("a", "compact-gate", MESSAGE, &["-O", &format!("hashalg={hash}")]);
        let signer = verified(&format!("alice {key} a comment"), &signature, MESSAGE, None).unwrap();
        assert_eq!(signer, Signer { principal: "alice".into(), fingerprint: keys.fingerprint("a") });
        let crlf = signature.replace('\n', "\r\n");
        assert!(verified(&format!("alice {key}"), &crlf, MESSAGE, None).is_ok());
        for other in [b"".as_slice(), b"{\"verb\":\"release\"}\n", b"{\"verb\":\"approve\"}"] {
            assert_eq!(verified(&format!("alice {key}"), &signature, other, None), Err(Refusal::Altered));
        }
    }
    let elsewhere = keys.sign("a", "file", MESSAGE, &[]);
    let refused = verified(&format!("alice {key}"), &elsewhere, MESSAGE, None).unwrap_err();
    assert!(refused.to_string().contains("\"file\""), "{refused}");
    let other = keys.key("b", "ed25519");
    let signature = keys.sign("a", "compact-gate", MESSAGE, &[]);
    let refused = verified(&format!("bob {other}"), &signature, MESSAGE, None).unwrap_err();
    assert_eq!(refused, Refusal::UnknownKey { fingerprint: keys.fingerprint("a") });
}

#[test]
fn every_changed_byte_of_a_signature_ends_it() {
    let keys = Keys::new();
    let signers = format!("alice {}", keys.key("a", "ed25519"));
    let signers = AllowedSigners::parse(&signers, "signers").unwrap();
    let signature = keys.sign("a", "compact-gate", MESSAGE, &[]);
    let body = signature.find('\n').unwrap()..signature.rfind("\n-----END").unwrap();
    let mut tried = 0;
    for at in body {
        let mut bytes = signature.clone().into_bytes();
        if bytes[at] == b'\n' || bytes[at] == b'=' {
            continue;
        }
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(bytes).unwrap();
        if changed == signature {
            continue;
        }
        tried += 1;
        if let Ok(changed) = Signature::parse(&changed) {
            assert!(signers.verify(&changed, MESSAGE, "compact-gate", None, NOON).is_err(), "byte {at}");
        }
    }
    assert!(tried > 200);
}

#[test]
fn other_keys_and_certificates_are_refused_by_name() {
    let keys = Keys::new();
    for (kind, name) in [("rsa", "ssh-rsa"), ("ecdsa", "ecdsa-sha2-nistp256")] {
        let key = keys.key(kind, kind);
        let signature = keys.sign(kind, "compact-gate", MESSAGE, &[]);
        let refused = verified(&format!("alice {key}"), &signature, MESSAGE, None).unwrap_err();
        assert_eq!(refused, Refusal::UnsupportedKey { kind: name.into() });
    }
    let authority = keys.key("ca", "ed25519");
    let key = keys.key("a", "ed25519");
    keys.ssh_keygen(&["-q", "-s", "ca", "-I", "id", "-n", "alice", "a.pub"]);
    let signature = keys.sign("a-cert.pub", "compact-gate", MESSAGE, &[]);
    let signers = format!("* cert-authority {authority}\nalice {key}");
    assert_eq!(verified(&signers, &signature, MESSAGE, Some("alice")), Err(Refusal::Certificate));
    let own = keys.sign("ca", "compact-gate", MESSAGE, &[]);
    assert_eq!(verified(&signers, &own, MESSAGE, Some("ca")), Err(Refusal::OnlyAuthority { line: 1 }));
}

#[test]
fn a_line_says_who_when_and_what_for() {
    let keys = Keys::new();
    let key = keys.key("a", "ed25519");
    let signature = keys.sign("a", "compact-gate", MESSAGE, &[]);
    let by = |line: &str, principal| verified(&line.replace("KEY", &key), &signature, MESSAGE, principal);
    let name = |line: &str, principal| by(line, principal).map(|signer| signer.principal);
    assert_eq!(name("alice,ci KEY", None), Ok("alice,ci".into()));
    assert_eq!(name("alice,ci KEY", Some("ci")), Ok("ci".into()));
    assert_eq!(name("\"alice,the ci\" KEY", Some("the ci")), Ok("the ci".into()));
    assert_eq!(name("*@example.com KEY", Some("a@example.com")), Ok("a@example.com".into()));
    assert_eq!(by("*@example.com KEY", None), Err(Refusal::WhichPrincipal { line: 1 }));
    let other = Refusal::OtherPrincipal { line: 1, principal: "root@example.com".into() };
    assert_eq!(by("!root@*,*@example.com KEY", Some("root@example.com")), Err(other));
    assert!(by("a namespaces=\"file,compact-*\" KEY", None).is_ok());
    for namespaces in ["file", "file,git", "!compact-gate,*", ""] {
        let line = format!("a namespaces=\"{namespaces}\" KEY");
        assert_eq!(by(&line, None), Err(Refusal::NamespaceNotAllowed { line: 1 }), "{namespaces}");
    }
    assert!(by("a valid-after=\"20260101\",valid-before=\"20280101Z\" KEY", None).is_ok());
    assert_eq!(by("a valid-after=\"20280101\" KEY", None), Err(Refusal::NotYetValid { line: 1 }));
    assert_eq!(by("a valid-before=\"20260101\" KEY", None), Err(Refusal::Expired { line: 1 }));
    let second = "a valid-before=\"20260101\" KEY\n# again\nb KEY";
    assert_eq!(name(second, None), Ok("b".into()), "any line of the key may do");
}

/// The two readers agree: where ssh-keygen believes a signature, so does this, and the other way round.
#[test]
fn ssh_keygen_agrees() {
    let keys = Keys::new();
    let key = keys.key("a", "ed25519");
    let signature = keys.sign("a", "compact-gate", MESSAGE, &[]);
    std::fs::write(keys.path("signature"), &signature).unwrap();
    for (line, principal) in [
        ("alice KEY", "alice"),
        ("alice KEY", "bob"),
        ("a*,!alice KEY", "alice"),
        ("a* KEY", "alice"),
        ("alice namespaces=\"compact-gate\" KEY", "alice"),
        ("alice namespaces=\"git\" KEY", "alice"),
        ("alice valid-before=\"20200101\" KEY", "alice"),
        ("alice valid-after=\"20200101\" KEY", "alice"),
        ("alice valid-after=\"20200101\",namespaces=\"*\" KEY with a comment", "alice"),
        ("alice cert-authority KEY", "alice"),
        ("  alice\tKEY", "alice"),
    ] {
        let line = line.replace("KEY", &key);
        std::fs::write(keys.path("signers"), format!("{line}\n")).unwrap();
        let command = "ssh-keygen -Y verify -f signers -I \"$1\" -n compact-gate -s signature < message";
        let status = std::process::Command::new("/bin/sh")
            .args(["-c", command, "sh", principal])
            .current_dir(keys.path(""))
            .output()
            .unwrap()
            .status;
        assert_eq!(verified(&line, &signature, MESSAGE, Some(principal)).is_ok(), status.success(), "{line}");
    }
}
