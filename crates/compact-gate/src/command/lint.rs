use super::Format;
use crate::output;
use anyhow::Context as _;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit status: 0 clean, 1 flagged, 2 error.
#[derive(clap::Args)]
pub struct Lint {
    /// The summary: a file, or - for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,
    /// How to show the findings
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Compare what the summary claims with this control state, and list what of it the summary lost: a JSON file of
    /// authority, denials, operations, approvals, decisions, constraints, contract and git
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    state: Option<PathBuf>,
    /// Check many: JSON Lines of {"id","text"} in, {"id","verdict","findings"} out; a file, or - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "format"])]
    batch: Option<PathBuf>,
    /// Print what a rule finds and why, with examples; "all" lists the rules
    #[arg(long, value_name = "RULE", conflicts_with_all = ["file", "format", "batch"])]
    explain: Option<String>,
}

#[derive(Serialize)]
struct FindingRow<'a> {
    rule: &'a str,
    severity: &'a str,
    range: [usize; 2],
    message: &'a str,
}

#[derive(Serialize)]
struct ItemRow<'a> {
    kind: &'a str,
    id: &'a str,
    words: &'a str,
}

#[derive(Serialize)]
struct ReportRow<'a> {
    verdict: &'a str,
    findings: Vec<FindingRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Vec<ItemRow<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Vec<ItemRow<'a>>>,
}

/// A summary larger than this isn't read; the lint flags far smaller ones for their size.
const MAX_BYTES: u64 = 256 << 20;

impl Lint {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(rule) = self.explain {
            return explain(&rule);
        }
        if let Some(batch) = self.batch {
            let outcome = if batch == Path::new("-") {
                lint::batch::run(io::stdin().lock(), BufWriter::new(io::stdout().lock()))
            } else {
                let file = File::open(&batch).with_context(|| batch.display().to_string())?;
                lint::batch::run(BufReader::new(file), BufWriter::new(io::stdout().lock()))
            }
            .with_context(|| batch.display().to_string())?;
            return Ok(ExitCode::from(u8::from(outcome.flagged > 0)));
        }
        let text = read(&self.file)?;
        let state = self.state.as_deref().map(read_state).transpose()?;
        let (report, omissions) = match &state {
            Some(state) => {
                let lint::Review { report, omissions, .. } = lint::review(&text, state);
                (report, Some(omissions))
            }
            None => (lint::lint(&text), None),
        };
        let shown = match self.format {
            Format::Text => {
                as_text(&self.file, &text, &report) + &omissions.as_ref().map(losses).unwrap_or_default()
            }
            Format::Json => as_json(&report, omissions.as_ref())?,
        };
        output::stdout(&shown);
        Ok(ExitCode::from(u8::from(report.flagged())))
    }
}

fn explain(id: &str) -> anyhow::Result<ExitCode> {
    if id == "all" {
        let lines: Vec<String> =
            lint::rules().iter().map(|rule| format!("{:<26} {}\n", rule.id, rule.summary)).collect();
        output::stdout(&lines.concat());
        return Ok(ExitCode::SUCCESS);
    }
    let rule = lint::rules().iter().find(|rule| rule.id == id);
    let rule = rule
        .with_context(|| format!("there is no rule {id:?}; `compact-gate lint --explain all` lists them"))?;
    output::stdout(&format!("{}\n", rule.page().trim_end()));
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().take(MAX_BYTES).read_to_end(&mut bytes).context("standard input")?;
    } else {
        let open = File::open(file).with_context(|| file.display().to_string())?;
        open.take(MAX_BYTES).read_to_end(&mut bytes).with_context(|| file.display().to_string())?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_state(path: &Path) -> anyhow::Result<lint::ControlState> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    serde_json::from_reader(BufReader::new(file)).with_context(|| path.display().to_string())
}

fn verdict_of(report: &lint::Report) -> &'static str {
    if report.flagged() { "flagged" } else { "pass" }
}

fn as_json(report: &lint::Report, omissions: Option<&lint::Omissions>) -> anyhow::Result<String> {
    let findings = report.findings.iter().map(|finding| FindingRow {
        rule: finding.rule,
        severity: finding.severity.as_str(),
        range: [finding.range.start, finding.range.end],
        message: &finding.message,
    });
    let row = ReportRow {
        verdict: verdict_of(report),
        findings: findings.collect(),
        kept: omissions.map(|found| item_rows(&found.kept)),
        lost: omissions.map(|found| item_rows(&found.lost)),
    };
    Ok(serde_json::to_string_pretty(&row)? + "\n")
}

fn item_rows(items: &[lint::Item]) -> Vec<ItemRow<'_>> {
    items.iter().map(|item| ItemRow { kind: item.kind.as_str(), id: &item.id, words: &item.words }).collect()
}

/// What the summary lost of control state, for the person who gave that state.
fn losses(omissions: &lint::Omissions) -> String {
    let escaped = |text: &str| text.chars().flat_map(visible).collect::<String>();
    let mut shown = format!("control state: kept {}, lost {}\n", omissions.kept.len(), omissions.lost.len());
    for item in &omissions.lost {
        shown +=
            &format!("    lost {} {}: {}\n", item.kind.as_str(), escaped(&item.id), escaped(&item.words));
    }
    shown
}

/// A passage is shown only here, to the person who asked about this very text; its control characters are escaped.
fn as_text(file: &Path, text: &str, report: &lint::Report) -> String {
    let name = if file == Path::new("-") { "<stdin>".into() } else { file.display().to_string() };
    let mut shown = String::new();
    for finding in &report.findings {
        let start = finding.range.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count() + 1;
        shown += &format!(
            "{name}:{line}:{column}: {} [{}]: {}\n",
            finding.severity.as_str(),
            finding.rule,
            finding.message
        );
        if !finding.range.is_empty() {
            shown += &passage(text, line_start, &finding.range);
        }
    }
    let count = report.findings.len();
    shown + &format!("{}: {count} finding{}\n", verdict_of(report), if count == 1 { "" } else { "s" })
}

fn passage(text: &str, line_start: usize, range: &std::ops::Range<usize>) -> String {
    const BEFORE: usize = 40;
    const MARKED: usize = 100;
    let end =
        text[range.start..].find('\n').map_or(range.end, |newline| range.end.min(range.start + newline));
    let before: String = text[line_start..range.start].chars().collect();
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let before: String = before.chars().skip(skipped).flat_map(visible).collect();
    let marked: String = text[range.start..end].chars().take(MARKED).flat_map(visible).collect();
    let lead = if skipped > 0 { "…" } else { "" };
    let width = before.chars().count() + lead.chars().count();
    format!(
        "    {lead}{before}{marked}\n    {}{}\n",
        " ".repeat(width),
        "^".repeat(marked.chars().count().max(1))
    )
}

/// A character as it may be shown on a terminal.
fn visible(c: char) -> Vec<char> {
    let hidden = c.is_control()
        || matches!(u32::from(c), 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xE0000..=0xE01EF);
    if hidden { format!("\\u{{{:x}}}", u32::from(c)).chars().collect() } else { vec![c] }
}
