//! Ten thousand silent connections: the cost of each, and the duration of the first call on a new one among them.

use crate::{
    process,
    report::{Report, Times, text},
};
use comanda_system_tests::{program, server::Server};
use std::{
    fs,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const CONNECTIONS: usize = 10_000;
/// Other files that this program and the server have open.
const OTHER_FILES: usize = 500;
const CALLS: usize = 200;
const CALL: &str = "GET /api/public/company-info HTTP/1.1\r\nhost: localhost\r\n\r\n";
const MAX_KB_EACH: u64 = 40;
const FIRST_CALL: Duration = Duration::from_millis(2);

pub async fn measure(report: &mut Report) {
    let server = Server::open_at(tempfile::tempdir_in(program::folder()).unwrap(), None).await;
    let mut line = connect(&server).await;
    ask(&mut line).await;
    silent(report, &server).await;
    document(report, &server).await;
}

async fn silent(report: &mut Report, server: &Server) {
    let used = || (process::memory_kb(server.pid()), process::cpu_time(server.pid()));
    let count = CONNECTIONS.min(open_files() - OTHER_FILES);
    let before = used();
    let mut held = Vec::with_capacity(count);
    for _ in 0..count {
        held.push(connect(server).await);
    }
    // The server accepts connections in the order in which they came.
    ask(held.last_mut().unwrap()).await;
    let after = used();
    let each_kb = (after.0 - before.0) / count as u64;
    let what = format!("A silent connection, {count} of them: memory");
    report.row_with_goal(what, format!("{each_kb} kB"), &format!("{MAX_KB_EACH} kB"), each_kb <= MAX_KB_EACH);
    let all_mb = after.0 / 1000;
    report.row_with_goal("Server's memory then", format!("{all_mb} MB"), "400 MB", all_mb <= 400);
    let each = (after.1 - before.1) / u32::try_from(count).unwrap();
    report.row("Processor for each", format!("{} µs", each.as_micros()), "");

    let (mut first, mut second) = (Vec::with_capacity(CALLS), Vec::with_capacity(CALLS));
    for _ in 0..CALLS {
        let mut line = connect(server).await;
        first.push(ask(&mut line).await);
        second.push(ask(&mut line).await);
    }
    let first = Times::new(first);
    report.row_with_goal("First call on a connection", first.text(), "p50 2 ms", first.percent(50) <= FIRST_CALL);
    report.row("The next one", Times::new(second).text(), "");

    drop(held);
    // A call among the last of the closed connections.
    tokio::time::sleep(Duration::from_secs(1)).await;
    report.row("Server's memory when they are gone", format!("{} MB", used().0 / 1000), "");
}

async fn document(report: &mut Report, server: &Server) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for encoding in ["identity", "br"] {
        let mut times = Vec::with_capacity(CALLS);
        let mut bytes = 0;
        // The first call creates the document.
        for call in 0..=CALLS {
            let began = Instant::now();
            let request = client.get(format!("{}/api/openapi.json", server.url())).header("accept-encoding", encoding);
            bytes = request.send().await.unwrap().bytes().await.unwrap().len();
            match call {
                0 => report.row(format!("openapi.json, {encoding}, the first time"), text(began.elapsed()), ""),
                _ => times.push(began.elapsed()),
            }
        }
        report.row(format!("openapi.json, {encoding}, {} kB", bytes / 1000), Times::new(times).text(), "");
    }
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address()).await.unwrap()
}

/// Makes one call, and waits for its whole answer; returns its duration.
async fn ask(line: &mut TcpStream) -> Duration {
    let began = Instant::now();
    line.write_all(CALL.as_bytes()).await.unwrap();
    let mut answer = Vec::with_capacity(2000);
    loop {
        assert!(line.read_buf(&mut answer).await.unwrap() > 0, "hung up");
        let read = String::from_utf8_lossy(&answer);
        let Some((head, body)) = read.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        if body.len() >= length.parse().unwrap() {
            return began.elapsed();
        }
    }
}

/// The largest number of files that this program may have open; `scripts/bench` raises it to the system's limit.
fn open_files() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap_or(usize::MAX)
}
