//! An open connection to a printer, whose incoming bytes are read as answers. A printer that sends more between two queries than any
//! printer has to say (4 KiB, 64 answers) is OFFLINE with the reason BABBLING until it stops.

use std::{io, time::Duration};

use comanda_ticket::wire::{Address, Trouble};
use futures::FutureExt;
use tokio::{
    task::coop::unconstrained,
    time::{Instant, timeout, timeout_at},
};

use super::{
    answer::{Answer, Answers},
    stream::Stream,
    trouble,
};

/// The silence after which a printer has no old answers left.
const DRAINED_SILENCE: Duration = Duration::from_millis(30);
/// The longest wait for that silence.
const MAX_CHATTER_TIME: Duration = Duration::from_millis(300);
/// The maximum number of bytes that a port may still hold of an earlier conversation.
const MAX_CHATTER_BYTES: usize = 16 << 10;
/// The maximum number of bytes that a printer may send between two queries. An answer has a few bytes, a serial number at most eighty.
const MAX_BYTES: usize = 4 << 10;
/// The maximum number of answers between two queries: beside the one to the query there are late answers and reports of changes.
const MAX_ANSWERS: usize = 64;

/// Returns the error of a printer that sends more than any printer has to: its data would fill the memory, or reading them would block
/// all others.
fn babbling_error() -> io::Error {
    trouble::error(Trouble::Babbling)
}

#[derive(Debug)]
pub(super) struct Connection {
    stream: Stream,
    answers: Answers,
    /// The answers that came while another one was awaited.
    inbox: Vec<Answer>,
    /// The number of `GS r` queries whose answers are still to come. The answers have no id, but come in the order of the queries.
    pending_consumed: usize,
    /// Whether it has answered `GS r`, even if late.
    pub(super) knows_consumed: bool,
    /// Whether it has answered anything at all.
    pub(super) has_answered: bool,
    /// The bytes and answers received since the last send.
    received: (usize, usize),
}

impl Connection {
    pub(super) async fn open(address: &Address, time_limit: Duration, answers: Answers) -> io::Result<Self> {
        let stream = Stream::open(address, time_limit).await?;
        let mut connection = Self {
            stream,
            answers,
            inbox: Vec::new(),
            pending_consumed: 0,
            knows_consumed: false,
            has_answered: false,
            received: (0, 0),
        };
        if connection.stream.may_hold_old_answers() {
            connection.drain_old_output().await?;
        }
        Ok(connection)
    }

    /// Reads and drops the printer's answers to an earlier program.
    async fn drain_old_output(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + MAX_CHATTER_TIME;
        let mut buffer = [0; 256];
        let mut chatter = 0;
        while Instant::now() < deadline {
            match timeout(DRAINED_SILENCE, self.stream.read(&mut buffer)).await {
                Ok(read) => chatter += read?,
                Err(_) => break,
            }
            if chatter > MAX_CHATTER_BYTES {
                return Err(babbling_error());
            }
        }
        Ok(())
    }

    /// Sends all bytes; on failure returns the number of bytes that may have reached the printer.
    pub(super) async fn send(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        self.received = (0, 0);
        self.stream.write(bytes, time_limit).await
    }

    /// Notes that a `GS r` was sent: only the answer to the last one counts.
    pub(super) fn note_consumed_query(&mut self) {
        self.pending_consumed += 1;
    }

    /// Drops all answers received so far, which belong to older queries.
    pub(super) fn drain(&mut self) -> io::Result<()> {
        self.read_available()?;
        self.answers.forget();
        self.inbox.clear();
        Ok(())
    }

    /// Drops the received answers that are stale.
    pub(super) async fn forget(&mut self, is_stale: impl Fn(&Answer) -> bool) -> io::Result<()> {
        // The runtime must poll the socket once to know its content; a timer of zero length would cost a millisecond.
        tokio::task::yield_now().await;
        self.read_available()?;
        self.inbox.retain(|answer| !is_stale(answer));
        Ok(())
    }

    /// Waits for an answer that `pick` accepts and keeps the others. Returns `None` if it did not come in time.
    pub(super) async fn wait<T>(
        &mut self,
        time_limit: Duration,
        pick: impl Fn(&Answer) -> Option<T>,
    ) -> io::Result<Option<T>> {
        let deadline = Instant::now() + time_limit;
        let mut buffer = [0; 256];
        loop {
            if let Some((at, found)) = self.inbox.iter().enumerate().find_map(|(at, answer)| Some((at, pick(answer)?)))
            {
                self.inbox.remove(at);
                return Ok(Some(found));
            }
            let Ok(read) = timeout_at(deadline, self.stream.read(&mut buffer)).await else {
                return Ok(None);
            };
            let count = read?;
            self.process_bytes(&buffer[..count])?;
        }
    }

    fn read_available(&mut self) -> io::Result<()> {
        let mut buffer = [0; 256];
        while let Some(read) = unconstrained(self.stream.read(&mut buffer)).now_or_never() {
            let count = read?;
            self.process_bytes(&buffer[..count])?;
        }
        Ok(())
    }

    fn process_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.received.0 += bytes.len();
        self.answers.push(bytes);
        while let Some(answer) = self.answers.next_answer() {
            self.received.1 += 1;
            self.has_answered = true;
            if answer == Answer::Consumed {
                self.knows_consumed = true;
                self.pending_consumed = self.pending_consumed.saturating_sub(1);
                if self.pending_consumed > 0 {
                    // This answer is to an older query and proves nothing about later bytes.
                    continue;
                }
            }
            self.inbox.push(answer);
            if self.inbox.len() > MAX_ANSWERS {
                // Nobody is waiting for the oldest answer any more.
                self.inbox.remove(0);
            }
        }
        if self.received.0 > MAX_BYTES || self.received.1 > MAX_ANSWERS {
            return Err(babbling_error());
        }
        Ok(())
    }
}
