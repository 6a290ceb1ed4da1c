//! The administrator's plan for the change: the rate and the prices of its day, in one write.

use super::{
    coming_change::{ComingChange, PlannedRateState, load_coming_change},
    store,
};
use chrono::{Days, NaiveDate};
use comanda_base::{
    error::{Code, Refusal, Result, invalid, refuse},
    money::Quantity,
};
use comanda_invoicing::billing;
use comanda_masterdata::catalog::planned_prices::{self, NewPrice, PricePlan};
use comanda_platform::{
    audit::{self, AuditEntry},
    law,
    realtime::{EventKind, Room},
    settings::{
        lock_company,
        tax::{self, NewRate},
    },
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

const RATE_NAME: &str = "Restaurantes mype";
const GENERAL_NAME: &str = "General";
const MAX_DAYS_OFF: u64 = 31;

/// Body of `POST /law/rate-change`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PlanRateChange {
    /// The first day of the change, as the screen showed it.
    pub valid_from: NaiveDate,
    /// The new rate in per cent, as the screen showed it.
    pub percent: Quantity,
    /// The prices that change on that day; all others stay.
    #[serde(default)]
    pub prices: Vec<NewPrice>,
}

/// The plan for the day of the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlannedRateChange {
    pub valid_from: NaiveDate,
    pub percent: Quantity,
    /// Null where no price changes.
    pub planned: Option<PricePlan>,
}

/// Body of `POST /law/rate-change/put-off`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PutOff {
    /// The number of days, 1 to 31.
    pub days: u64,
}

/// The day until which the panel hides the notice.
#[derive(Debug, Serialize, ToSchema)]
pub struct PutOffUntil {
    pub put_off_until: NaiveDate,
}

/// Plans the rate and the prices of the change, replacing an earlier plan.
pub(super) async fn plan_rate_change(work: &mut Work<'_>, body: &PlanRateChange) -> Result<PlannedRateChange> {
    if body.valid_from <= work.issue_date() {
        let text = "Ese día ya llegó. Cambia los precios en Productos y la tasa en Facturación.";
        return invalid("valid_from", text).err();
    }
    lock_company(work.tx).await?;
    let Some(change) = load_coming_change(work.tx, work.now).await? else { return no_change_refusal().err() };
    if body.valid_from != change.valid_from {
        let text = format!("El cambio es el {}. Actualiza la pantalla.", change.day_text());
        return invalid("valid_from", text).err();
    }
    plan_rate(work, &change, body.percent).await?;
    planned_prices::plan_prices(work, body.valid_from, &body.prices).await?;
    let planned = planned_prices::load_plan(work.tx, work.issue_date()).await?;
    Ok(PlannedRateChange { valid_from: body.valid_from, percent: body.percent, planned })
}

/// Plans the rate that the screen showed, unless it is planned already. Refuses with 409 when another user planned a different rate
/// meanwhile.
async fn plan_rate(work: &mut Work<'_>, change: &ComingChange, percent: Quantity) -> Result<()> {
    let is_planned = change.state == PlannedRateState::Planned;
    if percent != change.to {
        return match is_planned {
            true => refuse(
                Code::Conflict,
                format!(
                    "Para el {} ya está programada la tasa de {} %. Actualiza la pantalla, o cámbiala antes en Ajustes globales.",
                    change.day_text(),
                    change.to
                ),
            )
            .err(),
            false => invalid(
                "percent",
                format!("Desde ese día la ley dice {} %. Para otra tasa ve a Ajustes globales.", change.to),
            )
            .err(),
        };
    }
    if is_planned {
        return Ok(());
    }
    let last_issued = billing::find_last_issue_date(work.tx, work.now).await?;
    let is_small = law::small_restaurant_rate_on(change.valid_from).is_some();
    let name = if is_small { RATE_NAME } else { GENERAL_NAME };
    let new = NewRate { valid_from: change.valid_from, percent, name: Some(name.to_owned()) };
    tax::add_rate(work, &new, last_issued).await?;
    Ok(())
}

/// Cancels the planned prices before their day. The planned rate stays: it is deleted in the table of rates.
pub(super) async fn cancel_planned_prices(work: &mut Work<'_>) -> Result<bool> {
    if planned_prices::withdraw_plan(work).await? == 0 {
        let text = "No hay precios por empezar. Los que ya empezaron se cambian en Productos.";
        return refuse(Code::NotFound, text).err();
    }
    Ok(true)
}

/// Hides the notice of a coming tax rate change for `body.days` days.
pub(super) async fn postpone_notice(work: &mut Work<'_>, body: &PutOff) -> Result<PutOffUntil> {
    if !(1..=MAX_DAYS_OFF).contains(&body.days) {
        return invalid("days", format!("Déjalo para dentro de 1 a {MAX_DAYS_OFF} días.")).err();
    }
    if load_coming_change(work.tx, work.now).await?.is_none() {
        return no_change_refusal().err();
    }
    let today = work.issue_date();
    let until = today.checked_add_days(Days::new(body.days)).unwrap_or(today);
    store::save_postponed_until(work.tx, until).await?;
    let entry =
        AuditEntry::new("LAW_NOTICE_PUT_OFF").entity("law_notices", 1).change(None, Some(json!({"until": until})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(PutOffUntil { put_off_until: until })
}

fn no_change_refusal() -> Refusal {
    refuse(Code::Conflict, "No viene ningún cambio de tasa para este local. Actualiza la pantalla.")
}
