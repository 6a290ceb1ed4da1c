//! Tests of the decisions of people and of the clock: release, cancel, reprint, expiry, the cash drawer, the stand-in.

mod support;

use comanda_agent::clock::Clock;
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::{
    Kind, Ticket,
    wire::{Command, JobCommand, JobId, JobState, Level, Mark, PrinterId, PrinterState, Reason},
};
use support::{
    agent::{Agent, fast_timing},
    command, job, network,
    server::Server,
    virtual_printer,
};

fn now_ms() -> i64 {
    Clock::system().now_ms()
}

async fn decide(server: &Server, id: JobId, command: Command) {
    server.command(JobCommand { id, command }).await;
}

#[tokio::test]
async fn an_expired_ticket_waits_for_a_person_and_is_printed_with_a_mark() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.open_cover(true);
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let mut late = command(1, 1);
    late.expires_at_ms = Some(now_ms() + 300);
    let id = server.offer(late).await;
    server.wait_for_report(id, JobState::Held).await;
    server.wait_for_report(id, JobState::Expired).await;
    printer.open_cover(false);
    let next = server.offer(command(1, 2)).await;
    server.wait_for_report(next, JobState::Done).await;
    assert_eq!(printer.sheets().len(), 1, "the expired one is not printed by itself");
    decide(&server, id, Command::Release).await;
    server.wait_for_report(id, JobState::Done).await;
    let sheets = printer.sheets();
    assert_eq!(sheets.len(), 2);
    assert!(sheets[1].ends().0.contains("** ATRASADO **"), "{}", sheets[1].text());
}

#[tokio::test]
async fn a_person_reprints_or_cancels_an_uncertain_ticket() {
    let printer = FakePrinter::start(Abilities { clear: false, ..Abilities::ALL }).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    printer.drop_after(60);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Uncertain).await;
    decide(&server, id, Command::ReprintConfirmed).await;
    assert!(server.wait_for_report(id, JobState::Done).await.duplicate);
    assert!(printer.sheets().last().expect("printed").says("POSIBLE DUPLICADO"));
    // The decision is sent twice but must be executed only once.
    decide(&server, id, Command::ReprintConfirmed).await;
    printer.drop_after(60);
    let other = server.offer(command(1, 2)).await;
    server.wait_for_report(other, JobState::Uncertain).await;
    decide(&server, other, Command::Cancel).await;
    let given_up = server.wait_for_report(other, JobState::Cancelled).await;
    assert_eq!(given_up.reason, Some(Reason::ConnectionLost), "a part of it may be on paper");
    assert_eq!(printer.sheets().iter().filter(|sheet| sheet.says("COCINA #000001")).count(), 1);
    assert_eq!(printer.sheets().iter().filter(|sheet| sheet.says("COCINA #000002")).count(), 0);
}

#[tokio::test]
async fn a_waiting_ticket_can_be_cancelled() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.open_cover(true);
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Held).await;
    decide(&server, id, Command::Cancel).await;
    assert_eq!(server.wait_for_report(id, JobState::Cancelled).await.reason, None, "none of it is on paper");
    printer.open_cover(false);
    let next = server.offer(command(1, 2)).await;
    server.wait_for_report(next, JobState::Done).await;
    assert!(!printer.sheets()[0].says("Comanda 0001"));
}

#[tokio::test]
async fn marks_from_the_server_are_printed_at_the_top() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let mut reprint = command(1, 1);
    reprint.marks = vec![Mark::Reimpresion];
    let id = server.offer(reprint).await;
    server.wait_for_report(id, JobState::Done).await;
    assert_eq!(printer.sheets()[0].ends().0.trim(), "** REIMPRESIÓN **");
}

