//! Tests of printing without faults, at each confirmation level.

mod support;

use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::{
    Item, Kind, Ticket, Total,
    wire::{JobState, Level, PrinterState},
};
use support::{LEVELS, agent::Agent, command, job, network, server::Server, virtual_printer, within_time_limit};

#[tokio::test]
async fn a_printer_confirms_tickets_at_its_own_level() {
    for (abilities, level) in LEVELS {
        let printer = FakePrinter::start(abilities).await.expect("starts");
        let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
        let _agent = Agent::start(&server.url);
        for number in 1..=3 {
            let id = server.offer(command(1, number)).await;
            let report = server.wait_for_report(id, JobState::Done).await;
            assert_eq!((report.level, report.duplicate), (Some(level), false), "{abilities:?}");
        }
        let sheets = within_time_limit("three sheets", printer.cut_sheets(3)).await;
        assert_eq!(sheets.len(), 3);
        for (index, sheet) in sheets.iter().enumerate() {
            assert!(sheet.says(&format!("Comanda {:04}", index + 1)), "{}", sheet.text());
            assert!(!sheet.says("DUPLICADO") && sheet.kanji_left);
        }
    }
}

#[tokio::test]
async fn a_virtual_printer_prints_at_once() {
    let server = Server::start(vec![virtual_printer(1, "COCINA")]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(command(1, 1)).await;
    assert_eq!(server.wait_for_report(id, JobState::Done).await.level, Some(Level::L2));
    server.wait_for_printer_state(1, PrinterState::Ready).await;
}

#[tokio::test]
async fn a_receipt_opens_the_drawer_once() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "CAJA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let ticket = Ticket::new(Kind::Receipt)
        .item(Item::new("2", "Lomo saltado").unit_price("38.00").amount("76.00"))
        .total(Total::new("TOTAL", "76.00").currency("S/").tall())
        .qr("20601234567|03|B001|00000347|11.59|76.00|2026-11-21|1|00000000")
        .drawer()
        .cut();
    let mut receipt = job(1, ticket);
    receipt.open_drawer = true;
    let id = server.offer(receipt).await;
    server.wait_for_report(id, JobState::Done).await;
    let sheets = printer.sheets();
    assert_eq!((sheets.len(), sheets[0].drawer_pulses), (1, 1));
    assert!(sheets[0].says("[QR 20601234567|03|B001"), "{}", sheets[0].text());
}

#[tokio::test]
async fn printer_states_are_reported_and_kept_up_to_date() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    printer.near_end(true);
    server.wait_for_printer_state(1, PrinterState::PaperNearEnd).await;
    printer.open_cover(true);
    server.wait_for_printer_state(1, PrinterState::CoverOpen).await;
    printer.open_cover(false);
    printer.paper_out_after(0);
    server.wait_for_printer_state(1, PrinterState::PaperOut).await;
    printer.new_roll();
    printer.break_knife(true);
    server.wait_for_printer_state(1, PrinterState::Error).await;
    printer.break_knife(false);
    printer.refuse(true);
    server.wait_for_printer_state(1, PrinterState::Offline).await;
    printer.refuse(false);
    server.wait_for_printer_state(1, PrinterState::PaperNearEnd).await;
    assert!(printer.sheets().is_empty(), "asking a printer how it is must print nothing");
}

#[tokio::test]
async fn a_changed_printer_address_is_used() {
    let (first, second) = tokio::join!(FakePrinter::start(Abilities::ALL), FakePrinter::start(Abilities::ALL));
    let (first, second) = (first.expect("starts"), second.expect("starts"));
    let server = Server::start(vec![network(1, "COCINA", &first.address())]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Done).await;
    server.set_printers(vec![network(1, "COCINA", &second.address())]).await;
    server.wait_until("the agent asked again", |data| data.pulls > 2).await;
    let id = server.offer(command(1, 2)).await;
    server.wait_for_report(id, JobState::Done).await;
    assert_eq!((first.sheets().len(), second.sheets().len()), (1, 1));
}
