//! Documents that go alone, the oldest first, four at a time.

use super::{desk::Desk, standing, telling::tell};
use crate::billing::electronic::queue::{self, Standing, TaxDocument};
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

/// Calls at once for a company.
const AT_ONCE: usize = 4;
/// Documents in hand: while four are under way, others are signed and kept.
const IN_HAND: usize = 8;
/// How many are taken from the queue at a time.
const ROUND: i64 = 1_000;
/// After so many failures one after the other, nothing else is tried for now.
const FAILURES_IN_A_ROW: u32 = 4;

/// What became of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Went {
    /// There was nothing to do.
    Nothing,
    Well,
    /// The tax authority does not answer, or does not take what we send: not now.
    Badly,
    /// The same, and nobody could be reached at all.
    Unreached,
    /// User or password are not taken: somebody has to mend them.
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

/// Sends what is due. What fails keeps its place and is tried another time.
pub(super) async fn documents(desk: &Desk, calls: &Semaphore) -> Result<Went> {
    let queue = {
        let mut tx = desk.company.db.read().await?;
        queue::due(&mut tx, desk.now(), ROUND).await?
    };
    if queue.is_empty() {
        return Ok(Went::Nothing);
    }
    let round = Mutex::new(Round { queue: queue.into(), ..Round::default() });
    let here = Semaphore::new(AT_ONCE);
    let hands = (0..IN_HAND).map(|_| hand(desk, &round, &here, calls));
    for done in futures::future::join_all(hands).await {
        done?;
    }
    let round = round.into_inner().unwrap_or_else(PoisonError::into_inner);
    if round.went_well > 0 {
        mended(desk).await?;
    }
    Ok(match round.stopped {
        Some(Stop::Unreached) => Went::Unreached,
        Some(Stop::Failing) => Went::Badly,
        Some(Stop::Refused) => Went::Refused,
        None => Went::Well,
    })
}

/// Takes one after the other from the round.
async fn hand(desk: &Desk, round: &Mutex<Round>, here: &Semaphore, calls: &Semaphore) -> Result<()> {
    let locked = || round.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let next = {
            let mut round = locked();
            if round.stopped.is_some() { None } else { round.queue.pop_front() }
        };
        let Some(document) = next else { return Ok(()) };
        if waits_for_its_document(desk, &document).await? {
            continue;
        }
        // Whoever came first has the first turn, however long signing takes.
        let (signed, turn) = futures::future::join(desk.signed(&document), here.acquire()).await;
        let turn = turn.map_err(anyhow::Error::from)?;
        let answer = match signed {
            Ok(signed) => {
                if locked().stopped.is_some() {
                    return Ok(());
                }
                let _call = calls.acquire().await.map_err(anyhow::Error::from)?;
                desk.believed(desk.bring(&document, &signed).await?, document.tries)
            }
            Err(Error::Internal(error)) => {
                tracing::error!(document = document.full_number(), ?error, "a document could not be signed");
                let message = "No se pudo firmar. Avisa a soporte.".to_owned();
                Answer::Stop { code: String::new(), message }
            }
            Err(error) => return Err(error),
        };
        drop(turn);
        locked().note(&answer);
        if is_only_taken_by_summary(&answer) {
            leave_to_summary(desk, &document).await?;
        } else {
            settle(desk, &document, answer).await?;
        }
    }
}

impl Round {
    fn note(&mut self, answer: &Answer) {
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

/// A note of a document that the tax authority does not have yet would be refused (2119): it goes a moment later.
async fn waits_for_its_document(desk: &Desk, note: &TaxDocument) -> Result<bool> {
    if !note.is_note() {
        return Ok(false);
    }
    let now = desk.now();
    transact!(desk.company.db, |tx| -> Result<bool> {
        if !queue::is_document_under_way(tx, note.id).await? {
            return Ok(false);
        }
        let present = queue::locked(tx, note.id).await?;
        if present.was_accepted() || present.next_try_at.is_none() {
            return Ok(true);
        }
        let waiting = Standing {
            sunat_message: "Espera a que la SUNAT tenga el comprobante que modifica.".to_owned(),
            next_try_at: Some(desk.pace.after(now, present.tries)),
            tries: present.tries.saturating_add(1),
            ..Standing::from(&present)
        };
        queue::record(tx, note.id, &waiting, None).await?;
        Ok(true)
    })
}

/// A boleta that comes late is told in a daily summary.
fn is_only_taken_by_summary(answer: &Answer) -> bool {
    matches!(answer, Answer::Stop { code, .. } if code == "1079")
}

async fn leave_to_summary(desk: &Desk, document: &TaxDocument) -> Result<()> {
    let now = desk.now();
    let left: Result<()> = transact!(desk.company.db, |tx| { queue::send_by_summary(tx, document.id, now).await });
    left
}

/// Keeps what an answer means for a document as it is now, and tells screens.
pub(super) async fn settle(desk: &Desk, document: &TaxDocument, answer: Answer) -> Result<Standing> {
    let now = desk.now();
    let was_sent = !matches!(answer, Answer::Retry(Trouble::Unreachable));
    let (before, standing): (TaxDocument, Standing) = transact!(desk.company.db, |tx| -> Result<_> {
        let present = queue::locked(tx, document.id).await?;
        let standing = standing::after(&present, answer.clone(), now, &desk.pace);
        queue::record(tx, document.id, &standing, was_sent.then_some(now)).await?;
        Ok((present, standing))
    })?;
    if Standing::from(&before).state != standing.state || before.sunat_message != standing.sunat_message {
        tell(desk, before.billing_id).await;
    }
    Ok(standing)
}

/// Somebody put right what was wrong with who sends: what failed for that goes again.
async fn mended(desk: &Desk) -> Result<()> {
    let now = desk.now();
    let back: Result<u64> = transact!(desk.company.db, |tx| { queue::put_back(tx, now).await });
    if back? > 0 {
        tell(desk, None).await;
    }
    Ok(())
}
