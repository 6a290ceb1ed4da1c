//! Printers on USB, played by the kernel's gadget driver: what is printed comes out of /dev/g_printer*, answers go in.

use super::{Pc, seen_from_guest};
use crate::house::{House, Printer, good_printer};
use serde_json::{Value, json};

/// Shell functions in the guest: `make NAME SERIAL NUMBER ADDRESS` for a printer that is not plugged in, whose paper is that of the fake
/// one at this address; `plug_in NAME SOCKET`; `pull_out NAME`.
const HANDS: &str = r#"
gadgets=/sys/kernel/config/usb_gadget
declare -A can_become
make() {
  mkdir $gadgets/$1 && cd $gadgets/$1 || return
  echo 0x04b8 > idVendor; echo 0x0202 > idProduct
  mkdir strings/0x409 configs/c.1 functions/printer.$1
  echo EPSON > strings/0x409/manufacturer; echo TM-T20 > strings/0x409/product; echo $2 > strings/0x409/serialnumber
  echo 'MFG:EPSON;CMD:ESC/POS;MDL:TM-T20;CLS:PRINTER;' > functions/printer.$1/pnp_string
  ln -s functions/printer.$1 configs/c.1/
  can_become[$1]="OPEN:/dev/g_printer$3,rdwr TCP:$4"
  cd /
}
plug_in() {
  echo dummy_udc.$2 > $gadgets/$1/UDC
  for try in $(seq 100); do
    [ -e /sys/bus/usb/devices/$(($2 + 1))-1/serial ] && break
    sleep 0.1
  done
  udevadm settle
  # The kernel's gadget ends a read when its bus is reset; a printer goes on by itself.
  [ -z "${can_become[$1]}" ] || systemd-run --quiet --collect --unit=plug-$1 --property=Restart=always \
    --property=RestartSec=100ms --property=StartLimitIntervalSec=0 socat ${can_become[$1]}
}
# First whoever has its node open: the kernel's gadget does not survive it otherwise.
pull_out() {
  systemctl stop plug-$1 2> /dev/null
  echo > $gadgets/$1/UDC
}
for module in libcomposite usb_f_printer usb_f_ss_lb usblp; do modprobe $module || exit 1; done
modprobe dummy_hcd num=2"#;

/// Two sockets, and two printers of one model that differ by their serial numbers only.
pub(super) struct Bus {
    pub(super) first: Printer,
    second: Printer,
}

const FIRST: &str = "usb:04b8:0202:J1234567";
const SECOND: &str = "usb:04b8:0202:K7654321";

impl Bus {
    /// Prepares the bus: the first printer is plugged in and set up by its device node; the second was never seen.
    pub(super) async fn ready(pc: &mut Pc) -> Self {
        pc.guest.run(HANDS).await;
        let (first, second) = (good_printer().await, good_printer().await);
        for (name, serial, number, fake) in [("first", "J1234567", 0, &first), ("second", "K7654321", 1, &second)] {
            pc.guest.run(&format!("make {name} {serial} {number} {}", seen_from_guest(fake))).await;
        }
        let first = pc.house.add_printer("USB", "/dev/usb/lp0", first).await;
        let second = pc.house.add_printer("USB", SECOND, second).await;
        pc.house.wait_for_printer_state(&first, "OFFLINE").await;
        pc.guest.run("plug_in first 0 && test -c /dev/usb/lp0").await;
        pc.house.test_page(&first, "L2").await;
        Self { first, second }
    }
}

/// The service may open the device nodes of printers, and of printers that do not identify themselves as such; nothing else.
pub(super) async fn rights(pc: &mut Pc) {
    assert_eq!(pc.guest.run("stat -c '%G %a' /dev/usb/lp0").await.trim(), "lp 660");
    let node = "stat -c '%G %a' /dev/$(grep -h DEVNAME /sys/bus/usb/devices/1-1/uevent | cut -d= -f2)";
    assert_eq!(pc.guest.run(node).await.trim(), "lp 660");
    let awake = "cat /sys/bus/usb/devices/1-1/power/control";
    assert_eq!(pc.guest.run(awake).await.trim(), "on");
    // A clone with a vendor-specific class, and another device of that class.
    for (vendor, product, group) in [("0x0416", "0x5011", "lp"), ("0x1234", "0x0001", "root")] {
        let odd = format!(
            "mkdir $gadgets/odd && cd $gadgets/odd && echo {vendor} > idVendor && echo {product} > idProduct
            mkdir configs/c.1 functions/Loopback.0 strings/0x409; echo 0 > strings/0x409/serialnumber
            ln -s functions/Loopback.0 configs/c.1/; cd /; plug_in odd 1
            stat -c %G /dev/$(grep -h DEVNAME /sys/bus/usb/devices/2-1/uevent | cut -d= -f2)
            pull_out odd; cd $gadgets/odd; rm configs/c.1/Loopback.0; rmdir configs/c.1 functions/Loopback.0 strings/0x409
            cd ..; rmdir odd; cd /"
        );
        assert_eq!(pc.guest.run(&odd).await.trim(), group, "{vendor}:{product}");
    }
}

