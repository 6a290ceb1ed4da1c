//! When the agent gives a job to the stand-in of its printer.

mod support;

use comanda_agent::{clock::Clock, spool::Spool};
use comanda_ticket::{
    Kind,
    wire::{PrinterId, PrinterSetup},
};
use support::{command, folder, virtual_printer};

#[tokio::test]
async fn a_stand_in_takes_over_after_the_time_of_its_printer_and_never_a_test_page() {
    let folder = folder();
    let clock = Clock::fixed_at(1_000_000);
    let spool = Spool::open(folder.path(), clock.clone(), 20_000).expect("opens");
    let stand_in = PrinterId(2);
    let relieved = |id, seconds| PrinterSetup {
        stand_in_id: Some(stand_in),
        stand_in_after_s: seconds,
        ..virtual_printer(id, "COCINA")
    };
    // The second is of a server of an earlier version, which says no time.
    spool.set_printers(vec![relieved(1, Some(45)), virtual_printer(2, "BAR"), relieved(3, None)]).expect("is written");
    let mut test_page = command(1, 1);
    test_page.document = Kind::Test;
    let (slow, usual) = (command(1, 2), command(3, 3));
    for job in [&test_page, &slow, &usual] {
        spool.accept(vec![job.clone()], None).await.expect("is written");
    }
    for (passed_ms, expected) in [(19_999, None), (1, Some(usual.id)), (24_999, Some(usual.id))] {
        clock.advance_ms(passed_ms);
        assert_eq!(spool.next_job_for(stand_in), expected);
    }
    spool.start(usual.id, stand_in).await.expect("is written").expect("is to be had");
    assert_eq!(spool.next_job_for(stand_in), None);
    clock.advance_ms(1);
    assert_eq!(spool.next_job_for(stand_in), Some(slow.id), "and not the test page, which came first");
}
