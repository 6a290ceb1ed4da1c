//! The agent as a real program, killed with -9 before, during and after a ticket.

#[path = "support/program.rs"]
mod program;
mod support;

use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::wire::{JobState, PrinterState, Reason};
use program::Program;
use support::{agent::quick, command, folder, network, server::Server, soon, virtual_printer};

const MARK: &str = "POSIBLE DUPLICADO";

#[tokio::test]
async fn before_the_first_byte() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.open_cover(true);
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), quick());
    let ids = [server.offer(command(1, 1)).await, server.offer(command(1, 2)).await];
    for id in ids {
        server.reported(id, JobState::Held).await;
    }
    program.kill().await;
    // The server has forgotten them: only the agent's disk has them now.
    server.change(|kept| kept.offered.clear());
    printer.open_cover(false);
    let _program = Program::start(&server.url, folder.path(), quick());
    for id in ids {
        assert!(!server.reported(id, JobState::Done).await.duplicate);
    }
    let sheets = printer.sheets();
    assert_eq!(sheets.len(), 2);
    assert!(sheets.iter().all(|sheet| !sheet.says(MARK)));
}

/// The ticket is in the printer and the printer out of paper: killed, the agent cannot know how far it came.
#[tokio::test]
async fn during_a_ticket() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), quick());
    server.printer_is(1, PrinterState::Ready).await;
    printer.paper_out_after(60);
    let id = server.offer(command(1, 1)).await;
    server.reported(id, JobState::Held).await;
    program.kill().await;
    let _program = Program::start(&server.url, folder.path(), quick());
    soon("the buffers are cleared", printer.until(|printer| printer.clears() > 0)).await;
    printer.new_roll();
    assert!(server.reported(id, JobState::Done).await.duplicate);
    let sheets = printer.sheets();
    let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut).collect();
    assert_eq!(whole.len(), 1, "{sheets:?}");
    assert!(whole[0].says(MARK));
}

#[tokio::test]
async fn during_a_ticket_at_a_printer_that_cannot_clear() {
    let printer = FakePrinter::start(Abilities { clear: false, ..Abilities::ALL }).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), quick());
    server.printer_is(1, PrinterState::Ready).await;
    printer.paper_out_after(60);
    let id = server.offer(command(1, 1)).await;
    server.reported(id, JobState::Held).await;
    program.kill().await;
    let _program = Program::start(&server.url, folder.path(), quick());
    assert_eq!(server.reported(id, JobState::Uncertain).await.reason, Some(Reason::AgentRestarted));
    printer.new_roll();
    let next = server.offer(command(1, 2)).await;
    server.reported(next, JobState::Done).await;
    let sheets = printer.sheets();
    assert_eq!(sheets.iter().filter(|sheet| sheet.cut && sheet.says("COCINA #000001")).count(), 1, "the printer's own");
}

#[tokio::test]
async fn after_a_ticket_it_is_not_printed_again() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), quick());
    server.change(|kept| kept.forgetful = true);
    let id = server.offer(command(1, 1)).await;
    server.reported(id, JobState::Done).await;
    program.kill().await;
    server.change(|kept| kept.reports.clear());
    let _program = Program::start(&server.url, folder.path(), quick());
    server.reported(id, JobState::Done).await;
    assert_eq!(printer.sheets().len(), 1);
}

/// Killed again and again at no chosen moment, while tickets come: each is printed whole, and of two of one one is
/// marked.
#[tokio::test]
async fn at_any_moment() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address()), virtual_printer(2, "BAR")]).await;
    let folder = folder();
    let mut ids = Vec::new();
    for round in 0..12_u32 {
        let program = Program::start(&server.url, folder.path(), quick());
        let received = printer.received();
        for number in 0..3 {
            ids.push((round * 3 + number, server.add(command(1, round * 3 + number))));
            server.add(command(2, round * 3 + number));
        }
        // The kill falls further into the conversation with the printer each time.
        let until = received + 20 + 60 * usize::try_from(round).expect("small");
        soon("it prints", printer.until(|printer| printer.received() >= until)).await;
        program.kill().await;
    }
    let _program = Program::start(&server.url, folder.path(), quick());
    for (number, id) in ids {
        let report = server.reported(id, JobState::Done).await;
        let foot = format!("COCINA #{number:06}");
        let sheets = printer.sheets();
        let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut && sheet.says(&foot)).collect();
        let plain = whole.iter().filter(|sheet| !sheet.says(MARK)).count();
        assert!(!whole.is_empty() && plain <= 1, "{number}: {whole:?}");
        assert!(report.duplicate || whole.len() == 1, "{number}");
    }
}
