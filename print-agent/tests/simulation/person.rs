//! The simulated person, who decides when the agent may not.
//!
//! The person looks at the paper and reprints a ticket that is not there.

use std::collections::HashMap;

use comanda_ticket::wire::{Command, JobCommand, JobId, JobReport, JobState};
use tokio::time::Instant;

use crate::{support::server::Server, world::Place};

#[derive(Debug)]
pub struct Person {
    start: Instant,
    read_count: usize,
    /// The last report of each job.
    pub last: HashMap<JobId, JobReport>,
    pub decisions: usize,
    /// Every report as text, with the number of its ticket and its time.
    pub report_log: Vec<(u32, String)>,
}

impl Person {
    pub fn new() -> Self {
        Self { start: Instant::now(), read_count: 0, last: HashMap::new(), decisions: 0, report_log: Vec::new() }
    }

    /// Reads the new reports and makes decisions. Returns true if there was a new report.
    pub fn read_reports(&mut self, server: &Server, places: &[Place], numbers: &HashMap<JobId, u32>) -> bool {
        let new_reports: Vec<JobReport> = server.data().reports[self.read_count..].to_vec();
        self.read_count += new_reports.len();
        for report in &new_reports {
            let number = numbers[&report.id];
            self.last.insert(report.id, *report);
            let command = match report.state {
                JobState::Uncertain if places.iter().any(|place| place.has(number)) => Some(Command::Cancel),
                JobState::Uncertain => Some(Command::ReprintConfirmed),
                JobState::Expired => Some(Command::Release),
                _ => None,
            };
            let JobReport { state, level, reason, printer_id, duplicate, .. } = report;
            let at = self.start.elapsed().as_millis();
            let text = format!("{state:?} at {printer_id}, {level:?} {reason:?} {duplicate} → {command:?}");
            self.report_log.push((number, format!("{at:>6} ms: {text}")));
            self.decisions += usize::from(command.is_some());
            server.change(|data| {
                // The command is repeated with every pull until a report of the job shows the result.
                data.commands.retain(|pending| pending.id != report.id);
                data.commands.extend(command.map(|command| JobCommand { id: report.id, command }));
            });
        }
        !new_reports.is_empty()
    }

    pub fn is_settled(&self, id: JobId) -> bool {
        self.last.get(&id).is_some_and(|report| report.state.is_final())
    }

    /// All reports about a ticket, as text.
    pub fn history(&self, number: u32) -> String {
        let report_log = self.report_log.iter().filter(|(of, _)| *of == number);
        report_log.map(|(_, text)| format!("  {text}\n")).collect()
    }
}
