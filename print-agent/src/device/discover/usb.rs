//! Finds USB printers, each with an identity that survives unplugging.

use std::io;

use comanda_ticket::wire::{Address, UsbAddress, UsbIdentity};

use super::{Evidence, FoundPrinter, Hindrance};
use crate::device::usb::{UsbDevice, ask_serial_number, is_plausible, list};

/// Returns all USB printers. One without a usable serial number is queried for it (`GS I 68`), which must not happen while an agent is
/// printing on it.
///
/// # Errors
/// Returns an error if the bus cannot be read.
pub async fn usb_printers() -> io::Result<Vec<FoundPrinter>> {
    let printers: Vec<_> = list().await?.into_iter().filter(|plugged| plugged.is_printer).collect();
    let mut found = Vec::with_capacity(printers.len());
    for plugged in &printers {
        found.push(describe(plugged, &printers).await);
    }
    Ok(found)
}

async fn describe(plugged: &UsbDevice, all: &[UsbDevice]) -> FoundPrinter {
    let mut hindrance = None;
    let identity = match unique_serial(plugged, all) {
        Some(serial) => UsbIdentity::Serial(serial.to_owned()),
        None => match ask_serial_number(plugged).await {
            Ok(Some(serial)) if is_plausible(&serial) => UsbIdentity::QueriedSerial(serial),
            Ok(_) => UsbIdentity::Port(plugged.port.clone()),
            Err(error) => {
                hindrance = hindrance_from(&error);
                UsbIdentity::Port(plugged.port.clone())
            }
        },
    };
    let address = UsbAddress::Device { vendor: plugged.vendor, product: plugged.product, identity };
    FoundPrinter {
        hindrance,
        ..FoundPrinter::new(Address::Usb(address), plugged.description.clone(), Evidence::Listed)
    }
}

/// Returns the serial number on the bus, if no other printer of the model has the same.
fn unique_serial<'a>(plugged: &'a UsbDevice, all: &[UsbDevice]) -> Option<&'a str> {
    let serial = plugged.serial.as_deref().filter(|serial| is_plausible(serial))?;
    let same = |other: &&UsbDevice| {
        (other.vendor, other.product, other.serial.as_deref()) == (plugged.vendor, plugged.product, Some(serial))
    };
    (all.iter().filter(same).count() == 1).then_some(serial)
}

fn hindrance_from(error: &io::Error) -> Option<Hindrance> {
    match error.kind() {
        io::ErrorKind::PermissionDenied => Some(Hindrance::NotAllowed),
        io::ErrorKind::ResourceBusy => Some(Hindrance::InUse),
        _ => None,
    }
}
