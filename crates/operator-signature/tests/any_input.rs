//! Whatever comes in: an answer, and never a signature that nobody made.

use crate::keys::Keys;
use operator_signature::{AllowedSigners, Now, Signature};

const NOW: Now = Now { utc: 1_800_000_000, local: 1_800_000_000 };

/// A fixed pseudo-random sequence (splitmix64).
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }
}

/// Cuts, doubles, replaces and inserts.
fn mutated(text: &str, pieces: &[&str], sequence: &mut Sequence) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=sequence.below(4) {
        let at = sequence.below(chars.len() + 1);
        let to = (at + sequence.below(20)).min(chars.len());
        match sequence.below(4) {
            0 => drop(chars.drain(at..to)),
            1 => {
                let copy: Vec<char> = chars[at..to].to_vec();
                chars.splice(at..at, copy);
            }
            2 => {
                let piece = pieces[sequence.below(pieces.len())];
                chars.splice(at..at, piece.chars());
            }
            _ => {
                let byte = u8::try_from(sequence.below(256)).unwrap();
                chars.splice(at..at, [char::from(byte)]);
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_files_and_signatures_open_nothing_for_another_message() {
    let keys = Keys::new();
    let key = keys.key("a", "ed25519");
    let line = format!("alice,*@x namespaces=\"compact-gate\",valid-after=\"20200101Z\" {key} comment\n");
    let signature = keys.sign("a", "compact-gate", b"yes", &[]);
    let pieces =
        ["\"", ",", " ", "\n", "\\", "=", "*", "!", "namespaces=\"", "cert-authority", "-----", "AAAA", &key];
    let mut sequence = Sequence(7);
    let mut read = (0, 0);
    for _ in 0..20_000 {
        let signers = AllowedSigners::parse(&mutated(&line, &pieces, &mut sequence), "f");
        let given = Signature::parse(&mutated(&signature, &pieces, &mut sequence));
        read.0 += u32::from(signers.is_ok());
        read.1 += u32::from(given.is_ok());
        if let (Ok(signers), Ok(given)) = (signers, given) {
            assert!(signers.verify(&given, b"no", "compact-gate", Some("alice"), NOW).is_err());
        }
    }
    assert!(read.0 > 1000 && read.1 > 0, "{read:?}: the mutations leave something to read");
}

#[test]
fn noise_has_an_answer() {
    let mut sequence = Sequence(1);
    for length in (0..2000).step_by(7) {
        let noise: String =
            (0..length).map(|_| char::from(u8::try_from(sequence.below(128)).unwrap())).collect();
        let _ = AllowedSigners::parse(&noise, "f");
        assert!(Signature::parse(&noise).is_err());
        let armored = format!("-----BEGIN SSH SIGNATURE-----\n{noise}\n-----END SSH SIGNATURE-----");
        assert!(Signature::parse(&armored).is_err());
    }
    assert!(Signature::parse(&"A".repeat(1 << 20)).is_err());
}
