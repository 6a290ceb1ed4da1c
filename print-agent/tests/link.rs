//! Tests of the connection to the server: offline, refused, disconnected, and with the same job offered twice.

mod support;

use std::collections::HashMap;

use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::wire::{JobState, PrinterState};
use support::{
    agent::{Agent, fast_timing},
    command, network,
    server::Server,
    virtual_printer, within_time_limit,
};

#[tokio::test]
async fn tickets_that_were_created_while_offline_are_printed_in_order() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    server.change(|data| data.refuse = true);
    server.disconnect().await;
    let ids: Vec<_> = (1..=60).map(|number| server.add(command(1, number))).collect();
    server.wait_until("it was refused", |data| data.refusals > 1).await;
    assert!(printer.sheets().is_empty());
    server.change(|data| data.refuse = false);
    let sheets = within_time_limit("all are cut", printer.cut_sheets(60)).await;
    assert_eq!(sheets.len(), 60);
    for (index, sheet) in sheets.iter().enumerate() {
        assert!(sheet.says(&format!("COCINA #{:06}", index + 1)), "{}", sheet.text());
    }
    for id in ids {
        assert!(!server.wait_for_report(id, JobState::Done).await.duplicate);
    }
}

#[tokio::test]
async fn a_ticket_offered_again_is_not_printed_again() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let agent = Agent::start(&server.url);
    server.change(|data| data.forgetful = true);
    let ids = [server.offer(command(1, 1)).await, server.offer(command(1, 2)).await];
    for id in ids {
        server.wait_for_report(id, JobState::Done).await;
    }
    server.change(|data| data.reports.clear());
    for id in ids {
        server.wait_for_report(id, JobState::Done).await;
    }
    // A restarted agent does not print it again either.
    let state = agent.stop().await;
    server.change(|data| data.reports.clear());
    let _agent = Agent::start_with(&server.url, fast_timing(), state, comanda_agent::clock::Clock::system());
    for id in ids {
        server.wait_for_report(id, JobState::Done).await;
    }
    assert_eq!(printer.sheets().len(), 2);
}

#[tokio::test]
async fn a_refused_token_is_retried_until_it_is_accepted() {
    let server = Server::start(vec![virtual_printer(1, "COCINA")]).await;
    server.change(|data| data.token = "another".into());
    let _agent = Agent::start(&server.url);
    server.wait_until("it was refused thrice", |data| data.refusals >= 3).await;
    server.change(|data| data.token = support::server::TOKEN.into());
    let id = server.add(command(1, 1));
    server.wait_for_report(id, JobState::Done).await;
}

#[tokio::test]
async fn repeated_disconnections_lose_no_ticket() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let mut ids = Vec::new();
    for number in 1..=10 {
        ids.push(server.offer(command(1, number)).await);
        server.disconnect().await;
        let connections = server.data().connections;
        server.wait_until("it came back", |data| data.connections > connections).await;
    }
    for id in &ids {
        server.wait_for_report(*id, JobState::Done).await;
    }
    let mut count = HashMap::new();
    for report in server.data().reports.iter().filter(|report| report.state == JobState::Done) {
        *count.entry(report.id).or_insert(0) += 1;
    }
    assert_eq!((printer.sheets().len(), count.len()), (10, 10));
}

#[tokio::test]
async fn stored_tickets_are_printed_without_a_server() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let agent = Agent::start(&server.url);
    printer.open_cover(true);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Held).await;
    let state = agent.stop().await;
    let address = server.url.trim_start_matches("http://").to_owned();
    drop(server);
    // There is no server at all, so the stored jobs are printed with the stored printer configuration.
    let url = format!("http://{address}");
    printer.open_cover(false);
    let _agent = Agent::start_with(&url, fast_timing(), state, comanda_agent::clock::Clock::system());
    within_time_limit("printed without a server", printer.cut_sheets(1)).await;
}

#[tokio::test]
async fn a_wrong_clock_on_the_print_pc_expires_no_ticket() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let now_ms = comanda_agent::clock::Clock::system().now_ms();
    let clock = comanda_agent::clock::Clock::fixed_at(now_ms + 3 * 3600 * 1000);
    let folder = support::folder();
    let _agent = Agent::start_with(&server.url, fast_timing(), folder, clock);
    let mut fresh = command(1, 1);
    fresh.expires_at_ms = Some(now_ms + 15 * 60 * 1000);
    let id = server.offer(fresh).await;
    server.wait_for_report(id, JobState::Done).await;
}
