//! Which IGV holds on a day: a table of rates by date. What documents were issued under does not change behind their backs, so
//! whoever changes the table says up to which day there are documents.

use super::{TaxRule, store};
use crate::{
    audit::{self, Entry},
    db::Tx,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::TaxRateId,
    money::{CENTIMO, Quantity},
    realtime::{EventKind, Room},
    use_case::Work,
};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The rule of `day`.
pub async fn rule_of(tx: &mut Tx, day: NaiveDate) -> Result<TaxRule> {
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

/// All rates, the latest first.
pub async fn rates(tx: &mut Tx) -> Result<Vec<TaxRate>> {
    Ok(store::rates(tx).await?)
}

/// Adds a rate that begins after the last day that has documents.
pub async fn add(work: &mut Work<'_>, new: &NewRate, last_issued: Option<NaiveDate>) -> Result<TaxRate> {
    let mut faults = Faults::default();
    if new.percent <= Quantity::ZERO || new.percent > MAX_PERCENT || new.percent.millionths() % CENTIMO != 0 {
        let text = "La tasa va de 0.01 a 30 %, con dos decimales. Si no cobras IGV, marca zona de selva en Empresa.";
        faults.add("percent", text);
    }
    let name = new.name.as_deref().map_or("General", str::trim);
    if name.is_empty() || name.chars().count() > 60 {
        faults.add("name", "Escribe un nombre de hasta 60 letras.");
    }
    if let Some(last) = last_issued.filter(|last| new.valid_from <= *last) {
        let text = format!("Ya hay comprobantes del {}: la tasa nueva empieza después.", last.format("%d/%m/%Y"));
        faults.add("valid_from", text);
    }
    faults.done()?;
    let id = store::insert_rate(work.tx, new.valid_from, new.percent, name).await?;
    let rate = TaxRate { id, valid_from: new.valid_from, percent: new.percent, name: name.to_owned() };
    log_change(work, "TAX_RATE_ADDED", &rate).await?;
    Ok(rate)
}

/// Takes away a rate that has not begun, or under which nothing was issued yet today.
pub async fn remove(work: &mut Work<'_>, id: TaxRateId, last_issued: Option<NaiveDate>) -> Result<()> {
    let today = work.business_day().await?;
    let rate: TaxRate = store::rate(work.tx, id).await.or_not_found("la tasa")?;
    if rate.valid_from < today || last_issued.is_some_and(|last| rate.valid_from <= last) {
        let text = "Esa tasa ya empezó y hay ventas con ella: se queda. Agrega otra que empiece después.";
        return refuse(Code::InUse, text).err();
    }
    store::delete_rate(work.tx, id).await?;
    log_change(work, "TAX_RATE_REMOVED", &rate).await
}

async fn log_change(work: &mut Work<'_>, action: &'static str, rate: &TaxRate) -> Result<()> {
    let shown = json!({"valid_from": rate.valid_from, "percent": rate.percent, "name": rate.name});
    let entry = Entry::new(action).entity("tax_rate", rate.id.0).change(None, Some(shown));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
