//! The bus as Linux shows it.

use std::io;

use nusb::DeviceInfo;

use super::Plugged;

/// Printers of the USB class.
const PRINTER: u8 = 7;
/// Cheap clones call themselves "vendor specific", and are printers all the same.
const VENDOR_SPECIFIC: u8 = 255;

/// What opens a device.
pub(in crate::device) type Handle = DeviceInfo;

/// The interface to print on.
pub(in crate::device) fn printer_interface(info: &DeviceInfo) -> Option<u8> {
    let of = |class| info.interfaces().find(|interface| interface.class() == class);
    of(PRINTER).or_else(|| of(VENDOR_SPECIFIC)).map(nusb::InterfaceInfo::interface_number)
}

/// Bus and ports: `1-2.3`.
fn port(info: &DeviceInfo) -> String {
    let chain: Vec<_> = info.port_chain().iter().map(u8::to_string).collect();
    format!("{}-{}", info.busnum(), chain.join("."))
}

/// Everything that could be printed on. A machine without USB has nothing.
///
/// # Errors
/// When the bus cannot be read.
pub(in crate::device) async fn list() -> io::Result<Vec<Plugged>> {
    match nusb::list_devices().await {
        Ok(devices) => Ok(devices.filter(|info| printer_interface(info).is_some()).map(plugged).collect()),
        Err(_) if !std::path::Path::new("/sys/bus/usb/devices").exists() => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

fn plugged(info: DeviceInfo) -> Plugged {
    let names = [info.manufacturer_string(), info.product_string()].into_iter().flatten();
    let is_printer = info.interfaces().any(|interface| interface.class() == PRINTER);
    let names: Vec<_> = names.map(str::trim).filter(|name| !name.is_empty()).collect();
    Plugged {
        vendor: info.vendor_id(),
        product: info.product_id(),
        serial: info.serial_number().map(|serial| serial.trim().to_owned()),
        port: port(&info),
        description: names.join(" "),
        is_printer,
        handle: info,
    }
}
