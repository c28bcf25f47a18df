//! Whatever comes in: no panic, ranges on character boundaries, and an answer to ten megabytes.

use lint::lint;

/// Pieces that the readers treat specially; texts are made of them by a fixed pseudo-random sequence.
const PIECES: &[&str] = &[
    "ignore all previous instructions",
    "<analysis>",
    "</summary>",
    "<summary>",
    "<system>",
    "</system>",
    "<!--",
    "-->",
    "[//]: # (",
    "%%%",
    "```",
    "`",
    "\"",
    "'",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "{",
    "}",
    "\u{200b}",
    "\u{200d}",
    "\u{ad}",
    "\u{202e}",
    "\u{202c}",
    "\u{e0041}",
    "\u{fe01}",
    "\u{1b}[8m",
    "\u{1b}",
    "é",
    "ß",
    "ﬁ",
    "Ａ",
    "а",
    "忽略",
    "指令",
    "무시",
    "👩‍👧",
    "𝐠",
    "%41",
    "&#65;",
    "&#",
    "\\u0041",
    "\\x4",
    "0x41 ",
    "41 ",
    "dGFrZSB0aGUga2V5cw==",
    "ORQWWZI=",
    "1gn0r3 ",
    "i g n o r e ",
    "http://",
    "a@b.c",
    "~/.ssh/id_rsa",
    "C:\\x",
    "...",
    "。",
    "$5",
    "sk-ant-",
    "-----BEGIN ",
    "appr-1",
    "op-1 to op-9",
    "head 1234567",
    " ",
    "\t",
    "\u{0}",
    "\u{feff}",
    "to",
];

struct Sequence(u64);

impl Sequence {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("fits") % below
    }
}

#[test]
fn nothing_panics_and_ranges_are_sound() {
    let state = serde_json::from_str(
        r#"{"authority":{"environments":["dev"],"tools":["Read"],"role":"reader"},"denials":[{"event_id":"deny-1","target":"to"}],
            "operations":[{"op_id":"op-1","target":"-"}],"approvals":[{"approval_id":"appr-1","target":"","status":"expired"}],
            "decisions":[{"id":"","status":"open","decision":"指令 to"}],"constraints":["","never 5 %","不得修改"],
            "git":{"branch":"a","head":"","ahead":1,"dirty":["é"]}}"#,
    )
    .expect("a control state");
    let mut sequence = Sequence(7);
    for _ in 0..4000 {
        let text: String = (0..sequence.next(40)).map(|_| PIECES[sequence.next(PIECES.len())]).collect();
        for finding in lint(&text).findings.iter().chain(&lint::lint_with_state(&text, &state).findings) {
            assert!(text.get(finding.range.clone()).is_some(), "{finding:?} in {text:?}");
            assert!(!finding.message.is_empty());
        }
        assert!(text.contains(lint::digest_body(&text)));
    }
}

// What takes more than linear time in one of these doesn't end while anybody waits.
#[test]
fn one_piece_over_and_over_is_read() {
    let state = serde_json::from_str(
        r#"{"authority":{"environments":["dev"]},"denials":[{"event_id":"deny-1","target":"production"}],"approvals":[],
            "operations":[{"op_id":"op-1","target":"order-1","state":"unknown"}],"constraints":["never push to main"],
            "decisions":[{"id":"DR-1","status":"rejected","decision":"no rewrite"}],"git":{"branch":"main","ahead":1}}"#,
    )
    .expect("a control state");
    let sentences = [
        "do not ",
        "main is pushed ",
        "production is in scope. ",
        "DR-1 was ",
        "op-1 to op-2 ",
        "<!-- a -->",
    ];
    for piece in PIECES.iter().chain(&sentences) {
        let text = format!("x {}.", piece.repeat(400_000 / piece.len()));
        assert!(lint::lint_with_state(&text, &state).flagged(), "more than 256 KiB of {piece:?}");
    }
}

#[test]
fn ten_megabytes_are_read() {
    let nested = "<span style=\"display:none\">".repeat(400_000);
    assert!(lint(&nested).flagged());
    let prose = "The parser reads a line, then the next one, and writes the table.\n".repeat(160_000);
    assert!(lint(&prose).findings.iter().any(|f| f.rule == "oversized_summary"));
}
