//! Support for the agent's tests: a small server that speaks the agent's protocol, and an agent to run with it.
#![allow(dead_code, reason = "each test binary uses its part")]

pub mod agent;
pub mod server;

use std::{future::Future, time::Duration};

use comanda_fake_printer::Abilities;
use comanda_ticket::{
    Kind, Ticket,
    wire::{JobId, Level, PaperSize, PrintJob, PrinterId, PrinterSetup, PrinterType},
};

/// The time limit of every wait. It is long enough for the slowest machine, so a test that reaches it has failed.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The confirmation level of printers with these abilities.
pub const LEVELS: [(Abilities, Level); 4] = [
    (Abilities::ALL, Level::L2),
    (Abilities::CONSUMED, Level::L1),
    (Abilities::STATUS_ONLY, Level::L0),
    (Abilities::SILENT, Level::L0),
];

/// Awaits a future with a time limit, so that a defect makes the test fail instead of hang.
pub async fn within_time_limit<T>(what: &str, awaited: impl Future<Output = T>) -> T {
    match tokio::time::timeout(TIMEOUT, awaited).await {
        Ok(value) => value,
        Err(_) => panic!("this did not happen: {what}"),
    }
}

/// A folder for an agent's state. It is in memory if the system supports that, because the tests do not measure the disk.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}

pub fn network(id: i64, name: &str, address: &str) -> PrinterSetup {
    PrinterSetup {
        id: PrinterId(id),
        name: name.into(),
        kind: PrinterType::Network,
        address: address.into(),
        size: PaperSize::Mm80,
        profile: String::new(),
        stand_in_id: None,
        stand_in_after_s: None,
        label: None,
        status: "ACTIVE".into(),
    }
}

pub fn virtual_printer(id: i64, name: &str) -> PrinterSetup {
    PrinterSetup { kind: PrinterType::Virtual, ..network(id, name, "") }
}

/// A print job with a short kitchen command that shows its number.
pub fn command(printer: i64, number: u32) -> PrintJob {
    let ticket = Ticket::new(Kind::Command)
        .heading("COCINA")
        .pair(format!("Comanda {number:04}"), "21/11/2026 13:05")
        .rule()
        .dish("2", "LOMO SALTADO")
        .comment("SIN CEBOLLA")
        .rule()
        .text(format!("COCINA #{number:06}"))
        .cut();
    job(printer, ticket)
}

pub fn job(printer: i64, ticket: Ticket) -> PrintJob {
    PrintJob {
        id: JobId(uuid::Uuid::new_v4()),
        printer_id: PrinterId(printer),
        document: ticket.kind,
        area: Some("COCINA".into()),
        sequence: None,
        created_at_ms: comanda_agent::clock::Clock::system().now_ms(),
        expires_at_ms: None,
        copy: 1,
        ticket,
        open_drawer: false,
        marks: Vec::new(),
        logo: None,
    }
}
