//! Compares an uploaded proposal of SUNAT with the house's documents of the month.

use super::{
    http::{MonthContext, MonthQuery, open_month},
    month::RegisterMonth,
    proposal::{self, ComparedDocument, MAX_FILE_BYTES, ProposalComparer, ProposalComparison, ProposalLayout},
    sire_file,
};
use comanda_base::error::{Refusal, Result};
use comanda_platform::{http::upload::UploadBody, use_case::Actor};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::spawn_blocking,
};

/// Limits concurrent comparisons: parsing a proposal may keep a core busy for seconds and hold a hundred megabytes.
static COMPARISON_PERMITS: Semaphore = Semaphore::const_new(2);

/// A comparison in progress. It holds its permit until it is finished or dropped.
#[derive(Debug)]
pub(super) struct Comparison {
    pub month: RegisterMonth,
    comparer: WithPermit<ProposalComparer>,
}

impl Comparison {
    /// Parses the uploaded file once a permit is free. No connection to the database is held meanwhile.
    ///
    /// # Errors
    /// `not_permitted`; `invalid` at the year, the month or the file; `conflict` where the company has no RUC.
    pub(super) async fn begin(
        actor: &Actor,
        query: &MonthQuery,
        sent: UploadBody,
        layout: &'static ProposalLayout,
    ) -> Result<Self> {
        let MonthContext { tx, company, month, .. } = open_month(actor, query.year, query.month).await?;
        drop(tx);
        let (ruc, period) = (sire_file::require_ruc(&company)?.to_owned(), month.period());
        let file = sent.parse_file(MAX_FILE_BYTES).await?.body.bytes;
        let read = move || proposal::parse_proposal(&file, layout, &ruc, &period).map(ProposalComparer::new);
        Ok(Self { month, comparer: run_with_permit(&COMPARISON_PERMITS, read).await? })
    }
    /// Compares one of our documents; `is_missed` says whether its absence from the proposal counts as missing.
    pub(super) fn add(&mut self, ours: ComparedDocument, is_missed: bool) {
        self.comparer.value.add(ours, is_missed);
    }
    /// Returns the result, with the proposal's remaining documents as extra, and releases the permit.
    pub(super) fn finish(self) -> ProposalComparison {
        self.comparer.value.finish()
    }
}

/// A parsed value together with the permit it was parsed under.
#[derive(Debug)]
struct WithPermit<T> {
    value: T,
    _permit: SemaphorePermit<'static>,
}

/// Runs `read` on a blocking thread under a permit. The permit moves into that thread: if the request is cancelled, the reading still
/// goes on and keeps its permit.
async fn run_with_permit<T: Send + 'static>(
    permits: &'static Semaphore,
    read: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<WithPermit<T>> {
    let permit = permits.acquire().await.map_err(anyhow::Error::from)?;
    let read = move || read().map(|what| WithPermit { value: what, _permit: permit });
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
        let request = tokio::spawn(run_with_permit(&ONE, move || {
            begins.send(()).unwrap();
            may_end.recv().unwrap();
            Ok(())
        }));
        has_begun.await.unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        assert_eq!(ONE.available_permits(), 0);
        lets_go.send(()).unwrap();
        let next = run_with_permit(&ONE, || Ok(())).await.unwrap();
        assert_eq!(ONE.available_permits(), 0, "what was read is still held");
        drop(next);
        assert_eq!(ONE.available_permits(), 1);
    }
}
