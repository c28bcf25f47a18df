/// The one style sheet: nothing is loaded from anywhere. Colours come in pairs for light and dark; no meaning hangs on
/// colour alone.
pub const STYLE: &str = "
:root { color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1f2328; --soft: #57606a; --line: #d9d5cc; --link: #0a58ca;
  --good: #1a6b3c; --good-bg: #e3f4e9; --bad: #a3261b; --bad-bg: #fbe7e4; --open: #7a5200; --open-bg: #fdf1d4;
  --person: #5a3a9e; --person-bg: #ede7fa; --plain: #57606a; --plain-bg: #eeece6; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14171c; --card: #1c2128; --ink: #e6e6e3; --soft: #a0a8b3; --line: #363d47; --link: #7ab4ff;
  --good: #7ddba0; --good-bg: #17352a; --bad: #ff9d90; --bad-bg: #451f1c; --open: #f1c86a; --open-bg: #3b2f12;
  --person: #c3adff; --person-bg: #302552; --plain: #a0a8b3; --plain-bg: #2a3038; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; }
main, header, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); color: var(--link); padding: .5rem 1rem; z-index: 1; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 1.1rem; font-weight: 600; color: var(--soft); margin: 0 0 .25rem; letter-spacing: .02em; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
.overall { font-size: 1.9rem; font-weight: 700; line-height: 1.2; margin: 0; display: flex; gap: .6rem; align-items: center; }
.lead { margin: .4rem 0 1rem; max-width: 46rem; }
.badge, .dot { display: inline-flex; align-items: center; justify-content: center; font-weight: 700; border-radius: 999px;
  border: 1.5px solid currentColor; flex: none; }
.badge { padding: 0 .6rem; font-size: .82rem; line-height: 1.5rem; white-space: nowrap; }
.dot { width: 1.5rem; height: 1.5rem; font-size: .8rem; line-height: 1; }
.overall .dot { width: 2.1rem; height: 2.1rem; font-size: 1.1rem; }
.good { color: var(--good); background: var(--good-bg); } .bad { color: var(--bad); background: var(--bad-bg); }
.open { color: var(--open); background: var(--open-bg); } .operator { color: var(--person); background: var(--person-bg); }
.plain { color: var(--plain); background: var(--plain-bg); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(13.5rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; }
.facts > div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .7rem .9rem; min-width: 0; }
.facts dt { color: var(--soft); font-size: .82rem; }
.facts dd { margin: .1rem 0 0; font-weight: 600; overflow-wrap: anywhere; }
.facts small { display: block; font-weight: 400; color: var(--soft); }
.name { font-family: ui-monospace, 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace; font-size: .9em; overflow-wrap: anywhere;
  unicode-bidi: isolate; }
.id { white-space: nowrap; }
.timeline { list-style: none; margin: 0; padding: 0; }
.timeline li { display: grid; grid-template-columns: 4.6rem 1.5rem 1fr; gap: .75rem; position: relative; padding: .3rem 0; }
.timeline li::before { content: ''; position: absolute; left: 6.08rem; top: 0; bottom: 0; width: 2px; background: var(--line); }
.timeline li:first-child::before { top: .8rem; } .timeline li:last-child::before { bottom: calc(100% - .8rem); }
.timeline .dot { position: relative; }
.timeline time { color: var(--soft); font-size: .82rem; font-variant-numeric: tabular-nums; padding-top: .1rem; text-align: right; }
.timeline .what { min-width: 0; overflow-wrap: anywhere; }
.timeline .seq { color: var(--soft); font-size: .8rem; white-space: nowrap; }
.timeline .day { font-weight: 600; color: var(--soft); font-size: .85rem; grid-column: 3; }
.timeline li.gap { color: var(--soft); font-style: italic; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .9rem; border-top: 1px solid var(--line); min-width: 5.5rem; }
thead th { border-top: 0; color: var(--soft); font-weight: 600; font-size: .82rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: .75rem 0; }
details .scroll { border: 0; border-top: 1px solid var(--line); border-radius: 0 0 10px 10px; }
summary { cursor: pointer; padding: .6rem .9rem; font-weight: 600; }
.gaps li { margin: .25rem 0; }
footer { color: var(--soft); font-size: .85rem; padding-top: 2rem; padding-bottom: 3rem; }
@media (max-width: 36rem) { .timeline li { grid-template-columns: 1.5rem 1fr; }
  .timeline time { grid-column: 2; grid-row: 1; text-align: left; } .timeline .dot { grid-row: 1 / span 2; }
  .timeline .what { grid-column: 2; } .timeline li::before { left: .7rem; } .timeline .day { grid-column: 2; } }
@media print { body { background: none; } .skip { display: none; } .facts > div, details, .scroll { break-inside: avoid; } }
";

#[cfg(test)]
mod tests {
    use super::STYLE;
    use std::collections::BTreeMap;

    /// The colours of one scheme by name.
    fn colours(part: &str) -> BTreeMap<&str, [f64; 3]> {
        let declared = part.split("--").skip(1).filter_map(|rest| rest.split_once(": #"));
        let channel = |hex: &str, at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        declared.map(|(name, hex)| (name, [channel(hex, 0), channel(hex, 2), channel(hex, 4)])).collect()
    }

    fn luminance([red, green, blue]: [f64; 3]) -> f64 {
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// What the Web Content Accessibility Guidelines ask of text at level AA.
    #[test]
    fn text_can_be_read_in_both_schemes() {
        let (light, rest) = STYLE.split_once("@media (prefers-color-scheme: dark)").unwrap();
        let (dark, _) = rest.split_once("} }").unwrap();
        for (scheme, part) in [("light", light), ("dark", dark)] {
            let colours = colours(part);
            let pairs =
                [("ink", "paper"), ("ink", "card"), ("soft", "paper"), ("soft", "card"), ("link", "card")];
            let tones = ["good", "bad", "open", "person", "plain"];
            let pairs = pairs.map(|(text, ground)| (text.to_owned(), ground.to_owned())).into_iter();
            for (text, ground) in pairs.chain(tones.map(|tone| (tone.to_owned(), format!("{tone}-bg")))) {
                let (one, other) = (luminance(colours[text.as_str()]), luminance(colours[ground.as_str()]));
                let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                assert!(contrast >= 4.5, "{scheme}: {text} on {ground} has a contrast of {contrast:.2}");
            }
        }
    }
}
