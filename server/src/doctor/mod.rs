//! `comanda doctor`: checks this server's environment without changing anything, and tells for each problem how to fix it. It also runs
//! beside a running server, and where no server would start.

mod backups;
mod companies;
mod machine;
mod proxy;
mod store;

use comanda_base::{clock::Clock, config::Config};
use serde::Serialize;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingLevel {
    Good,
    /// Works now, but not for long.
    Warning,
    /// Does not work.
    Broken,
}

/// The result of one check.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// The check's name for monitoring programs: `disk`, `database`, `licence`.
    pub check: &'static str,
    /// The short name of the company concerned.
    pub company: Option<String>,
    pub level: FindingLevel,
    /// The state found, as a text.
    pub found: String,
    /// The advice; `None` where all is well.
    pub mend: Option<String>,
}

impl Finding {
    fn good(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, company: None, level: FindingLevel::Good, found: found.into(), mend: None }
    }
    fn warning(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { level: FindingLevel::Warning, mend: Some(mend.into()), ..Self::good(check, found) }
    }
    fn broken(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { level: FindingLevel::Broken, ..Self::warning(check, found, mend) }
    }
    fn for_company(self, company: &str) -> Self {
        Self { company: Some(company.to_owned()), ..self }
    }
}

/// All findings.
#[derive(Debug, Clone, Serialize)]
pub struct DoctorReport {
    /// The worst of the findings.
    pub level: FindingLevel,
    pub findings: Vec<Finding>,
}

impl DoctorReport {
    /// Returns 0 if all is well, 1 for warnings, 2 if something does not work.
    pub fn exit_code(&self) -> u8 {
        match self.level {
            FindingLevel::Good => 0,
            FindingLevel::Warning => 1,
            FindingLevel::Broken => 2,
        }
    }
}

/// Runs all checks.
pub async fn run_checks(config: &Config, clock: &Clock) -> DoctorReport {
    let mut findings = machine::check_folder(&config.data);
    findings.push(machine::check_port(config.listen, config.tls.is_some()).await);
    findings.extend(machine::check_metrics(&config.metrics));
    findings.extend(machine::check_tls(config.tls.as_ref()));
    findings.extend(proxy::check_proxy(config).await);
    findings.extend(companies::check_companies(config, clock).await);
    let level = findings.iter().map(|f| f.level).max().unwrap_or(FindingLevel::Good);
    DoctorReport { level, findings }
}
