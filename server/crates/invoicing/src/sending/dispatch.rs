//! Sends individual documents, the oldest first, four at a time.

use super::{context::SenderContext, delivery_status, notify::notify_changed};
use crate::billing::electronic::queue::{self, DeliveryStatus, TaxDocument};
use comanda_base::{
    error::{Error, Result},
    transact,
};
use comanda_sunat::answer::{Answer, Trouble};
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};
use tokio::sync::Semaphore;

/// The number of simultaneous calls for a company.
const MAX_SIMULTANEOUS_CALLS: usize = 4;
/// The number of documents in progress: while four are being sent, others are signed and stored.
const MAX_IN_PROGRESS: usize = 8;
/// The number of documents taken from the queue at a time.
const DOCUMENTS_PER_ROUND: i64 = 1_000;
/// The number of consecutive failures after which nothing else is tried for now.
const FAILURES_IN_A_ROW: u32 = 4;

/// The result of a round of sending; a later variant takes precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RoundOutcome {
    /// There was nothing to do.
    Nothing,
    Well,
    /// The tax authority does not answer, or does not accept what is sent: try later.
    Badly,
    /// The tax authority could not be reached at all.
    Unreached,
    /// User or password were refused: a user has to correct them.
    Refused,
}

#[derive(Debug, Default)]
struct Round {
    queue: VecDeque<TaxDocument>,
    failures: u32,
    went_well: u32,
    stopped: Option<Stop>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    Unreached,
    Failing,
    Refused,
}

/// Sends the documents that are due. A failed document keeps its place and is tried again later.
pub(super) async fn send_due_documents(sender: &SenderContext, calls: &Semaphore) -> Result<RoundOutcome> {
    let queue = {
        let mut tx = sender.company.db.read().await?;
        queue::load_due_documents(&mut tx, sender.now(), DOCUMENTS_PER_ROUND).await?
    };
    if queue.is_empty() {
        return Ok(RoundOutcome::Nothing);
    }
    let round = Mutex::new(Round { queue: queue.into(), ..Round::default() });
    let company_calls = Semaphore::new(MAX_SIMULTANEOUS_CALLS);
    let workers = (0..MAX_IN_PROGRESS).map(|_| work_on_round(sender, &round, &company_calls, calls));
    for outcome in futures::future::join_all(workers).await {
        outcome?;
    }
    let round = round.into_inner().unwrap_or_else(PoisonError::into_inner);
    if round.went_well > 0 {
        requeue_credential_failures(sender).await?;
    }
    Ok(match round.stopped {
        Some(Stop::Unreached) => RoundOutcome::Unreached,
        Some(Stop::Failing) => RoundOutcome::Badly,
        Some(Stop::Refused) => RoundOutcome::Refused,
        None => RoundOutcome::Well,
    })
}

/// Sends documents of the round one after the other.
async fn work_on_round(
    sender: &SenderContext,
    round: &Mutex<Round>,
    company_calls: &Semaphore,
    calls: &Semaphore,
) -> Result<()> {
    let locked = || round.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let next = {
            let mut round = locked();
            if round.stopped.is_some() { None } else { round.queue.pop_front() }
        };
        let Some(document) = next else { return Ok(()) };
        if postpone_until_document_is_known(sender, &document).await? {
            continue;
        }
        // The earlier document gets its turn first, however long signing takes.
        let (signed, turn) = futures::future::join(sender.signed_xml(&document), company_calls.acquire()).await;
        let turn = turn.map_err(anyhow::Error::from)?;
        let answer = match signed {
            Ok(signed) => {
                if locked().stopped.is_some() {
                    return Ok(());
                }
                let _call = calls.acquire().await.map_err(anyhow::Error::from)?;
                sender.interpret_answer(sender.transmit(&document, &signed).await?, document.tries)
            }
            Err(Error::Internal(error)) => {
                tracing::error!(document = document.full_number(), ?error, "a document could not be signed");
                let message = "No se pudo firmar. Avisa a soporte.".to_owned();
                Answer::Stop { code: String::new(), message }
            }
            Err(error) => return Err(error),
        };
        drop(turn);
        locked().record_answer(&answer);
        if needs_summary(&answer) {
            move_to_summary(sender, &document).await?;
        } else {
            apply_answer(sender, &document, answer).await?;
        }
    }
}

