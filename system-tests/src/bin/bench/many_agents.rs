//! Ten thousand print PCs of two hundred restaurants at one server on PostgreSQL: the time until all are connected, their memory, the time
//! until those of one restaurant are woken by its orders, and the time until all are back after the server died. They are sockets of this
//! program that do what an agent does first: they identify themselves and pull their jobs.

use crate::{
    process,
    report::{Report, Times, text},
};
use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    agent::Pace,
    restaurant::{Restaurant, order_body},
    server::Server,
};
use comanda_test_support::client::Client;
use futures::{SinkExt, StreamExt, future::join_all, stream};
use serde_json::{Value, json};
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};
use tokio::{
    net::TcpSocket,
    time::{MissedTickBehavior, sleep},
};
use tokio_tungstenite::{
    client_async,
    tungstenite::{Error, Message},
};

const FURTHER_COMPANIES: usize = 200;
/// A restaurant may pair sixty agents within some minutes.
const AGENTS_PER_COMPANY: usize = 50;
/// The agents of the restaurant that sells, besides its own.
const AGENTS_OF_FIRST_COMPANY: usize = 9;
const AGENTS: usize = FURTHER_COMPANIES * AGENTS_PER_COMPANY + AGENTS_OF_FIRST_COMPANY;
/// Below the limit of a server, six hundred connections of one address.
const AGENTS_OF_AN_ADDRESS: usize = 400;
const AT_ONCE: usize = 8;
/// Longer than the server keeps unused memory.
const IDLE: Duration = Duration::from_secs(35);
const BETWEEN_ORDERS: Duration = Duration::from_millis(20);
const ORDERS: usize = 500;
/// The longest time that an agent waits before it tries again.
const RECONNECT_MS: u64 = 4_000;
const TIMEOUT: Duration = Duration::from_secs(180);
const OWN_PASSWORD: &str = "una clave de la casa";

/// The events that all agents have seen.
#[derive(Debug, Default)]
struct LinkTally {
    linked: AtomicUsize,
    refused: AtomicUsize,
    /// The times at which an agent of the selling restaurant was woken.
    wakes: Mutex<Vec<Instant>>,
}

/// The address and token with which an agent connects.
#[derive(Debug, Clone)]
struct Link {
    server: SocketAddr,
    from: Ipv4Addr,
    domain: String,
    token: String,
    /// Whether the agent's wake-ups are recorded.
    reports_wakes: bool,
}

pub async fn measure(report: &mut Report, server: Server) {
    let url = server.url();
    let mut it = Restaurant::at(server, &url, Abilities::ALL, Pace::Usual).await;
    it.agent.start();
    it.agent.wait_until_online(&it.admin, true).await;
    let empty_kb = process::memory_kb(it.server.pid());
    let links = links(&it).await;
    let tally = Arc::new(LinkTally::default());
    let began = Instant::now();
    let linked: Vec<_> = links.into_iter().map(|link| tokio::spawn(stay_linked(link, tally.clone()))).collect();
    all_linked(&tally).await;
    let took = began.elapsed();
    report.row_with_goal(
        format!("{AGENTS} agents at once, until all are linked"),
        text(took),
        "20 s",
        took < Duration::from_secs(20),
    );
    let all_mb = process::memory_kb(it.server.pid()) / 1000;
    let measured = format!("{all_mb} MB, {} MB before", empty_kb / 1000);
    report.row("Server's memory then", measured, "");
    let before = process::cpu_time(it.server.pid());
    sleep(IDLE).await;
    let share = (process::cpu_time(it.server.pid()) - before).as_secs_f64() / IDLE.as_secs_f64() * 100.0;
    report.row("Server, idle, with them", format!("{share:.1} % of a core"), "");
    let idle_mb = process::memory_kb(it.server.pid()) / 1000;
    report.row_with_goal("Server's memory, idle", format!("{idle_mb} MB"), "400 MB", idle_mb <= 400);

    wakes(report, &it, &tally).await;

    let refused = tally.refused.load(SeqCst);
    it.server.kill().await;
    while tally.linked.load(SeqCst) > 0 {
        sleep(Duration::from_millis(5)).await;
    }
    let began = Instant::now();
    it.server.serve().await;
    all_linked(&tally).await;
    let (took, refused) = (began.elapsed(), tally.refused.load(SeqCst) - refused);
    let is_met = took < Duration::from_secs(60) && refused == 0;
    let measured = format!("{}, {refused} refused", text(took));
    report.row_with_goal("All back after the server died", measured, "60 s, none refused", is_met);
    linked.into_iter().for_each(|one| one.abort());
}

