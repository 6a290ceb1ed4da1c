//! A network between a server and its PostgreSQL that can be interrupted: either silently, so that nothing arrives, or by closing all
//! connections.

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
    Silent,
    Closed,
}

/// The present flow, and how often it was silenced: connections from before the last silence never work again.
#[derive(Debug, Clone, Copy)]
struct State {
    flow: Flow,
    cuts: u32,
}

#[derive(Debug)]
pub struct CuttableNetwork {
    port: u16,
    state: watch::Sender<State>,
    carrying: JoinHandle<()>,
}

impl CuttableNetwork {
    /// Forwards to the PostgreSQL whose socket lies in this folder, until it is dropped.
    pub async fn to(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (state, watched) = watch::channel(State { flow: Flow::Open, cuts: 0 });
        let carrying = tokio::spawn(async move {
            loop {
                let Ok((near, _)) = listener.accept().await else { continue };
                tokio::spawn(carry(near, folder.join(".s.PGSQL.5432"), watched.clone()));
            }
        });
        Self { port, state, carrying }
    }

    /// The URL of a database of that PostgreSQL over this network.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// Lets nothing arrive from now on, without closing connections. These never work again, as when a router has forgotten them.
    pub fn silence(&self) {
        self.state.send_modify(|state| *state = State { flow: Flow::Silent, cuts: state.cuts + 1 });
    }

    /// Closes all connections, and new ones too.
    pub fn close(&self) {
        self.state.send_modify(|state| state.flow = Flow::Closed);
    }

    /// Lets new connections work again.
    pub fn open(&self) {
        self.state.send_modify(|state| state.flow = Flow::Open);
    }
}

impl Drop for CuttableNetwork {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

async fn carry(near: TcpStream, far: PathBuf, mut state: watch::Receiver<State>) {
    let mut closed = state.clone();
    let Ok(cuts) = state.wait_for(|state| state.flow != Flow::Silent).await.map(|state| state.cuts) else { return };
    let Ok(far) = UnixStream::connect(far).await else { return };
    let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
    tokio::select! {
        () = pump(from_near, to_far, (cuts, state.clone())) => {}
        () = pump(from_far, to_near, (cuts, state)) => {}
        _ = closed.wait_for(|state| state.flow == Flow::Closed) => {}
    }
}

/// Forwards bytes until either end hangs up, as far as that is noticed.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    (cuts, mut state): (u32, watch::Receiver<State>),
) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = from.read(&mut buffer).await;
        if state.wait_for(|state| state.flow == Flow::Open && state.cuts == cuts).await.is_err() {
            return;
        }
        let Ok(read @ 1..) = read else { return };
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
