//! An address that refuses connections.

use std::net::SocketAddr;
use tokio::net::TcpSocket;

/// A port on which nobody listens, and that the system gives to nobody else while this is held.
#[derive(Debug)]
pub struct RefusingPort(TcpSocket);

impl RefusingPort {
    pub fn open() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        Self(socket)
    }

    pub fn address(&self) -> SocketAddr {
        self.0.local_addr().unwrap()
    }
}
