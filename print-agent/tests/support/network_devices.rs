//! Network devices between an agent and its server: a router and a proxy.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use base64::{Engine, prelude::BASE64_STANDARD};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// A router that can forget its connections. Their bytes then get lost, and neither side is notified.
#[derive(Debug)]
pub struct Router {
    pub address: SocketAddr,
    silenced: watch::Sender<usize>,
}

impl Router {
    pub async fn start(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        let silenced = watch::Sender::new(0);
        let (server, silence_sender) = (server.to_owned(), silenced.clone());
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (server, mut silence) = (server.clone(), silence_sender.subscribe());
                tokio::spawn(async move {
                    let mut far = TcpStream::connect(server).await.ok()?;
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        // Both connections stay open, but no bytes pass any more.
                        _ = silence.changed() => std::future::pending::<()>().await,
                    }
                    Some(())
                });
            }
        });
        Self { address, silenced }
    }

    /// Forgets the open connections. New connections work.
    pub fn silence(&self) {
        self.silenced.send_modify(|count| *count += 1);
    }
}

/// A proxy that supports only `CONNECT`, and only with the right credentials.
#[derive(Debug)]
pub struct HttpProxy {
    pub address: SocketAddr,
    tunnels: Arc<AtomicUsize>,
}

impl HttpProxy {
    pub async fn start(credentials: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        let tunnels = Arc::new(AtomicUsize::new(0));
        let (count, known) = (tunnels.clone(), format!("Basic {}", BASE64_STANDARD.encode(credentials)));
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(tunnel(near, known.clone(), count.clone()));
            }
        });
        Self { address, tunnels }
    }

    pub fn tunnels(&self) -> usize {
        self.tunnels.load(Ordering::SeqCst)
    }
}

async fn tunnel(mut near: TcpStream, known: String, count: Arc<AtomicUsize>) -> Option<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        if near.read_buf(&mut request).await.ok()? == 0 {
            return None;
        }
    }
    let request = String::from_utf8(request).ok()?;
    let target = request.strip_prefix("CONNECT ")?.split(' ').next()?;
    if !request.contains(&format!("Proxy-Authorization: {known}\r\n")) {
        near.write_all(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n").await.ok()?;
        return None;
    }
    let mut far = TcpStream::connect(target).await.ok()?;
    near.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await.ok()?;
    count.fetch_add(1, Ordering::SeqCst);
    copy_bidirectional(&mut near, &mut far).await.ok()?;
    Some(())
}
