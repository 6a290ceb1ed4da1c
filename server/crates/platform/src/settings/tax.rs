//! Which IGV holds on a day: a table of rates by date. A document bears the rate of its issue date (rules 3291 and 3462), which is
//! the calendar day in Lima, never the business day. What documents were issued under does not change behind their backs, so whoever
//! changes the table says up to which day there are documents.

use super::{TaxRule, company, store, wall_clock};
use crate::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::TaxRateId,
    money::{CENTIMO, Quantity},
    words::words,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The tax authority reads days and hours of documents by this clock, whichever zone the house keeps its business days in.
pub const TAX_ZONE: Tz = chrono_tz::America::Lima;

/// The day and hour that a document issued at `at` says, in whole seconds.
pub fn issue_time(at: DateTime<Utc>) -> NaiveDateTime {
    at.with_timezone(&TAX_ZONE).naive_local().trunc_subsecs(0)
}

/// The calendar day that a document issued at `at` says. Its rate, the registers' month and the law's terms go by it.
pub fn issue_date(at: DateTime<Utc>) -> NaiveDate {
    issue_time(at).date()
}

/// The first instant whose documents say this day.
pub fn day_begins(day: NaiveDate) -> DateTime<Utc> {
    wall_clock::first_instant(day.and_time(NaiveTime::MIN), TAX_ZONE)
}

/// `21/11/2026 13:05`: when a document was issued, as its paper says it.
pub fn issue_text(at: DateTime<Utc>) -> String {
    issue_time(at).format("%d/%m/%Y %H:%M").to_string()
}

/// Keeps the rule of every day as it is until the end of the transaction, for whoever issues a document under one. Others who issue do
/// not wait; whoever changes the rules does, and sees the document.
pub async fn hold(tx: &mut Tx) -> Result<()> {
    Ok(company::hold(tx).await?)
}

/// The rule for a document that is issued at `at`.
pub async fn rule_at(tx: &mut Tx, at: DateTime<Utc>) -> Result<TaxRule> {
    store::tax_rule(tx, issue_date(at)).await
}

/// The rule for a supplier's document that says `day`.
pub async fn rule_on(tx: &mut Tx, day: NaiveDate) -> Result<TaxRule> {
    store::tax_rule(tx, day).await
}

/// A rate and the first day it holds; it holds until the next one begins.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct TaxRate {
    pub id: TaxRateId,
    pub valid_from: NaiveDate,
    /// Per cent: "18", "10.5".
    pub percent: Quantity,
    pub name: String,
}

/// Body of `POST /tax-rates`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewRate {
    pub valid_from: NaiveDate,
    /// Above 0, up to 30, with 2 decimals.
    pub percent: Quantity,
    /// What it is called; General without one.
    pub name: Option<String>,
}

const MAX_PERCENT: Quantity = Quantity::units(30);

words!(
    /// Whether a rate holds.
    RateState {
        Past = "PAST",
        /// It is the one that documents of now bear.
        Now = "NOW",
        /// It has not begun: it can be changed and taken away.
        Future = "FUTURE",
    }
);

impl RateState {
    /// Tells the state of what begins on `valid_from`, seen on a day on which it is the current one or is not.
    pub(super) fn on(today: NaiveDate, valid_from: NaiveDate, is_current: bool) -> Self {
        match valid_from > today {
            true => Self::Future,
            false if is_current => Self::Now,
            false => Self::Past,
        }
    }
}

/// A rate as its list shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedRate {
    #[serde(flatten)]
    pub rate: TaxRate,
    pub state: RateState,
}

/// All rates, the latest first.
pub async fn rates(tx: &mut Tx) -> Result<Vec<TaxRate>> {
    Ok(store::rates(tx).await?)
}

/// All rates with whether they hold at `now`, the latest first.
pub async fn listed_rates(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<ListedRate>> {
    let (rates, today) = (rates(tx).await?, issue_date(now));
    let current = rates.iter().find(|rate| rate.valid_from <= today).map(|rate| rate.id);
    let state = |rate: &TaxRate| RateState::on(today, rate.valid_from, Some(rate.id) == current);
    Ok(rates.into_iter().map(|rate| ListedRate { state: state(&rate), rate }).collect())
}

/// Body of `PUT /tax-rates/{id}`; only what is given changes.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ChangeRate {
    pub valid_from: Option<NaiveDate>,
    /// Above 0, up to 30, with 2 decimals.
    pub percent: Option<Quantity>,
    pub name: Option<String>,
}

