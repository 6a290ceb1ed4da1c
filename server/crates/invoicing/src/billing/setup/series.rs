//! Adds, changes and deletes series of numbers, so that no number is ever given twice.

use super::{
    establishment::Establishment,
    series_rules::{self, AuthorisedNumbers},
    store::{self, NewSeries},
};
use crate::billing::model::BillingType;
use comanda_base::{
    error::{Code, Faults, OrNotFound, Refusal, Result, invalid, refuse},
    form::deserialize_optional,
    ids::{BillingTypeId, SeriesId},
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// SUNAT's document numbers have up to eight digits.
pub(super) const MAX_NUMBER: i64 = 99_999_999;

/// A series of document numbers.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct BillingSeries {
    pub id: SeriesId,
    pub billing_type_id: i64,
    /// The code of the kind of document.
    pub prefix: String,
    pub serie: String,
    /// The last number given.
    pub current_number: i64,
    pub enabled: bool,
    /// The same as `enabled`.
    pub status: Status,
    /// The highest number of a document in the series; the current number is never below it.
    pub last_issued: i64,
    /// SUNAT's code of the issuing establishment, from the ficha RUC; `0000` is the fiscal address.
    pub establishment: String,
    /// The address of an annex; empty for the fiscal address.
    pub establishment_address: String,
    /// Whether the series numbers paper documents that are written by hand and entered afterwards.
    pub is_contingency: bool,
    /// The first number authorised by the tax authority for the paper documents; null when unknown.
    /// The last authorised number.
    pub first_number: Option<i64>,
    pub last_number: Option<i64>,
}

/// The fields of a series; PUT changes only the given ones.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SeriesForm {
    /// 1 boleta, 2 factura, 3 nota de venta; cannot be changed.
    pub billing_type_id: Option<BillingTypeId>,
    /// `B001`
    pub serie: Option<String>,
    /// The last number given; the next document has the one after it.
    pub current_number: Option<i64>,
    pub enabled: Option<bool>,
    /// The same as `enabled`, as lists switch it.
    pub status: Option<Status>,
    /// SUNAT's code of the establishment, 4 digits from the ficha RUC; the fiscal address `0000` when absent.
    pub establishment: Option<String>,
    /// The address of the annex as its documents state it; empty for the fiscal address.
    pub establishment_address: Option<String>,
    /// Whether the series numbers paper documents written by hand while nothing can be issued electronically; cannot be changed.
    pub is_contingency: Option<bool>,
    /// The first number authorised by the tax authority for these paper documents; null removes the limit.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<i64>)]
    pub first_number: Option<Option<i64>>,
    /// The last authorised number; null removes the limit.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<i64>)]
    pub last_number: Option<Option<i64>>,
}

impl SeriesForm {
    fn wants_enabled(&self, was: bool) -> bool {
        self.status.map_or_else(|| self.enabled.unwrap_or(was), Status::is_active)
    }
}

/// Adds a series.
pub(super) async fn add_series(work: &mut Work<'_>, form: &SeriesForm) -> Result<BillingSeries> {
    let mut faults = Faults::default();
    let kind = form.billing_type_id.unwrap_or(BillingTypeId(0));
    faults.check(form.billing_type_id.is_some(), "billing_type_id", "Elige el tipo de comprobante.");
    let numbers = AuthorisedNumbers::default().with_changes(form, &mut faults);
    let serie =
        series_rules::validate_series_name(kind.0, numbers.is_contingency, form.serie.as_deref().unwrap_or_default());
    let serie = faults.or_default(serie)?;
    let number = form.current_number.unwrap_or(0);
    faults.ok(check_number(number, 0))?;
    let enabled = form.wants_enabled(true);
    let establishment = Establishment::default().with_changes(form, &mut faults);
    faults.finish()?;
    let _: BillingType = store::find_type(work.tx, kind).await.or_not_found("el tipo de comprobante")?;
    let new = NewSeries { of: kind, serie, current_number: number, enabled, establishment, numbers };
    let id = match store::insert_series(work.tx, &new).await {
        Err(e) if e.is_unique_violation("serie") => return refuse_duplicate(&new.serie).err(),
        inserted => inserted?,
    };
    // Documents of a series that was deleted and is added again still count.
    let now: BillingSeries = store::find_series(work.tx, id).await.or_not_found("la serie")?;
    check_number(now.current_number, now.last_issued)?;
    log_and_announce_change(work, "SERIES_ADDED", None, &now).await?;
    Ok(now)
}

