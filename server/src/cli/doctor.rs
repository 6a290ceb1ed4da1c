//! `comanda doctor`: prints the findings for people, or as JSON for a monitoring program.

use super::say;
use anyhow::Result;
use comanda::{
    clock::Clock,
    config::Config,
    doctor::{Finding, FindingLevel, run_checks},
};
use std::process::ExitCode;

/// Prints the findings; the exit code is that of the worst.
pub(super) async fn run_doctor(config: &Config, json: bool) -> Result<ExitCode> {
    let report = run_checks(config, &Clock::system()).await;
    if json {
        say(&serde_json::to_string_pretty(&report)?)?;
    } else {
        for finding in &report.findings {
            say(&finding_line(finding))?;
        }
        say(match report.level {
            FindingLevel::Good => "\nTodo está bien.",
            FindingLevel::Warning => "\nFunciona, pero hay algo que atender.",
            FindingLevel::Broken => "\nHay algo que no funciona.",
        })?;
    }
    Ok(ExitCode::from(report.exit_code()))
}

fn finding_line(finding: &Finding) -> String {
    let sign = match finding.level {
        FindingLevel::Good => "bien  ",
        FindingLevel::Warning => "OJO   ",
        FindingLevel::Broken => "MAL   ",
    };
    let company = finding.company.as_ref().map(|slug| format!("{slug}: ")).unwrap_or_default();
    let mend = finding.mend.as_ref().map(|mend| format!("\n      → {mend}")).unwrap_or_default();
    format!("{sign}{company}{}{mend}", finding.found)
}
