//! A print queue of the operating system, to which raw bytes are sent. It is the last resort, because it proves nothing.

use std::time::Duration;

use comanda_ticket::wire::{Level, PrinterState};
use tokio::time::timeout;

use super::{Capability, Contact, Fault, spooler};
use crate::config::{Timing, ms};

/// A queue by its name.
#[derive(Debug)]
pub struct Queue {
    name: String,
    time_limit: Duration,
    /// Whether the queue refused the last ticket, no matter what state it reports.
    refused: bool,
}

impl Queue {
    pub(super) fn new(name: String, timing: &Timing) -> Self {
        Self { name, time_limit: ms(timing.write_ms), refused: false }
    }

    pub(super) async fn contact(&mut self) -> Result<Contact, Fault> {
        if std::mem::take(&mut self.refused) {
            return Err(Fault::Offline);
        }
        match timeout(self.time_limit, spooler::is_open(&self.name)).await {
            Ok(Ok(open)) => {
                let state = if open { PrinterState::Ready } else { PrinterState::Error };
                let capability = Some(Capability { live_status: false, level: Level::L0 });
                Ok(Contact { state, capability, drawer: None })
            }
            _ => Err(Fault::Offline),
        }
    }

    pub(super) async fn send(&mut self, ticket: Vec<u8>) -> Result<(), Fault> {
        let sent = timeout(self.time_limit, spooler::print(&self.name, ticket)).await;
        self.refused = !matches!(sent, Ok(Ok(())));
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::warn!(queue = %self.name, %error, "the queue takes nothing");
                Err(Fault::NothingSent)
            }
            // The ticket may have been accepted at the last moment.
            Err(_) => Err(Fault::Broken),
        }
    }
}
