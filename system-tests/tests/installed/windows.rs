//! The set-up program: silent with a code, the printers of that PC, an update, a restart, removal.

use crate::{
    house::{House, good_printer, installer_file, wait_until},
    wine::{Queue, SerialLine, Wine},
};
use comanda_system_tests::waiting::within;
use std::{fs, path::Path, time::Duration};

/// Vendor, product and serial number of a printer on USB.
const USB: &str = "VID_04B8&PID_0E15#5839394B3035";
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

async fn set_up(wine: &Wine, arguments: &[&str]) -> i32 {
    wine.run(installer_file("COMANDA_SETUP"), [&["/S"], arguments].concat()).await
}

/// The uninstaller continues in a copy of itself, so that its end is not the end of the removal.
async fn remove(wine: &Wine, arguments: &[&str]) {
    let remover = wine.agent().with_file_name("uninstall.exe");
    assert_eq!(wine.run(&remover, [&["/S"], arguments].concat()).await, 0);
    is_gone(remover.parent().unwrap()).await;
}

async fn is_gone(path: &Path) {
    within(&format!("{} to be removed", path.display()), async {
        while path.exists() {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    })
    .await;
}

/// Runs a guide or command that a technician of this PC uses, and asserts that it answers in readable Spanish with the exit code that the
/// help names.
async fn technician_asks(wine: &Wine, arguments: &[&str], exit: i32, answer: &str) {
    let (code, output) = wine.run_with_output(wine.agent(), arguments).await;
    assert!(code == exit && output.contains(answer), "{arguments:?} ended with {code} and said:\n{output}");
}

/// Unplugs and replugs a USB printer. Its answers cannot be tested here: behind the interface is a terminal, of which wine returns nothing
/// before the requested length is complete.
async fn a_usb_printer_is_pulled_out_and_plugged_in(house: &House, wine: &Wine) {
    let printer = good_printer().await;
    let address = printer.address();
    let line = SerialLine::to(&address).await;
    wine.plug_in_usb(USB, &line.device).await;
    technician_asks(wine, &["discover", "--only", "usb"], 0, "usb:04b8:0e15:5839394B3035").await;
    let printer = house.add_printer("USB", "usb:04b8:0e15:5839394B3035", printer).await;
    house.test_page(&printer, "L0").await;

    wine.pull_out_usb(USB).await;
    drop(line);
    let waiting = house.start_test_page(&printer).await;
    house.wait_for_printer_state(&printer, "OFFLINE").await;
    let line = SerialLine::to(&address).await;
    wine.plug_in_usb(USB, &line.device).await;
    house.wait_for_job_state(&waiting, "DONE").await;
    wait_until(&printer, |paper| paper.cuts() == 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pc_is_set_up_prints_is_updated_and_left_as_it_was() {
    let house = House::open().await;
    let queue_printer = good_printer().await;
    let queue = Queue::to("TICKETS", &queue_printer.address()).await;
    let wine = Wine::start(Some(queue.socket.clone())).await;
    let server = format!("/SERVER={}", house.server.url());

    // With a wrong code the agent is installed but not paired, and says so.
    assert_eq!(set_up(&wine, &[&server, "/CODE=000000"]).await, 3);
    assert!(wine.agent().exists() && !wine.data().join("agent.toml").exists());
    technician_asks(&wine, &["status"], 3, "esta PC todavía no está vinculada").await;
    technician_asks(&wine, &["service", "status"], 0, "El servicio no está instalado").await;

    assert_eq!(set_up(&wine, &[&server, &format!("/CODE={}", house.pairing_code().await)]).await, 0);
    house.wait_until_agent_is_online(true).await;
    assert_eq!(house.agent().await["platform"], "windows-x86_64");

    let network = good_printer().await;
    let network = house.add_printer("NETWORK", &network.address(), network).await;
    house.test_page(&network, "L2").await;

    let serial = good_printer().await;
    let line = SerialLine::to(&serial.address()).await;
    wine.plug_in("com7", &line.device);
    let serial = house.add_printer("SERIAL", "COM7:19200,8N1", serial).await;
    house.test_page(&serial, "L2").await;

    // A queue accepts the bytes and cannot report what becomes of them.
    let queued = house.add_printer("SPOOLER", "TICKETS", queue_printer).await;
    house.test_page(&queued, "L0").await;

    a_usb_printer_is_pulled_out_and_plugged_in(&house, &wine).await;

    technician_asks(&wine, &["service", "status"], 0, "El servicio está en marcha y arranca con la PC").await;
    technician_asks(&wine, &["status"], 0, "conectado").await;
    // Wine prints to queues even while the spooler service is stopped.
    technician_asks(&wine, &["doctor"], 9, "el servicio de impresión del sistema está parado").await;
    assert_eq!(wine.run("net", ["start", "Spooler"]).await, 0);
    technician_asks(&wine, &["doctor"], 0, "la cola «TICKETS» existe").await;
    technician_asks(&wine, &["printers", "add"], 2, "falta --name").await;

    // An update asks nothing and keeps everything.
    let before = fs::read_to_string(wine.data().join("agent.toml")).unwrap();
    assert_eq!(set_up(&wine, &[]).await, 0);
    house.wait_until_agent_is_online(true).await;
    assert_eq!(fs::read_to_string(wine.data().join("agent.toml")).unwrap(), before);
    house.test_page(&network, "L2").await;

    wine.restart().await;
    house.wait_until_agent_is_online(true).await;
    house.test_page(&network, "L2").await;

    remove(&wine, &[]).await;
    house.wait_until_agent_is_online(false).await;
    assert!(!wine.agent().exists() && wine.data().join("agent.toml").exists());
    assert_ne!(wine.run("sc", ["query", "comanda-agent"]).await, 0, "the service is still there");

    // Installed again, the agent continues where it was; after the second removal nothing stays.
    assert_eq!(set_up(&wine, &[]).await, 0);
    house.wait_until_agent_is_online(true).await;
    house.test_page(&network, "L2").await;
    remove(&wine, &["/PURGE"]).await;
    is_gone(&wine.data()).await;
}
