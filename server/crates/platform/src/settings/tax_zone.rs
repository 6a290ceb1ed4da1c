//! Whether the company sells in the Amazonía (jungle zone), where taxed products are exonerated of IGV (Ley 27037): a table by date, like
//! the rates. A document has the zone of its issue date and keeps it.

use super::{
    tax::{self, RateState},
    tax_zone_store as store,
};
use crate::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Faults, OrNotFound, Result, invalid, refuse},
    ids::TaxZoneId,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The first day of the zone where it is set before the company's first document.
const FIRST_VALID_DAY: NaiveDate = NaiveDate::from_ymd_opt(2000, 1, 1).expect("a day of the calendar");

/// Whether the company sells in the jungle zone, from this day until the next change.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct TaxZone {
    pub id: TaxZoneId,
    pub valid_from: NaiveDate,
    /// Whether sales are exonerated of IGV.
    pub is_jungle: bool,
}

/// A zone with its state, for the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedZone {
    #[serde(flatten)]
    pub zone: TaxZone,
    pub state: RateState,
}

/// Body of `POST /tax-zones`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewZone {
    /// The first day, after the last one that has boletas or facturas.
    pub valid_from: NaiveDate,
    pub is_jungle: bool,
}

/// Lists all changes with their state at `now`, the latest first; empty where the company never sold in the jungle zone.
pub async fn list_tax_zones(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<ListedZone>> {
    let (all, today) = (store::list_zone_changes(tx).await?, tax::issue_date(now));
    let current = all.iter().find(|zone| zone.valid_from <= today).map(|zone| zone.id);
    let state = |zone: &TaxZone| RateState::on(today, zone.valid_from, Some(zone.id) == current);
    Ok(all.into_iter().map(|zone| ListedZone { state: state(&zone), zone }).collect())
}

/// Adds a change, on a day after the last one that has documents.
pub async fn add_zone_change(work: &mut Work<'_>, new: &NewZone, last_issued: Option<NaiveDate>) -> Result<TaxZone> {
    let mut faults = Faults::default();
    if let Some(last) = last_issued.filter(|last| new.valid_from <= *last) {
        let text = format!("Ya hay comprobantes del {}: el cambio empieza después.", last.format("%d/%m/%Y"));
        faults.add("valid_from", text);
    }
    let all = store::list_zone_changes(work.tx).await?;
    let present = all.iter().find(|zone| zone.valid_from <= new.valid_from);
    if present.is_some_and(|zone| zone.is_jungle) == new.is_jungle {
        let text = match new.is_jungle {
            true => "Ese día ya vendes exonerado de IGV.",
            false => "Ese día ya vendes con IGV.",
        };
        faults.add("is_jungle", text);
    } else if present.is_some_and(|zone| zone.valid_from == new.valid_from) {
        faults.add("valid_from", "Ya hay un cambio de zona ese día: quítalo antes.");
    }
    faults.finish()?;
    let id = store::insert_zone_change(work.tx, new).await?;
    let zone = TaxZone { id, valid_from: new.valid_from, is_jungle: new.is_jungle };
    log_and_announce_change(work, AuditEntry::new("TAX_ZONE_ADDED"), None, Some(&zone)).await?;
    Ok(zone)
}

/// Removes a change that has not begun, or under which nothing was issued yet.
pub async fn remove_zone_change(work: &mut Work<'_>, id: TaxZoneId, last_issued: Option<NaiveDate>) -> Result<()> {
    let zone: TaxZone = store::find_zone_change(work.tx, id).await.or_not_found("ese cambio de zona")?;
    if zone.valid_from < work.issue_date() || last_issued.is_some_and(|last| zone.valid_from <= last) {
        let text = "Ese cambio ya empezó y hay ventas con él: se queda. Agrega otro que empiece después.";
        return refuse(Code::InUse, text).err();
    }
    store::delete_zone_change(work.tx, id).await?;
    log_and_announce_change(work, AuditEntry::new("TAX_ZONE_REMOVED"), Some(&zone), None).await
}

/// Sets the zone from today on, as the company's form does; from the beginning, where nothing was issued yet.
pub async fn set_zone_from_today(
    tx: &mut Tx,
    is_jungle: bool,
    last_issued: Option<NaiveDate>,
    today: NaiveDate,
) -> Result<()> {
    if last_issued.is_some_and(|last| today <= last) {
        let text =
            "Hoy ya hay comprobantes: el cambio no puede empezar hoy. Elige desde qué día en Empresa, Impuestos.";
        return invalid("is_jungle", text).err();
    }
    let from = if last_issued.is_some() { today } else { FIRST_VALID_DAY };
    store::delete_zone_changes_between(tx, (from, today)).await?;
    if tax::load_rule_on(tx, today).await?.exonerated != is_jungle {
        store::insert_zone_change(tx, &NewZone { valid_from: from, is_jungle }).await?;
    }
    Ok(())
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    entry: AuditEntry,
    was: Option<&TaxZone>,
    is: Option<&TaxZone>,
) -> Result<()> {
    let Some(id) = is.or(was).map(|zone| zone.id) else { return Ok(()) };
    let shown = |zone: &TaxZone| json!({"valid_from": zone.valid_from, "is_jungle": zone.is_jungle});
    let entry = entry.entity("tax_zone", id.0).change(was.map(shown), is.map(shown));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
