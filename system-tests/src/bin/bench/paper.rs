//! The time from the tap on "send" to the cut, one order at a time.

use crate::{
    disk::BareDisk,
    process,
    report::{Report, Times, text},
    tap::Tap,
};
use comanda_fake_printer::Abilities;
use comanda_system_tests::{agent::Pace, program, restaurant::Restaurant, server::Server};
use std::time::{Duration, Instant};
use tokio::time::sleep;

const ORDERS: usize = 400;
const ORDERS_OF_AN_ACCOUNT: usize = 5;
/// The pause between two orders: the reports of the last paper are over.
const PAUSE: Duration = Duration::from_millis(40);

/// The durations of all orders, by stage.
#[derive(Debug, Default)]
struct Measured {
    answered: Vec<Duration>,
    cut: Vec<Duration>,
    /// From the offer on the agent's connection to the cut.
    agent: Vec<Duration>,
    fsync: Vec<Duration>,
}

pub async fn measure(report: &mut Report) {
    let folder = tempfile::tempdir_in(program::folder()).unwrap();
    let mut disk = BareDisk::open(folder.path());
    let server = Server::open_at(tempfile::tempdir_in(program::folder()).unwrap(), None).await;
    let tap = Tap::open(server.address()).await;
    let mut it = Restaurant::at(server, &tap.url(), Abilities::ALL, Pace::Usual).await;
    it.agent.start();
    it.agent.wait_until_online(&it.admin, true).await;

    let cpu = process::cpu_time(it.agent.pid());
    let mut measured = Measured::default();
    let mut account = 0;
    for order in 0..ORDERS {
        if order % ORDERS_OF_AN_ACCOUNT == 0 {
            account = it.open_account().await;
        }
        measured.order(&it, &tap, account, &format!("PEDIDO {order:05}")).await;
        sleep(PAUSE).await;
        measured.fsync.push(disk.sync());
    }
    let agent_cpu = (process::cpu_time(it.agent.pid()) - cpu) / u32::try_from(ORDERS).unwrap();
    measured.tell(report, agent_cpu);
}

impl Measured {
    async fn order(&mut self, it: &Restaurant, tap: &Tap, account: i64, comment: &str) {
        tap.look_for(comment);
        let cuts = it.kitchen.fake.cuts();
        let began = Instant::now();
        let answered = async {
            it.order_for_kitchen(account, comment).await;
            began.elapsed()
        };
        let cut = async {
            it.kitchen.fake.wait_until(|printer| printer.cuts() > cuts).await;
            Instant::now()
        };
        let (answered, cut) = tokio::join!(answered, cut);
        self.answered.push(answered);
        self.cut.push(cut - began);
        self.agent.push(cut - tap.seen_at().expect("the ticket passed the tap"));
    }

    fn tell(self, report: &mut Report, agent_cpu: Duration) {
        let [answered, cut, agent, fsync] = [self.answered, self.cut, self.agent, self.fsync].map(Times::new);
        report.row("Order POST to its answer", answered.text(), "");
        report.row("Order POST to the cut at the printer", cut.text(), "");
        report.row("Bare fsync between those orders", fsync.text(), "");
        report.row("Agent: from the offer to the cut (two fsyncs)", agent.text(), "");
        // The job is on the agent's disk before it is confirmed, and STARTED before the first byte.
        let own_time = agent.percent(50).saturating_sub(fsync.percent(50) * 2);
        let goal = Duration::from_millis(1);
        report.row_with_goal(
            "Agent: the same without two bare fsyncs, p50",
            text(own_time),
            "below 1 ms",
            own_time < goal,
        );
        report.row("Agent: processor time of a ticket", text(agent_cpu), "");
    }
}
