//! Tests of printers on serial ports and on USB devices, which are simulated with a pseudo terminal.
//!
//! They have the same conversation as over the network, and also the faults of a plug that can be pulled.
#![cfg(unix)]

mod support;

use std::path::Path;

use comanda_agent::{clock::Clock, config::Timing};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::wire::{
    DrawerState, JobState, PrinterId, PrinterSetup, PrinterState, PrinterType, Reason, Trouble,
};
use support::{
    LEVELS,
    agent::{Agent, fast_timing},
    command, network,
    server::Server,
};
use tempfile::TempDir;

const MARK: &str = "POSIBLE DUPLICADO";

/// The two printer types that can use the same port.
const PORT_TYPES: [PrinterType; 2] = [PrinterType::Serial, PrinterType::Usb];

struct Bar {
    printer: FakePrinter,
    server: Server,
    _agent: Agent,
    _plug: TempDir,
}

impl Bar {
    async fn open(kind: PrinterType, abilities: Abilities) -> Self {
        Self::open_with(kind, abilities, fast_timing()).await
    }

    async fn open_with(kind: PrinterType, abilities: Abilities, timing: Timing) -> Self {
        let folder = support::folder();
        let link = folder.path().join("printer");
        let printer = FakePrinter::start_on_port(&link, abilities).await.expect("starts");
        let server = Server::start(vec![setup(kind, &link)]).await;
        let agent = Agent::start_with(&server.url, timing, support::folder(), Clock::system());
        let bar = Self { printer, server, _agent: agent, _plug: folder };
        bar.server.wait_for_printer_state(1, PrinterState::Ready).await;
        bar
    }

    async fn wait_for_drawer(&self, wanted: Option<DrawerState>) {
        let has_state = |data: &support::server::ServerData| {
            data.printer_states.get(&PrinterId(1)).is_some_and(|report| report.drawer == wanted)
        };
        self.server.wait_until(&format!("the drawer is {wanted:?}"), has_state).await;
    }
}

fn setup(kind: PrinterType, link: &Path) -> PrinterSetup {
    let path = link.display();
    let address = if kind == PrinterType::Serial { format!("{path}:115200,8N1") } else { path.to_string() };
    PrinterSetup { kind, ..network(1, "BAR", &address) }
}

/// Timing with which the agent almost never polls, so that a status within the time limit was sent by the printer itself.
fn without_polling() -> Timing {
    Timing { idle_status_ms: 600_000, idle_close_ms: 600_000, ..fast_timing() }
}

#[tokio::test]
async fn a_printer_confirms_tickets_at_its_own_level() {
    for kind in PORT_TYPES {
        for (abilities, level) in LEVELS {
            let bar = Bar::open(kind, abilities).await;
            for number in 1..=3 {
                let id = bar.server.offer(command(1, number)).await;
                let report = bar.server.wait_for_report(id, JobState::Done).await;
                assert_eq!((report.level, report.duplicate), (Some(level), false), "{kind:?}");
            }
            let sheets = support::within_time_limit("three sheets", bar.printer.cut_sheets(3)).await;
            for (sheet, number) in sheets.iter().zip(1..) {
                assert!(sheet.says(&format!("Comanda {number:04}")), "{sheet:?}");
            }
            assert_eq!(sheets.len(), 3);
        }
    }
}

/// The plug is pulled at every byte of the ticket.
///
/// In the end there is always a complete ticket, and if there are two, one of them is marked.
#[tokio::test]
async fn the_plug_may_be_pulled_at_any_byte_of_a_ticket() {
    const AT_ONCE: usize = 8;
    let runs =
        PORT_TYPES.into_iter().flat_map(|kind| (0..AT_ONCE).map(move |first| pull_plug_at(kind, first, AT_ONCE)));
    futures::future::join_all(runs).await;
}

async fn pull_plug_at(kind: PrinterType, first: usize, step: usize) {
    let bar = Bar::open(kind, Abilities::ALL).await;
    let before = bar.printer.received();
    let id = bar.server.offer(command(1, 0)).await;
    bar.server.wait_for_report(id, JobState::Done).await;
    let conversation = bar.printer.received() - before;
    assert!((150..400).contains(&conversation), "{conversation}");
    for bytes in (1..=conversation).skip(first).step_by(step) {
        let number = u32::try_from(bytes).expect("small");
        bar.printer.drop_after(bytes);
        let id = bar.server.offer(command(1, number)).await;
        let report = bar.server.wait_for_report(id, JobState::Done).await;
        let title = format!("Comanda {number:04}");
        let sheets = bar.printer.sheets();
        let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut && sheet.says(&title)).collect();
        assert!((1..=2).contains(&whole.len()), "{kind:?} byte {bytes}: {whole:?}");
        let plain = whole.iter().filter(|sheet| !sheet.says(MARK)).count();
        assert!(plain <= 1, "{kind:?} byte {bytes}: two without a mark");
        assert_eq!(report.duplicate, whole.iter().any(|sheet| sheet.says(MARK)), "{kind:?} byte {bytes}");
    }
}

