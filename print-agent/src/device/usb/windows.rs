//! USB printers on Windows: those of its own driver, usbprint.sys, which the registry lists. They need no other driver.

use std::io;

use windows_registry::{Key, LOCAL_MACHINE};

use super::UsbDevice;

/// The registry key of the interfaces of usbprint.sys.
const PRINTERS: &str = r"SYSTEM\CurrentControlSet\Control\DeviceClasses\{28d78fad-5a12-11d1-ae5b-0000f803a8c2}";

/// The handle that opens a device: the path of its interface.
pub(in crate::device) type Handle = String;

/// Returns all devices that may be printers.
///
/// # Errors
/// Returns an error if the registry cannot be read.
pub(in crate::device) async fn list() -> io::Result<Vec<UsbDevice>> {
    // A machine that never had such a printer does not have the key.
    let Ok(interfaces) = LOCAL_MACHINE.open(PRINTERS) else {
        return Ok(Vec::new());
    };
    let named = interfaces.keys().map_err(io::Error::other)?;
    Ok(named.filter(|name| is_plugged_in(&interfaces, name)).filter_map(|name| plugged(&name)).collect())
}

/// Whether a device is plugged in: the registry keeps all devices that ever were, and marks present ones as linked.
fn is_plugged_in(interfaces: &Key, name: &str) -> bool {
    let control = interfaces.open(format!(r"{name}\#\Control"));
    control.and_then(|control| control.get_u32("Linked")).is_ok_and(|linked| linked != 0)
}

/// Parses the name of an interface, `##?#USB#VID_04B8&PID_0E15#5839394B#{…}`. An instance with `&` was made up from the socket; any other
/// is the serial number.
fn plugged(name: &str) -> Option<UsbDevice> {
    let rest = name.strip_prefix("##?#")?;
    let mut parts = rest.split('#').skip(1);
    let (model, instance) = (parts.next()?, parts.next()?);
    let id = |prefix: &str| {
        let upper = model.to_ascii_uppercase();
        let at = upper.find(prefix)? + prefix.len();
        u16::from_str_radix(upper.get(at..at + 4)?, 16).ok()
    };
    Some(UsbDevice {
        vendor: id("VID_")?,
        product: id("PID_")?,
        serial: (!instance.contains('&')).then(|| instance.to_owned()),
        port: instance.to_owned(),
        description: String::new(),
        is_printer: true,
        handle: format!(r"\\?\{rest}"),
    })
}

#[cfg(test)]
mod tests {
    use super::plugged;

    #[test]
    fn names_of_interfaces_are_parsed() {
        let with_serial =
            plugged("##?#USB#VID_04B8&PID_0E15#5839394B3035#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}").expect("is one");
        assert_eq!(
            (with_serial.vendor, with_serial.product, with_serial.serial.as_deref()),
            (0x04b8, 0x0e15, Some("5839394B3035"))
        );
        assert_eq!(
            with_serial.handle,
            r"\\?\USB#VID_04B8&PID_0E15#5839394B3035#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}"
        );
        let made_up =
            plugged("##?#USB#VID_0416&PID_5011#6&2f1b&0&2#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}").expect("is one");
        assert_eq!((made_up.serial, made_up.port.as_str()), (None, "6&2f1b&0&2"));
        assert!(plugged("##?#LPTENUM").is_none());
    }
}