/// Adds a rate that begins after the last issue date that has documents.
pub async fn add(work: &mut Work<'_>, new: &NewRate, last_issued: Option<NaiveDate>) -> Result<TaxRate> {
    let name = new.name.as_deref().unwrap_or("General");
    let mut rate =
        TaxRate { id: TaxRateId(0), valid_from: new.valid_from, percent: new.percent, name: name.to_owned() };
    check(&mut rate, last_issued)?;
    rate.id = store::insert_rate(work.tx, &rate).await?;
    log_change(work, "TAX_RATE_ADDED", None, Some(&rate)).await?;
    Ok(rate)
}

/// Changes a rate that has not begun; how it was and how it is.
pub async fn change(
    work: &mut Work<'_>,
    id: TaxRateId,
    body: &ChangeRate,
    last_issued: Option<NaiveDate>,
) -> Result<(TaxRate, TaxRate)> {
    let was: TaxRate = store::rate(work.tx, id).await.or_not_found("la tasa")?;
    must_be_to_come(work, &was, last_issued)?;
    let mut rate = TaxRate {
        id,
        valid_from: body.valid_from.unwrap_or(was.valid_from),
        percent: body.percent.unwrap_or(was.percent),
        name: body.name.clone().unwrap_or_else(|| was.name.clone()),
    };
    check(&mut rate, last_issued)?;
    store::update_rate(work.tx, &rate).await?;
    log_change(work, "TAX_RATE_CHANGED", Some(&was), Some(&rate)).await?;
    Ok((was, rate))
}

/// Takes away a rate that has not begun, or under which nothing was issued yet today.
pub async fn remove(work: &mut Work<'_>, id: TaxRateId, last_issued: Option<NaiveDate>) -> Result<TaxRate> {
    let rate: TaxRate = store::rate(work.tx, id).await.or_not_found("la tasa")?;
    must_be_to_come(work, &rate, last_issued)?;
    store::delete_rate(work.tx, id).await?;
    log_change(work, "TAX_RATE_REMOVED", Some(&rate), None).await?;
    Ok(rate)
}

/// Refuses a rate that cannot be, and trims its name.
fn check(rate: &mut TaxRate, last_issued: Option<NaiveDate>) -> Result<()> {
    let mut faults = Faults::default();
    if rate.percent <= Quantity::ZERO || rate.percent > MAX_PERCENT || rate.percent.millionths() % CENTIMO != 0 {
        let text = "La tasa va de 0.01 a 30 %, con dos decimales. Si no cobras IGV, marca zona de selva en Empresa.";
        faults.add("percent", text);
    }
    rate.name = rate.name.trim().to_owned();
    if rate.name.is_empty() || rate.name.chars().count() > 60 {
        faults.add("name", "Escribe un nombre de hasta 60 letras.");
    }
    if let Some(last) = last_issued.filter(|last| rate.valid_from <= *last) {
        let text = format!("Ya hay comprobantes del {}: la tasa nueva empieza después.", last.format("%d/%m/%Y"));
        faults.add("valid_from", text);
    }
    faults.done()
}

fn must_be_to_come(work: &Work<'_>, rate: &TaxRate, last_issued: Option<NaiveDate>) -> Result<()> {
    if last_issued.is_some_and(|last| rate.valid_from <= last) {
        let text = "Esa tasa ya empezó y hay comprobantes con ella: se queda. Agrega otra que empiece después.";
        return refuse(Code::InUse, text).err();
    }
    if rate.valid_from < work.issue_date() {
        let text = "Esa tasa ya empezó: se queda. Agrega otra que empiece después.";
        return refuse(Code::InUse, text).err();
    }
    Ok(())
}

async fn log_change(
    work: &mut Work<'_>,
    action: &'static str,
    was: Option<&TaxRate>,
    is: Option<&TaxRate>,
) -> Result<()> {
    let Some(id) = is.or(was).map(|rate| rate.id) else { return Ok(()) };
    let shown = |rate: &TaxRate| json!({"valid_from": rate.valid_from, "percent": rate.percent, "name": rate.name});
    let entry = Entry::new(action).entity("tax_rate", id.0).change(was.map(shown), is.map(shown));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