/// Pairs all agents, as technicians do.
async fn links(it: &Restaurant) -> Vec<Link> {
    // A single company is served under every name, one of many under its own.
    let own_address = it.server.address().ip().to_string();
    it.server.change_company("demo", &["--domain", &own_address]).await;
    let mut houses = vec![(own_address, it.admin.clone(), AGENTS_OF_FIRST_COMPANY)];
    let adding = stream::iter(0..FURTHER_COMPANIES).map(async |n| {
        let (slug, domain) = (format!("casa_{n}"), format!("casa{n}.example"));
        let output = it.server.add_company(&slug, &domain).await;
        let first = output.lines().find_map(|line| line.trim().strip_prefix("Contraseña ")).unwrap().trim().to_owned();
        (domain, first)
    });
    let added: Vec<(String, String)> = adding.buffered(2).collect().await;
    let opening = stream::iter(added).map(async |(domain, first)| {
        let owner = Client::new(it.server.address()).at_host(&domain).login("admin", &first).await;
        let password_change = json!({"password": OWN_PASSWORD, "password_confirmation": OWN_PASSWORD});
        owner.put("/api/profile/password", password_change).await.ok();
        (domain, owner, AGENTS_PER_COMPANY)
    });
    houses.extend(opening.buffered(2).collect::<Vec<_>>().await);
    let pairing = stream::iter(houses).map(async |(domain, owner, count)| {
        let mut tokens = Vec::with_capacity(count);
        for _ in 0..count {
            let code = owner.post("/api/print-agents/pairing-codes", json!({"name": "PC de caja"})).await.ok();
            let pair_request = json!({"code": code["code"], "machine": "PC", "version": "9.9.9", "platform": "linux"});
            let paired = owner.post("/api/print-agents/pair", pair_request).await.ok();
            tokens.push((domain.clone(), paired["token"].as_str().unwrap().to_owned()));
        }
        tokens
    });
    let tokens: Vec<_> = pairing.buffered(AT_ONCE).collect::<Vec<_>>().await.into_iter().flatten().collect();
    let numbered = tokens.into_iter().enumerate();
    let link = |(n, (domain, token)): (usize, (String, String))| {
        let block = u8::try_from(1 + n / AGENTS_OF_AN_ADDRESS).unwrap();
        Link {
            server: it.server.address(),
            from: Ipv4Addr::new(127, 0, block, 1),
            domain,
            token,
            reports_wakes: n == 0,
        }
    };
    numbered.map(link).collect()
}

async fn all_linked(tally: &LinkTally) {
    let until = Instant::now() + TIMEOUT;
    while tally.linked.load(SeqCst) < AGENTS {
        assert!(Instant::now() < until, "only {tally:?} of {AGENTS}");
        sleep(Duration::from_millis(20)).await;
    }
}

async fn stay_linked(link: Link, tally: Arc<LinkTally>) {
    loop {
        let mut is_linked = false;
        if linked(&link, &tally, &mut is_linked).await == Some(true) {
            tally.refused.fetch_add(1, SeqCst);
        }
        if is_linked {
            tally.linked.fetch_sub(1, SeqCst);
        }
        sleep(Duration::from_millis(fastrand::u64(0..RECONNECT_MS))).await;
    }
}

