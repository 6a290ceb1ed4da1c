//! Tests of printer faults. No ticket is lost, and no ticket is printed twice without a mark.

mod support;

use std::time::Duration;

use comanda_fake_printer::{Abilities, FakePrinter, Sheet};
use comanda_ticket::wire::{JobState, Level, PrinterId, PrinterState, Reason, Trouble};
use support::{
    agent::{Agent, fast_timing},
    command, network,
    server::Server,
    within_time_limit,
};

const MARK: &str = "POSIBLE DUPLICADO";

struct Kitchen {
    printer: FakePrinter,
    server: Server,
    _agent: Agent,
}

impl Kitchen {
    async fn open(abilities: Abilities) -> Self {
        let printer = FakePrinter::start(abilities).await.expect("starts");
        let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
        let agent = Agent::start(&server.url);
        let kitchen = Self { printer, server, _agent: agent };
        // The printer is probed before any fault, as when a technician adds it.
        kitchen.server.wait_for_printer_state(1, PrinterState::Ready).await;
        kitchen
    }
}

/// The number of complete tickets without a mark.
fn unmarked(sheets: &[Sheet]) -> usize {
    sheets.iter().filter(|sheet| sheet.cut && !sheet.says(MARK)).count()
}

#[tokio::test]
async fn a_ticket_is_held_when_the_paper_ends_and_continues_by_itself() {
    for abilities in [Abilities::ALL, Abilities::CONSUMED] {
        for bytes in [1, 40, 150] {
            let kitchen = Kitchen::open(abilities).await;
            kitchen.printer.paper_out_after(bytes);
            let id = kitchen.server.offer(command(1, 1)).await;
            let report = kitchen.server.wait_for_report(id, JobState::Held).await;
            assert_eq!(report.reason, Some(Reason::PaperOut));
            kitchen.printer.new_roll();
            let report = kitchen.server.wait_for_report(id, JobState::Done).await;
            assert!(!report.duplicate && report.level >= Some(Level::L1));
            let sheets = kitchen.printer.sheets();
            assert_eq!((sheets.len(), unmarked(&sheets)), (1, 1), "{sheets:?}");
            assert_eq!(kitchen.printer.clears(), 0, "never sent again while the printer held the bytes");
        }
    }
}

#[tokio::test]
async fn an_open_cover_holds_waiting_and_unconfirmed_tickets() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    kitchen.printer.open_cover(true);
    let first = kitchen.server.offer(command(1, 1)).await;
    let second = kitchen.server.offer(command(1, 2)).await;
    for id in [first, second] {
        assert_eq!(kitchen.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::CoverOpen));
    }
    assert!(kitchen.printer.printed().is_empty());
    kitchen.printer.open_cover(false);
    for id in [first, second] {
        kitchen.server.wait_for_report(id, JobState::Done).await;
    }
    let sheets = kitchen.printer.sheets();
    assert_eq!((sheets.len(), unmarked(&sheets)), (2, 2));
    assert!(sheets[0].says("Comanda 0001") && sheets[1].says("Comanda 0002"), "in their order");
}

#[tokio::test]
async fn tickets_of_a_printer_that_refuses_connections_are_printed_when_it_is_back() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    kitchen.printer.refuse(true);
    kitchen.server.wait_for_printer_state(1, PrinterState::Offline).await;
    let id = kitchen.server.offer(command(1, 1)).await;
    assert_eq!(kitchen.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::Offline));
    kitchen.printer.refuse(false);
    assert!(!kitchen.server.wait_for_report(id, JobState::Done).await.duplicate);
    assert_eq!(unmarked(&kitchen.printer.sheets()), 1);
}

#[tokio::test]
async fn tickets_of_a_stalled_printer_are_held_until_it_continues() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    kitchen.printer.stall(true);
    let id = kitchen.server.offer(command(1, 1)).await;
    assert_eq!(kitchen.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::Offline));
    kitchen.printer.stall(false);
    kitchen.server.wait_for_report(id, JobState::Done).await;
    let sheets = kitchen.printer.sheets();
    assert_eq!((sheets.len(), unmarked(&sheets)), (1, 1), "{sheets:?}");
}

#[tokio::test]
async fn the_agent_waits_for_late_answers() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    kitchen.printer.answer_after(Duration::from_millis(fast_timing().answer_ms / 2));
    let id = kitchen.server.offer(command(1, 1)).await;
    assert_eq!(kitchen.server.wait_for_report(id, JobState::Done).await.level, Some(Level::L2));
    let sheets = kitchen.printer.sheets();
    assert_eq!((sheets.len(), unmarked(&sheets)), (1, 1));
}

