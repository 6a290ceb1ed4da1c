//! The steps of an idempotent write around the work itself: [`start`] and [`finish`] inside its transaction, [`tell`] after the
//! commit. `idempotent_write!` joins them.

use super::{Actor, Done, Work, WriteKey, idempotency};
use crate::{
    realtime::{Event, Wakes},
    state::Haste,
};
use comanda_base::{db::Tx, error::Result};

/// What a write begins with.
#[derive(Debug)]
pub enum Started<'t> {
    /// Its key is known: the first answer.
    Replayed(Done),
    New(Work<'t>),
}

/// The answer of a write, and whom to tell of it once it is committed.
#[derive(Debug)]
pub struct Finished {
    done: Done,
    events: Vec<Event>,
    wakes_agents: Wakes,
    wakes_sender: bool,
    wakes_valuer: bool,
}

impl Finished {
    /// An answer given again: everybody was told before.
    pub fn replayed(done: Done) -> Self {
        Self { done, events: Vec::new(), wakes_agents: Wakes::Nobody, wakes_sender: false, wakes_valuer: false }
    }
}

/// Claims the key.
pub async fn start<'t>(tx: &'t mut Tx, actor: &'t Actor, key: Option<&WriteKey>) -> Result<Started<'t>> {
    Ok(match idempotency::claim(tx, actor, key).await? {
        Some(done) => Started::Replayed(done),
        None => Started::New(Work::new(tx, actor, actor.app.clock().now())),
    })
}

/// Keeps the answer beside the key.
pub async fn finish(mut work: Work<'_>, key: Option<&WriteKey>, done: Done) -> Result<Finished> {
    work.run_before_commit().await?;
    idempotency::keep(work.tx, work.actor, key, &done).await?;
    let Work { events, wakes_agents, wakes_sender, wakes_valuer, .. } = work;
    Ok(Finished { done, events, wakes_agents, wakes_sender, wakes_valuer })
}

/// Tells browsers, print agents, the sender of documents and the valuer of stock, after the commit, and gives the answer.
pub async fn tell(actor: &Actor, finished: Finished) -> Done {
    if finished.wakes_sender {
        actor.app.sender().wake(&actor.company.slug, Haste::New);
    }
    if finished.wakes_valuer {
        actor.app.valuer().wake(&actor.company.slug);
    }
    actor.app.realtime().publish(&actor.company, finished.events, finished.wakes_agents).await;
    finished.done
}
