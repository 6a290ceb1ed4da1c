//! Kinds of document: those of the product stay; a house may keep names for others.

use super::store;
use crate::billing::{BillingKind, model::BillingType, notes};
use comanda_base::{
    counters,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::BillingTypeId,
    words::Status,
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What the tax authority does not know, like the nota de venta.
const INTERNAL: i64 = 111;
/// Ids up to here are the product's.
const OWN_IDS: i64 = 100;

/// The fields of a kind of document; with PUT only what is given changes.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct TypeForm {
    pub name: Option<String>,
    /// In capitals; the name's without one. Those of the product stay.
    pub code: Option<String>,
    pub description: Option<String>,
    pub status: Option<Status>,
}

/// What the product itself issues.
fn is_of_the_system(id: BillingTypeId) -> bool {
    BillingKind::from_id(id.0).is_some() || id.0 == notes::TYPE
}

/// Only some of the product's own can be collected with.
fn closes_accounts(id: BillingTypeId) -> bool {
    BillingKind::from_id(id.0).is_some_and(BillingKind::closes_accounts)
}

fn changed_by(mut was: BillingType, form: &TypeForm) -> BillingType {
    let set = |field: &mut String, given: &Option<String>| {
        if let Some(text) = given {
            *field = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    };
    set(&mut was.name, &form.name);
    set(&mut was.code, &form.code);
    set(&mut was.description, &form.description);
    was.status = form.status.unwrap_or(was.status);
    was.code = if was.code.is_empty() { was.name.to_uppercase() } else { was.code.to_uppercase() };
    was
}

fn check(t: &BillingType) -> Result<()> {
    let mut faults = Faults::default();
    let long = |text: &str, most: usize| text.chars().count() > most;
    if t.name.is_empty() || long(&t.name, 40) {
        faults.add("name", "Escribe un nombre de hasta 40 letras.");
    }
    if long(&t.code, 40) {
        faults.add("code", "El código lleva hasta 40 letras.");
    }
    if long(&t.description, 120) {
        faults.add("description", "La descripción lleva hasta 120 letras.");
    }
    faults.done()
}

/// Adds a kind of the house's own.
pub(super) async fn add(work: &mut Work<'_>, form: &TypeForm) -> Result<BillingType> {
    let id = OWN_IDS + counters::next(work.tx, "billing_types", "").await?;
    let empty = BillingType {
        id,
        code: String::new(),
        name: String::new(),
        description: String::new(),
        tax_type: INTERNAL,
        status: Status::Active,
        serie: None,
    };
    let new = changed_by(empty, form);
    check(&new)?;
    store::insert_type(work.tx, &new).await?;
    recorded(work, "BILLING_TYPE_ADDED", None, &new).await?;
    Ok(new)
}

/// Updates only the fields sent.
pub(super) async fn change(work: &mut Work<'_>, id: BillingTypeId, form: &TypeForm) -> Result<BillingType> {
    let all = store::lock_types(work.tx).await?;
    let was: BillingType = store::one_type(work.tx, id).await.or_not_found("el tipo de comprobante")?;
    let now = changed_by(was.clone(), form);
    check(&now)?;
    let is_own = is_of_the_system(id);
    if is_own && now.code != was.code {
        return refuse(Code::InUse, format!("{} es del sistema: conserva su código.", was.name)).err();
    }
    let left = all.iter().any(|(other, status)| *other != id && status.is_active() && closes_accounts(*other));
    if closes_accounts(id) && !now.status.is_active() && !left {
        let text = "Es el único comprobante activo: sin él no se puede cobrar. Activa otro antes.";
        return refuse(Code::InUse, text).err();
    }
    if is_own && now.status.is_active() && was.serie.is_none() {
        let text = format!("{} no tiene una serie activa. Activa o agrega una serie antes.", was.name);
        return refuse(Code::Conflict, text).err();
    }
    store::update_type(work.tx, &now).await?;
    recorded(work, "BILLING_TYPE_CHANGED", Some(&was), &now).await?;
    Ok(now)
}

/// Deletes a kind of the house's own that nothing uses.
pub(super) async fn delete(work: &mut Work<'_>, id: BillingTypeId) -> Result<()> {
    store::lock_types(work.tx).await?;
    let was: BillingType = store::one_type(work.tx, id).await.or_not_found("el tipo de comprobante")?;
    if is_of_the_system(id) {
        return refuse(Code::InUse, format!("{} es del sistema y no se elimina: desactívalo.", was.name)).err();
    }
    let (series, documents) = store::uses_of_type(work.tx, id).await?;
    if series + documents > 0 {
        let text =
            format!("{} tiene {series} series y {documents} comprobantes. Elimina sus series o desactívalo.", was.name);
        return refuse(Code::InUse, text).err();
    }
    store::delete_type(work.tx, id).await?;
    recorded(work, "BILLING_TYPE_DELETED", Some(&was), &was).await
}

async fn recorded(
    work: &mut Work<'_>,
    action: &'static str,
    was: Option<&BillingType>,
    is: &BillingType,
) -> Result<()> {
    let shown = |t: &BillingType| -> Value { json!({"code": t.code, "name": t.name, "status": t.status}) };
    let entry = Entry::new(action).entity("billing_type", is.id).change(was.map(shown), Some(shown(is)));
    audit::log(work.tx, work.actor, work.now, entry.reason(is.name.clone())).await?;
    work.tell(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
