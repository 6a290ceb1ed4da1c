//! What a big restaurant's screens ask for again and again, by eight connections at once: how many answers a second, and what one costs
//! the server.

use crate::{
    process,
    report::{Report, text},
    screens,
};
use comanda_system_tests::server::Server;
use comanda_test_support::client::Client;
use futures::future::join_all;
use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const CONNECTIONS: usize = 8;
const ASKING: Duration = Duration::from_secs(4);
/// Paths, whether the answer is known already, and how many answers a second are to be had.
const READS: [(&str, bool, u32); 4] = [
    ("/api/floor", false, 6_000),
    ("/api/catalog/sale", false, 0),
    ("/api/catalog/sale", true, 15_000),
    ("/api/products?page=1", false, 3_000),
];

pub async fn measure(report: &mut Report, database: &str, mut server: Server) {
    if database == "SQLite" {
        server.kill().await;
        screens::enlarge(server.files()).await;
        server.serve().await;
    }
    let waiter = server.login("mozo").await;
    for (path, is_known, goal) in READS {
        let first = waiter.get(path).await;
        let tag = first.etag.clone().filter(|_| is_known);
        let request = request(&waiter, server.address(), path, tag.as_deref());
        let (before, began) = (process::cpu_time(server.pid()), Instant::now());
        let expected = if is_known { "http/1.1 304" } else { "http/1.1 200" };
        let asking = |_| ask(server.address(), request.clone(), expected, began + ASKING);
        let asked = join_all((0..CONNECTIONS).map(asking)).await;
        let answers: u32 = asked.into_iter().sum();
        let (rate, cpu) =
            (answers / u32::try_from(ASKING.as_secs()).unwrap(), process::cpu_time(server.pid()) - before);
        let what = if is_known { "304".to_owned() } else { format!("{} kB", first.bytes.len() / 1000) };
        let measured = format!("{rate} a second; {} of the server's processor each", text(cpu / answers.max(1)));
        let name = format!("{database}, {CONNECTIONS} connections, GET {path} ({what})");
        if goal > 0 {
            report.judged(name, measured, &format!("{goal} a second"), rate >= goal);
        } else {
            report.row(name, measured, "");
        }
    }
}

fn request(client: &Client, server: SocketAddr, path: &str, tag: Option<&str>) -> Vec<u8> {
    let tag = tag.map(|tag| format!("If-None-Match: {tag}\r\n")).unwrap_or_default();
    format!(
        "GET {path} HTTP/1.1\r\nHost: {server}\r\nAuthorization: Bearer {}\r\n{tag}\r\n",
        client.token.as_deref().unwrap()
    )
    .into_bytes()
}

/// Asks on one connection, one after the other, until the time is over. A client that does little takes little of the processor that the
/// server is measured on.
async fn ask(server: SocketAddr, request: Vec<u8>, expected: &str, until: Instant) -> u32 {
    let mut stream = TcpStream::connect(server).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (mut answers, mut buffer) = (0, vec![0; 1 << 16]);
    while Instant::now() < until {
        stream.write_all(&request).await.unwrap();
        let mut head = Vec::new();
        let (length, mut read) = loop {
            let count = stream.read(&mut buffer).await.unwrap();
            assert!(count > 0, "the server closed the connection");
            head.extend_from_slice(&buffer[..count]);
            if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
                break (length_of(&head[..end], expected), head.len() - end - 4);
            }
        };
        while read < length {
            let count = stream.read(&mut buffer).await.unwrap();
            assert!(count > 0, "the server closed the connection");
            read += count;
        }
        answers += 1;
    }
    answers
}

fn length_of(head: &[u8], expected: &str) -> usize {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    assert!(head.starts_with(expected), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.map_or(0, |length| length.trim().parse().unwrap())
}
