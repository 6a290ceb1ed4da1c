//! Reading how far the month has come, and setting what it should reach.

use super::{
    model::{Goals, SalesGoal, SetSalesGoal, month_of, month_text, next_month, standing},
    store,
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_ledgers::figures::{self, Cut, Narrowed};
use comanda_platform::{
    audit::{self, Entry},
    settings::Settings,
    use_case::Work,
};
use serde_json::json;

/// The month as this transaction sees it: days that are over are read from their kept sums.
pub(super) async fn read(tx: &mut Tx, now: DateTime<Utc>) -> Result<SalesGoal> {
    let settings = Settings::load(tx).await?;
    let today = settings.business_day(now);
    let month = month_of(today);
    let days = figures::sold(tx, (month, today), Cut::Day, &Narrowed::default(), settings.time_zone).await?;
    let (sold_today, before): (Vec<_>, Vec<_>) = days.into_iter().partition(|day| day.business_day == today);
    let sum = |days: &[figures::DaySum]| days.iter().map(|day| day.sums.total).sum::<Money>();
    let next = next_month(month);
    let goals = Goals {
        present: store::held_in(tx, month).await?,
        next: store::held_in(tx, next).await?,
        is_next_set: store::set_for(tx, next).await?.is_some(),
    };
    Ok(standing(today, (sum(&before), sum(&sold_today)), goals))
}

/// Sets what holds from a month on. A month that gets what it would have inherited keeps it when the months before it change; the log
/// tells only of another amount.
pub(super) async fn set(work: &mut Work<'_>, wanted: &SetSalesGoal) -> Result<SalesGoal> {
    let now = work.now;
    let month = wanted.checked(work.business_day().await?)?;
    let held = store::held_in(work.tx, month).await?.unwrap_or_default();
    if store::set_for(work.tx, month).await? != Some(wanted.amount) {
        store::save(work.tx, month, wanted.amount).await?;
    }
    if held != wanted.amount {
        let shown = |amount: Money| Some(json!({"month": month_text(month), "amount": amount}));
        let entry = Entry::new("SALES_GOAL_SET").entity("sales_goal", 1).change(shown(held), shown(wanted.amount));
        audit::log(work.tx, work.actor, now, entry.amount(wanted.amount)).await?;
    }
    read(work.tx, now).await
}
