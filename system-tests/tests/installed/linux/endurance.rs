//! Events of a machine's life: clocks that jump, unplugged cables, suspend, power failures.

use super::Pc;
use crate::house::Printer;

pub(super) async fn clocks_may_jump(pc: &mut Pc, printer: &Printer) {
    pc.guest.run("timedatectl set-ntp false").await;
    for jump in ["2 days", "4 days ago", "2 days"] {
        pc.guest.run(&format!("date -s '{jump}'")).await;
        pc.house.test_page(printer, "L2").await;
    }
    pc.guest.run("timedatectl set-ntp true").await;
}

/// Nothing closes the connection: it is only silent.
pub(super) async fn the_cable_may_be_pulled_out(pc: &mut Pc, printer: &Printer) {
    pc.guest.plug_cable(false).await;
    pc.house.wait_until_agent_is_online(false).await;
    let page = pc.house.start_test_page(printer).await;
    pc.guest.plug_cable(true).await;
    pc.house.wait_until_agent_is_online(true).await;
    pc.house.wait_for_job_state(&page, "DONE").await;
}

/// Jobs that were sent during the suspend are printed after it; USB works again too.
pub(super) async fn the_pc_may_sleep(pc: &mut Pc, printer: &Printer, usb: &Printer) {
    let house = &pc.house;
    let sent =
        pc.guest.sleep(15, async { [house.start_test_page(printer).await, house.start_test_page(usb).await] }).await;
    for page in &sent {
        pc.house.wait_for_job_state(page, "DONE").await;
    }
    pc.house.test_page(printer, "L2").await;
    pc.house.test_page(usb, "L2").await;
}

/// The power fails in the middle of a ticket, with more waiting. Afterwards nobody does anything.
pub(super) async fn power_may_fail(pc: &mut Pc, printer: &Printer) {
    let cuts = printer.fake.cuts();
    let received = printer.fake.received();
    printer.fake.stall_after(200);
    let torn = pc.house.start_test_page(printer).await;
    crate::house::wait_until(printer, |fake| fake.received() >= received + 200).await;
    pc.house.wait_for_job_state(&torn, "PRINTING").await;
    let mut waiting = Vec::new();
    for _ in 0..3 {
        let page = pc.house.start_test_page(printer).await;
        pc.house.wait_for_job_state(&page, "SPOOLED").await;
        waiting.push(page);
    }
    printer.fake.refuse(true);
    printer.fake.power_cycle();
    pc.guest.lose_power().await;
    printer.fake.unstall();
    pc.house.wait_until_agent_is_online(true).await;
    printer.fake.refuse(false);
    pc.house.wait_for_job_state(&torn, "DONE").await;
    for page in &waiting {
        pc.house.wait_for_job_state(page, "DONE").await;
    }
    let sheets = printer.fake.sheets();
    let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut).skip(cuts).collect();
    let marked = whole.iter().filter(|sheet| sheet.says("POSIBLE DUPLICADO")).count();
    assert_eq!((whole.len(), marked), (4, 1), "{}", whole.iter().map(|sheet| sheet.text()).collect::<String>());
}
