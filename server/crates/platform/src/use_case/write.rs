//! The steps of an idempotent write around the work itself: [`start_write`] and [`finish_write`] inside its transaction,
//! [`publish_write`] after the commit. `idempotent_write!` joins them.

use super::{Actor, Work, WriteAnswer, WriteKey, idempotency};
use crate::{
    realtime::{Event, WokenAgents},
    state::WakePriority,
};
use comanda_base::{db::Tx, error::Result};

/// The beginning of a write.
#[derive(Debug)]
pub enum StartedWrite<'t> {
    /// The key is known: this is the stored answer.
    Replayed(WriteAnswer),
    New(Work<'t>),
}

/// The answer of a write, and what to publish once it is committed.
#[derive(Debug)]
pub struct FinishedWrite {
    answer: WriteAnswer,
    events: Vec<Event>,
    wakes_agents: WokenAgents,
    wakes_sender: bool,
    wakes_valuer: bool,
}

impl FinishedWrite {
    /// Wraps a replayed answer, for which nothing is published again.
    pub fn from_replay(answer: WriteAnswer) -> Self {
        Self { answer, events: Vec::new(), wakes_agents: WokenAgents::Nobody, wakes_sender: false, wakes_valuer: false }
    }
}

/// Claims the key and begins the work, or returns the stored answer.
pub async fn start_write<'t>(tx: &'t mut Tx, actor: &'t Actor, key: Option<&WriteKey>) -> Result<StartedWrite<'t>> {
    Ok(match idempotency::claim_key(tx, actor, key).await? {
        Some(answer) => StartedWrite::Replayed(answer),
        None => StartedWrite::New(Work::new(tx, actor, actor.app.clock().now())),
    })
}

/// Runs the last statements, and stores the answer with the key.
pub async fn finish_write(mut work: Work<'_>, key: Option<&WriteKey>, answer: WriteAnswer) -> Result<FinishedWrite> {
    work.run_before_commit().await?;
    idempotency::store_answer(work.tx, work.actor, key, &answer).await?;
    let Work { events, wakes_agents, wakes_sender, wakes_valuer, .. } = work;
    Ok(FinishedWrite { answer, events, wakes_agents, wakes_sender, wakes_valuer })
}

/// Notifies browsers, print agents, the sender of documents and the valuation of stock after the commit, and returns the answer.
pub async fn publish_write(actor: &Actor, finished: FinishedWrite) -> WriteAnswer {
    if finished.wakes_sender {
        actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::New);
    }
    if finished.wakes_valuer {
        actor.app.stock_valuer_wake().wake(&actor.company.slug);
    }
    actor.app.realtime().publish_events(&actor.company, finished.events, finished.wakes_agents).await;
    finished.answer
}
