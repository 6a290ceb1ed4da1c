//! Six hundred connections that try to sign in with invented names, each from an address of its own: the load on the server, and the delay
//! for real users.

use crate::{
    process,
    report::{Report, Times},
};
use comanda_system_tests::{program, server::Server};
use reqwest::StatusCode;
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

const FLOODING_CLIENTS: u64 = 600;
const FLOOD_DURATION: Duration = Duration::from_secs(20);
const BETWEEN_CALLS: Duration = Duration::from_millis(20);
const MAX_MEMORY_KB: u64 = 200_000;
const OTHERS_P99: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
struct Answers {
    wrong: AtomicU64,
    refused: AtomicU64,
    over: AtomicBool,
}

pub async fn measure(report: &mut Report) {
    let server = Server::open_at(tempfile::tempdir_in(program::folder()).unwrap(), None).await;
    let rosa = server.login("mozo").await;
    let answers = Arc::<Answers>::default();
    let flood: Vec<_> = (0..FLOODING_CLIENTS).map(|n| tokio::spawn(invent(server.url(), n, answers.clone()))).collect();
    let (mut calls, mut max_kb) = (Vec::new(), 0);
    let until = Instant::now() + FLOOD_DURATION;
    while Instant::now() < until {
        let began = Instant::now();
        rosa.get("/api/floor").await.ok();
        calls.push(began.elapsed());
        max_kb = process::memory_kb(server.pid()).max(max_kb);
        tokio::time::sleep(BETWEEN_CALLS).await;
    }
    answers.over.store(true, Relaxed);
    for one in flood {
        one.await.unwrap();
    }
    let seconds = FLOOD_DURATION.as_secs();
    let (wrong, refused) = (answers.wrong.load(Relaxed), answers.refused.load(Relaxed));
    let what = format!("{FLOODING_CLIENTS} connections sign in with invented names");
    report.row(what, format!("{} hashed, {} refused a second", wrong / seconds, refused / seconds), "");
    let max_mb = format!("{} MB", max_kb / 1000);
    report.row_with_goal("Server's memory, at most", max_mb, "200 MB", max_kb <= MAX_MEMORY_KB);
    let calls = Times::new(calls);
    report.row_with_goal("A waiter's calls meanwhile", calls.text(), "p99 50 ms", calls.percent(99) <= OTHERS_P99);
}

async fn invent(server: String, number: u64, answers: Arc<Answers>) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let address = format!("10.9.{}.{}", number / 250, number % 250);
    for name in 0.. {
        if answers.over.load(Relaxed) {
            return;
        }
        let body = json!({"username": format!("nadie{number}.{name}"), "password": "una que no es"});
        let login = client.post(format!("{server}/api/login")).header("x-forwarded-for", &address).json(&body);
        match login.send().await.unwrap().status() {
            StatusCode::UNAUTHORIZED => answers.wrong.fetch_add(1, Relaxed),
            StatusCode::TOO_MANY_REQUESTS => answers.refused.fetch_add(1, Relaxed),
            other => panic!("{other}"),
        };
    }
}