#[tokio::test]
async fn a_pulled_plug_is_reported_at_once_and_found_again_by_itself() {
    for kind in PORT_TYPES {
        let bar = Bar::open_with(kind, Abilities::ALL, without_polling()).await;
        bar.printer.refuse(true);
        bar.server.wait_for_printer_state(1, PrinterState::Offline).await;
        let id = bar.server.offer(command(1, 1)).await;
        assert_eq!(bar.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::Offline));
        bar.printer.refuse(false);
        assert!(!bar.server.wait_for_report(id, JobState::Done).await.duplicate);
        bar.printer.refuse(true);
        bar.server.wait_for_printer_state(1, PrinterState::Offline).await;
        bar.printer.refuse(false);
        bar.server.wait_for_printer_state(1, PrinterState::Ready).await;
    }
}

#[tokio::test]
async fn a_printer_reports_paper_and_cover_by_itself() {
    for abilities in [Abilities::ALL, Abilities::CONSUMED] {
        let bar = Bar::open_with(PrinterType::Serial, abilities, without_polling()).await;
        bar.printer.near_end(true);
        bar.server.wait_for_printer_state(1, PrinterState::PaperNearEnd).await;
        bar.printer.near_end(false);
        bar.server.wait_for_printer_state(1, PrinterState::Ready).await;
        bar.printer.open_cover(true);
        bar.server.wait_for_printer_state(1, PrinterState::CoverOpen).await;
        bar.printer.open_cover(false);
        bar.server.wait_for_printer_state(1, PrinterState::Ready).await;
        // The reports continue after a ticket, although a ticket begins with a reset.
        let id = bar.server.offer(command(1, 1)).await;
        bar.server.wait_for_report(id, JobState::Done).await;
        bar.printer.break_knife(true);
        bar.server.wait_for_printer_state(1, PrinterState::Error).await;
    }
}

#[tokio::test]
async fn a_ticket_is_held_when_the_paper_ends_and_continues_by_itself() {
    let bar = Bar::open(PrinterType::Serial, Abilities::ALL).await;
    bar.printer.paper_out_after(40);
    let id = bar.server.offer(command(1, 1)).await;
    assert_eq!(bar.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::PaperOut));
    bar.printer.new_roll();
    assert!(!bar.server.wait_for_report(id, JobState::Done).await.duplicate);
    assert_eq!((bar.printer.sheets().len(), bar.printer.clears()), (1, 0));
}

#[tokio::test]
async fn the_first_pulse_teaches_the_status_of_an_open_drawer() {
    let bar = Bar::open_with(PrinterType::Serial, Abilities::ALL, without_polling()).await;
    bar.wait_for_drawer(None).await;
    let mut job = command(1, 1);
    job.open_drawer = true;
    let id = bar.server.offer(job).await;
    bar.server.wait_for_report(id, JobState::Done).await;
    bar.wait_for_drawer(Some(DrawerState::Open)).await;
    bar.printer.open_drawer(false);
    bar.wait_for_drawer(Some(DrawerState::Closed)).await;
}

#[tokio::test]
async fn tickets_of_a_printer_that_stops_answering_are_held_until_it_continues() {
    let bar = Bar::open(PrinterType::Serial, Abilities::ALL).await;
    bar.printer.stall(true);
    let id = bar.server.offer(command(1, 1)).await;
    assert_eq!(bar.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::Offline));
    bar.printer.stall(false);
    bar.server.wait_for_report(id, JobState::Done).await;
    let sheets = bar.printer.sheets();
    let plain = sheets.iter().filter(|sheet| sheet.cut && !sheet.says(MARK)).count();
    assert_eq!((sheets.len(), plain), (1, 1), "{sheets:?}");
}

/// If a file were accepted as a printer, the first ticket would overwrite it.
#[tokio::test]
async fn a_file_is_not_accepted_as_a_printer() {
    for kind in PORT_TYPES {
        let folder = support::folder();
        let file = folder.path().join("report.pdf");
        std::fs::write(&file, "mine").expect("is written");
        let server = Server::start(vec![setup(kind, &file)]).await;
        let _agent = Agent::start(&server.url);
        let is_offline = |data: &support::server::ServerData| {
            data.printer_states.get(&PrinterId(1)).is_some_and(|report| report.trouble == Some(Trouble::NotAPrinter))
        };
        server.wait_until("it is offline with its reason", is_offline).await;
        let id = server.offer(command(1, 1)).await;
        server.wait_for_report(id, JobState::Held).await;
        assert_eq!(std::fs::read_to_string(&file).expect("is there"), "mine");
    }
}

#[tokio::test]
async fn a_port_that_sends_without_end_is_offline_until_it_stops() {
    for kind in PORT_TYPES {
        let bar = Bar::open(kind, Abilities::ALL).await;
        bar.printer.babble(&[0x10, 0, 0, 0]);
        bar.server.wait_for_printer_state(1, PrinterState::Offline).await;
        let id = bar.server.offer(command(1, 1)).await;
        bar.server.wait_for_report(id, JobState::Held).await;
        bar.printer.babble(&[]);
        bar.server.wait_for_report(id, JobState::Done).await;
    }
}
