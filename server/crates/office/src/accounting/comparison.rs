//! A comparison with SUNAT's proposal of a month, from the file that was sent to what it says otherwise.

use super::{
    http::{Asked, WantedMonth, asked},
    month::Month,
    proposal::{self, Comparing, Layout, MAX_FILE_BYTES, ProposalComparison, Said},
    sire_file,
};
use comanda_base::error::{Refusal, Result};
use comanda_platform::{http::upload::Sent, use_case::Actor};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::spawn_blocking,
};

/// Comparisons at a time: reading a proposal may take a core for seconds, and what it says a hundred megabytes.
static TURNS: Semaphore = Semaphore::const_new(2);

/// One that is under way. It has a turn until it is done or dropped.
#[derive(Debug)]
pub(super) struct Comparison {
    pub month: Month,
    comparing: InTurn<Comparing>,
}

impl Comparison {
    /// Reads the file when its turn comes. No connection to the database is held meanwhile.
    ///
    /// # Errors
    /// `not_permitted`; `invalid` at the year, the month or the file; `conflict` where the company has no RUC.
    pub(super) async fn begin(
        actor: &Actor,
        wanted: &WantedMonth,
        sent: Sent,
        layout: &'static Layout,
    ) -> Result<Self> {
        let Asked { tx, company, month, .. } = asked(actor, wanted.year, wanted.month).await?;
        drop(tx);
        let (ruc, period) = (sire_file::must_have_ruc(&company)?.to_owned(), month.period());
        let file = sent.file(MAX_FILE_BYTES).await?.body.bytes;
        let read = move || proposal::read(&file, layout, &ruc, &period).map(Comparing::with);
        Ok(Self { month, comparing: in_turn(&TURNS, read).await? })
    }
    /// Compares one of ours; `is_missed` where the proposal lacks it.
    pub(super) fn add(&mut self, ours: Said, is_missed: bool) {
        self.comparing.what.add(ours, is_missed);
    }
    /// What is left of the proposal is beyond ours. The turn ends.
    pub(super) fn done(self) -> ProposalComparison {
        self.comparing.what.done()
    }
}

/// What was read in a turn, which lasts as long.
#[derive(Debug)]
struct InTurn<T> {
    what: T,
    _turn: SemaphorePermit<'static>,
}

/// Reads beside the threads that answer when there is a turn, which goes along: whoever asked may be gone, the reading goes on.
async fn in_turn<T: Send + 'static>(
    turns: &'static Semaphore,
    read: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<InTurn<T>> {
    let turn = turns.acquire().await.map_err(anyhow::Error::from)?;
    let read = move || read().map(|what| InTurn { what, _turn: turn });
    Ok(spawn_blocking(read).await.map_err(anyhow::Error::from)??)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn a_request_that_is_gone_keeps_its_turn_until_its_reading_ends() {
        static ONE: Semaphore = Semaphore::const_new(1);
        let (begins, has_begun) = oneshot::channel();
        let (lets_go, may_end) = mpsc::channel();
        let request = tokio::spawn(in_turn(&ONE, move || {
            begins.send(()).unwrap();
            may_end.recv().unwrap();
            Ok(())
        }));
        has_begun.await.unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        assert_eq!(ONE.available_permits(), 0);
        lets_go.send(()).unwrap();
        let next = in_turn(&ONE, || Ok(())).await.unwrap();
        assert_eq!(ONE.available_permits(), 0, "what was read is still held");
        drop(next);
        assert_eq!(ONE.available_permits(), 1);
    }
}
