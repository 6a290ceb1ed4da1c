//! An HTTP client that uses little of the processor on which the server is measured.

use comanda_test_support::client::Client;
use std::{fmt::Write, net::SocketAddr};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use uuid::Uuid;

/// A single connection.
pub struct LeanClient {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// The header lines of every request after its first line.
    head: String,
}

impl LeanClient {
    /// Connects with the session of this client.
    pub async fn connect(server: SocketAddr, client: &Client) -> Self {
        let stream = TcpStream::connect(server).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let head =
            format!("Host: {server}\r\nAuthorization: Bearer {}\r\n", client.token.as_deref().unwrap_or_default());
        Self { stream, buffer: vec![0; 1 << 16], head }
    }

    /// Sends a GET, with `If-None-Match` for a known tag, which a current version answers with 304. Returns the status.
    pub async fn get(&mut self, path: &str, tag: Option<&str>) -> u16 {
        let tag = tag.map(|tag| format!("If-None-Match: {tag}\r\n")).unwrap_or_default();
        let request = format!("GET {path} HTTP/1.1\r\n{}{tag}\r\n", self.head);
        self.ask(request).await
    }

    /// Sends a write with a key of its own. Returns the status.
    pub async fn post(&mut self, path: &str, body: &str) -> u16 {
        let mut request = format!("POST {path} HTTP/1.1\r\n{}Content-Type: application/json\r\n", self.head);
        let (key, length) = (Uuid::new_v4(), body.len());
        write!(request, "Idempotency-Key: {key}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
        self.ask(request).await
    }

    async fn ask(&mut self, request: String) -> u16 {
        self.stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        let (status, length, mut read) = loop {
            let count = self.read().await;
            head.extend_from_slice(&self.buffer[..count]);
            if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
                let (status, length) = status_and_length(&head[..end]);
                break (status, length, head.len() - end - 4);
            }
        };
        while read < length {
            read += self.read().await;
        }
        status
    }

    async fn read(&mut self) -> usize {
        let count = self.stream.read(&mut self.buffer).await.unwrap();
        assert!(count > 0, "the server closed the connection");
        count
    }
}

fn status_and_length(head: &[u8]) -> (u16, usize) {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let status = head.strip_prefix("http/1.1 ").unwrap()[..3].parse().unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    (status, length.map_or(0, |length| length.trim().parse().unwrap()))
}
