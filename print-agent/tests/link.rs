//! The link: off line, refused, thrown out, offered the same twice.

mod support;

use std::collections::HashMap;

use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::wire::{JobState, PrinterState};
use support::{
    agent::{Agent, quick},
    command, network,
    server::Server,
    soon, virtual_printer,
};

#[tokio::test]
async fn fifty_tickets_that_came_meanwhile_are_all_printed_in_order() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    server.printer_is(1, PrinterState::Ready).await;
    server.change(|kept| kept.refuse = true);
    server.disconnect().await;
    let ids: Vec<_> = (1..=60).map(|number| server.add(command(1, number))).collect();
    server.until("it was refused", |kept| kept.refusals > 1).await;
    assert!(printer.sheets().is_empty());
    server.change(|kept| kept.refuse = false);
    let sheets = soon("all are cut", printer.cut_sheets(60)).await;
    assert_eq!(sheets.len(), 60);
    for (index, sheet) in sheets.iter().enumerate() {
        assert!(sheet.says(&format!("COCINA #{:06}", index + 1)), "{}", sheet.text());
    }
    for id in ids {
        assert!(!server.reported(id, JobState::Done).await.duplicate);
    }
}

#[tokio::test]
async fn a_ticket_offered_again_is_not_printed_again() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let agent = Agent::start(&server.url);
    server.change(|kept| kept.forgetful = true);
    let ids = [server.offer(command(1, 1)).await, server.offer(command(1, 2)).await];
    for id in ids {
        server.reported(id, JobState::Done).await;
    }
    server.change(|kept| kept.reports.clear());
    for id in ids {
        server.reported(id, JobState::Done).await;
    }
    // Nor by the agent's next life.
    let state = agent.stop().await;
    server.change(|kept| kept.reports.clear());
    let _agent = Agent::start_with(&server.url, quick(), state, comanda_agent::clock::Clock::system());
    for id in ids {
        server.reported(id, JobState::Done).await;
    }
    assert_eq!(printer.sheets().len(), 2);
}

#[tokio::test]
async fn a_refused_token_is_tried_until_it_is_good_again() {
    let server = Server::start(vec![virtual_printer(1, "COCINA")]).await;
    server.change(|kept| kept.token = "another".into());
    let _agent = Agent::start(&server.url);
    server.until("it was refused thrice", |kept| kept.refusals >= 3).await;
    server.change(|kept| kept.token = support::server::TOKEN.into());
    let id = server.add(command(1, 1));
    server.reported(id, JobState::Done).await;
}

#[tokio::test]
async fn being_thrown_out_again_and_again_loses_nothing() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let mut ids = Vec::new();
    for number in 1..=10 {
        ids.push(server.offer(command(1, number)).await);
        server.disconnect().await;
        let connections = server.kept().connections;
        server.until("it came back", |kept| kept.connections > connections).await;
    }
    for id in &ids {
        server.reported(*id, JobState::Done).await;
    }
    let mut count = HashMap::new();
    for report in server.kept().reports.iter().filter(|report| report.state == JobState::Done) {
        *count.entry(report.id).or_insert(0) += 1;
    }
    assert_eq!((printer.sheets().len(), count.len()), (10, 10));
}

#[tokio::test]
async fn a_server_that_is_not_there_yet_is_found_later_and_printers_are_remembered() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let agent = Agent::start(&server.url);
    printer.open_cover(true);
    let id = server.offer(command(1, 1)).await;
    server.reported(id, JobState::Held).await;
    let state = agent.stop().await;
    let address = server.url.trim_start_matches("http://").to_owned();
    drop(server);
    // No server at all: what is on disk is printed with the set-up that is on disk.
    let url = format!("http://{address}");
    printer.open_cover(false);
    let _agent = Agent::start_with(&url, quick(), state, comanda_agent::clock::Clock::system());
    soon("printed without a server", printer.cut_sheets(1)).await;
}

#[tokio::test]
async fn a_clock_that_is_wrong_at_the_print_pc_expires_nothing() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let now_ms = comanda_agent::clock::Clock::system().now_ms();
    let clock = comanda_agent::clock::Clock::standing_at(now_ms + 3 * 3600 * 1000);
    let folder = support::folder();
    let _agent = Agent::start_with(&server.url, quick(), folder, clock);
    let mut fresh = command(1, 1);
    fresh.expires_at_ms = Some(now_ms + 15 * 60 * 1000);
    let id = server.offer(fresh).await;
    server.reported(id, JobState::Done).await;
}
