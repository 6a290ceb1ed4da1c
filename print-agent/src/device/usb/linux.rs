//! USB printers on Linux.

use std::io;

use nusb::DeviceInfo;

use super::UsbDevice;

/// The USB class of printers.
const PRINTER: u8 = 7;
/// The class "vendor specific", which cheap clones report although they are printers.
const VENDOR_SPECIFIC: u8 = 255;

/// The handle that opens a device.
pub(in crate::device) type Handle = DeviceInfo;

/// Returns the number of the interface to print on.
pub(in crate::device) fn printer_interface(info: &DeviceInfo) -> Option<u8> {
    let find_class = |class| info.interfaces().find(|interface| interface.class() == class);
    find_class(PRINTER).or_else(|| find_class(VENDOR_SPECIFIC)).map(nusb::InterfaceInfo::interface_number)
}

/// Returns the bus and ports: `1-2.3`.
fn port(info: &DeviceInfo) -> String {
    let chain: Vec<_> = info.port_chain().iter().map(u8::to_string).collect();
    format!("{}-{}", info.busnum(), chain.join("."))
}

/// Returns all devices that may be printers; none on a machine without USB.
///
/// # Errors
/// Returns an error if the bus cannot be read.
pub(in crate::device) async fn list() -> io::Result<Vec<UsbDevice>> {
    match nusb::list_devices().await {
        Ok(devices) => Ok(devices.filter(|info| printer_interface(info).is_some()).map(plugged).collect()),
        Err(_) if !std::path::Path::new("/sys/bus/usb/devices").exists() => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

fn plugged(info: DeviceInfo) -> UsbDevice {
    let names = [info.manufacturer_string(), info.product_string()].into_iter().flatten();
    let is_printer = info.interfaces().any(|interface| interface.class() == PRINTER);
    let names: Vec<_> = names.map(str::trim).filter(|name| !name.is_empty()).collect();
    UsbDevice {
        vendor: info.vendor_id(),
        product: info.product_id(),
        serial: info.serial_number().map(|serial| serial.trim().to_owned()),
        port: port(&info),
        description: names.join(" "),
        is_printer,
        handle: info,
    }
}