impl Round {
    fn record_answer(&mut self, answer: &Answer) {
        match answer {
            Answer::Retry(Trouble::Unreachable) => self.stopped = Some(Stop::Unreached),
            Answer::CredentialsRefused { .. } => self.stopped = Some(Stop::Refused),
            Answer::Retry(_) | Answer::QueryFirst(_) => {
                self.failures += 1;
                if self.failures >= FAILURES_IN_A_ROW {
                    self.stopped = Some(Stop::Failing);
                }
            }
            _ => {
                self.failures = 0;
                self.went_well += 1;
            }
        }
    }
}

/// Postpones a note whose document the tax authority does not have yet: the note would be refused (2119). Returns whether the note waits.
async fn postpone_until_document_is_known(sender: &SenderContext, note: &TaxDocument) -> Result<bool> {
    if !note.is_note() {
        return Ok(false);
    }
    let now = sender.now();
    transact!(sender.company.db, |tx| -> Result<bool> {
        if !queue::is_modified_document_pending(tx, note.id).await? {
            return Ok(false);
        }
        let present = queue::lock_and_load(tx, note.id).await?;
        if present.was_accepted() || present.next_try_at.is_none() {
            return Ok(true);
        }
        let waiting = DeliveryStatus {
            sunat_message: "Espera a que la SUNAT tenga el comprobante que modifica.".to_owned(),
            next_try_at: Some(sender.pace.next_try(now, present.tries)),
            tries: present.tries.saturating_add(1),
            ..DeliveryStatus::from(&present)
        };
        queue::store_status(tx, note.id, &waiting, None).await?;
        Ok(true)
    })
}

/// Whether the answer says that a late boleta is accepted in a daily summary only.
fn needs_summary(answer: &Answer) -> bool {
    matches!(answer, Answer::Stop { code, .. } if code == "1079")
}

async fn move_to_summary(sender: &SenderContext, document: &TaxDocument) -> Result<()> {
    let now = sender.now();
    let rescheduled: Result<()> =
        transact!(sender.company.db, |tx| { queue::send_by_summary(tx, document.id, now).await });
    rescheduled
}

/// Stores the effect of an answer on the current state of a document, and notifies screens.
pub(super) async fn apply_answer(
    sender: &SenderContext,
    document: &TaxDocument,
    answer: Answer,
) -> Result<DeliveryStatus> {
    let now = sender.now();
    let was_sent = !matches!(answer, Answer::Retry(Trouble::Unreachable));
    let (before, status): (TaxDocument, DeliveryStatus) = transact!(sender.company.db, |tx| -> Result<_> {
        let present = queue::lock_and_load(tx, document.id).await?;
        let status = delivery_status::status_after(&present, answer.clone(), now, &sender.pace);
        queue::store_status(tx, document.id, &status, was_sent.then_some(now)).await?;
        Ok((present, status))
    })?;
    if DeliveryStatus::from(&before).state != status.state || before.sunat_message != status.sunat_message {
        notify_changed(sender, before.billing_id).await;
    }
    Ok(status)
}

/// After success, returns documents that failed because of the sender's credentials to the queue.
async fn requeue_credential_failures(sender: &SenderContext) -> Result<()> {
    let now = sender.now();
    let requeued: Result<u64> =
        transact!(sender.company.db, |tx| { queue::requeue_credential_failures(tx, now).await });
    if requeued? > 0 {
        notify_changed(sender, None).await;
    }
    Ok(())
}
