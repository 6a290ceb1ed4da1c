//! Two hundred print PCs at one server: their cost while nothing happens, and the duration of an order among them. Every order wakes all of
//! them, since they listen on the company's channel.

use crate::{
    process,
    report::{Report, Times, text},
};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_system_tests::{
    agent::{Agent, Pace},
    program::{self, Version},
    restaurant::Restaurant,
    server::Server,
};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::time::sleep;

const AGENTS: usize = 200;
const ORDERS: usize = 100;
const ORDERS_OF_AN_ACCOUNT: usize = 5;
/// Enough for two looks at every printer, and two pulls of every agent.
const IDLE: Duration = Duration::from_secs(60);
/// The pause between two orders: all pulls that the last one caused are over.
const PAUSE: Duration = Duration::from_millis(300);
const TIMEOUT: Duration = Duration::from_secs(120);

pub async fn measure(report: &mut Report) {
    let server = Server::open_at(tempfile::tempdir_in(program::folder()).unwrap(), None).await;
    let url = server.url();
    let mut it = Restaurant::at(server, &url, Abilities::ALL, Pace::Usual).await;
    let mut others = Vec::with_capacity(AGENTS);
    for number in 1..AGENTS {
        others.push(Other::install(&it, number).await);
    }
    let began = Instant::now();
    it.agent.start();
    others.iter_mut().for_each(|other| other.agent.start());
    all_online(&it).await;
    report.row(format!("{AGENTS} agents started together, until all are on line"), text(began.elapsed()), "");
    idle(report, &it, &others).await;
    orders(report, &it).await;
}

/// A print PC with one printer, without an area.
struct Other {
    agent: Agent,
    _printer: FakePrinter,
}

impl Other {
    async fn install(it: &Restaurant, number: usize) -> Self {
        let agent = Agent::pair(Version::Current, &it.server.url(), &it.admin, Pace::Usual).await;
        let printer = FakePrinter::start(Abilities::ALL).await.unwrap();
        let body = json!({
            "agent_id": agent.id(), "name": format!("Impresora {number}"), "type": "NETWORK",
            "address": printer.address(), "size": "80",
        });
        it.admin.post("/api/printers", body).await.ok();
        Self { agent, _printer: printer }
    }
}

async fn all_online(it: &Restaurant) {
    let until = Instant::now() + TIMEOUT;
    loop {
        let agents = it.admin.get("/api/print-agents?page=false").await.rows();
        let online = agents.iter().filter(|agent| agent["online"] == true).count();
        if online >= AGENTS {
            return;
        }
        assert!(Instant::now() < until, "only {online} of {AGENTS} agents are on line");
        sleep(Duration::from_millis(100)).await;
    }
}

async fn idle(report: &mut Report, it: &Restaurant, others: &[Other]) {
    // The agents have finished probing their printers.
    sleep(Duration::from_secs(10)).await;
    let agents: Vec<u32> = others.iter().map(|other| other.agent.pid()).chain([it.agent.pid()]).collect();
    let used =
        || (process::cpu_time(it.server.pid()), agents.iter().map(|pid| process::cpu_time(*pid)).sum::<Duration>());
    let before = used();
    sleep(IDLE).await;
    let after = used();
    let share = |from: Duration, to: Duration| {
        format!("{:.2} % of a core", (to - from).as_secs_f64() / IDLE.as_secs_f64() * 100.0)
    };
    report.row(format!("Server, idle, {AGENTS} agents"), share(before.0, after.0), "");
    report.row("All these agents, idle", share(before.1, after.1), "");
    report.row("Server's memory then", format!("{} kB", process::memory_kb(it.server.pid())), "");
    let mut memory_per_agent: Vec<u64> = agents.iter().map(|pid| process::memory_kb(*pid)).collect();
    memory_per_agent.sort_unstable();
    let median = memory_per_agent[memory_per_agent.len() / 2];
    report.row_with_goal("An agent's memory, idle (median)", format!("{median} kB"), "6 MB", median <= 6000);
}

async fn orders(report: &mut Report, it: &Restaurant) {
    let (mut cut, mut account) = (Vec::with_capacity(ORDERS), 0);
    for order in 0..ORDERS {
        if order % ORDERS_OF_AN_ACCOUNT == 0 {
            account = it.open_account().await;
        }
        let cuts = it.kitchen.fake.cuts();
        let began = Instant::now();
        it.order_for_kitchen(account, &format!("PEDIDO {order:05}")).await;
        it.kitchen.fake.wait_until(|printer| printer.cuts() > cuts).await;
        cut.push(began.elapsed());
        sleep(PAUSE).await;
    }
    report.row(format!("Order POST to the cut, {AGENTS} agents woken"), Times::new(cut).text(), "");
}
