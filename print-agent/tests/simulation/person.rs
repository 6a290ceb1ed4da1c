//! Who decides where the agent may not: looks at the paper, and prints again what is not there.

use std::collections::HashMap;

use comanda_ticket::wire::{Command, JobCommand, JobId, JobReport, JobState};

use crate::{support::server::Server, world::Place};

#[derive(Debug, Default)]
pub struct Person {
    read: usize,
    /// What the server knows of each job.
    pub last: HashMap<JobId, JobReport>,
    pub decisions: usize,
}

impl Person {
    /// Reads what is new and decides. True: there was something new.
    pub fn attend(&mut self, server: &Server, places: &[Place], numbers: &HashMap<JobId, u32>) -> bool {
        let news: Vec<JobReport> = server.kept().reports[self.read..].to_vec();
        self.read += news.len();
        for report in &news {
            self.last.insert(report.id, *report);
            let command = match report.state {
                JobState::Uncertain if places.iter().any(|place| place.has(numbers[&report.id])) => {
                    Some(Command::Cancel)
                }
                JobState::Uncertain => Some(Command::ReprintConfirmed),
                JobState::Expired => Some(Command::Release),
                _ => None,
            };
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
}
