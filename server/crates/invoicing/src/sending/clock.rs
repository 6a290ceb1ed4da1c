//! Compares this machine's clock with the tax authority's before anything is sent, and again while the clock shows another day. Nothing is
//! sent then, since it would have a wrong date.

use super::{
    gateway::Addresses,
    pace::{Pace, later},
    probe::probe,
};
use crate::billing::electronic::{Gateway, Setup, find_earliest_possible_time, queue, wrong_clock};
use chrono::{DateTime, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::{clock_check::ClockComparison, companies::Company, settings, state::App};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The longest wait for a request that only asks for the time.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
const WAITING_REASON: &str = "Espera a que el servidor esté en hora: su reloj muestra otro día. Corrige la fecha y la hora de ese equipo; \
                     después se envía solo.";

/// The knowledge about this clock before anything is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClockState {
    /// The clock is right as far as is known, so documents are sent.
    Well,
    /// The clock is right as far as is known, but no time source answered; the clock is checked again at this instant.
    Unheard(DateTime<Utc>),
    /// The clock shows another day: nothing is sent, and the clock is checked again at this instant.
    OtherDay(DateTime<Utc>),
}

/// Queries the time where it is not known yet or said to be of another day, and returns the state of this clock.
pub(super) async fn check_clock(app: &App, company: &Company, pace: &Pace, calls: &Semaphore) -> Result<ClockState> {
    let known = app.clock_check(company.id).compare(app.clock().now());
    if known == ClockComparison::Right {
        return Ok(ClockState::Well);
    }
    let may_ask = if known == ClockComparison::Unheard || shows_other_day(app, company).await? {
        query_time(app, company, pace, calls).await?
    } else {
        false
    };
    let now = app.clock().now();
    let next_clock_check = later(now, pace.longest_wait_unreached);
    if shows_other_day(app, company).await? {
        return Ok(ClockState::OtherDay(next_clock_check));
    }
    let is_unheard = app.clock_check(company.id).compare(now) == ClockComparison::Unheard;
    Ok(if may_ask && is_unheard { ClockState::Unheard(next_clock_check) } else { ClockState::Well })
}

/// Whether the clock is known to show another day.
pub(super) async fn shows_other_day(app: &App, company: &Company) -> Result<bool> {
    let mut tx = company.db.read().await?;
    let wrong = wrong_clock(&mut tx, app, company, app.clock().now()).await?;
    Ok(wrong.is_some_and(|wrong| wrong.is_other_day))
}

/// Stores the wrong clock as the reason for waiting on all waiting documents.
pub(super) async fn set_wrong_clock_as_reason(company: &Company) -> Result<()> {
    transact!(company.db, |tx| { queue::set_waiting_reason(tx, WAITING_REASON).await })
}

/// Queries the time of the service to which documents are sent; returns whether there is one.
async fn query_time(app: &App, company: &Company, pace: &Pace, calls: &Semaphore) -> Result<bool> {
    let mut tx = company.db.read().await?;
    let setup = Setup::load(&mut tx).await?;
    let address = match setup.gateway {
        _ if !setup.is_complete() => None,
        Gateway::Provider => settings::load_provider(&mut tx, &app.seals()).await?.map(|provider| provider.url),
        _ => Addresses::from_setup(&setup).map(|addresses| addresses.bill),
    };
    let after = find_earliest_possible_time(&mut tx).await?;
    drop(tx);
    let Some(address) = address else { return Ok(false) };
    let check = app.clock_check(company.id);
    if let Some(after) = after {
        check.set_not_before(after);
    }
    let _call = calls.acquire().await.map_err(anyhow::Error::from)?;
    if let Ok(answer) = probe(address, app.outbound_policy(), ANSWER_TIMEOUT.min(pace.patience)).await
        && let Some(time) = answer.date
    {
        check.record_time(time, app.clock().now());
    }
    Ok(true)
}
