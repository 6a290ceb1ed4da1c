//! The states of all printers, and which of them the server does not know yet.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use comanda_ticket::wire::{DrawerState, Level, PrinterId, PrinterReport, PrinterState, Trouble};
use tokio::sync::watch;

use crate::clock::Clock;

/// The board of printer states, written by the workers and reported by the link.
#[derive(Debug)]
pub struct Board {
    printers: Mutex<BTreeMap<PrinterId, (PrinterReport, bool)>>,
    changed: watch::Sender<u64>,
    clock: Clock,
}

impl Board {
    /// Creates a board without printers.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { printers: Mutex::default(), changed: watch::Sender::new(0), clock }
    }

    fn printers(&self) -> MutexGuard<'_, BTreeMap<PrinterId, (PrinterReport, bool)>> {
        self.printers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the state of a printer that answered its worker.
    pub fn set(&self, printer_id: PrinterId, state: PrinterState, level: Option<Level>, drawer: Option<DrawerState>) {
        self.put(PrinterReport { printer_id, state, level, drawer, trouble: None, at_ms: self.clock.now_ms() });
    }

    /// Sets a printer to OFFLINE, because its worker did not reach it or cannot use it.
    pub fn set_offline(&self, printer_id: PrinterId, trouble: Option<Trouble>) {
        let (state, at_ms) = (PrinterState::Offline, self.clock.now_ms());
        self.put(PrinterReport { printer_id, state, level: None, drawer: None, trouble, at_ms });
    }

    fn put(&self, new_report: PrinterReport) {
        let mut printers = self.printers();
        let known = printers.get(&new_report.printer_id).map(|(report, _)| *report);
        let report = PrinterReport { level: new_report.level.or(known.and_then(|report| report.level)), ..new_report };
        if known.is_some_and(|known| PrinterReport { at_ms: report.at_ms, ..known } == report) {
            return;
        }
        let PrinterReport { printer_id, state, level, drawer, trouble, .. } = report;
        tracing::info!(%printer_id, ?state, ?level, ?drawer, ?trouble, "printer");
        printers.insert(printer_id, (report, false));
        drop(printers);
        self.changed.send_modify(|count| *count += 1);
    }

    /// Removes a printer that no longer belongs to this agent.
    pub fn remove(&self, printer_id: PrinterId) {
        self.printers().remove(&printer_id);
    }

    /// Lets every state be reported again, on a new connection.
    pub fn report_all_again(&self) {
        for (_, acknowledged) in self.printers().values_mut() {
            *acknowledged = false;
        }
    }

    /// Returns the states that the server does not know yet.
    #[must_use]
    pub fn list_unacknowledged(&self) -> Vec<PrinterReport> {
        self.printers().values().filter(|(_, acknowledged)| !acknowledged).map(|(report, _)| *report).collect()
    }

    /// Notes that the server knows this report.
    pub fn acknowledge(&self, report: &PrinterReport) {
        if let Some((known, acknowledged)) = self.printers().get_mut(&report.printer_id) {
            *acknowledged = *known == *report;
        }
    }

    /// Returns the states of all printers.
    #[must_use]
    pub fn list_reports(&self) -> Vec<PrinterReport> {
        self.printers().values().map(|(report, _)| *report).collect()
    }

    /// Returns a receiver of every change from now on.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}
