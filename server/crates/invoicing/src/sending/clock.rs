//! What time it is for the tax authority: asked before anything leaves, and again while this machine's clock shows another day. Nothing
//! leaves then: what is sent would be dated on a day that is not.

use super::{
    gateway::Addresses,
    knock::knock,
    pace::{Pace, later},
};
use crate::billing::electronic::{Gateway, Setup, known_to_be_after, queue, wrong_clock};
use chrono::{DateTime, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::{clock_check::Compared, companies::Company, settings, state::App};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long a request waits that asks for nothing but the time.
const PATIENCE: Duration = Duration::from_secs(5);
const WAITS: &str = "Espera a que el servidor esté en hora: su reloj muestra otro día. Corrige la fecha y la hora de ese equipo; \
                     después se envía solo.";

/// What is known about this clock before anything is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clocked {
    /// Nothing speaks against sending.
    Well,
    /// Nothing speaks against sending, but nobody could be asked; the clock is looked at again at this instant.
    Unheard(DateTime<Utc>),
    /// The clock shows another day: nothing leaves, and it is looked at again at this instant.
    OtherDay(DateTime<Utc>),
}

/// Asks for the time where it is not known yet or said to be another day, and says how this clock stands.
pub(super) async fn look_at_clock(app: &App, company: &Company, pace: &Pace, calls: &Semaphore) -> Result<Clocked> {
    let known = app.clock_check(company.id).compare(app.clock().now());
    if known == Compared::Right {
        return Ok(Clocked::Well);
    }
    let may_ask = if known == Compared::Unheard || shows_other_day(app, company).await? {
        ask_for_time(app, company, pace, calls).await?
    } else {
        false
    };
    let now = app.clock().now();
    let again = later(now, pace.longest_wait_unreached);
    if shows_other_day(app, company).await? {
        return Ok(Clocked::OtherDay(again));
    }
    let is_unheard = app.clock_check(company.id).compare(now) == Compared::Unheard;
    Ok(if may_ask && is_unheard { Clocked::Unheard(again) } else { Clocked::Well })
}

/// Tells whether the clock is known to show another day.
pub(super) async fn shows_other_day(app: &App, company: &Company) -> Result<bool> {
    let mut tx = company.db.read().await?;
    let wrong = wrong_clock(&mut tx, app, company, app.clock().now()).await?;
    Ok(wrong.is_some_and(|wrong| wrong.is_other_day))
}

/// Says on all that waits why it does.
pub(super) async fn say_that_clock_is_wrong(company: &Company) -> Result<()> {
    transact!(company.db, |tx| { queue::say_why_waiting(tx, WAITS).await })
}

/// Asks the service that documents are sent to for the time; tells whether there is one.
async fn ask_for_time(app: &App, company: &Company, pace: &Pace, calls: &Semaphore) -> Result<bool> {
    let mut tx = company.db.read().await?;
    let setup = Setup::load(&mut tx).await?;
    let address = match setup.gateway {
        _ if !setup.is_complete() => None,
        Gateway::Provider => settings::provider(&mut tx, &app.seals()).await?.map(|provider| provider.url),
        _ => Addresses::of(&setup).map(|addresses| addresses.bill),
    };
    let after = known_to_be_after(&mut tx).await?;
    drop(tx);
    let Some(address) = address else { return Ok(false) };
    let check = app.clock_check(company.id);
    if let Some(after) = after {
        check.is_after(after);
    }
    let _call = calls.acquire().await.map_err(anyhow::Error::from)?;
    if let Ok(heard) = knock(address, app.outward(), PATIENCE.min(pace.patience)).await
        && let Some(time) = heard.date
    {
        check.hear_time(time, app.clock().now());
    }
    Ok(true)
}
