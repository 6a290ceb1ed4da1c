//! Kinds of documents: those of the system are fixed; a restaurant may add names for others.

use super::store;
use crate::billing::model::BillingType;
use comanda_base::{
    counters,
    document_kind::DocumentKind,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::BillingTypeId,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The tax type of documents that the tax authority does not know, like the nota de venta.
const INTERNAL_TAX_TYPE: i64 = 111;
/// The highest id reserved for the system's kinds.
const MAX_SYSTEM_ID: i64 = 100;

/// The fields of a kind of document; PUT changes only the given ones.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct TypeForm {
    pub name: Option<String>,
    /// The code in capitals; derived from the name when empty. Codes of the system's kinds cannot be changed.
    pub code: Option<String>,
    pub description: Option<String>,
    pub status: Option<Status>,
}

/// Whether the kind is one of the system.
fn is_system_type(id: BillingTypeId) -> bool {
    DocumentKind::from_id(id.0).is_some()
}

/// Whether accounts can be charged with the kind; only some of the system's kinds allow it.
fn closes_accounts(id: BillingTypeId) -> bool {
    DocumentKind::from_id(id.0).is_some_and(DocumentKind::closes_accounts)
}

fn with_changes(mut was: BillingType, form: &TypeForm) -> BillingType {
    let set = |field: &mut String, sent: &Option<String>| {
        if let Some(text) = sent {
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
    faults.finish()
}

/// Adds a kind of the restaurant's own.
pub(super) async fn add_type(work: &mut Work<'_>, form: &TypeForm) -> Result<BillingType> {
    let id = MAX_SYSTEM_ID + counters::next_number(work.tx, "billing_types", "").await?;
    let empty = BillingType {
        id,
        code: String::new(),
        name: String::new(),
        description: String::new(),
        tax_type: INTERNAL_TAX_TYPE,
        status: Status::Active,
        serie: None,
    };
    let new = with_changes(empty, form);
    check(&new)?;
    store::insert_type(work.tx, &new).await?;
    log_and_announce_change(work, "BILLING_TYPE_ADDED", None, &new).await?;
    Ok(new)
}

/// Updates only the fields sent.
pub(super) async fn change_type(work: &mut Work<'_>, id: BillingTypeId, form: &TypeForm) -> Result<BillingType> {
    let all = store::lock_types(work.tx).await?;
    let was: BillingType = store::find_type(work.tx, id).await.or_not_found("el tipo de comprobante")?;
    let now = with_changes(was.clone(), form);
    check(&now)?;
    let is_own = is_system_type(id);
    if is_own && now.code != was.code {
        return refuse(Code::InUse, format!("{} es del sistema: conserva su código.", was.name)).err();
    }
    let has_other = all.iter().any(|(other, status)| *other != id && status.is_active() && closes_accounts(*other));
    if closes_accounts(id) && !now.status.is_active() && !has_other {
        let text = "Es el único comprobante activo: sin él no se puede cobrar. Activa otro antes.";
        return refuse(Code::InUse, text).err();
    }
    if is_own && now.status.is_active() && was.serie.is_none() {
        let text = format!("{} no tiene una serie activa. Activa o agrega una serie antes.", was.name);
        return refuse(Code::Conflict, text).err();
    }
    store::update_type(work.tx, &now).await?;
    log_and_announce_change(work, "BILLING_TYPE_CHANGED", Some(&was), &now).await?;
    Ok(now)
}

/// Deletes a kind of the restaurant's own that is not used.
pub(super) async fn delete_type(work: &mut Work<'_>, id: BillingTypeId) -> Result<bool> {
    store::lock_types(work.tx).await?;
    let was: BillingType = store::find_type(work.tx, id).await.or_not_found("el tipo de comprobante")?;
    if is_system_type(id) {
        return refuse(Code::InUse, format!("{} es del sistema y no se elimina: desactívalo.", was.name)).err();
    }
    let (series, documents) = store::count_references_to_type(work.tx, id).await?;
    if series + documents > 0 {
        return refuse(Code::InUse, deletion_refusal_text(&was.name, series, documents)).err();
    }
    store::delete_type(work.tx, id).await?;
    log_and_announce_change(work, "BILLING_TYPE_DELETED", Some(&was), &was).await?;
    Ok(true)
}

/// Returns why a kind that is used is not deleted: `Ticket tiene 1 serie y 3 comprobantes.`
fn deletion_refusal_text(name: &str, series: i64, documents: i64) -> String {
    let counted = |count: i64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let references = [(series, "serie", "series"), (documents, "comprobante", "comprobantes")];
    let references =
        references.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| counted(count, one, many));
    let advice = if series > 0 { "Elimina sus series o desactívalo." } else { "Desactívalo." };
    format!("{name} tiene {}. {advice}", references.collect::<Vec<_>>().join(" y "))
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    action: &'static str,
    was: Option<&BillingType>,
    is: &BillingType,
) -> Result<()> {
    let shown = |t: &BillingType| -> Value { json!({"code": t.code, "name": t.name, "status": t.status}) };
    let entry = AuditEntry::new(action).entity("billing_type", is.id).change(was.map(shown), Some(shown(is)));
    audit::log(work.tx, work.actor, work.now, entry.reason(is.name.clone())).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::deletion_refusal_text;

    #[test]
    fn what_a_kind_has_is_counted_in_words_that_fit() {
        for (series, documents, text) in [
            (1, 0, "Ticket tiene 1 serie. Elimina sus series o desactívalo."),
            (2, 1, "Ticket tiene 2 series y 1 comprobante. Elimina sus series o desactívalo."),
            (0, 3, "Ticket tiene 3 comprobantes. Desactívalo."),
        ] {
            assert_eq!(deletion_refusal_text("Ticket", series, documents), text);
        }
    }
}
