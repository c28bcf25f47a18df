//! A dynamic binary could be given another library by a repository's environment (`LD_PRELOAD`).

use crate::gate::BINARY;

const PT_INTERP: u32 = 3;

/// The types of an ELF file's program headers (64 bits, little endian).
fn program_headers(elf: &[u8]) -> Vec<u32> {
    assert_eq!(&elf[..6], b"\x7fELF\x02\x01", "not a 64-bit little-endian ELF file");
    let number = |at: usize, bytes: usize| {
        elf[at..at + bytes].iter().rev().fold(0_usize, |value, byte| value << 8 | usize::from(*byte))
    };
    let (start, size, count) = (number(32, 8), number(54, 2), number(56, 2));
    (0..count).map(|index| u32::try_from(number(start + index * size, 4)).unwrap()).collect()
}

#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
fn the_binary_asks_for_no_dynamic_linker() {
    let headers = program_headers(&std::fs::read(BINARY).unwrap());
    assert!(!headers.is_empty() && !headers.contains(&PT_INTERP), "{headers:?}");
    // The same look at a program that is known to be dynamic.
    let shell = program_headers(&std::fs::read("/bin/sh").unwrap());
    assert!(shell.contains(&PT_INTERP), "{shell:?}");
}
