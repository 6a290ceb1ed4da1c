//! The package in one Debian, from installation to removal. The chapters share the machine: each leaves it working.

mod doctor;
mod endurance;
mod package;
mod queue;
mod service;
mod usb;

use crate::{
    guest::{Guest, HOST},
    house::{House, Printer, good_printer, installer_file},
};
use comanda_fake_printer::FakePrinter;
use std::time::Instant;

/// The print PC of a restaurant.
struct Pc {
    house: House,
    guest: Guest,
    /// The server's URL as the agent is told.
    server: String,
}

impl Pc {
    async fn start() -> Self {
        let house = House::open().await;
        let server = format!("http://{HOST}:{}", house.server.address().port());
        let guest = Guest::boot(&installer_file("COMANDA_GUEST")).await;
        Self { house, guest, server }
    }

    async fn network_printer(&self) -> Printer {
        let fake = good_printer().await;
        self.house.add_printer("NETWORK", &seen_from_guest(&fake), fake).await
    }

    /// The process id of the service.
    async fn main_pid(&mut self) -> String {
        let pid = self.guest.run("systemctl show --property=MainPID --value comanda-agent").await.trim().to_owned();
        assert_ne!(pid, "0", "the service does not run");
        pid
    }
}

/// The address at which the guest reaches a listener of this machine.
fn seen_from_guest(fake: &FakePrinter) -> String {
    format!("{HOST}:{}", fake.address().rsplit_once(':').unwrap().1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_package_is_installed_prints_lasts_and_is_purged() {
    let begun = Instant::now();
    let chapter = |name: &str| eprintln!("{:>4} s  {name}", begun.elapsed().as_secs());
    let mut pc = Pc::start().await;
    chapter("the package");
    package::is_installed(&mut pc).await;
    package::is_paired(&mut pc).await;
    let network = pc.network_printer().await;
    pc.house.test_page(&network, "L2").await;

    chapter("USB");
    let usb = usb::Bus::ready(&mut pc).await;
    usb::rights(&mut pc).await;
    usb::two_of_a_model_are_told_apart(&mut pc, &usb).await;
    usb::tells_its_state_and_comes_back(&mut pc, &usb).await;
    usb::without_a_number_is_asked_for_one(&mut pc, &usb).await;

    chapter("queues and announcements");
    queue::prints_by_a_queue(&mut pc).await;
    queue::finds_what_announces_itself(&mut pc).await;

    chapter("doctor");
    doctor::finds_nothing_wrong(&mut pc).await;
    doctor::names_what_is_broken(&mut pc, &network).await;

    chapter("the service");
    service::is_ruled_by_its_orders(&mut pc, &network).await;
    service::writes_down_what_it_does(&mut pc).await;
    service::is_started_again(&mut pc, &network).await;

    chapter("clock, cable, sleep and power");
    endurance::clocks_may_jump(&mut pc, &network).await;
    endurance::the_cable_may_be_pulled_out(&mut pc, &network).await;
    endurance::the_pc_may_sleep(&mut pc, &network, &usb.first).await;
    endurance::power_may_fail(&mut pc, &network).await;

    chapter("update and removal");
    package::is_updated(&mut pc, &network).await;
    package::is_removed(&mut pc, &network).await;
    chapter("done");
}
