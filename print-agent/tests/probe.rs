//! Tests of probing printers and of what the agent learns about them.

mod support;

use comanda_agent::{
    clock::Clock,
    config::Timing,
    device::{Capability, Device, Fault},
    probe::{Probe, load_probes, probe, save_probe},
};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::{
    profile::Profiles,
    wire::{JobState, Level, PrinterId, PrinterState},
};
use support::{
    LEVELS,
    agent::{Agent, fast_timing},
    command, folder, network,
    server::Server,
    within_time_limit,
};

async fn probe_printer(printer: &FakePrinter) -> Result<Probe, Fault> {
    probe_with_timing(printer, &fast_timing()).await
}

async fn probe_with_timing(printer: &FakePrinter, timing: &Timing) -> Result<Probe, Fault> {
    let profiles = Profiles::built_in().expect("are read");
    let id_seed = u32::try_from(Clock::system().now_ms() / 1000).expect("a while yet");
    within_time_limit("an end", probe(&network(1, "CAJA", &printer.address()), timing, &profiles, id_seed)).await
}

#[tokio::test]
async fn each_kind_of_printer_is_detected_without_printing() {
    let cases = [
        (Abilities::ALL, true, Level::L2),
        (Abilities::CONSUMED, true, Level::L1),
        (Abilities::STATUS_ONLY, true, Level::L0),
        (Abilities::SILENT, false, Level::L0),
    ];
    for (abilities, live_status, level) in cases {
        let printer = FakePrinter::start(abilities).await.expect("starts");
        let found = probe_printer(&printer).await.expect("is reached");
        assert_eq!((found.live_status, found.level), (live_status, Some(level)), "{abilities:?}");
        assert_eq!(found.profile.as_deref(), (level == Level::L2).then_some("epson-tm-t20iii"), "{found:?}");
        assert_eq!(found.serial.as_deref(), (level == Level::L2).then_some("X4QT012345"));
        assert!(printer.sheets().is_empty(), "{abilities:?}");
    }
}

#[tokio::test]
async fn a_printer_that_is_not_ready_reports_the_reason() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.paper_out_after(0);
    let found = probe_printer(&printer).await.expect("is reached");
    assert_eq!((found.state, found.level), (PrinterState::PaperOut, None));
    printer.refuse(true);
    within_time_limit("it refuses", printer.wait_until(|printer| printer.connections() > 0)).await;
    assert_eq!(probe_printer(&printer).await, Err(Fault::Offline));
}

#[tokio::test]
async fn probe_results_are_stored_beside_the_spool() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let found = probe_printer(&printer).await.expect("is reached");
    let state = folder();
    assert!(load_probes(state.path()).expect("is read").is_empty());
    save_probe(state.path(), PrinterId(7), &found).expect("is written");
    save_probe(state.path(), PrinterId(8), &found).expect("is written");
    let all = load_probes(state.path()).expect("is read");
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [(PrinterId(7), found.clone()), (PrinterId(8), found)]);
}

/// A bad cable on the day of installation must not lower the level of a printer.
#[tokio::test]
async fn lost_answers_do_not_lower_the_level_of_a_printer() {
    for lost in 1..=3 {
        for (abilities, level) in LEVELS {
            let printer = FakePrinter::start(abilities).await.expect("starts");
            printer.lose_answers(lost);
            let found = probe_printer(&printer).await.expect("is reached");
            assert_eq!(found.level, Some(level), "{abilities:?} without {lost} answers");
        }
    }
}

