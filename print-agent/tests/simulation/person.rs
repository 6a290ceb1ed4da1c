//! Who decides where the agent may not: looks at the paper, and prints again what is not there.

use std::collections::HashMap;

use comanda_ticket::wire::{Command, JobCommand, JobId, JobReport, JobState};
use tokio::time::Instant;

use crate::{support::server::Server, world::Place};

#[derive(Debug)]
pub struct Person {
    began: Instant,
    read: usize,
    /// What the server knows of each job.
    pub last: HashMap<JobId, JobReport>,
    pub decisions: usize,
    /// Every report, with its ticket's number and when it came.
    pub heard: Vec<(u32, String)>,
}

impl Person {
    pub fn new() -> Self {
        Self { began: Instant::now(), read: 0, last: HashMap::new(), decisions: 0, heard: Vec::new() }
    }

    /// Reads what is new and decides. True: there was something new.
    pub fn attend(&mut self, server: &Server, places: &[Place], numbers: &HashMap<JobId, u32>) -> bool {
        let news: Vec<JobReport> = server.kept().reports[self.read..].to_vec();
        self.read += news.len();
        for report in &news {
            let number = numbers[&report.id];
            self.last.insert(report.id, *report);
            let command = match report.state {
                JobState::Uncertain if places.iter().any(|place| place.has(number)) => Some(Command::Cancel),
                JobState::Uncertain => Some(Command::ReprintConfirmed),
                JobState::Expired => Some(Command::Release),
                _ => None,
            };
            let JobReport { state, level, reason, printer_id, duplicate, .. } = report;
            let at = self.began.elapsed().as_millis();
            let said = format!("{state:?} at {printer_id}, {level:?} {reason:?} {duplicate} → {command:?}");
            self.heard.push((number, format!("{at:>6} ms: {said}")));
            self.decisions += usize::from(command.is_some());
            server.change(|kept| {
                // Repeated with every pull until the job's report shows it.
                kept.commands.retain(|given| given.id != report.id);
                kept.commands.extend(command.map(|command| JobCommand { id: report.id, command }));
            });
        }
        !news.is_empty()
    }

    pub fn is_settled(&self, id: JobId) -> bool {
        self.last.get(&id).is_some_and(|report| report.state.is_final())
    }

    /// All that was heard of a ticket.
    pub fn history(&self, number: u32) -> String {
        let heard = self.heard.iter().filter(|(of, _)| *of == number);
        heard.map(|(_, said)| format!("  {said}\n")).collect()
    }
}