/// Runs a connection until it ends; returns whether it was refused, or `None` when nobody listened.
async fn linked(link: &Link, tally: &LinkTally, is_linked: &mut bool) -> Option<bool> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((link.from, 0).into()).ok()?;
    let stream = socket.connect(link.server).await.ok()?;
    let url = format!("ws://{}/socket.io/?EIO=4&transport=websocket", link.domain);
    let mut stream = match client_async(url, stream).await {
        Ok((stream, _)) => stream,
        Err(error) => return matches!(error, Error::Http(_)).then_some(true),
    };
    let auth = json!({"token": link.token, "kind": "agent", "version": "9.9.9", "machine": "PC"});
    let pull = format!("421{}", json!(["pull_jobs", {"held": []}]));
    while let Some(Ok(frame)) = stream.next().await {
        let Message::Text(frame) = frame else { continue };
        let answer = match frame.as_str() {
            open if open.starts_with('0') => format!("40{auth}"),
            "2" => "3".to_owned(),
            connected if connected.starts_with("40") => pull.clone(),
            refused if refused.starts_with("44") => return Some(true),
            pulled if pulled.starts_with("43") && !*is_linked => {
                *is_linked = true;
                tally.linked.fetch_add(1, SeqCst);
                continue;
            }
            event if event.starts_with("42") => {
                let (_, body): (String, Value) = serde_json::from_str(&event[2..]).ok()?;
                if body["message"]["type"] != "jobs" {
                    continue;
                }
                if link.reports_wakes {
                    // The agent prints nothing, and reports its jobs so that they are not offered again and again.
                    tally.wakes.lock().unwrap().push(Instant::now());
                    continue;
                }
                pull.clone()
            }
            _ => continue,
        };
        stream.send(Message::text(answer)).await.ok()?;
    }
    Some(false)
}

/// Sends fifty orders a second of the selling restaurant, for the kitchen, whose agent prints them, and for the bar, whose agent is the one
/// that reports: each order wakes the agents of that restaurant, and no others.
async fn wakes(report: &mut Report, it: &Restaurant, tally: &LinkTally) {
    let agents = it.admin.get("/api/print-agents").await.rows();
    let simulated = agents.iter().filter_map(|agent| agent["id"].as_i64()).filter(|id| *id != it.agent.id()).min();
    it.admin.put(&format!("/api/printers/{}", it.bar.printer_id), json!({"agent_id": simulated})).await.ok();
    let mut sent = Vec::with_capacity(ORDERS);
    let mut sending = Vec::with_capacity(ORDERS);
    let mut accounts = Vec::with_capacity(ORDERS / 5);
    for _ in 0..ORDERS / 5 {
        accounts.push(it.open_account().await);
    }
    tally.wakes.lock().unwrap().clear();
    let mut beat = tokio::time::interval(BETWEEN_ORDERS);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for n in 0..ORDERS {
        beat.tick().await;
        let dishes = [(it.kitchen.product_id, "SIN AJI"), (it.bar.product_id, "")];
        let (waiter, body) = (it.waiter.clone(), order_body(accounts[n / 5], &dishes));
        sent.push(Instant::now());
        sending.push(tokio::spawn(async move { waiter.post("/api/orders", body).await.ok() }));
    }
    join_all(sending).await.into_iter().for_each(|answer| drop(answer.unwrap()));
    sleep(Duration::from_secs(1)).await;
    let woken = tally.wakes.lock().unwrap().clone();
    assert_eq!(woken.len(), sent.len(), "each order wakes it once");
    let times = sent.iter().zip(&woken).map(|(sent, woken)| woken.saturating_duration_since(*sent)).collect();
    let times = Times::new(times);
    let measured = format!("{}; {} wakes of {ORDERS} orders", times.text(), woken.len());
    let is_met = times.percent(99) <= Duration::from_millis(50);
    report.row_with_goal("Order POST to the wake of an agent, 50 orders a second", measured, "p99 50 ms", is_met);
}