/// A command that broke off on the last connection can still wait for its end and swallow the next commands.
#[tokio::test]
async fn a_broken_off_command_does_not_lower_the_level_of_a_printer() {
    let hasty = Timing { answer_ms: 60, ..fast_timing() };
    let without_clear = Abilities { clear: false, ..Abilities::ALL };
    for abilities in [Abilities::ALL, Abilities::CONSUMED, without_clear] {
        let level = LEVELS.iter().find(|(other, _)| other.completed == abilities.completed && other.consumed);
        // `GS ( H`, a bar code and a picture, broken off at every byte. Long ones can only be ended by clearing the buffer.
        let all = ["\x1d(H\x06\x0000aaaa", "\x1dkI\x50", "\x1dv0\0\x48\0\x18\0"].map(str::as_bytes);
        for broken in &all[..if abilities.clear { 3 } else { 1 }] {
            let ends = (1..broken.len()).map(async |end| {
                let printer = FakePrinter::start(abilities).await.expect("starts");
                let mut other = tokio::net::TcpStream::connect(printer.address()).await.expect("takes it");
                tokio::io::AsyncWriteExt::write_all(&mut other, &broken[..end]).await.expect("takes it");
                within_time_limit("it has come", printer.wait_until(|printer| printer.received() == end)).await;
                drop(other);
                let found = probe_with_timing(&printer, &hasty).await.expect("is reached");
                assert_eq!(found.level, level.map(|(_, level)| *level), "{abilities:?} {:?}", &broken[..end]);
            });
            futures::future::join_all(ends).await;
        }
    }
}

async fn wait_for_level(server: &Server, level: Level) {
    let has_level = |level| {
        move |data: &support::server::ServerData| {
            data.printer_states.get(&PrinterId(1)).is_some_and(|report| report.level == Some(level))
        }
    };
    server.wait_until(&format!("the level is {level:?}"), has_level(level)).await;
}

#[tokio::test]
async fn the_abilities_of_a_printer_are_learned_later_and_survive_a_restart() {
    for mute in [Abilities::SILENT, Abilities::STATUS_ONLY] {
        let printer = FakePrinter::start(mute).await.expect("starts");
        let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
        let agent = Agent::start(&server.url);
        wait_for_level(&server, Level::L0).await;
        printer.set_abilities(Abilities::ALL);
        wait_for_level(&server, Level::L2).await;
        let state = agent.stop().await;
        // The printer stops confirming. That the agent could send the bytes is still no proof of printing.
        printer.set_abilities(Abilities::STATUS_ONLY);
        let _agent = Agent::start_with(&server.url, fast_timing(), state, Clock::system());
        let id = server.offer(command(1, 1)).await;
        server.wait_for_report(id, JobState::Uncertain).await;
        wait_for_level(&server, Level::L2).await;
    }
}

/// A printer that is starting accepts connections before it answers anything.
#[tokio::test]
async fn nothing_is_printed_on_a_new_printer_until_its_abilities_are_known() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.stall(true);
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(command(1, 1)).await;
    server.wait_for_report(id, JobState::Held).await;
    printer.stall(false);
    assert_eq!(server.wait_for_report(id, JobState::Done).await.level, Some(Level::L2));
}

#[tokio::test]
async fn the_configured_level_of_a_printer_overrides_the_detected_level() {
    let found = Capability { live_status: true, level: Level::L2 };
    let device = Device::new(&network(1, "CAJA", "127.0.0.1:9"), &fast_timing(), Some(Level::L0), Some(found), 1);
    assert_eq!(device.level(), Level::L0);
}

/// The connection breaks between two status checks while the printer is confirming a ticket.
///
/// The next check must not open a new connection and treat the ticket as confirmed.
#[tokio::test]
async fn a_new_connection_confirms_nothing() {
    for (abilities, level) in LEVELS {
        let printer = FakePrinter::start(abilities).await.expect("starts");
        let found = Capability { live_status: abilities.live_status, level };
        let setup = network(1, "CAJA", &printer.address());
        let mut device = Device::new(&setup, &fast_timing(), None, Some(found), 1);
        device.contact().await.expect("is reached");
        printer.stall(true);
        device.send(b"TICKET\n".to_vec(), false).await.expect("the network takes it");
        printer.refuse(true);
        assert_eq!(device.contact_while_confirming().await, Err(Fault::Offline), "{abilities:?}");
        printer.refuse(false);
        printer.stall(false);
        let back = async {
            while tokio::net::TcpStream::connect(printer.address()).await.is_err() {
                tokio::task::yield_now().await;
            }
        };
        within_time_limit("it takes connections again", back).await;
        assert_eq!(device.poll_confirmation().await, Err(Fault::Broken), "{abilities:?}");
    }
}
