//! What a technician is shown: printers in the network, by knocking and by asking.
#![cfg(target_os = "linux")]

use std::sync::Mutex;

use comanda_agent::device::discover::{Evidence, Progress, network, queues, serial, usb};
use comanda_fake_printer::{Abilities, FakePrinter};

#[tokio::test]
async fn a_range_is_searched_in_order_and_told_as_it_goes() {
    let printer = FakePrinter::start_at("127.77.19.5:9100", Abilities::ALL).await.expect("starts");
    let clone = FakePrinter::start_at("127.77.19.7:9100", Abilities::SILENT).await.expect("starts");
    let told = Mutex::new(Vec::new());
    let range = "127.77.19.1-12".parse().expect("a range");
    let found = network(range, true, |progress| told.lock().expect("not poisoned").push(progress)).await;
    let seen: Vec<_> = found.iter().map(|found| (found.address.to_string(), found.evidence)).collect();
    let expected =
        [("127.77.19.5:9100".to_owned(), Evidence::Answered), ("127.77.19.7:9100".to_owned(), Evidence::Port)];
    assert_eq!(seen, expected);
    assert_eq!(found[0].description, "EPSON TM-T20III");
    let told = told.into_inner().expect("not poisoned");
    assert_eq!(told.first(), Some(&Progress { asked: 0, total: 12, found: 0 }));
    assert_eq!(told.last(), Some(&Progress { asked: 12, total: 12, found: 2 }));
    assert!(printer.printed().is_empty(), "a question is no ticket");
    drop(clone);
}

#[tokio::test]
async fn without_asking_not_a_byte_is_sent() {
    let printer = FakePrinter::start_at("127.77.20.5:9100", Abilities::ALL).await.expect("starts");
    let found = network("127.77.20.4/30".parse().expect("a range"), false, |_| {}).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].evidence, found[0].description.as_str()), (Evidence::Port, ""));
    assert_eq!(printer.received(), 0);
}

#[tokio::test]
async fn a_machine_without_ports_is_no_error() {
    usb().await.expect("looks");
    serial().await.expect("looks");
    // Without a printing system there is an error to show, and no panic.
    let _ = queues().await;
}
