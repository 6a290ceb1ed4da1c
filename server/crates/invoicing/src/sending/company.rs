//! Does the sending that is due for one company, under its lease.

use super::{
    batches,
    clock::{ClockState, check_clock, set_wrong_clock_as_reason, shows_other_day},
    context::{OpenedContext, SenderContext},
    dispatch::{self, RoundOutcome},
    lease,
    pace::{SendingPace, later},
};
use crate::billing::electronic::queue;
use chrono::{DateTime, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::{companies::Company, state::App};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The time at which a company is served again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextRun {
    /// Everything that was due is done; the next time something is due.
    At(Option<DateTime<Utc>>),
    /// A failure: after a pause.
    Badly,
    Unreached,
    /// User or password were refused: after a long pause, or when a user asks.
    Refused,
    /// The setup is incomplete: when a user has corrected it.
    Shut,
}

/// Does everything that is due, and returns the time of the next run. An internal failure is logged and tried again.
pub(super) async fn send_due_of_company(
    app: App,
    company: Arc<Company>,
    pace: SendingPace,
    holder: String,
    calls: Arc<Semaphore>,
) -> NextRun {
    match run_under_lease(&app, &company, &pace, &holder, &calls).await {
        Ok(next) => next,
        Err(error) => {
            tracing::error!(company = company.slug, ?error, "sending to the tax authority");
            NextRun::Badly
        }
    }
}

async fn run_under_lease(
    app: &App,
    company: &Arc<Company>,
    pace: &SendingPace,
    holder: &str,
    calls: &Semaphore,
) -> Result<NextRun> {
    let now = app.clock().now();
    end_impossible_waits(company, now, pace).await?;
    let clocked = check_clock(app, company, pace, calls).await?;
    if let ClockState::OtherDay(next_clock_check) = clocked {
        set_wrong_clock_as_reason(company).await?;
        return Ok(NextRun::At(Some(next_clock_check)));
    }
    if !is_anything_due(company, now).await? {
        let next = find_next_run(company).await?;
        return Ok(match (clocked, next) {
            (ClockState::Unheard(next_clock_check), NextRun::At(next)) => {
                NextRun::At(batches::earliest(next, Some(next_clock_check)))
            }
            _ => next,
        });
    }
    if let Err(until) = lease::take_lease(company, holder, now, pace.lease).await? {
        return Ok(NextRun::At(Some(until)));
    }
    let next = tokio::select! {
        next = send_everything_due(app, company, pace, calls) => next,
        lost = keep_lease(app, company, pace, holder) => lost,
    };
    lease::release_lease(company, holder).await?;
    next
}

/// Shortens waits beyond the longest possible one; such a wait was set by a clock that was ahead.
async fn end_impossible_waits(company: &Company, now: DateTime<Utc>, pace: &SendingPace) -> Result<()> {
    let last = later(now, pace.longest_wait.max(pace.longest_wait_unreached) * 2);
    let is_any = {
        let mut tx = company.db.read().await?;
        queue::has_waits_after(&mut tx, last).await? || batches::has_waits_after(&mut tx, last).await?
    };
    if !is_any {
        return Ok(());
    }
    transact!(company.db, |tx| -> Result<()> {
        queue::end_waits_after(tx, last, now).await?;
        batches::end_waits_after(tx, last, now).await
    })
}

/// Whether anything is due, so that the lease is worth taking.
async fn is_anything_due(company: &Company, now: DateTime<Utc>) -> Result<bool> {
    let mut tx = company.db.read().await?;
    let next = batches::earliest(queue::find_next_due(&mut tx).await?, batches::find_next_due_time(&mut tx).await?);
    if next.is_some_and(|at| at <= now) {
        return Ok(true);
    }
    Ok(batches::find_next_summary_time(&mut tx).await?.is_some_and(|at| at <= now))
}

/// Returns the next time at which something is due.
async fn find_next_run(company: &Company) -> Result<NextRun> {
    let mut tx = company.db.read().await?;
    let next = batches::earliest(queue::find_next_due(&mut tx).await?, batches::find_next_due_time(&mut tx).await?);
    let next = batches::earliest(next, batches::find_next_summary_time(&mut tx).await?);
    Ok(NextRun::At(next))
}

/// Renews the lease until another holder takes it.
async fn keep_lease(app: &App, company: &Company, pace: &SendingPace, holder: &str) -> Result<NextRun> {
    loop {
        tokio::time::sleep(pace.lease / 3).await;
        if let Err(until) = lease::take_lease(company, holder, app.clock().now(), pace.lease).await? {
            return Ok(NextRun::At(Some(until)));
        }
    }
}

async fn send_everything_due(
    app: &App,
    company: &Arc<Company>,
    pace: &SendingPace,
    calls: &Semaphore,
) -> Result<NextRun> {
    let sender = match SenderContext::open(app, company, pace).await? {
        OpenedContext::Ready(sender) => sender,
        OpenedContext::NotOurs => return Ok(NextRun::At(None)),
        OpenedContext::Shut(why) => {
            tracing::warn!(company = company.slug, why, "documents wait");
            let stored: Result<()> = transact!(company.db, |tx| { queue::set_waiting_reason(tx, &why).await });
            stored?;
            return Ok(NextRun::Shut);
        }
    };
    loop {
        let sent = dispatch::send_due_documents(&sender, calls).await?;
        // An answer may have told the time, and a batch would be dated by this clock.
        if shows_other_day(app, company).await? {
            set_wrong_clock_as_reason(company).await?;
            return Ok(NextRun::At(Some(later(sender.now(), pace.longest_wait_unreached))));
        }
        let outcome = match sent {
            RoundOutcome::Nothing | RoundOutcome::Well => sent.max(batches::process_due_batches(&sender, calls).await?),
            stopped => stopped,
        };
        match outcome {
            RoundOutcome::Nothing => return find_next_run(company).await,
            RoundOutcome::Well => {}
            RoundOutcome::Badly => return Ok(NextRun::Badly),
            RoundOutcome::Unreached => return Ok(NextRun::Unreached),
            RoundOutcome::Refused => return Ok(NextRun::Refused),
        }
    }
}
