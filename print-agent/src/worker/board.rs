//! How each printer is, and what of that the server does not know yet.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use comanda_ticket::wire::{DrawerState, Level, PrinterId, PrinterReport, PrinterState, Trouble};
use tokio::sync::watch;

use crate::clock::Clock;

/// Shared by the workers, who write, and the link, which reports.
#[derive(Debug)]
pub struct Board {
    printers: Mutex<BTreeMap<PrinterId, (PrinterReport, bool)>>,
    changed: watch::Sender<u64>,
    clock: Clock,
}

impl Board {
    /// Knows no printer yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { printers: Mutex::default(), changed: watch::Sender::new(0), clock }
    }

    fn printers(&self) -> MutexGuard<'_, BTreeMap<PrinterId, (PrinterReport, bool)>> {
        self.printers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker saw its printer.
    pub fn set(&self, printer_id: PrinterId, state: PrinterState, level: Option<Level>, drawer: Option<DrawerState>) {
        self.put(PrinterReport { printer_id, state, level, drawer, trouble: None, at_ms: self.clock.now_ms() });
    }

    /// A worker did not reach its printer, or had to leave it.
    pub fn offline(&self, printer_id: PrinterId, trouble: Option<Trouble>) {
        let (state, at_ms) = (PrinterState::Offline, self.clock.now_ms());
        self.put(PrinterReport { printer_id, state, level: None, drawer: None, trouble, at_ms });
    }

    fn put(&self, seen: PrinterReport) {
        let mut printers = self.printers();
        let known = printers.get(&seen.printer_id).map(|(report, _)| *report);
        let report = PrinterReport { level: seen.level.or(known.and_then(|report| report.level)), ..seen };
        if known.is_some_and(|known| PrinterReport { at_ms: report.at_ms, ..known } == report) {
            return;
        }
        let PrinterReport { printer_id, state, level, drawer, trouble, .. } = report;
        tracing::info!(%printer_id, ?state, ?level, ?drawer, ?trouble, "printer");
        printers.insert(printer_id, (report, false));
        drop(printers);
        self.changed.send_modify(|count| *count += 1);
    }

    /// The printer is no longer this agent's.
    pub fn remove(&self, printer_id: PrinterId) {
        self.printers().remove(&printer_id);
    }

    /// A new connection: everything is reported again.
    pub fn report_all_again(&self) {
        for (_, acknowledged) in self.printers().values_mut() {
            *acknowledged = false;
        }
    }

    /// What the server does not know yet.
    #[must_use]
    pub fn unacknowledged(&self) -> Vec<PrinterReport> {
        self.printers().values().filter(|(_, acknowledged)| !acknowledged).map(|(report, _)| *report).collect()
    }

    /// The server knows exactly this.
    pub fn acknowledged(&self, report: &PrinterReport) {
        if let Some((known, acknowledged)) = self.printers().get_mut(&report.printer_id) {
            *acknowledged = *known == *report;
        }
    }

    /// All printers as they are.
    #[must_use]
    pub fn all(&self) -> Vec<PrinterReport> {
        self.printers().values().map(|(report, _)| *report).collect()
    }

    /// Sees every change from now on.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}
