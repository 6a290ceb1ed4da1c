//! The printer's port: one connection at a time, as most printers have it.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpSocket},
    sync::{mpsc, watch},
};

use crate::printer::Shared;

/// Keeps the port while nobody listens on it, so that no connection from this machine comes by it. Windows would let two
/// listen there.
pub(crate) fn hold(address: &str) -> io::Result<Option<TcpSocket>> {
    let Some(address) = address.parse::<SocketAddr>().ok().filter(|_| cfg!(unix)) else {
        return Ok(None);
    };
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(Some(socket))
}

pub(crate) async fn listen(shared: Arc<Shared>, listener: TcpListener, address: SocketAddr, _held: Option<TcpSocket>) {
    let mut changes = shared.changed.subscribe();
    let mut listener = Some(listener);
    loop {
        changes.mark_unchanged();
        let refusing = shared.faults().refusing;
        match (&listener, refusing) {
            (Some(_), true) => listener = None,
            (None, false) => listener = TcpListener::bind(address).await.ok(),
            _ => {}
        }
        let accepted = async {
            match &listener {
                Some(listener) => listener.accept().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            Ok((stream, _)) = accepted => {
                // Without it an answer may wait for the acknowledgement of the one before.
                let _ = stream.set_nodelay(true);
                shared.faults().connections += 1;
                shared.changed();
                // A connection that breaks is what tests are about; there is nobody to tell.
                let _ = attend(&shared, stream).await;
                shared.changed();
            }
            _ = changes.changed() => {}
        }
    }
}

/// One connection, until it ends or a fault ends it.
pub(crate) async fn attend(shared: &Arc<Shared>, stream: impl AsyncRead + AsyncWrite) -> io::Result<()> {
    let (answers, late) = mpsc::unbounded_channel();
    let mut changes = shared.changed.subscribe();
    let mut buffer = [0; 4096];
    let (mut reader, writer) = tokio::io::split(stream);
    let writing = answer(shared, writer, late);
    tokio::pin!(writing);
    loop {
        changes.mark_unchanged();
        let (refusing, stalled, delay, most) = {
            let faults = shared.faults();
            let most = faults.stall_after.map_or(buffer.len(), |left| left.min(buffer.len()));
            (faults.refusing, faults.stalled, faults.answer_delay, most)
        };
        if refusing {
            return Ok(());
        }
        // A new roll or a closed cover lets the buffer run on.
        let said = {
            let mut machine = shared.machine();
            [machine.consume(), machine.news()].concat()
        };
        send(shared, &answers, said, delay);
        tokio::select! {
            biased;
            read = reader.read(&mut buffer[..most]), if !stalled => {
                let bytes = read?;
                if bytes == 0 {
                    return Ok(());
                }
                if take(shared, &buffer[..bytes], &answers, delay) {
                    return Ok(());
                }
            }
            done = &mut writing => return done,
            changed = still(&mut changes) => if !changed { return Ok(()) },
        }
    }
}

async fn still(changes: &mut watch::Receiver<u64>) -> bool {
    changes.changed().await.is_ok()
}

/// True when the connection is to be dropped now.
fn take(shared: &Arc<Shared>, bytes: &[u8], answers: &mpsc::UnboundedSender<Late>, delay: Duration) -> bool {
    let limit = {
        let mut faults = shared.faults();
        faults.stall_after = faults.stall_after.map(|left| left.saturating_sub(bytes.len()));
        if faults.stall_after == Some(0) {
            (faults.stall_after, faults.stalled) = (None, true);
        }
        let limit = faults.drop_after;
        faults.drop_after = limit.and_then(|limit| limit.checked_sub(bytes.len()).filter(|left| *left > 0));
        limit
    };
    let taken = limit.map_or(bytes.len(), |limit| limit.min(bytes.len()));
    let said = {
        let mut machine = shared.machine();
        [machine.receive(&bytes[..taken]), machine.news()].concat()
    };
    send(shared, answers, said, delay);
    shared.changed();
    limit.is_some_and(|limit| limit <= bytes.len())
}

struct Late {
    at: tokio::time::Instant,
    bytes: Vec<u8>,
}

fn send(shared: &Shared, answers: &mpsc::UnboundedSender<Late>, bytes: Vec<u8>, delay: Duration) {
    if !bytes.is_empty() {
        let mut faults = shared.faults();
        if faults.lose_answers > 0 {
            faults.lose_answers -= 1;
            return;
        }
        // Fails only when the connection is ending, and nobody reads any more.
        let _ = answers.send(Late { at: tokio::time::Instant::now() + delay, bytes });
    }
}

async fn answer(
    shared: &Shared,
    mut writer: impl AsyncWriteExt + Unpin,
    mut late: mpsc::UnboundedReceiver<Late>,
) -> io::Result<()> {
    let mut changes = shared.changed.subscribe();
    loop {
        changes.mark_unchanged();
        let babble = shared.faults().babble.clone();
        if let Some(bytes) = babble {
            writer.write_all(&bytes).await?;
            continue;
        }
        let said = tokio::select! {
            biased;
            said = late.recv() => said,
            _ = changes.changed() => continue,
        };
        let Some(Late { at, bytes }) = said else {
            return Ok(());
        };
        // A timer takes a millisecond even for a time that is past.
        if at > tokio::time::Instant::now() {
            tokio::time::sleep_until(at).await;
        }
        writer.write_all(&bytes).await?;
    }
}
