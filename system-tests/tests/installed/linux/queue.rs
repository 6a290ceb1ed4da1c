//! Printers that other programs of the machine know: queues of CUPS, announcements in the network.

use super::{Pc, seen_from_guest};
use crate::house::good_printer;
use serde_json::Value;

/// The last resort: CUPS accepts the bytes, and the result is unknown.
pub(super) async fn prints_by_a_queue(pc: &mut Pc) {
    let fake = good_printer().await;
    let uri = format!("socket://{}", seen_from_guest(&fake));
    // The name of a queue that is created a moment later.
    let queued = pc.house.add_printer("SPOOLER", "TICKETS", fake).await;
    pc.house.wait_for_printer_state(&queued, "OFFLINE").await;
    let waiting = pc.house.start_test_page(&queued).await;
    pc.house.wait_for_job_state(&waiting, "HELD").await;
    let (code, output) = pc.guest.try_run("comanda-agent doctor").await;
    assert!(code == 9 && output.contains("la cola «TICKETS» no existe"), "{code}: {output}");
    assert!(output.contains("→ Mira las que hay: comanda-agent discover"), "{output}");

    pc.guest.run(&format!("lpadmin -p TICKETS -E -m raw -v {uri} 2> /dev/null")).await;
    assert_eq!(pc.house.wait_for_job_state(&waiting, "DONE").await["level"], "L0");
    pc.house.test_page(&queued, "L0").await;
    let found = discovered(pc, "cola").await;
    assert!(found.iter().any(|found| found["address"] == "TICKETS" && found["description"] == uri), "{found:#?}");

    pc.guest.run("cupsdisable TICKETS").await;
    pc.house.wait_for_printer_state(&queued, "ERROR").await;
    pc.guest.run("systemctl stop cups.socket cups.path cups.service").await;
    pc.house.wait_for_printer_state(&queued, "OFFLINE").await;
    let (code, output) = pc.guest.try_run("comanda-agent doctor").await;
    assert!(code == 9 && output.contains("el servicio de impresión del sistema está parado"), "{code}: {output}");
    pc.guest.run("systemctl start cups.socket cups.path cups.service && cupsenable TICKETS").await;
    pc.house.test_page(&queued, "L0").await;
}

async fn discovered(pc: &mut Pc, place: &str) -> Vec<Value> {
    let output = pc.guest.run(&format!("comanda-agent discover --only {place} --json 2> /dev/null")).await;
    serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}"))
}

/// Finds printers that avahi announces, and those that listen at port 9100.
pub(super) async fn finds_what_announces_itself(pc: &mut Pc) {
    pc.guest
        .run(
            "systemd-run --quiet --collect --unit=announced avahi-publish -s 'TM-m30 cocina' _pdl-datastream._tcp 9100",
        )
        .await;
    let found = discovered(pc, "red").await;
    pc.guest.run("systemctl stop announced").await;
    let announced = found.iter().find(|found| found["description"] == "TM-m30 cocina");
    let address = announced.unwrap_or_else(|| panic!("{found:#?}"))["address"].as_str().unwrap();
    assert!(address.starts_with("10.0.2.") && address.ends_with(":9100"), "{found:#?}");
}
