//! `comanda doctor`: what this server stands on, looked at without changing any of it, and for each thing that is wrong how to
//! mend it. It also runs beside a server, and where no server would start.

mod backups;
mod companies;
mod machine;
mod proxy;
mod store;

use comanda_base::{clock::Clock, config::Config};
use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Good,
    /// It works, and will not for ever.
    Warning,
    /// It does not work.
    Broken,
}

/// One thing that was looked at.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// `disk`, `database`, `licence`: for programs that watch.
    pub check: &'static str,
    /// The company it is about.
    pub company: Option<String>,
    pub level: Level,
    /// What was found.
    pub found: String,
    /// What to do about it; `None` where all is well.
    pub mend: Option<String>,
}

impl Finding {
    fn good(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, company: None, level: Level::Good, found: found.into(), mend: None }
    }
    fn warning(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { level: Level::Warning, mend: Some(mend.into()), ..Self::good(check, found) }
    }
    fn broken(check: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { level: Level::Broken, ..Self::warning(check, found, mend) }
    }
    fn of(self, company: &str) -> Self {
        Self { company: Some(company.to_owned()), ..self }
    }
}

/// Everything that was found.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The worst of the findings.
    pub level: Level,
    pub findings: Vec<Finding>,
}

impl Report {
    /// 0 all well, 1 something to look after, 2 something does not work.
    pub fn exit_code(&self) -> u8 {
        match self.level {
            Level::Good => 0,
            Level::Warning => 1,
            Level::Broken => 2,
        }
    }
}

/// Looks at everything.
pub async fn examine(config: &Config, clock: &Clock) -> Report {
    let mut findings = machine::folder(&config.data);
    findings.push(machine::port(config.listen, config.tls.is_some()).await);
    findings.extend(machine::metrics(&config.metrics));
    findings.extend(machine::tls(config.tls.as_ref()));
    findings.extend(proxy::examine(config).await);
    findings.extend(companies::examine(config, clock).await);
    let level = findings.iter().map(|f| f.level).max().unwrap_or(Level::Good);
    Report { level, findings }
}
