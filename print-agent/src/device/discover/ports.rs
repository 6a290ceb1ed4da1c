//! Finds the serial ports and print queues of this machine.

use std::io;

use comanda_ticket::wire::{Address, SerialAddress};
use tokio_serial::SerialPortType;

use super::{Evidence, FoundPrinter};
use crate::device::spooler;

/// Returns all serial ports, with the settings that most printers leave the factory with. It is unknown what is behind them.
///
/// # Errors
/// Returns an error if the system cannot list them.
pub async fn serial_ports() -> io::Result<Vec<FoundPrinter>> {
    let mut ports = tokio_serial::available_ports()?;
    ports.sort_by(|a, b| a.port_name.cmp(&b.port_name));
    let found = ports.into_iter().map(|port| {
        let description = match port.port_type {
            SerialPortType::UsbPort(usb) => {
                let known = [usb.manufacturer, usb.product].into_iter().flatten();
                known.collect::<Vec<_>>().join(" ")
            }
            _ => String::new(),
        };
        let address = Address::Serial(SerialAddress::with_default_settings(&stable_name(port.port_name)));
        FoundPrinter::new(address, description, Evidence::Port)
    });
    Ok(found.collect())
}

/// Returns a name of the port that stays the same in whatever order adapters are plugged in.
#[cfg(unix)]
fn stable_name(port: String) -> String {
    let links = std::fs::read_dir("/dev/serial/by-id").into_iter().flatten().flatten();
    let canonical_path = std::fs::canonicalize(&port).ok();
    let same =
        |link: &std::path::PathBuf| canonical_path.is_some() && std::fs::canonicalize(link).ok() == canonical_path;
    let named = links.map(|link| link.path()).find(same);
    named.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or(port)
}

/// Returns the port unchanged: Windows gives an adapter the same number again.
#[cfg(windows)]
fn stable_name(port: String) -> String {
    port
}

/// Returns all print queues of the operating system.
///
/// # Errors
/// Returns an error if no printing system is running.
pub async fn spooler_queues() -> io::Result<Vec<FoundPrinter>> {
    let queues = spooler::queues().await?;
    let found = queues.into_iter().map(|queue| {
        let description = queue.description;
        FoundPrinter::new(Address::Spooler(queue.name), description, Evidence::Listed)
    });
    Ok(found.collect())
}
