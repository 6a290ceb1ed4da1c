//! A simple proxy before several servers: each connection goes to the next server that accepts it, without affinity.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

#[derive(Debug)]
pub struct Balancer {
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Balancer {
    /// Starts a proxy before these servers, which runs until it is dropped.
    pub async fn start(servers: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (servers, turn) = (Arc::new(servers), Arc::new(AtomicUsize::new(0)));
        let serving = tokio::spawn(async move {
            loop {
                let Ok((client, _)) = listener.accept().await else { continue };
                tokio::spawn(carry(client, servers.clone(), turn.clone()));
            }
        });
        Self { address, serving }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn carry(mut client: TcpStream, servers: Arc<Vec<SocketAddr>>, turn: Arc<AtomicUsize>) {
    for _ in 0..servers.len() {
        let next = servers[turn.fetch_add(1, Ordering::Relaxed) % servers.len()];
        if let Ok(mut server) = TcpStream::connect(next).await {
            // Either side may hang up at any time.
            copy_bidirectional(&mut client, &mut server).await.ok();
            return;
        }
    }
}
