//! The print spooler of Windows.

use std::io;

use printers::common::base::{
    job::PrinterJobOptions,
    printer::{Printer, PrinterState},
};
use tokio::task::spawn_blocking;
use windows_registry::{Key, LOCAL_MACHINE};

use super::ListedQueue;

/// The registry key of the queues of this machine.
const QUEUES: &str = r"SYSTEM\CurrentControlSet\Control\Print\Printers";
/// The status bits PRINTER_STATUS_PAUSED, _ERROR and _PENDING_DELETION.
const STOPPED: u32 = 1 | 2 | 4;

fn queue_key(queue: &str) -> io::Result<Key> {
    LOCAL_MACHINE.open(format!(r"{QUEUES}\{queue}")).map_err(|error| io::Error::new(io::ErrorKind::NotFound, error))
}

/// Whether the queue passes on its jobs. False when a person has stopped it.
///
/// # Errors
/// Returns an error if there is no such queue.
pub(in crate::device) async fn is_open(queue: &str) -> io::Result<bool> {
    // The state of a queue on another machine is known only when it is printed on.
    if queue.starts_with(r"\\") {
        return Ok(true);
    }
    Ok(queue_key(queue)?.get_u32("Status").unwrap_or_default() & STOPPED == 0)
}

/// Sends raw bytes to the queue.
///
/// # Errors
/// Returns an error if the queue took none of them.
pub(in crate::device) async fn print(queue: &str, bytes: Vec<u8>) -> io::Result<()> {
    let printer = named(queue);
    let printing = move || {
        let options = PrinterJobOptions { name: Some("Comanda"), ..PrinterJobOptions::none() };
        printer.print(&bytes, options).map(drop).map_err(|error| io::Error::other(error.message))
    };
    spawn_blocking(printing).await.map_err(io::Error::other)?
}

/// Returns the crate's description of a queue, of which only the name counts for printing. The crate's own list is not used, because it
/// reads entries that do not exist on a machine without queues.
fn named(queue: &str) -> Printer {
    Printer {
        name: queue.to_owned(),
        system_name: queue.to_owned(),
        driver_name: String::new(),
        uri: String::new(),
        port_name: String::new(),
        processor: String::new(),
        data_type: String::new(),
        description: String::new(),
        location: String::new(),
        is_default: false,
        is_shared: false,
        state: PrinterState::UNKNOWN,
        state_reasons: Vec::new(),
    }
}

/// Returns all queues of this machine, with driver and port.
///
/// # Errors
/// Returns an error if the registry cannot be read.
pub(in crate::device) async fn queues() -> io::Result<Vec<ListedQueue>> {
    let Ok(all) = LOCAL_MACHINE.open(QUEUES) else {
        return Ok(Vec::new());
    };
    let described = |name: String| {
        let value = |value: &str| all.open(&name).and_then(|key| key.get_string(value)).unwrap_or_default();
        let description = format!("{} ({})", value("Printer Driver"), value("Port"));
        ListedQueue { name, description }
    };
    Ok(all.keys().map_err(io::Error::other)?.map(described).collect())
}
