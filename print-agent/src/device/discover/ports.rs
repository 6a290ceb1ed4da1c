//! Serial ports and queues of this machine.

use std::io;

use comanda_ticket::wire::{Address, SerialAddress};
use tokio_serial::SerialPortType;

use super::{Evidence, Found};
use crate::device::spooler;

/// All serial ports, with the settings that most printers leave the factory with. What is behind one nobody knows.
///
/// # Errors
/// When the system cannot list them.
pub async fn serial() -> io::Result<Vec<Found>> {
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
        let address = Address::Serial(SerialAddress::usual(&lasting(port.port_name)));
        Found::new(address, description, Evidence::Port)
    });
    Ok(found.collect())
}

/// The name by which the same adapter is found again in whatever order they are plugged in.
#[cfg(unix)]
fn lasting(port: String) -> String {
    let links = std::fs::read_dir("/dev/serial/by-id").into_iter().flatten().flatten();
    let here = std::fs::canonicalize(&port).ok();
    let same = |link: &std::path::PathBuf| here.is_some() && std::fs::canonicalize(link).ok() == here;
    let named = links.map(|link| link.path()).find(same);
    named.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or(port)
}

/// Windows gives an adapter the same number again.
#[cfg(windows)]
fn lasting(port: String) -> String {
    port
}

/// All queues of the operating system.
///
/// # Errors
/// When there is no printing system that runs.
pub async fn queues() -> io::Result<Vec<Found>> {
    let queues = spooler::queues().await?;
    let found = queues.into_iter().map(|queue| {
        let description = queue.description;
        Found::new(Address::Spooler(queue.name), description, Evidence::Listed)
    });
    Ok(found.collect())
}
