//! The printer's network port. It accepts one connection at a time, like most printers.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpSocket},
    sync::{mpsc, watch},
};

use crate::printer::Shared;

/// Reserves the port also while nothing listens on it, so that no other program on this machine gets it.
///
/// This is not done on Windows, where two sockets could then listen on the same port.
pub(crate) fn reserve_port(address: &str) -> io::Result<Option<TcpSocket>> {
    let Some(address) = address.parse::<SocketAddr>().ok().filter(|_| cfg!(unix)) else {
        return Ok(None);
    };
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(Some(socket))
}

pub(crate) async fn listen(
    shared: Arc<Shared>,
    listener: TcpListener,
    address: SocketAddr,
    _reserved: Option<TcpSocket>,
) {
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
                // Without this option, an answer can wait until the previous answer is acknowledged.
                let _ = stream.set_nodelay(true);
                shared.faults().connections += 1;
                shared.changed();
                // Tests break connections on purpose, so this error is ignored.
                let _ = serve_connection(&shared, stream).await;
                shared.changed();
            }
            _ = changes.changed() => {}
        }
    }
}

/// Serves one connection until it ends, or until a simulated fault ends it.
pub(crate) async fn serve_connection(shared: &Arc<Shared>, stream: impl AsyncRead + AsyncWrite) -> io::Result<()> {
    let (answers, delayed) = mpsc::unbounded_channel();
    let mut changes = shared.changed.subscribe();
    let mut buffer = [0; 4096];
    let (mut reader, writer) = tokio::io::split(stream);
    let writing = write_answers(shared, writer, delayed);
    tokio::pin!(writing);
    loop {
        changes.mark_unchanged();
        let (refusing, stalled, delay, max_bytes) = {
            let faults = shared.faults();
            let max_bytes = faults.stall_after.map_or(buffer.len(), |remaining| remaining.min(buffer.len()));
            (faults.refusing, faults.stalled, faults.answer_delay, max_bytes)
        };
        if refusing {
            return Ok(());
        }
        // After a new roll or a closed cover, the printer continues with the bytes in its buffer.
        let answer = {
            let mut machine = shared.machine();
            [machine.consume(), machine.status_changes()].concat()
        };
        send(shared, &answers, answer, delay);
        tokio::select! {
            biased;
            read = reader.read(&mut buffer[..max_bytes]), if !stalled => {
                let bytes = read?;
                if bytes == 0 {
                    return Ok(());
                }
                if receive_bytes(shared, &buffer[..bytes], &answers, delay) {
                    return Ok(());
                }
            }
            outcome = &mut writing => return outcome,
            changed = wait_for_change(&mut changes) => if !changed { return Ok(()) },
        }
    }
}

async fn wait_for_change(changes: &mut watch::Receiver<u64>) -> bool {
    changes.changed().await.is_ok()
}

/// Processes received bytes. Returns true if a simulated fault drops the connection now.
fn receive_bytes(
    shared: &Arc<Shared>,
    bytes: &[u8],
    answers: &mpsc::UnboundedSender<DelayedAnswer>,
    delay: Duration,
) -> bool {
    let limit = {
        let mut faults = shared.faults();
        faults.stall_after = faults.stall_after.map(|remaining| remaining.saturating_sub(bytes.len()));
        if faults.stall_after == Some(0) {
            (faults.stall_after, faults.stalled) = (None, true);
        }
        let limit = faults.drop_after;
        faults.drop_after = limit.and_then(|limit| limit.checked_sub(bytes.len()).filter(|remaining| *remaining > 0));
        limit
    };
    let received_count = limit.map_or(bytes.len(), |limit| limit.min(bytes.len()));
    let answer = {
        let mut machine = shared.machine();
        [machine.receive(&bytes[..received_count]), machine.status_changes()].concat()
    };
    send(shared, answers, answer, delay);
    shared.changed();
    limit.is_some_and(|limit| limit <= bytes.len())
}

struct DelayedAnswer {
    at: tokio::time::Instant,
    bytes: Vec<u8>,
}

fn send(shared: &Shared, answers: &mpsc::UnboundedSender<DelayedAnswer>, bytes: Vec<u8>, delay: Duration) {
    if !bytes.is_empty() {
        let mut faults = shared.faults();
        if faults.lose_answers > 0 {
            faults.lose_answers -= 1;
            return;
        }
        // This fails only when the connection is ending and nobody reads any more.
        let _ = answers.send(DelayedAnswer { at: tokio::time::Instant::now() + delay, bytes });
    }
}

async fn write_answers(
    shared: &Shared,
    mut writer: impl AsyncWriteExt + Unpin,
    mut delayed: mpsc::UnboundedReceiver<DelayedAnswer>,
) -> io::Result<()> {
    let mut changes = shared.changed.subscribe();
    loop {
        changes.mark_unchanged();
        let babble = shared.faults().babble.clone();
        if let Some(bytes) = babble {
            writer.write_all(&bytes).await?;
            continue;
        }
        let answer = tokio::select! {
            biased;
            answer = delayed.recv() => answer,
            _ = changes.changed() => continue,
        };
        let Some(DelayedAnswer { at, bytes }) = answer else {
            return Ok(());
        };
        // A timer takes a millisecond even if its time is already in the past.
        if at > tokio::time::Instant::now() {
            tokio::time::sleep_until(at).await;
        }
        writer.write_all(&bytes).await?;
    }
}
