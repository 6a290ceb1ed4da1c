//! The printers that Windows has given to its own driver, usbprint.sys, as its registry lists them. No other driver
//! need be installed for them.

use std::io;

use windows_registry::{Key, LOCAL_MACHINE};

use super::Plugged;

/// Interfaces of usbprint.sys.
const PRINTERS: &str = r"SYSTEM\CurrentControlSet\Control\DeviceClasses\{28d78fad-5a12-11d1-ae5b-0000f803a8c2}";

/// What opens a device: the path of its interface.
pub(in crate::device) type Handle = String;

/// Everything that could be printed on.
///
/// # Errors
/// When the registry cannot be read.
pub(in crate::device) async fn list() -> io::Result<Vec<Plugged>> {
    // A machine that never had such a printer lacks the key.
    let Ok(interfaces) = LOCAL_MACHINE.open(PRINTERS) else {
        return Ok(Vec::new());
    };
    let named = interfaces.keys().map_err(io::Error::other)?;
    Ok(named.filter(|name| is_plugged_in(&interfaces, name)).filter_map(|name| plugged(&name)).collect())
}

/// The registry keeps what was ever plugged in; what is there now is linked.
fn is_plugged_in(interfaces: &Key, name: &str) -> bool {
    let control = interfaces.open(format!(r"{name}\#\Control"));
    control.and_then(|control| control.get_u32("Linked")).is_ok_and(|linked| linked != 0)
}

/// `##?#USB#VID_04B8&PID_0E15#5839394B#{…}`: an instance with `&` was made up from the socket, another one is the serial
/// number.
fn plugged(name: &str) -> Option<Plugged> {
    let rest = name.strip_prefix("##?#")?;
    let mut parts = rest.split('#').skip(1);
    let (model, instance) = (parts.next()?, parts.next()?);
    let id = |prefix: &str| {
        let upper = model.to_ascii_uppercase();
        let at = upper.find(prefix)? + prefix.len();
        u16::from_str_radix(upper.get(at..at + 4)?, 16).ok()
    };
    Some(Plugged {
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
    fn reads_the_names_of_interfaces() {
        let own =
            plugged("##?#USB#VID_04B8&PID_0E15#5839394B3035#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}").expect("is one");
        assert_eq!((own.vendor, own.product, own.serial.as_deref()), (0x04b8, 0x0e15, Some("5839394B3035")));
        assert_eq!(own.handle, r"\\?\USB#VID_04B8&PID_0E15#5839394B3035#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}");
        let made_up =
            plugged("##?#USB#VID_0416&PID_5011#6&2f1b&0&2#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}").expect("is one");
        assert_eq!((made_up.serial, made_up.port.as_str()), (None, "6&2f1b&0&2"));
        assert!(plugged("##?#LPTENUM").is_none());
    }
}
