//! Getting to know a printer.

mod support;

use comanda_agent::{
    clock::Clock,
    device::Fault,
    probe::{Probe, probe, remember, remembered},
};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::{
    profile::Profiles,
    wire::{Level, PrinterId, PrinterState},
};
use support::{agent::quick, folder, network, soon};

async fn known(printer: &FakePrinter) -> Result<Probe, Fault> {
    let profiles = Profiles::built_in().expect("are read");
    let id_seed = u32::try_from(Clock::system().now_ms() / 1000).expect("a while yet");
    soon("an end", probe(&network(1, "CAJA", &printer.address()), &quick(), &profiles, id_seed)).await
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
