//! Tests of the search for printers in the network, with and without sending commands to them.
#![cfg(target_os = "linux")]

use std::sync::Mutex;

use comanda_agent::device::discover::{
    Evidence, Progress, network_printers, serial_ports, spooler_queues, usb_printers,
};
use comanda_fake_printer::{Abilities, FakePrinter};

#[tokio::test]
async fn a_range_is_searched_in_order_and_progress_is_reported() {
    let printer = FakePrinter::start_at("127.77.19.5:9100", Abilities::ALL).await.expect("starts");
    let clone = FakePrinter::start_at("127.77.19.7:9100", Abilities::SILENT).await.expect("starts");
    let reported = Mutex::new(Vec::new());
    let range = "127.77.19.1-12".parse().expect("a range");
    let found = network_printers(range, true, |progress| reported.lock().expect("not poisoned").push(progress)).await;
    let addresses: Vec<_> = found.iter().map(|found| (found.address.to_string(), found.evidence)).collect();
    let expected =
        [("127.77.19.5:9100".to_owned(), Evidence::Answered), ("127.77.19.7:9100".to_owned(), Evidence::Port)];
    assert_eq!(addresses, expected);
    assert_eq!(found[0].description, "EPSON TM-T20III");
    let reported = reported.into_inner().expect("not poisoned");
    assert_eq!(reported.first(), Some(&Progress { probed: 0, total: 12, found: 0 }));
    assert_eq!(reported.last(), Some(&Progress { probed: 12, total: 12, found: 2 }));
    assert!(printer.printed().is_empty(), "a question is no ticket");
    drop(clone);
}

#[tokio::test]
async fn no_byte_is_sent_if_commands_are_not_allowed() {
    let printer = FakePrinter::start_at("127.77.20.5:9100", Abilities::ALL).await.expect("starts");
    let found = network_printers("127.77.20.4/30".parse().expect("a range"), false, |_| {}).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].evidence, found[0].description.as_str()), (Evidence::Port, ""));
    assert_eq!(printer.received(), 0);
}

#[tokio::test]
async fn a_machine_without_ports_causes_no_error() {
    usb_printers().await.expect("looks");
    serial_ports().await.expect("looks");
    // Without a printing system this must return an error and not panic.
    let _ = spooler_queues().await;
}
