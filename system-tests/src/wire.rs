//! A network between a server and its PostgreSQL that can be cut: nothing arrives for a while, and nobody is told; or all that hangs on
//! it is closed.

use std::path::PathBuf;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
    task::JoinHandle,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Open,
    /// What is sent waits on the way, as TCP sends it again until it arrives.
    Silent,
    Closed,
}

#[derive(Debug)]
pub struct Wire {
    port: u16,
    flow: watch::Sender<Flow>,
    carrying: JoinHandle<()>,
}

impl Wire {
    /// Leads to the PostgreSQL whose socket lies in this folder, until it is dropped.
    pub async fn to(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (flow, watched) = watch::channel(Flow::Open);
        let carrying = tokio::spawn(async move {
            loop {
                let Ok((near, _)) = listener.accept().await else { continue };
                tokio::spawn(carry(near, folder.join(".s.PGSQL.5432"), watched.clone()));
            }
        });
        Self { port, flow, carrying }
    }

    /// The address of a database of that PostgreSQL over this wire.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// Nothing arrives from now on; connections stay as they are.
    pub fn silence(&self) {
        self.flow.send_replace(Flow::Silent);
    }

    /// All connections end, and new ones too.
    pub fn close(&self) {
        self.flow.send_replace(Flow::Closed);
    }

    /// What waited arrives.
    pub fn open(&self) {
        self.flow.send_replace(Flow::Open);
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

async fn carry(near: TcpStream, far: PathBuf, mut flow: watch::Receiver<Flow>) {
    let mut closed = flow.clone();
    if flow.wait_for(|flow| *flow != Flow::Silent).await.is_err() {
        return;
    }
    let Ok(far) = UnixStream::connect(far).await else { return };
    let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
    tokio::select! {
        () = pump(from_near, to_far, flow.clone()) => {}
        () = pump(from_far, to_near, flow) => {}
        _ = closed.wait_for(|flow| *flow == Flow::Closed) => {}
    }
}

/// Until either end hangs up.
async fn pump(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut flow: watch::Receiver<Flow>) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let Ok(read @ 1..) = from.read(&mut buffer).await else { return };
        if flow.wait_for(|flow| *flow == Flow::Open).await.is_err() || to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