#[tokio::test]
async fn a_drawer_opens_within_ten_seconds_or_never() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "CAJA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let drawer = || job(1, Ticket::new(Kind::Drawer));
    let id = server.offer(drawer()).await;
    server.wait_for_report(id, JobState::Done).await;
    let pulse = b"\x1bp\x00\x19\xfa";
    let pulses = || printer.printed().windows(pulse.len()).filter(|bytes| bytes == pulse).count();
    assert_eq!(pulses(), 1);

    let mut old = drawer();
    old.created_at_ms = now_ms() - 11_000;
    let id = server.offer(old).await;
    server.wait_for_report(id, JobState::Expired).await;
    decide(&server, id, Command::Release).await;

    let mut old_receipt = job(1, Ticket::new(Kind::Receipt).text("BOLETA").cut());
    (old_receipt.open_drawer, old_receipt.created_at_ms) = (true, now_ms() - 11_000);
    let id = server.offer(old_receipt).await;
    server.wait_for_report(id, JobState::Done).await;
    assert_eq!(pulses(), 1, "nobody stands at the drawer any more");
}

#[tokio::test]
async fn a_stand_in_prints_the_name_of_the_printer_that_it_replaces() {
    let (dead, other) = tokio::join!(FakePrinter::start(Abilities::ALL), FakePrinter::start(Abilities::ALL));
    let (dead, other) = (dead.expect("starts"), other.expect("starts"));
    dead.refuse(true);
    let mut kitchen = network(1, "COCINA", &dead.address());
    kitchen.stand_in_id = Some(PrinterId(2));
    let server = Server::start(vec![kitchen, network(2, "BAR", &other.address())]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(command(1, 1)).await;
    let report = server.wait_for_report(id, JobState::Rerouted).await;
    assert_eq!((report.printer_id, report.level), (PrinterId(2), Some(Level::L2)));
    let paper = &other.sheets()[0];
    assert_eq!(paper.ends().0.trim(), "** PARA COCINA **");
    assert!(paper.says("Su impresora no responde."), "{}", paper.text());
    // When the printer is back, the old ticket is not printed again, and the next ticket is printed on it.
    dead.refuse(false);
    let next = server.offer(command(1, 2)).await;
    assert_eq!(server.wait_for_report(next, JobState::Done).await.printer_id, PrinterId(1));
    assert_eq!((dead.sheets().len(), other.sheets().len()), (1, 1));
}

#[tokio::test]
async fn a_long_queue_on_a_working_printer_is_not_moved_to_the_stand_in() {
    let (busy, other) = tokio::join!(FakePrinter::start(Abilities::ALL), FakePrinter::start(Abilities::ALL));
    let (busy, other) = (busy.expect("starts"), other.expect("starts"));
    let mut kitchen = network(1, "COCINA", &busy.address());
    kitchen.stand_in_id = Some(PrinterId(2));
    let server = Server::start(vec![kitchen, network(2, "BAR", &other.address())]).await;
    let _agent = Agent::start(&server.url);
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    // The printer is so slow that the last tickets wait longer than the time after which a stand-in takes over.
    busy.answer_after(std::time::Duration::from_millis(fast_timing().answer_ms / 8));
    let mut ids = Vec::new();
    for number in 1..=12 {
        ids.push(server.add(command(1, number)));
    }
    for id in ids {
        server.wait_for_report(id, JobState::Done).await;
    }
    assert_eq!((busy.sheets().len(), other.sheets().len()), (12, 0));
}

#[tokio::test]
async fn tickets_of_a_removed_printer_wait_until_it_is_added_again() {
    let server = Server::start(vec![virtual_printer(1, "COCINA")]).await;
    let _agent = Agent::start(&server.url);
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    server.set_printers(vec![virtual_printer(2, "BAR")]).await;
    server.wait_for_printer_state(2, PrinterState::Ready).await;
    let id = server.offer(command(1, 1)).await;
    let report = server.wait_for_report(id, JobState::Held).await;
    assert_eq!(report.reason, Some(Reason::NoPrinter));
    server.set_printers(vec![virtual_printer(1, "COCINA"), virtual_printer(2, "BAR")]).await;
    server.wait_for_report(id, JobState::Done).await;
}