/// The most important test: the connection breaks at every byte of the ticket.
///
/// In the end there is always a complete ticket, and if there are two, one of them is marked.
#[tokio::test]
async fn the_connection_may_drop_at_any_byte_of_a_ticket() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    let before = kitchen.printer.received();
    let id = kitchen.server.offer(command(1, 0)).await;
    kitchen.server.wait_for_report(id, JobState::Done).await;
    let conversation = kitchen.printer.received() - before;
    assert!((150..400).contains(&conversation), "{conversation}");
    for bytes in 1..=conversation {
        let number = u32::try_from(bytes).expect("small");
        kitchen.printer.drop_after(bytes);
        let id = kitchen.server.offer(command(1, number)).await;
        let report = kitchen.server.wait_for_report(id, JobState::Done).await;
        let title = format!("Comanda {number:04}");
        let sheets = kitchen.printer.sheets();
        let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut && sheet.says(&title)).collect();
        assert!((1..=2).contains(&whole.len()), "byte {bytes}: {whole:?}");
        let plain = whole.iter().filter(|sheet| !sheet.says(MARK)).count();
        assert!(plain <= 1, "byte {bytes}: two without a mark");
        assert_eq!(report.duplicate, whole.iter().any(|sheet| sheet.says(MARK)), "byte {bytes}");
    }
}

#[tokio::test]
async fn a_possible_duplicate_is_marked_on_its_first_and_last_lines() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    kitchen.printer.drop_after(60);
    let id = kitchen.server.offer(command(1, 1)).await;
    assert!(kitchen.server.wait_for_report(id, JobState::Done).await.duplicate);
    let sheets = kitchen.printer.sheets();
    let text = sheets.last().expect("printed").text();
    let marked: Vec<_> = text.lines().filter(|line| line.contains(MARK)).collect();
    assert_eq!(marked.len(), 2, "{text}");
    assert!(text.trim_end().ends_with("** POSIBLE DUPLICADO **"), "{text}");
}

#[tokio::test]
async fn if_the_buffer_cannot_be_cleared_a_person_decides() {
    for abilities in [Abilities::STATUS_ONLY, Abilities { clear: false, ..Abilities::ALL }] {
        let kitchen = Kitchen::open(abilities).await;
        kitchen.printer.drop_after(60);
        let id = kitchen.server.offer(command(1, 1)).await;
        let report = kitchen.server.wait_for_report(id, JobState::Uncertain).await;
        assert_eq!(report.reason, Some(Reason::ConnectionLost));
        // The uncertain ticket does not delay the next one.
        let next = kitchen.server.offer(command(1, 2)).await;
        kitchen.server.wait_for_report(next, JobState::Done).await;
        let whole =
            |title: &str| kitchen.printer.sheets().iter().filter(|sheet| sheet.cut && sheet.says(title)).count();
        assert_eq!(whole("COCINA #000001"), 0);
        assert_eq!(whole("COCINA #000002"), 1);
    }
}

#[tokio::test]
async fn if_the_printer_never_comes_back_a_person_decides() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    // The printer fails while half of the ticket is in its buffer.
    kitchen.printer.paper_out_after(10);
    let id = kitchen.server.offer(command(1, 1)).await;
    kitchen.server.wait_for_report(id, JobState::Held).await;
    kitchen.printer.refuse(true);
    assert_eq!(kitchen.server.wait_for_report(id, JobState::Uncertain).await.reason, Some(Reason::ConnectionLost));
}

/// A clone receives a ticket and then its connection breaks. Its late answer must not confirm a newer ticket.
#[tokio::test]
async fn an_old_answer_confirms_nothing() {
    let kitchen = Kitchen::open(Abilities { clear: false, ..Abilities::CONSUMED }).await;
    kitchen.printer.paper_out_after(20);
    let first = kitchen.server.offer(command(1, 1)).await;
    kitchen.server.wait_for_report(first, JobState::Held).await;
    // The connection breaks. The printer prints its buffer later and sends the answer on the new connection.
    kitchen.printer.refuse(true);
    kitchen.server.wait_for_printer_state(1, PrinterState::Offline).await;
    kitchen.printer.refuse(false);
    kitchen.server.wait_for_report(first, JobState::Uncertain).await;
    let second = kitchen.server.offer(command(1, 2)).await;
    kitchen.printer.new_roll();
    kitchen.server.wait_for_report(second, JobState::Done).await;
    let sheets = kitchen.printer.sheets();
    assert!(sheets.iter().any(|sheet| sheet.cut && sheet.says("COCINA #000002")), "{sheets:?}");
}

