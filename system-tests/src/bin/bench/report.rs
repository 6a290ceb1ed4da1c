//! The table of results, and the goals.

use std::{fs, time::Duration};

/// The rows of a Markdown table, in the order in which they were measured.
#[derive(Debug)]
pub struct Report {
    machine: String,
    rows: Vec<[String; 3]>,
    /// The durable commits a second of one writer without Comanda.
    pub bare_commits: f64,
    pub bare_fsync: Times,
}

/// Sorted durations.
#[derive(Debug, Default, Clone)]
pub struct Times(Vec<Duration>);

impl Times {
    pub fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    pub fn percent(&self, percent: usize) -> Duration {
        self.0.get((self.0.len() * percent / 100).min(self.0.len().saturating_sub(1))).copied().unwrap_or_default()
    }

    pub fn text(&self) -> String {
        format!("p50 {}, p99 {}", text(self.percent(50)), text(self.percent(99)))
    }
}

/// Milliseconds, to the hundredth.
pub fn text(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

impl Report {
    pub fn begin() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load: Vec<_> = load.split(' ').take(3).collect();
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown processor");
        let machine =
            format!("{}, {cores} cores; load before: {}", model.trim_start_matches([' ', '\t', ':']), load.join(" "));
        Self { machine, rows: Vec::new(), bare_commits: 0.0, bare_fsync: Times::default() }
    }

    pub fn row(&mut self, what: impl Into<String>, measured: impl Into<String>, goal: impl Into<String>) {
        let row = [what.into(), measured.into(), goal.into()];
        eprintln!("{}: {}", row[0], row[1]);
        self.rows.push(row);
    }

    /// Adds a row with a goal that is met or not.
    pub fn row_with_goal(&mut self, what: impl Into<String>, measured: impl Into<String>, goal: &str, is_met: bool) {
        self.row(what, measured, format!("{goal}: {}", if is_met { "met" } else { "**missed**" }));
    }

    pub fn print(&self) {
        println!("\n{}\n", self.machine);
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        let line = |cells: &[String; 3]| {
            let cells: Vec<_> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            println!("| {} |", cells.join(" | "));
        };
        line(&["What".into(), "Measured".into(), "Goal".into()]);
        line(&widths.map(|width| "-".repeat(width)));
        self.rows.iter().for_each(line);
    }
}
