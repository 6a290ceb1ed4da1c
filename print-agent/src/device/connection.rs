//! An open connection to a printer, whose incoming bytes are read as answers.

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

/// A printer that sends nothing for this long has no old answers left.
const SILENCE: Duration = Duration::from_millis(30);
/// Longest wait for that.
const MAX_CHATTER_TIME: Duration = Duration::from_millis(300);
/// What a port may still hold of an earlier conversation.
const MAX_CHATTER_BYTES: usize = 16 << 10;
/// What a printer may send from one question to the next. An answer is a few bytes, its serial number at most eighty.
const MAX_BYTES: usize = 4 << 10;
/// The same, counted in answers: beside the one to the question there are late ones and changes that it reports by itself.
const MAX_ANSWERS: usize = 64;

/// It sent more than any printer has to: kept, that would fill the memory, and read on, keep everybody else waiting.
fn babbling() -> io::Error {
    trouble::error(Trouble::Babbling)
}

#[derive(Debug)]
pub(super) struct Connection {
    stream: Stream,
    answers: Answers,
    /// Came while something else was awaited.
    inbox: Vec<Answer>,
    /// Questions with `GS r` whose answers are still to come. They carry no number, but come in the order of the questions.
    consumed_owed: usize,
    /// It answered `GS r`, be it late.
    pub(super) knows_consumed: bool,
    /// It answered anything at all.
    pub(super) has_answered: bool,
    /// Bytes and answers since it was last sent anything.
    heard: (usize, usize),
}

impl Connection {
    pub(super) async fn open(address: &Address, time_limit: Duration) -> io::Result<Self> {
        let stream = Stream::open(address, time_limit).await?;
        let mut connection = Self {
            stream,
            answers: Answers::default(),
            inbox: Vec::new(),
            consumed_owed: 0,
            knows_consumed: false,
            has_answered: false,
            heard: (0, 0),
        };
        if connection.stream.may_hold_old_answers() {
            connection.drain_old_output().await?;
        }
        Ok(connection)
    }

    /// Reads and drops what the printer still answers to whoever asked before.
    async fn drain_old_output(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + MAX_CHATTER_TIME;
        let mut buffer = [0; 256];
        let mut chatter = 0;
        while Instant::now() < deadline {
            match timeout(SILENCE, self.stream.read(&mut buffer)).await {
                Ok(read) => chatter += read?,
                Err(_) => break,
            }
            if chatter > MAX_CHATTER_BYTES {
                return Err(babbling());
            }
        }
        Ok(())
    }

    /// Sends everything; on failure says how many bytes may have reached the printer.
    pub(super) async fn send(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        self.heard = (0, 0);
        self.stream.write(bytes, time_limit).await
    }

    /// A `GS r` was sent: only the answer to the last one counts.
    pub(super) fn asked_consumed(&mut self) {
        self.consumed_owed += 1;
    }

    /// Forgets every answer that has come: it belongs to an older question.
    pub(super) fn drain(&mut self) -> io::Result<()> {
        self.read_available()?;
        self.answers.forget();
        self.inbox.clear();
        Ok(())
    }

    /// Forgets those answers that have come and are not wanted any more.
    pub(super) async fn forget(&mut self, is_stale: impl Fn(&Answer) -> bool) -> io::Result<()> {
        // What lies in the socket is known once the runtime has looked; a timer of no length would cost a millisecond.
        tokio::task::yield_now().await;
        self.read_available()?;
        self.inbox.retain(|answer| !is_stale(answer));
        Ok(())
    }

    /// Waits for an answer that `pick` wants; keeps the others. None: it did not come in time.
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
            self.take_in(&buffer[..count])?;
        }
    }

    fn read_available(&mut self) -> io::Result<()> {
        let mut buffer = [0; 256];
        while let Some(read) = unconstrained(self.stream.read(&mut buffer)).now_or_never() {
            let count = read?;
            self.take_in(&buffer[..count])?;
        }
        Ok(())
    }

    fn take_in(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.heard.0 += bytes.len();
        self.answers.push(bytes);
        while let Some(answer) = self.answers.take() {
            self.heard.1 += 1;
            self.has_answered = true;
            if answer == Answer::Consumed {
                self.knows_consumed = true;
                self.consumed_owed = self.consumed_owed.saturating_sub(1);
                if self.consumed_owed > 0 {
                    // To an older question: it proves nothing about what was sent since.
                    continue;
                }
            }
            self.inbox.push(answer);
            if self.inbox.len() > MAX_ANSWERS {
                // Nobody has asked for the oldest since then.
                self.inbox.remove(0);
            }
        }
        if self.heard.0 > MAX_BYTES || self.heard.1 > MAX_ANSWERS {
            return Err(babbling());
        }
        Ok(())
    }
}