#[tokio::test]
async fn a_dead_printer_does_not_delay_other_printers() {
    let (dead, alive) = tokio::join!(FakePrinter::start(Abilities::ALL), FakePrinter::start(Abilities::ALL));
    let (dead, alive) = (dead.expect("starts"), alive.expect("starts"));
    dead.refuse(true);
    let server = Server::start(vec![network(1, "COCINA", &dead.address()), network(2, "BAR", &alive.address())]).await;
    let _agent = Agent::start(&server.url);
    let mut bar_jobs = Vec::new();
    for number in 1..=5 {
        server.offer(command(1, number)).await;
        bar_jobs.push(server.offer(command(2, number)).await);
    }
    for id in bar_jobs {
        server.wait_for_report(id, JobState::Done).await;
    }
    within_time_limit("five at the bar", alive.cut_sheets(5)).await;
    assert!(dead.printed().is_empty());
    server.wait_for_printer_state(1, PrinterState::Offline).await;
}

/// Before their output was limited, two such printers used up all threads and all memory.
#[tokio::test]
async fn printers_that_send_without_end_are_offline_and_do_not_delay_others() {
    // A status, a consumed answer, an automatic status, the beginning of an endless answer, and meaningless bytes.
    let outputs: [&[u8]; 5] = [&[0x12], &[0x00], &[0x10, 0, 0, 0], b"_", &[0x81]];
    let mut printers = Vec::new();
    for abilities in [Abilities::ALL; 6] {
        printers.push(FakePrinter::start(abilities).await.expect("starts"));
    }
    let setups = (1..).zip(&printers).map(|(id, printer)| network(id, &format!("P{id}"), &printer.address()));
    let server = Server::start(setups.collect()).await;
    let _agent = Agent::start(&server.url);
    for id in 1..=6 {
        server.wait_for_printer_state(id, PrinterState::Ready).await;
    }
    let (alive, babbling) = printers.split_last().expect("six");
    for (printer, output) in babbling.iter().zip(outputs) {
        printer.babble(output);
    }
    for id in 1..=5 {
        let is_offline = |data: &support::server::ServerData| {
            let report = data.printer_states.get(&PrinterId(id));
            report.is_some_and(|report| {
                (report.state, report.trouble) == (PrinterState::Offline, Some(Trouble::Babbling))
            })
        };
        server.wait_until(&format!("{id} is offline with its reason"), is_offline).await;
    }
    let mut held = Vec::new();
    for (id, number) in (1..=5).zip(1..) {
        held.push(server.offer(command(id, number)).await);
    }
    let sixth_job = server.offer(command(6, 6)).await;
    server.wait_for_report(sixth_job, JobState::Done).await;
    within_time_limit("its ticket", alive.cut_sheets(1)).await;
    for (printer, id) in babbling.iter().zip(held) {
        assert_eq!(server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::Offline));
        printer.babble(&[]);
        server.wait_for_report(id, JobState::Done).await;
        assert_eq!(unmarked(&printer.sheets()), 1, "{:?}", printer.sheets());
    }
}

/// The endless output begins in the middle of a ticket, so the agent cannot know what is on paper until it stops.
#[tokio::test]
async fn a_ticket_interrupted_by_endless_output_is_printed_again_with_a_mark() {
    let kitchen = Kitchen::open(Abilities::ALL).await;
    kitchen.printer.stall_after(60);
    let id = kitchen.server.offer(command(1, 1)).await;
    kitchen.server.wait_for_report(id, JobState::Printing).await;
    kitchen.printer.babble(&[0x12]);
    kitchen.server.wait_for_printer_state(1, PrinterState::Offline).await;
    kitchen.printer.babble(&[]);
    kitchen.printer.unstall();
    let report = kitchen.server.wait_for_report(id, JobState::Done).await;
    let sheets = kitchen.printer.sheets();
    let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut && sheet.says("Comanda 0001")).collect();
    assert!(!whole.is_empty() && unmarked(&sheets) <= 1, "{sheets:?}");
    assert_eq!(report.duplicate, whole.iter().any(|sheet| sheet.says(MARK)), "{sheets:?}");
}
