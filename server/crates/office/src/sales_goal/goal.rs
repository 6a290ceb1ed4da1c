//! Loads the progress of the month's sales goal, and sets goals.

use super::{
    model::{Goals, SalesGoal, SetSalesGoal, compute_progress, month_of, month_text, next_month},
    store,
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_ledgers::figures::{self, Cut, SalesFilter};
use comanda_platform::{
    audit::{self, AuditEntry},
    settings::Settings,
    use_case::Work,
};
use serde_json::json;

/// Loads the month's progress. Finished days come from their stored sums.
pub(super) async fn load_sales_goal(tx: &mut Tx, now: DateTime<Utc>) -> Result<SalesGoal> {
    let settings = Settings::load(tx).await?;
    let today = settings.business_day(now);
    let month = month_of(today);
    let days =
        figures::load_day_sums(tx, (month, today), Cut::Day, &SalesFilter::default(), settings.time_zone).await?;
    let (sold_today, before): (Vec<_>, Vec<_>) = days.into_iter().partition(|day| day.business_day == today);
    let sum = |days: &[figures::DaySum]| days.iter().map(|day| day.sums.total).sum::<Money>();
    let next = next_month(month);
    let goals = Goals {
        present: store::find_goal_in_force(tx, month).await?,
        next: store::find_goal_in_force(tx, next).await?,
        is_next_set: store::find_goal_set_for(tx, next).await?.is_some(),
    };
    Ok(compute_progress(today, (sum(&before), sum(&sold_today)), goals))
}

/// Sets the goal from a month on. A month set to the very amount it would have inherited keeps it when earlier months change; the audit log
/// has an entry only where the amount differs.
pub(super) async fn set_sales_goal(work: &mut Work<'_>, body: &SetSalesGoal) -> Result<SalesGoal> {
    let now = work.now;
    let month = body.validated_month(work.business_day().await?)?;
    let current = store::find_goal_in_force(work.tx, month).await?.unwrap_or_default();
    if store::find_goal_set_for(work.tx, month).await? != Some(body.amount) {
        store::save_goal(work.tx, month, body.amount).await?;
    }
    if current != body.amount {
        let to_json = |amount: Money| Some(json!({"month": month_text(month), "amount": amount}));
        let entry =
            AuditEntry::new("SALES_GOAL_SET").entity("sales_goal", 1).change(to_json(current), to_json(body.amount));
        audit::log(work.tx, work.actor, now, entry.amount(body.amount)).await?;
    }
    load_sales_goal(work.tx, now).await
}
