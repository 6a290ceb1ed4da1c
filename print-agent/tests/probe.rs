//! Probing printers.

mod support;

use comanda_agent::{
    clock::Clock,
    config::Timing,
    device::{Capability, Device, Fault},
    probe::{Probe, probe, remember, remembered},
};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::{
    profile::Profiles,
    wire::{JobState, Level, PrinterId, PrinterState},
};
use support::{
    LEVELS,
    agent::{Agent, quick},
    command, folder, network,
    server::Server,
    soon,
};

async fn known(printer: &FakePrinter) -> Result<Probe, Fault> {
    known_with(printer, &quick()).await
}

async fn known_with(printer: &FakePrinter, timing: &Timing) -> Result<Probe, Fault> {
    let profiles = Profiles::built_in().expect("are read");
    let id_seed = u32::try_from(Clock::system().now_ms() / 1000).expect("a while yet");
    soon("an end", probe(&network(1, "CAJA", &printer.address()), timing, &profiles, id_seed)).await
}

#[tokio::test]
async fn each_kind_is_found_out_and_nothing_is_printed() {
    let cases = [
        (Abilities::ALL, true, Level::L2),
        (Abilities::CONSUMED, true, Level::L1),
        (Abilities::STATUS_ONLY, true, Level::L0),
        (Abilities::SILENT, false, Level::L0),
    ];
    for (abilities, live_status, level) in cases {
        let printer = FakePrinter::start(abilities).await.expect("starts");
        let found = known(&printer).await.expect("is reached");
        assert_eq!((found.live_status, found.level), (live_status, Some(level)), "{abilities:?}");
        assert_eq!(found.profile.as_deref(), (level == Level::L2).then_some("epson-tm-t20iii"), "{found:?}");
        assert_eq!(found.serial.as_deref(), (level == Level::L2).then_some("X4QT012345"));
        assert!(printer.sheets().is_empty(), "{abilities:?}");
    }
}

#[tokio::test]
async fn a_printer_that_is_not_ready_says_why() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.paper_out_after(0);
    let found = known(&printer).await.expect("is reached");
    assert_eq!((found.state, found.level), (PrinterState::PaperOut, None));
    printer.refuse(true);
    soon("it refuses", printer.until(|printer| printer.connections() > 0)).await;
    assert_eq!(known(&printer).await, Err(Fault::Offline));
}

#[tokio::test]
async fn what_was_found_is_remembered_beside_the_spool() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    let found = known(&printer).await.expect("is reached");
    let state = folder();
    assert!(remembered(state.path()).expect("is read").is_empty());
    remember(state.path(), PrinterId(7), &found).expect("is written");
    remember(state.path(), PrinterId(8), &found).expect("is written");
    let all = remembered(state.path()).expect("is read");
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [(PrinterId(7), found.clone()), (PrinterId(8), found)]);
}

/// A bad cable on the day of the set-up.
#[tokio::test]
async fn lost_answers_cost_no_printer_its_level() {
    for lost in 1..=3 {
        for (abilities, level) in LEVELS {
            let printer = FakePrinter::start(abilities).await.expect("starts");
            printer.lose_answers(lost);
            let found = known(&printer).await.expect("is reached");
            assert_eq!(found.level, Some(level), "{abilities:?} without {lost} answers");
        }
    }
}

/// A broken question of the last connection is waiting for its end, and swallows the next one's questions.
#[tokio::test]
async fn a_question_that_broke_off_costs_no_printer_its_level() {
    let hasty = Timing { answer_ms: 60, ..quick() };
    let without_clear = Abilities { clear: false, ..Abilities::ALL };
    for abilities in [Abilities::ALL, Abilities::CONSUMED, without_clear] {
        let level = LEVELS.iter().find(|(known, _)| known.completed == abilities.completed && known.consumed);
        // `GS ( H`, a picture and a bar code, wherever they break off: what has much to come only a clear ends.
        let all = ["\x1d(H\x06\x0000aaaa", "\x1dkI\x50", "\x1dv0\0\x48\0\x18\0"].map(str::as_bytes);
        for broken in &all[..if abilities.clear { 3 } else { 1 }] {
            let ends = (1..broken.len()).map(async |end| {
                let printer = FakePrinter::start(abilities).await.expect("starts");
                let mut other = tokio::net::TcpStream::connect(printer.address()).await.expect("takes it");
                tokio::io::AsyncWriteExt::write_all(&mut other, &broken[..end]).await.expect("takes it");
                soon("it has come", printer.until(|printer| printer.received() == end)).await;
                drop(other);
                let found = known_with(&printer, &hasty).await.expect("is reached");
                assert_eq!(found.level, level.map(|(_, level)| *level), "{abilities:?} {:?}", &broken[..end]);
            });
            futures::future::join_all(ends).await;
        }
    }
}

async fn is_known_for(server: &Server, level: Level) {
    let known = |level| {
        move |kept: &support::server::Kept| {
            kept.printer_states.get(&PrinterId(1)).is_some_and(|report| report.level == Some(level))
        }
    };
    server.until(&format!("it is known for {level:?}"), known(level)).await;
}

#[tokio::test]
async fn what_a_printer_can_do_is_learned_later_too_and_outlives_the_agent() {
    for mute in [Abilities::SILENT, Abilities::STATUS_ONLY] {
        let printer = FakePrinter::start(mute).await.expect("starts");
        let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
        let agent = Agent::start(&server.url);
        is_known_for(&server, Level::L0).await;
        printer.set_abilities(Abilities::ALL);
        is_known_for(&server, Level::L2).await;
        let state = agent.stop().await;
        // It confirms nothing any more: that makes no proof of taking bytes.
        printer.set_abilities(Abilities::STATUS_ONLY);
        let _agent = Agent::start_with(&server.url, quick(), state, Clock::system());
        let id = server.offer(command(1, 1)).await;
        server.reported(id, JobState::Uncertain).await;
        is_known_for(&server, Level::L2).await;
    }
}

/// A printer that is starting takes connections before it says anything.
#[tokio::test]
async fn nothing_is_sent_to_a_new_printer_before_its_silence_is_sure() {
    let printer = FakePrinter::start(Abilities::ALL).await.expect("starts");
    printer.stall(true);
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(command(1, 1)).await;
    server.reported(id, JobState::Held).await;
    printer.stall(false);
    assert_eq!(server.reported(id, JobState::Done).await.level, Some(Level::L2));
}

#[tokio::test]
async fn what_a_technician_says_of_a_printer_stands_above_what_was_found_out() {
    let found = Capability { live_status: true, level: Level::L2 };
    let device = Device::new(&network(1, "CAJA", "127.0.0.1:9"), &quick(), Some(Level::L0), Some(found), 1);
    assert_eq!(device.level(), Level::L0);
}

/// The way to the printer breaks between two looks while it is confirming: the next one must not begin a new one.
#[tokio::test]
async fn a_new_connection_confirms_nothing() {
    for (abilities, level) in LEVELS {
        let printer = FakePrinter::start(abilities).await.expect("starts");
        let found = Capability { live_status: abilities.live_status, level };
        let setup = network(1, "CAJA", &printer.address());
        let mut device = Device::new(&setup, &quick(), None, Some(found), 1);
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
        soon("it takes connections again", back).await;
        assert_eq!(device.confirmed().await, Err(Fault::Broken), "{abilities:?}");
    }
}