async fn discovered(pc: &mut Pc) -> Vec<Value> {
    let output = pc.guest.run("comanda-agent discover --only usb --json 2> /dev/null").await;
    serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}"))
}

/// Two printers of one model are distinguished by their serial numbers, whatever their present node and socket.
pub(super) async fn two_of_a_model_are_told_apart(pc: &mut Pc, bus: &Bus) {
    pc.house.wait_for_printer_state(&bus.second, "OFFLINE").await;
    let waiting = pc.house.start_test_page(&bus.second).await;
    pc.house.wait_for_job_state(&waiting, "HELD").await;
    // The second printer was set up before it was ever plugged in: its waiting jobs come out automatically.
    pc.guest.run("plug_in second 1").await;
    pc.house.wait_for_job_state(&waiting, "DONE").await;
    assert_eq!((bus.first.fake.cuts(), bus.second.fake.cuts()), (1, 1));

    pc.house.change(&bus.first, json!({"address": FIRST})).await;
    pc.house.test_page(&bus.first, "L2").await;
    let found = discovered(pc).await;
    let mut addresses: Vec<_> = found.iter().map(|found| found["address"].as_str().unwrap()).collect();
    addresses.sort_unstable();
    assert_eq!(addresses, [FIRST, SECOND], "{found:#?}");
    assert!(found.iter().all(|found| found["added_as"].is_string()), "{found:#?}");

    pc.guest.run("pull_out first; pull_out second").await;
    pc.house.wait_for_printer_state(&bus.first, "OFFLINE").await;
    pc.house.wait_for_printer_state(&bus.second, "OFFLINE").await;
    pc.guest.run("plug_in second 0 && plug_in first 1").await;
    pc.house.wait_for_printer_state(&bus.first, "READY").await;
    pc.house.wait_for_printer_state(&bus.second, "READY").await;
    pc.house.test_page(&bus.first, "L2").await;
    pc.house.test_page(&bus.second, "L2").await;
    assert_eq!((bus.first.fake.cuts(), bus.second.fake.cuts()), (3, 2));
}

/// The printer's own status messages reach the server; jobs that failed are printed once that is possible.
pub(super) async fn tells_its_state_and_comes_back(pc: &mut Pc, bus: &Bus) {
    let (house, first) = (&pc.house, &bus.first);
    first.fake.near_end(true);
    house.wait_for_printer_state(first, "PAPER_NEAR_END").await;
    first.fake.near_end(false);
    first.fake.open_cover(true);
    house.wait_for_printer_state(first, "COVER_OPEN").await;
    let waiting = house.start_test_page(first).await;
    house.wait_for_job_state(&waiting, "HELD").await;
    first.fake.open_cover(false);
    house.wait_for_job_state(&waiting, "DONE").await;

    runs_out_in_the_middle(house, first).await;

    // Pulled out in the middle of a ticket: how much the printer got is unknown, so the ticket is printed again with the mark.
    let cuts = first.fake.cuts();
    let received = first.fake.received();
    first.fake.stall_after(200);
    let torn = house.start_test_page(first).await;
    crate::house::wait_until(first, |fake| fake.received() >= received + 200).await;
    first.fake.refuse(true);
    pc.guest.run("pull_out first").await;
    first.fake.power_cycle();
    first.fake.unstall();
    pc.house.wait_for_printer_state(first, "OFFLINE").await;
    first.fake.refuse(false);
    pc.guest.run("plug_in first 1").await;
    pc.house.wait_for_job_state(&torn, "DONE").await;
    let sheets = first.fake.sheets();
    let whole: Vec<_> = sheets.iter().filter(|sheet| sheet.cut).skip(cuts).collect();
    assert_eq!(whole.len(), 1, "{whole:#?}");
    assert!(whole[0].says("POSIBLE DUPLICADO"), "{}", whole[0].text());
}

async fn runs_out_in_the_middle(house: &House, printer: &Printer) {
    let cuts = printer.fake.cuts();
    printer.fake.paper_out_after(150);
    let page = house.start_test_page(printer).await;
    house.wait_for_printer_state(printer, "PAPER_OUT").await;
    house.wait_for_job_state(&page, "HELD").await;
    printer.fake.new_roll();
    house.wait_for_job_state(&page, "DONE").await;
    assert_eq!(printer.fake.cuts(), cuts + 1);
    assert!(!printer.fake.sheets().last().unwrap().says("POSIBLE DUPLICADO"));
}

/// A serial number of zeros belongs to no printer: the printer itself is asked.
pub(super) async fn without_a_number_is_asked_for_one(pc: &mut Pc, bus: &Bus) {
    pc.house.change(&bus.second, json!({"status": "INACTIVE"})).await;
    pc.guest.run("pull_out second; echo 00000000 > $gadgets/second/strings/0x409/serialnumber; plug_in second 0").await;
    let address = "usb:04b8:0202#X4QT012345";
    let found = discovered(pc).await;
    assert!(found.iter().any(|found| found["address"] == address), "{found:#?}");
    pc.house.change(&bus.second, json!({"status": "ACTIVE", "address": address})).await;
    pc.house.test_page(&bus.second, "L2").await;
}
