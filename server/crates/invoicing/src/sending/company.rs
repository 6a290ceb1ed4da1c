//! One company: everything that is due, under its lease.

use super::{
    batches,
    clock::{Clocked, look_at_clock, say_that_clock_is_wrong, shows_other_day},
    desk::{Desk, Opened},
    dispatch::{self, Went},
    lease,
    pace::{Pace, later},
};
use crate::billing::electronic::queue;
use chrono::{DateTime, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::{companies::Company, state::App};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// When a company is looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// All that was due is done.
    At(Option<DateTime<Utc>>),
    /// After a while.
    Badly,
    Unreached,
    /// User or password are not taken: seldom, or when somebody asks.
    Refused,
    /// When somebody mended something.
    Shut,
}

/// Does all that is due, and says when there is more. A failure of ours is logged and tried again.
pub(super) async fn send_for(
    app: App,
    company: Arc<Company>,
    pace: Pace,
    holder: String,
    calls: Arc<Semaphore>,
) -> Next {
    match under_lease(&app, &company, &pace, &holder, &calls).await {
        Ok(next) => next,
        Err(error) => {
            tracing::error!(company = company.slug, ?error, "sending to the tax authority");
            Next::Badly
        }
    }
}

async fn under_lease(app: &App, company: &Arc<Company>, pace: &Pace, holder: &str, calls: &Semaphore) -> Result<Next> {
    let now = app.clock().now();
    shorten_impossible_waits(company, now, pace).await?;
    let clocked = look_at_clock(app, company, pace, calls).await?;
    if let Clocked::OtherDay(again) = clocked {
        say_that_clock_is_wrong(company).await?;
        return Ok(Next::At(Some(again)));
    }
    if !is_anything_due(company, now).await? {
        let next = next_of(company).await?;
        return Ok(match (clocked, next) {
            (Clocked::Unheard(again), Next::At(next)) => Next::At(batches::earliest(next, Some(again))),
            _ => next,
        });
    }
    if let Err(until) = lease::take(company, holder, now, pace.lease).await? {
        return Ok(Next::At(Some(until)));
    }
    let next = tokio::select! {
        next = all_that_is_due(app, company, pace, calls) => next,
        lost = hold(app, company, pace, holder) => lost,
    };
    lease::give_back(company, holder).await?;
    next
}

/// Nobody waits for longer than the longest wait there is: what does was told so by a clock that was ahead, and waits no longer.
async fn shorten_impossible_waits(company: &Company, now: DateTime<Utc>, pace: &Pace) -> Result<()> {
    let last = later(now, pace.longest_wait.max(pace.longest_wait_unreached) * 2);
    let is_any = {
        let mut tx = company.db.read().await?;
        queue::waits_beyond(&mut tx, last).await? || batches::wait_beyond(&mut tx, last).await?
    };
    if !is_any {
        return Ok(());
    }
    transact!(company.db, |tx| -> Result<()> {
        queue::end_waits_beyond(tx, last, now).await?;
        batches::end_waits_beyond(tx, last, now).await
    })
}

/// Whether it is worth the lease.
async fn is_anything_due(company: &Company, now: DateTime<Utc>) -> Result<bool> {
    let mut tx = company.db.read().await?;
    let next = batches::earliest(queue::next_due(&mut tx).await?, batches::next_due(&mut tx).await?);
    if next.is_some_and(|at| at <= now) {
        return Ok(true);
    }
    Ok(batches::next_summary(&mut tx).await?.is_some_and(|at| at <= now))
}

/// When something is due that is not yet.
async fn next_of(company: &Company) -> Result<Next> {
    let mut tx = company.db.read().await?;
    let next = batches::earliest(queue::next_due(&mut tx).await?, batches::next_due(&mut tx).await?);
    let next = batches::earliest(next, batches::next_summary(&mut tx).await?);
    Ok(Next::At(next))
}

/// Says again and again who sends; ends where somebody else does.
async fn hold(app: &App, company: &Company, pace: &Pace, holder: &str) -> Result<Next> {
    loop {
        tokio::time::sleep(pace.lease / 3).await;
        if let Err(until) = lease::take(company, holder, app.clock().now(), pace.lease).await? {
            return Ok(Next::At(Some(until)));
        }
    }
}

async fn all_that_is_due(app: &App, company: &Arc<Company>, pace: &Pace, calls: &Semaphore) -> Result<Next> {
    let desk = match Desk::open(app, company, pace).await? {
        Opened::Ready(desk) => desk,
        Opened::NotOurs => return Ok(Next::At(None)),
        Opened::Shut(why) => {
            tracing::warn!(company = company.slug, why, "documents wait");
            let told: Result<()> = transact!(company.db, |tx| { queue::say_why_waiting(tx, &why).await });
            told?;
            return Ok(Next::Shut);
        }
    };
    loop {
        let sent = dispatch::documents(&desk, calls).await?;
        // An answer may have told the time: a batch would be dated by this clock.
        if shows_other_day(app, company).await? {
            say_that_clock_is_wrong(company).await?;
            return Ok(Next::At(Some(later(desk.now(), pace.longest_wait_unreached))));
        }
        let went = match sent {
            Went::Nothing | Went::Well => sent.max(batches::tend(&desk, calls).await?),
            stopped => stopped,
        };
        match went {
            Went::Nothing => return next_of(company).await,
            Went::Well => {}
            Went::Badly => return Ok(Next::Badly),
            Went::Unreached => return Ok(Next::Unreached),
            Went::Refused => return Ok(Next::Refused),
        }
    }
}