/// Updates only the fields sent.
pub(super) async fn change_series(work: &mut Work<'_>, id: SeriesId, form: &SeriesForm) -> Result<BillingSeries> {
    let (was, others) = lock_and_load(work, id).await?;
    let mut faults = Faults::default();
    let is_unchanged = form.billing_type_id.is_none_or(|kind| kind.0 == was.billing_type_id);
    faults.check(is_unchanged, "billing_type_id", "Una serie no cambia de tipo. Agrega otra serie.");
    let mut now = was.clone();
    if let Some(serie) = &form.serie {
        now.serie =
            faults.or_default(series_rules::validate_series_name(was.billing_type_id, was.is_contingency, serie))?;
    }
    now.current_number = form.current_number.unwrap_or(was.current_number);
    now.enabled = form.wants_enabled(was.enabled);
    let establishment = Establishment { code: was.establishment.clone(), address: was.establishment_address.clone() };
    Establishment { code: now.establishment, address: now.establishment_address } =
        establishment.with_changes(form, &mut faults);
    let is_unchanged = form.is_contingency.is_none_or(|is| is == was.is_contingency);
    faults.check(
        is_unchanged,
        "is_contingency",
        "Una serie no cambia de electrónica a contingencia. Agrega otra serie.",
    );
    let numbers =
        AuthorisedNumbers { is_contingency: was.is_contingency, first: was.first_number, last: was.last_number };
    let numbers = numbers.with_changes(form, &mut faults);
    (now.first_number, now.last_number) = (numbers.first, numbers.last);
    let holds_issued = now.last_number.is_none_or(|last| last >= was.last_issued);
    faults.check(holds_issued, "last_number", "Ya hay un comprobante con un número mayor. Revisa el rango.");
    faults.ok(check_number(now.current_number, was.last_issued))?;
    if faults.is_valid("serie") && now.serie != was.serie && was.last_issued > 0 {
        let text = format!("La serie {} ya tiene comprobantes y conserva su nombre. Agrega otra serie.", was.serie);
        faults.refuse(refuse(Code::InUse, text.clone()).at("serie", text));
    }
    faults.finish()?;
    if was.enabled && !now.enabled && !was.is_contingency {
        require_another_series(work, &was, &others).await?;
    }
    match store::update_series(work.tx, &now).await {
        Err(e) if e.is_unique_violation("serie") => return refuse_duplicate(&now.serie).err(),
        updated => updated?,
    };
    log_and_announce_change(work, "SERIES_CHANGED", Some(&was), &now).await?;
    Ok(now)
}

/// Deletes a series that gave no number.
pub(super) async fn delete_series(work: &mut Work<'_>, id: SeriesId) -> Result<bool> {
    let (was, others) = lock_and_load(work, id).await?;
    if was.last_issued > 0 {
        let documents = match store::count_documents_of_series(work.tx, id).await? {
            1 => "un comprobante".to_owned(),
            count => format!("{count} comprobantes"),
        };
        let text = format!("La serie {} tiene {documents}: desactívala.", was.serie);
        return refuse(Code::InUse, text).err();
    }
    if was.enabled && !was.is_contingency {
        require_another_series(work, &was, &others).await?;
    }
    store::delete_series(work.tx, id).await?;
    log_and_announce_change(work, "SERIES_DELETED", Some(&was), &was).await?;
    Ok(true)
}

/// Locks and loads the series, with the ids of the other enabled series of its kind.
async fn lock_and_load(work: &mut Work<'_>, id: SeriesId) -> Result<(BillingSeries, Vec<SeriesId>)> {
    let found: BillingSeries = store::find_series(work.tx, id).await.or_not_found("la serie")?;
    let all = store::lock_series(work.tx, BillingTypeId(found.billing_type_id)).await?;
    // The number may have changed before the lock was obtained.
    let now: BillingSeries = store::find_series(work.tx, id).await.or_not_found("la serie")?;
    let others = all.into_iter().filter(|(other, enabled)| *enabled && *other != id).map(|(other, _)| other);
    Ok((now, others.collect()))
}

fn refuse_duplicate(serie: &str) -> Refusal {
    let text = format!("Ya hay una serie {serie} de ese comprobante. Escribe otra, o cambia esa.");
    refuse(Code::AlreadyExists, text.clone()).at("serie", text)
}

/// Refuses to leave an active kind of document without an enabled series.
async fn require_another_series(work: &mut Work<'_>, was: &BillingSeries, others: &[SeriesId]) -> Result<()> {
    let kind: BillingType =
        store::find_type(work.tx, BillingTypeId(was.billing_type_id)).await.or_not_found("el tipo de comprobante")?;
    if others.is_empty() && kind.status.is_active() {
        let text = format!(
            "{} es la única serie activa de {}. Activa otra antes, o desactiva el tipo de comprobante.",
            was.serie, kind.name
        );
        return refuse(Code::InUse, text).err();
    }
    Ok(())
}

fn check_number(number: i64, last_issued: i64) -> Result<()> {
    if !(0..=MAX_NUMBER).contains(&number) {
        return invalid("current_number", format!("El número va de 0 a {MAX_NUMBER}.")).err();
    }
    if number < last_issued {
        let text = format!("Ya se emitió el número {last_issued}: el número actual no puede ser menor.");
        return invalid("current_number", text).err();
    }
    Ok(())
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    action: &'static str,
    was: Option<&BillingSeries>,
    is: &BillingSeries,
) -> Result<()> {
    let shown = |s: &BillingSeries| -> Value {
        json!({
            "serie": s.serie,
            "current_number": s.current_number,
            "enabled": s.enabled,
            "establishment": s.establishment,
            "establishment_address": s.establishment_address,
            "is_contingency": s.is_contingency,
            "first_number": s.first_number,
            "last_number": s.last_number,
        })
    };
    let entry = AuditEntry::new(action).entity("billing_series", is.id.0).change(was.map(shown), Some(shown(is)));
    audit::log(work.tx, work.actor, work.now, entry.reason(is.serie.clone())).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
