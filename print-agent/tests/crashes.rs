//! Tests that kill the real program with `kill -9` before, during and after a ticket.

#[path = "support/program.rs"]
mod program;
mod support;

use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::wire::{JobState, PrinterState, Reason};
use program::Program;
use support::{agent::fast_timing, command, folder, network, server::Server, virtual_printer, within_time_limit};

const MARK: &str = "POSIBLE DUPLICADO";

#[tokio::test]
async fn killed_before_the_first_byte_tickets_are_printed_without_a_mark() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.open_cover(true);
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), fast_timing());
    let ids = [server.offer(command(1, 1)).await, server.offer(command(1, 2)).await];
    for id in ids {
        server.wait_for_report(id, JobState::Held).await;
    }
    program.kill().await;
    // The server has forgotten the jobs, so they are only on the agent's disk now.
    server.change(|data| data.offered.clear());
    printer.open_cover(false);
    let _program = Program::start(&server.url, folder.path(), fast_timing());
    for id in ids {
        assert!(!server.wait_for_report(id, JobState::Done).await.duplicate);
    }
    let sheets = printer.sheets();
    assert_eq!(sheets.len(), 2);
    assert!(sheets.iter().all(|sheet| !sheet.says(MARK)));
}

/// The ticket is in the printer, which has no paper. After a kill the agent cannot know how much was printed.
#[tokio::test]
async fn killed_during_a_ticket_it_is_printed_again_with_a_mark() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), fast_timing());
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    printer.paper_out_after(60);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Held).await;
    program.kill().await;
    let _program = Program::start(&server.url, folder.path(), fast_timing());
    within_time_limit("the buffers are cleared", printer.wait_until(|printer| printer.clears() > 0)).await;
    printer.new_roll();
    assert!(server.wait_for_report(id, JobState::Done).await.duplicate);
    let sheets = printer.sheets();
    let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut).collect();
    assert_eq!(whole.len(), 1, "{sheets:?}");
    assert!(whole[0].says(MARK));
}

#[tokio::test]
async fn killed_during_a_ticket_on_a_printer_that_cannot_clear_its_buffer_a_person_decides() {
    let printer = FakePrinter::start(Abilities { clear: false, ..Abilities::ALL }).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), fast_timing());
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    printer.paper_out_after(60);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Held).await;
    program.kill().await;
    let _program = Program::start(&server.url, folder.path(), fast_timing());
    assert_eq!(server.wait_for_report(id, JobState::Uncertain).await.reason, Some(Reason::AgentRestarted));
    printer.new_roll();
    let next = server.offer(command(1, 2)).await;
    server.wait_for_report(next, JobState::Done).await;
    let sheets = printer.sheets();
    assert_eq!(sheets.iter().filter(|sheet| sheet.cut && sheet.says("COCINA #000001")).count(), 1, "the printer's own");
}

#[tokio::test]
async fn killed_after_a_ticket_it_is_not_printed_again() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), fast_timing());
    server.change(|data| data.forgetful = true);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Done).await;
    program.kill().await;
    server.change(|data| data.reports.clear());
    let _program = Program::start(&server.url, folder.path(), fast_timing());
    server.wait_for_report(id, JobState::Done).await;
    assert_eq!(printer.sheets().len(), 1);
}

/// The agent is killed again and again at different moments while tickets arrive.
///
/// Each ticket is printed completely, and if there are two copies of a ticket, at most one has no mark.
#[tokio::test]
async fn killed_at_any_moment_every_ticket_is_printed() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address()), virtual_printer(2, "BAR")]).await;
    let folder = folder();
    let mut ids = Vec::new();
    for round in 0..12_u32 {
        let program = Program::start(&server.url, folder.path(), fast_timing());
        let received = printer.received();
        for number in 0..3 {
            ids.push((round * 3 + number, server.add(command(1, round * 3 + number))));
            server.add(command(2, round * 3 + number));
        }
        // Each kill happens later in the conversation with the printer than the one before.
        let until = received + 20 + 60 * usize::try_from(round).expect("small");
        within_time_limit("it prints", printer.wait_until(|printer| printer.received() >= until)).await;
        program.kill().await;
    }
    let _program = Program::start(&server.url, folder.path(), fast_timing());
    for (number, id) in ids {
        let report = server.wait_for_report(id, JobState::Done).await;
        let foot = format!("COCINA #{number:06}");
        let sheets = printer.sheets();
        let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut && sheet.says(&foot)).collect();
        let plain = whole.iter().filter(|sheet| !sheet.says(MARK)).count();
        assert!(!whole.is_empty() && plain <= 1, "{number}: {whole:?}");
        assert!(report.duplicate || whole.len() == 1, "{number}");
    }
}
