//! Keys and signatures, made by ssh-keygen while the test runs.

use assert_fs::TempDir;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub struct Keys {
    dir: TempDir,
}

impl Keys {
    pub fn new() -> Keys {
        Keys { dir: TempDir::new().unwrap() }
    }

    pub fn ssh_keygen(&self, args: &[&str]) -> String {
        let mut command = Command::new("ssh-keygen");
        command.args(args).current_dir(self.dir.path()).stdin(std::process::Stdio::null());
        let output = command.output().expect("ssh-keygen is part of Debian's openssh-client");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A new key of a kind. Returns its public half as a line has it: kind and base64.
    pub fn key(&self, name: &str, kind: &str) -> String {
        self.ssh_keygen(&["-q", "-t", kind, "-N", "", "-C", "", "-f", name]);
        let public = fs::read_to_string(self.path(&format!("{name}.pub"))).unwrap();
        public.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    }

    pub fn sign(&self, key: &str, namespace: &str, message: &[u8], options: &[&str]) -> String {
        fs::write(self.path("message"), message).unwrap();
        let _ = fs::remove_file(self.path("message.sig"));
        let mut args = vec!["-q", "-Y", "sign", "-n", namespace, "-f", key];
        args.extend(options);
        args.push("message");
        self.ssh_keygen(&args);
        fs::read_to_string(self.path("message.sig")).unwrap()
    }

    pub fn fingerprint(&self, name: &str) -> String {
        let shown = self.ssh_keygen(&["-l", "-f", &format!("{name}.pub")]);
        shown.split_whitespace().nth(1).unwrap().to_owned()
    }
}
