//! Addresses of printers: the forms that a technician may write, and the round trip through text.

use comanda_ticket::wire::{
    Address, BAUD_RATES, FlowControl, NetworkAddress, Parity, PrinterType, SerialAddress, UsbAddress, UsbIdentity,
    WrongAddress,
};
use proptest::prelude::*;

const KINDS: [PrinterType; 5] =
    [PrinterType::Network, PrinterType::Usb, PrinterType::Serial, PrinterType::Spooler, PrinterType::Virtual];

#[test]
fn every_accepted_form_has_a_canonical_text() {
    let cases = [
        (PrinterType::Network, "192.168.1.50", "192.168.1.50:9100"),
        (PrinterType::Network, " cocina.local:9101 ", "cocina.local:9101"),
        (PrinterType::Usb, "04B8:0E15:X7K1", "usb:04b8:0e15:X7K1"),
        (PrinterType::Usb, "usb:04b8:0202@1-2.3", "usb:04b8:0202@1-2.3"),
        (PrinterType::Usb, "usb:04b8:0202#TC7F 1", "usb:04b8:0202#TC7F 1"),
        (PrinterType::Usb, "usb:0416:5011", "usb:0416:5011"),
        (PrinterType::Usb, "/dev/usb/lp0", "/dev/usb/lp0"),
        (PrinterType::Serial, "com3", "COM3:9600,8N1"),
        (PrinterType::Serial, "COM3:19200", "COM3:19200,8N1"),
        (PrinterType::Serial, "/dev/ttyUSB0:38400,7e2,rtscts", "/dev/ttyUSB0:38400,7E2,rtscts"),
        (
            PrinterType::Serial,
            "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0",
            "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0:9600,8N1",
        ),
        (PrinterType::Spooler, "EPSON TM-T20III Receipt", "EPSON TM-T20III Receipt"),
        (PrinterType::Virtual, "", ""),
    ];
    for (kind, written, canonical) in cases {
        let address = Address::parse(kind, written).unwrap_or_else(|wrong| panic!("{written}: {wrong}"));
        assert_eq!(address.to_string(), canonical);
        assert_eq!(address.kind(), kind);
    }
}

#[test]
fn a_wrong_address_is_refused_with_its_mistake() {
    let cases = [
        (PrinterType::Network, "192.168.1.500", WrongAddress::Network),
        (PrinterType::Network, "192.168.1.50:0", WrongAddress::Network),
        (PrinterType::Usb, "usb:04b8", WrongAddress::Usb),
        (PrinterType::Usb, "usb:04b8:0202:", WrongAddress::Usb),
        (PrinterType::Usb, "usb:+4b8:0202:X", WrongAddress::Usb),
        (PrinterType::Usb, "usb:04b8:0202: X", WrongAddress::Usb),
        (PrinterType::Usb, "/etc/passwd", WrongAddress::Usb),
        (PrinterType::Usb, "ñandú", WrongAddress::Usb),
        (PrinterType::Serial, "COM", WrongAddress::SerialPort),
        (PrinterType::Serial, "COM0", WrongAddress::SerialPort),
        (PrinterType::Serial, "LPT1", WrongAddress::SerialPort),
        (PrinterType::Serial, "/dev/", WrongAddress::SerialPort),
        (PrinterType::Serial, "COM3:19201", WrongAddress::SerialSettings),
        (PrinterType::Serial, "COM3:9600,8X1", WrongAddress::SerialSettings),
        (PrinterType::Serial, "COM3:9600,8N1,dtr", WrongAddress::SerialSettings),
        (PrinterType::Serial, "COM3:9600,8N1,rtscts,x", WrongAddress::SerialSettings),
        (PrinterType::Spooler, "  ", WrongAddress::Spooler),
        (PrinterType::Spooler, "a\nb", WrongAddress::Spooler),
        (PrinterType::Spooler, "-o raw", WrongAddress::Spooler),
    ];
    for (kind, written, wrong) in cases {
        assert_eq!(Address::parse(kind, written), Err(wrong), "{written:?}");
    }
}

fn usb() -> impl Strategy<Value = UsbAddress> {
    let serial = "[!-~]([ -~]{0,30}[!-~])?";
    let identity = prop_oneof![
        serial.prop_map(UsbIdentity::Serial),
        serial.prop_map(UsbIdentity::QueriedSerial),
        "[0-9]{1,2}-[0-9](\\.[0-9]){0,4}".prop_map(UsbIdentity::Port),
        Just(UsbIdentity::Model),
    ];
    prop_oneof![
        (any::<u16>(), any::<u16>(), identity).prop_map(|(vendor, product, identity)| UsbAddress::Device {
            vendor,
            product,
            identity
        }),
        "/dev/usb/lp[0-9]{1,2}".prop_map(UsbAddress::Node),
    ]
}

fn serial() -> impl Strategy<Value = SerialAddress> {
    let port =
        prop_oneof!["COM[1-9][0-9]{0,2}", "/dev/tty[A-Z]{1,4}[0-9]{1,3}", "/dev/serial/by-path/[a-z0-9.:-]{1,40}"];
    let parity = prop_oneof![Just(Parity::None), Just(Parity::Even), Just(Parity::Odd)];
    let flow = prop_oneof![Just(FlowControl::None), Just(FlowControl::Hardware), Just(FlowControl::Software)];
    let parts = (port, prop::sample::select(&BAUD_RATES[..]), 7..=8_u8, parity, 1..=2_u8, flow);
    parts.prop_map(|(port, baud, data_bits, parity, stop_bits, flow)| SerialAddress {
        port,
        baud,
        data_bits,
        parity,
        stop_bits,
        flow,
    })
}

fn address() -> impl Strategy<Value = Address> {
    prop_oneof![
        ("[a-z][a-z0-9-]{0,20}(\\.[a-z]{2,5})?", 1..=u16::MAX)
            .prop_map(|(host, port)| Address::Network(NetworkAddress { host, port })),
        any::<[u8; 4]>()
            .prop_map(|[a, b, c, d]| Address::Network(NetworkAddress { host: format!("{a}.{b}.{c}.{d}"), port: 9100 })),
        usb().prop_map(Address::Usb),
        serial().prop_map(Address::Serial),
        "[A-Za-zñ0-9_#]([A-Za-zñ0-9 _:,@-]{0,40}[A-Za-z0-9])?".prop_map(Address::Spooler),
        Just(Address::Virtual),
    ]
}

proptest! {
    #[test]
       fn every_address_survives_a_round_trip(address in address()) {
        prop_assert_eq!(Address::parse(address.kind(), &address.to_string()), Ok(address));
    }

    #[test]
       fn any_text_is_refused_or_has_one_canonical_form(kind in prop::sample::select(&KINDS[..]), text in "\\PC{0,60}") {
        if let Ok(address) = Address::parse(kind, &text) {
            prop_assert_eq!(Address::parse(kind, &address.to_string()), Ok(address));
        }
    }

    #[test]
       fn a_serial_looking_text_is_refused_or_has_one_form(text in "(COM|com|/dev/|/dev/serial/by-path/)[a-z0-9:,]{0,20}") {
        if let Ok(address) = Address::parse(PrinterType::Serial, &text) {
            prop_assert_eq!(Address::parse(PrinterType::Serial, &address.to_string()), Ok(address));
        }
    }
}
