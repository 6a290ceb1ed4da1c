//! The company's tax regime: a table by date, like the rates of IGV. In the Nuevo RUS it issues no facturas, and everything on its boletas
//! is unaffected by IGV (code 30 of catalogue 07). A document has the regime of its issue date and keeps it. A document issued again has
//! the regime of its new day; paper documents from before may still be entered (`payments::papers_of_before`).

use super::{regime_store as store, tax};
use crate::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::TaxRegimeId,
    words::text_enum,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

text_enum!(
    /// The tax regime, as far as documents show it.
    #[derive(Default)]
    Regime {
        /// Régimen general, MYPE tributario or especial: documents state the IGV.
        #[default]
        General = "GENERAL",
        /// Nuevo RUS: boletas without IGV, no facturas.
        NuevoRus = "NUEVO_RUS",
    }
);

impl Regime {
    /// Whether the monthly quota includes the IGV, so that documents state none.
    pub const fn is_nuevo_rus(self) -> bool {
        matches!(self, Self::NuevoRus)
    }
}

/// A regime and its first day; it is valid until the next one begins.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct TaxRegime {
    pub id: TaxRegimeId,
    pub valid_from: NaiveDate,
    pub regime: Regime,
}

/// A regime with its state, for the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedRegime {
    #[serde(flatten)]
    pub regime: TaxRegime,
    pub state: tax::RateState,
}

/// Body of `POST /tax-regimes`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewRegime {
    /// The first day, after the last one that has boletas or facturas.
    pub valid_from: NaiveDate,
    pub regime: Regime,
}

/// Loads the regime of a day.
pub async fn load_regime_on(tx: &mut Tx, day: NaiveDate) -> Result<Regime> {
    Ok(tax::load_rule_on(tx, day).await?.regime)
}

/// Lists all changes of regime with their state at `now`, the latest first; empty where it always was the general one.
pub async fn list_regimes(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<ListedRegime>> {
    let (all, today) = (store::list_regimes(tx).await?, tax::issue_date(now));
    let current = all.iter().find(|regime| regime.valid_from <= today).map(|regime| regime.id);
    let state = |regime: &TaxRegime| tax::RateState::on(today, regime.valid_from, Some(regime.id) == current);
    Ok(all.into_iter().map(|regime| ListedRegime { state: state(&regime), regime }).collect())
}

/// Loads the regime before the one of a day, with its last day; `None` where there was none.
pub async fn find_regime_before(tx: &mut Tx, day: NaiveDate) -> Result<Option<(NaiveDate, Regime)>> {
    let all = store::list_regimes(tx).await?;
    let mut begun = all.iter().filter(|regime| regime.valid_from <= day);
    let Some(last) = begun.next().and_then(|current| current.valid_from.pred_opt()) else { return Ok(None) };
    Ok(Some((last, begun.next().map_or(Regime::General, |regime| regime.regime))))
}

/// Adds a change of regime, on a day after the last one that has documents.
pub async fn add_regime(work: &mut Work<'_>, new: &NewRegime, last_issued: Option<NaiveDate>) -> Result<TaxRegime> {
    let mut faults = Faults::default();
    if let Some(last) = last_issued.filter(|last| new.valid_from <= *last) {
        let text = format!("Ya hay comprobantes del {}: el régimen nuevo empieza después.", last.format("%d/%m/%Y"));
        faults.add("valid_from", text);
    }
    if load_regime_on(work.tx, new.valid_from).await? == new.regime {
        faults.add("regime", "Ese día ya estás en ese régimen.");
    }
    let all = store::list_regimes(work.tx).await?;
    if all.iter().any(|regime| regime.valid_from == new.valid_from) {
        faults.add("valid_from", "Ya hay un cambio de régimen ese día: quítalo antes.");
    }
    faults.finish()?;
    let id = store::insert_regime(work.tx, new).await?;
    let regime = TaxRegime { id, valid_from: new.valid_from, regime: new.regime };
    log_and_announce_change(work, AuditEntry::new("TAX_REGIME_ADDED"), None, Some(&regime)).await?;
    Ok(regime)
}

/// Removes a change that has not begun, or under which nothing was issued yet.
pub async fn remove_regime(work: &mut Work<'_>, id: TaxRegimeId, last_issued: Option<NaiveDate>) -> Result<()> {
    let regime: TaxRegime = store::find_regime(work.tx, id).await.or_not_found("ese cambio de régimen")?;
    if regime.valid_from < work.issue_date() || last_issued.is_some_and(|last| regime.valid_from <= last) {
        let text = "Ese régimen ya empezó y hay ventas con él: se queda. Agrega otro que empiece después.";
        return refuse(Code::InUse, text).err();
    }
    store::delete_regime(work.tx, id).await?;
    log_and_announce_change(work, AuditEntry::new("TAX_REGIME_REMOVED"), Some(&regime), None).await
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    entry: AuditEntry,
    was: Option<&TaxRegime>,
    is: Option<&TaxRegime>,
) -> Result<()> {
    let Some(id) = is.or(was).map(|regime| regime.id) else { return Ok(()) };
    let shown = |regime: &TaxRegime| json!({"valid_from": regime.valid_from, "regime": regime.regime});
    let entry = entry.entity("tax_regime", id.0).change(was.map(shown), is.map(shown));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
