//! One TCP connection to a printer: bytes with time-outs, answers as they come.

use std::{io, time::Duration};

use socket2::{SockRef, TcpKeepalive};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    time::{Instant, timeout, timeout_at},
};

use super::answer::{Answer, Answers};

const DEFAULT_PORT: u16 = 9100;
const KEEP_ALIVE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Wire {
    stream: TcpStream,
    answers: Answers,
    /// Said while something else was awaited.
    inbox: Vec<Answer>,
}

impl Wire {
    pub(super) async fn open(address: &str, patience: Duration) -> io::Result<Self> {
        let address = if address.contains(':') { address.to_owned() } else { format!("{address}:{DEFAULT_PORT}") };
        let stream = timeout(patience, TcpStream::connect(address)).await??;
        stream.set_nodelay(true)?;
        // While a printer waits for paper nothing is sent for minutes: a dead one must still be noticed.
        SockRef::from(&stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEP_ALIVE))?;
        Ok(Self { stream, answers: Answers::default(), inbox: Vec::new() })
    }

    /// Sends everything; on failure says how many bytes were taken.
    pub(super) async fn send(&mut self, bytes: &[u8], patience: Duration) -> Result<(), usize> {
        let mut sent = 0;
        while sent < bytes.len() {
            match timeout(patience, self.stream.write(&bytes[sent..])).await {
                Ok(Ok(taken)) if taken > 0 => sent += taken,
                _ => return Err(sent),
            }
        }
        Ok(())
    }

    /// Forgets every answer that has come: it belongs to an older question.
    pub(super) fn drain(&mut self) -> io::Result<()> {
        self.read_available()?;
        while self.answers.take().is_some() {}
        self.answers.forget();
        self.inbox.clear();
        Ok(())
    }

    /// Forgets those answers that have come and are not wanted any more.
    pub(super) async fn forget(&mut self, is_stale: impl Fn(Answer) -> bool) -> io::Result<()> {
        // What lies in the socket is known once the runtime has looked; a timer of no length would cost a millisecond.
        tokio::task::yield_now().await;
        self.read_available()?;
        while let Some(answer) = self.answers.take() {
            self.inbox.push(answer);
        }
        self.inbox.retain(|answer| !is_stale(*answer));
        Ok(())
    }

    /// Waits for an answer that `pick` wants; keeps the others. None: it did not come in time.
    pub(super) async fn wait<T>(
        &mut self,
        patience: Duration,
        pick: impl Fn(Answer) -> Option<T>,
    ) -> io::Result<Option<T>> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(at) = self.inbox.iter().position(|answer| pick(*answer).is_some()) {
                return Ok(pick(self.inbox.remove(at)));
            }
            match timeout_at(deadline, self.stream.readable()).await {
                Ok(ready) => ready?,
                Err(_) => return Ok(None),
            }
            self.read_available()?;
            while let Some(answer) = self.answers.take() {
                self.inbox.push(answer);
            }
        }
    }

    fn read_available(&mut self) -> io::Result<()> {
        let mut buffer = [0; 256];
        loop {
            match self.stream.try_read(&mut buffer) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.answers.push(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }
}
