//! The rates of IGV by date. A document has the rate of its issue date (rules 3291 and 3462), which is the calendar day in Lima, never the
//! business day. Rates under which documents were issued must not change, so callers that change the table pass the last day that has
//! documents.

use super::{TaxRule, company, store, wall_clock};
use crate::{
    audit::{self, AuditEntry},
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
    words::text_enum,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The time zone of dates on tax documents, whatever the zone of the company's business days is.
pub const TAX_ZONE: Tz = chrono_tz::America::Lima;

/// Returns the local time on a document that is issued at `at`, in whole seconds.
pub fn issue_time(at: DateTime<Utc>) -> NaiveDateTime {
    at.with_timezone(&TAX_ZONE).naive_local().trunc_subsecs(0)
}

/// Returns the issue date of a document that is issued at `at`. It decides the rate, the month of the registers and legal deadlines.
pub fn issue_date(at: DateTime<Utc>) -> NaiveDate {
    issue_time(at).date()
}

/// Returns the first instant of an issue date.
pub fn day_begins(day: NaiveDate) -> DateTime<Utc> {
    wall_clock::first_instant(day.and_time(NaiveTime::MIN), TAX_ZONE)
}

/// Formats the issue time for papers, like `21/11/2026 13:05`.
pub fn issue_text(at: DateTime<Utc>) -> String {
    issue_time(at).format("%d/%m/%Y %H:%M").to_string()
}

/// Locks the tax rules against changes until the end of the transaction, for issuing a document under them. Others that issue documents
/// do not wait; changes of the rules do, and then see the document.
pub async fn lock_rules_shared(tx: &mut Tx) -> Result<()> {
    Ok(company::lock_company_shared(tx).await?)
}

/// Loads the rule for a document that is issued at `at`.
pub async fn load_rule_at(tx: &mut Tx, at: DateTime<Utc>) -> Result<TaxRule> {
    store::load_tax_rule(tx, issue_date(at)).await
}

/// Loads the rule for a supplier's document with the date `day`.
pub async fn load_rule_on(tx: &mut Tx, day: NaiveDate) -> Result<TaxRule> {
    store::load_tax_rule(tx, day).await
}

/// A rate and its first day; it is valid until the next one begins.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct TaxRate {
    pub id: TaxRateId,
    pub valid_from: NaiveDate,
    /// The rate in per cent: "18", "10.5".
    pub percent: Quantity,
    pub name: String,
}

/// Body of `POST /tax-rates`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewRate {
    pub valid_from: NaiveDate,
    /// Above 0, up to 30, with 2 decimals.
    pub percent: Quantity,
    /// The name; "General" by default.
    pub name: Option<String>,
}

const MAX_PERCENT: Quantity = Quantity::units(30);

text_enum!(
    /// Whether a rate is valid now.
    RateState {
        Past = "PAST",
        /// The rate applies to documents that are issued now.
        Now = "NOW",
        /// The rate has not begun, and can be changed and removed.
        Future = "FUTURE",
    }
);

impl RateState {
    /// Returns the state of an entry that begins on `valid_from`.
    pub(super) fn on(today: NaiveDate, valid_from: NaiveDate, is_current: bool) -> Self {
        match valid_from > today {
            true => Self::Future,
            false if is_current => Self::Now,
            false => Self::Past,
        }
    }
}

/// A rate with its state, for the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedRate {
    #[serde(flatten)]
    pub rate: TaxRate,
    pub state: RateState,
}

/// Lists all rates, the latest first.
pub async fn list_rates(tx: &mut Tx) -> Result<Vec<TaxRate>> {
    Ok(store::list_rates(tx).await?)
}

/// Lists all rates with their state at `now`, the latest first.
pub async fn list_rates_with_state(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<ListedRate>> {
    let (rates, today) = (list_rates(tx).await?, issue_date(now));
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
pub async fn add_rate(work: &mut Work<'_>, new: &NewRate, last_issued: Option<NaiveDate>) -> Result<TaxRate> {
    let name = new.name.as_deref().unwrap_or("General");
    let mut rate =
        TaxRate { id: TaxRateId(0), valid_from: new.valid_from, percent: new.percent, name: name.to_owned() };
    check(&mut rate, last_issued)?;
    rate.id = store::insert_rate(work.tx, &rate).await?;
    log_and_announce_change(work, "TAX_RATE_ADDED", None, Some(&rate)).await?;
    Ok(rate)
}

/// Changes a rate that has not begun; returns it before and after the change.
pub async fn change_rate(
    work: &mut Work<'_>,
    id: TaxRateId,
    body: &ChangeRate,
    last_issued: Option<NaiveDate>,
) -> Result<(TaxRate, TaxRate)> {
    let was: TaxRate = store::find_rate(work.tx, id).await.or_not_found("la tasa")?;
    check_not_begun(work, &was, last_issued)?;
    let mut rate = TaxRate {
        id,
        valid_from: body.valid_from.unwrap_or(was.valid_from),
        percent: body.percent.unwrap_or(was.percent),
        name: body.name.clone().unwrap_or_else(|| was.name.clone()),
    };
    check(&mut rate, last_issued)?;
    store::update_rate(work.tx, &rate).await?;
    log_and_announce_change(work, "TAX_RATE_CHANGED", Some(&was), Some(&rate)).await?;
    Ok((was, rate))
}

/// Removes a rate that has not begun, or that begins today and under which nothing was issued yet.
pub async fn remove_rate(work: &mut Work<'_>, id: TaxRateId, last_issued: Option<NaiveDate>) -> Result<TaxRate> {
    let rate: TaxRate = store::find_rate(work.tx, id).await.or_not_found("la tasa")?;
    check_not_begun(work, &rate, last_issued)?;
    store::delete_rate(work.tx, id).await?;
    log_and_announce_change(work, "TAX_RATE_REMOVED", Some(&rate), None).await?;
    Ok(rate)
}

/// Refuses an invalid rate, and trims its name.
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
    faults.finish()
}

fn check_not_begun(work: &Work<'_>, rate: &TaxRate, last_issued: Option<NaiveDate>) -> Result<()> {
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

async fn log_and_announce_change(
    work: &mut Work<'_>,
    action: &'static str,
    was: Option<&TaxRate>,
    is: Option<&TaxRate>,
) -> Result<()> {
    let Some(id) = is.or(was).map(|rate| rate.id) else { return Ok(()) };
    let shown = |rate: &TaxRate| json!({"valid_from": rate.valid_from, "percent": rate.percent, "name": rate.name});
    let entry = AuditEntry::new(action).entity("tax_rate", id.0).change(was.map(shown), is.map(shown));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
