//! A proxy between agent and server that notes when the server's bytes pass: the moment that separates the server's time from the agent's.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Instant,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

#[derive(Debug, Clone)]
pub struct Tap {
    pub address: SocketAddr,
    /// The text that is looked for, and the time at which it passed.
    watch: Arc<Mutex<(Vec<u8>, Option<Instant>)>>,
}

impl Tap {
    pub async fn open(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let tap = Self { address: listener.local_addr().unwrap(), watch: Arc::default() };
        let carrier = tap.clone();
        tokio::spawn(async move {
            while let Ok((agent, _)) = listener.accept().await {
                tokio::spawn(carrier.clone().carry(agent, server));
            }
        });
        tap
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Looks for this text from now on.
    pub fn look_for(&self, text: &str) {
        *self.watch.lock().unwrap() = (text.as_bytes().to_vec(), None);
    }

    pub fn seen_at(&self) -> Option<Instant> {
        self.watch.lock().unwrap().1
    }

    async fn carry(self, agent: TcpStream, server: SocketAddr) {
        let server = TcpStream::connect(server).await.unwrap();
        agent.set_nodelay(true).unwrap();
        server.set_nodelay(true).unwrap();
        let (mut from_agent, mut to_agent) = agent.into_split();
        let (mut from_server, mut to_server) = server.into_split();
        tokio::spawn(async move { tokio::io::copy(&mut from_agent, &mut to_server).await });
        let mut buffer = vec![0; 64 << 10];
        while let Ok(bytes @ 1..) = from_server.read(&mut buffer).await {
            self.note(&buffer[..bytes]);
            if to_agent.write_all(&buffer[..bytes]).await.is_err() {
                return;
            }
        }
    }

    fn note(&self, bytes: &[u8]) {
        let mut watch = self.watch.lock().unwrap();
        let (text, seen_at) = &mut *watch;
        if seen_at.is_none() && !text.is_empty() && bytes.windows(text.len()).any(|window| window == text) {
            *seen_at = Some(Instant::now());
        }
    }
}
