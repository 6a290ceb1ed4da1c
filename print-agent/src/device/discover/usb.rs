//! USB printers, each by what will still name it after it was plugged out and in.

use std::io;

use comanda_ticket::wire::{Address, UsbAddress, UsbIdentity};

use super::{Evidence, Found, Hindrance};
use crate::device::usb::{Plugged, ask_serial_number, is_plausible, list};

/// All USB printers. One without a usable serial number is asked for it (`GS I 68`): not to be done to a printer that
/// an agent is printing on.
///
/// # Errors
/// When the bus cannot be read.
pub async fn usb() -> io::Result<Vec<Found>> {
    let printers: Vec<_> = list().await?.into_iter().filter(|plugged| plugged.is_printer).collect();
    let mut found = Vec::with_capacity(printers.len());
    for plugged in &printers {
        found.push(describe(plugged, &printers).await);
    }
    Ok(found)
}

async fn describe(plugged: &Plugged, all: &[Plugged]) -> Found {
    let mut hindrance = None;
    let identity = match own_serial(plugged, all) {
        Some(serial) => UsbIdentity::Serial(serial.to_owned()),
        None => match ask_serial_number(plugged).await {
            Ok(Some(serial)) if is_plausible(&serial) => UsbIdentity::Asked(serial),
            Ok(_) => UsbIdentity::Port(plugged.port.clone()),
            Err(error) => {
                hindrance = hindrance_of(&error);
                UsbIdentity::Port(plugged.port.clone())
            }
        },
    };
    let address = UsbAddress::Device { vendor: plugged.vendor, product: plugged.product, identity };
    Found { hindrance, ..Found::new(Address::Usb(address), plugged.description.clone(), Evidence::Listed) }
}

/// The serial number on the bus, if no other printer of the model has the same.
fn own_serial<'a>(plugged: &'a Plugged, all: &[Plugged]) -> Option<&'a str> {
    let serial = plugged.serial.as_deref().filter(|serial| is_plausible(serial))?;
    let same = |other: &&Plugged| {
        (other.vendor, other.product, other.serial.as_deref()) == (plugged.vendor, plugged.product, Some(serial))
    };
    (all.iter().filter(same).count() == 1).then_some(serial)
}

fn hindrance_of(error: &io::Error) -> Option<Hindrance> {
    match error.kind() {
        io::ErrorKind::PermissionDenied => Some(Hindrance::NotAllowed),
        io::ErrorKind::ResourceBusy => Some(Hindrance::InUse),
        _ => None,
    }
}
