//! TCP connections to port 9100. Most printers take one connection: it is opened for a ticket, kept for the next one, and closed when
//! idle.

use std::{io, time::Duration};

use comanda_ticket::wire::NetworkAddress;
use socket2::{SockRef, TcpKeepalive};
use tokio::{io::AsyncReadExt, net::TcpStream};

const KEEP_ALIVE: Duration = Duration::from_secs(10);

pub(super) async fn open(address: &NetworkAddress) -> io::Result<TcpStream> {
    let stream = TcpStream::connect((address.host.as_str(), address.port)).await?;
    stream.set_nodelay(true)?;
    // While a printer waits for paper nothing is sent for minutes, so keep-alive is needed to notice a dead one.
    SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEP_ALIVE))?;
    Ok(stream)
}

pub(super) async fn read(stream: &mut TcpStream, buffer: &mut [u8]) -> io::Result<usize> {
    match stream.read(buffer).await? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        count => Ok(count),
    }
}
