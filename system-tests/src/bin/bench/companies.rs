//! A thousand companies on one server: the time until it answers, their cost while nobody uses them, and an account opened each second in
//! one after the other.

use crate::{
    process,
    report::{Report, Times, text},
};
use comanda_system_tests::{
    program,
    server::{Server, free_address},
};
use comanda_test_support::client::Client;
use futures::{StreamExt, stream};
use serde_json::json;
use std::{
    fs,
    time::{Duration, Instant},
};
use tokio::time::{interval, sleep};

const COMPANIES: usize = 1_000;
const ADDED_AT_ONCE: usize = 3;
/// The number of companies that are written to, one each second.
const BUSY_COMPANIES: usize = 60;
/// After this time every periodic task has looked at each company once since the start.
const SETTLING_TIME: Duration = Duration::from_secs(130);
const WATCH_DURATION: Duration = Duration::from_secs(60);
const OWN_PASSWORD: &str = "una clave de la casa";
const MAX_MB: u64 = 500;

pub async fn measure(report: &mut Report, engine: &str, database: Option<String>) {
    let count: usize = std::env::var("COMANDA_COMPANIES").map_or(COMPANIES, |text| text.parse().unwrap());
    let mut server = Server::empty_at(tempfile::tempdir_in(program::folder()).unwrap(), database);
    let began = Instant::now();
    let add = |n: usize| {
        let (slug, domain) = (format!("casa_{n}"), format!("casa{n}.example"));
        let server = &server;
        async move {
            let output = server.add_company(&slug, &domain).await;
            (domain, output.lines().find_map(|line| line.trim().strip_prefix("Contraseña ")).unwrap().trim().to_owned())
        }
    };
    let added: Vec<(String, String)> = stream::iter(0..count).map(add).buffered(ADDED_AT_ONCE).collect().await;
    let each = began.elapsed() / u32::try_from(count).unwrap();
    report.row(format!("{engine}, {count} companies: adding one, by a command"), text(each), "");

    let monitored = free_address();
    let began = Instant::now();
    server.serve_with(&["--metrics-listen", &monitored.to_string()]).await;
    let answers = began.elapsed();
    let monitor = Client::new(monitored);
    while !has_metric(&monitor, &format!("comanda_companies {count}")).await {
        sleep(Duration::from_millis(50)).await;
    }
    report.row(
        format!("{engine}: until it answers; until all are open"),
        format!("{}; {}", text(answers), text(began.elapsed())),
        "",
    );
    report.row(format!("{engine}: with all of them open"), held(&server), "");

    sleep(SETTLING_TIME).await;
    let share = processor_share(&server).await;
    report.row(format!("{engine}: idle, processor"), format!("{share:.1} % of a core"), "");
    row_with_goal(report, &format!("{engine}: idle"), &server);

    let mut people = Vec::with_capacity(BUSY_COMPANIES);
    for (domain, first) in added.into_iter().take(BUSY_COMPANIES) {
        let owner = Client::new(server.address()).at_host(&domain).login("admin", &first).await;
        let password_change = json!({"password": OWN_PASSWORD, "password_confirmation": OWN_PASSWORD});
        owner.put("/api/profile/password", password_change).await.ok();
        people.push(owner);
    }
    let mut times = Vec::with_capacity(people.len());
    let mut second = interval(Duration::from_secs(1));
    for owner in &people {
        second.tick().await;
        let began = Instant::now();
        owner.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        times.push(began.elapsed());
    }
    report.row(
        format!("{engine}: an account opened each second, in another one each time"),
        Times::new(times).text(),
        "",
    );
    row_with_goal(report, &format!("{engine}: after {} of them", people.len()), &server);
}

async fn has_metric(monitor: &Client, line: &str) -> bool {
    let metrics = monitor.get("/metrics").await;
    String::from_utf8_lossy(&metrics.bytes).lines().any(|metrics| metrics == line)
}

fn row_with_goal(report: &mut Report, what: &str, server: &Server) {
    let is_met = process::memory_kb(server.pid()) / 1000 <= MAX_MB;
    report.row_with_goal(what, held(server), &format!("{MAX_MB} MB"), is_met);
}

fn held(server: &Server) -> String {
    let count = |folder: &str| fs::read_dir(format!("/proc/{}/{folder}", server.pid())).unwrap().count();
    format!("{} MB, {} files, {} threads", process::memory_kb(server.pid()) / 1000, count("fd"), count("task"))
}

/// The share of a core that the server uses, in percent.
async fn processor_share(server: &Server) -> f64 {
    let before = process::cpu_time(server.pid());
    sleep(WATCH_DURATION).await;
    (process::cpu_time(server.pid()) - before).as_secs_f64() / WATCH_DURATION.as_secs_f64() * 100.0
}
