//! Corrects the data of a document that was entered wrong: kind, number, provider, note. Data that moved stock or money cannot change.

use super::{
    check::MAX_NOTE_CHARS,
    create::refuse_duplicate,
    form::ChangePurchase,
    model::{Purchase, PurchaseRow},
    notes,
    paper::DocumentNumber,
    payment_method, period, read,
    read_store::{self, PurchaseDetails},
    store,
    void::require_active,
};
use chrono::{Days, Months, NaiveDate};
use comanda_base::{
    attempt,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::{ProviderId, PurchaseId},
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::documents;
use comanda_masterdata::providers;
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::{Value, json};

/// Updates only the fields sent; refuses with 409 when the books of the month are closed or the change would alter cost or notes.
pub(super) async fn correct_purchase(work: &mut Work<'_>, id: PurchaseId, body: &ChangePurchase) -> Result<Purchase> {
    store::lock_purchase(work.tx, id).await.or_not_found("la compra")?;
    let stored = require_active(read::load_row(work.tx, id).await?)?;
    let details = read_store::load_details(work.tx, id).await?;
    if body.fixed.is_any_given() {
        let text = "Los ítems, los montos, la fecha y el pago de una compra no cambian: anúlala y regístrala de nuevo.";
        return refuse(Code::Conflict, text).with_current(stored).err();
    }
    let mut faults = Faults::default();
    let document = body.document.unwrap_or(stored.document);
    let serie = body.serie.as_deref().unwrap_or(&stored.serie);
    let number = body.number.as_deref().unwrap_or(&stored.number);
    let paper = DocumentNumber::normalize(document, serie, number, &mut faults);
    let note = body.note.as_deref().unwrap_or(&details.note).trim();
    faults.check(note.chars().count() <= MAX_NOTE_CHARS, "note", "La nota tiene hasta 500 letras.");
    let provider = providers::find_provider(work.tx, body.provider_id.unwrap_or(stored.provider_id)).await?;
    faults.check(provider.is_some(), "provider_id", "Elige el proveedor de la lista.");
    faults.finish()?;
    let Some(provider) = provider else { return Err(comanda_base::error::not_found("el proveedor").into()) };
    let period = resolve_period(work, body, (&stored, &details), document).await?;
    let (old, new) = (stored.full_number.clone(), paper.full_number());
    let is_same_paper = document == stored.document && new == old && provider.id == stored.provider_id;
    if !is_same_paper {
        if let Some(closed) = read::last_closed_day(work.settings().await?, details.issued_at) {
            return refuse(Code::Conflict, read::closed_month_message(closed)).with_current(stored).err();
        }
        if document != stored.document && !document.may_become(stored.document) {
            let text = match document.may_lack_items() || stored.document.may_lack_items() {
                true => "Este papel no cambia de tipo: hay que anular la compra y registrarla de nuevo.",
                false => {
                    "Con factura el IGV se descuenta del costo, y sin ella no: hay que anular la compra y registrarla de nuevo."
                }
            };
            return refuse(Code::Conflict, text).at("document", "Cambia el costo.").with_current(stored).err();
        }
    }
    if let Some(text) = refusal_by_notes(work, &stored, &details, (document, provider.id)).await? {
        return refuse(Code::Conflict, text).with_current(stored).err();
    }
    let updated = attempt!(work.tx, store::update_document(work.tx, id, (&paper, provider.id, note, period)).await);
    refuse_duplicate(work, &provider, &paper, updated).await?;
    notes::store::update_modified_document(work.tx, id, &paper).await?;
    if new != old {
        documents::rename_document(work.tx, &payment_method::movement_source(id), &new).await?;
    }
    let date_month = period::month_of(stored.date);
    let audit_json = |number: &str, provider: &str, note: &str, period: Option<NaiveDate>| -> Value {
        let period = period::period_text(period.unwrap_or(date_month));
        json!({"purchase": number, "provider": provider, "note": note, "period": period})
    };
    let before = audit_json(&old, &stored.provider_name, &details.note, details.period);
    let after = audit_json(&new, &provider.display_name, note, period);
    let entry = AuditEntry::new("PURCHASE_CHANGED").entity("purchase", id.0).change(Some(before), Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    read::load_purchase(work.tx, id, work.now).await
}

/// Finds the month whose register holds the purchase from now on. A purchase whose month is closed stays where it is, and a closed month
/// takes no more purchases.
async fn resolve_period(
    work: &mut Work<'_>,
    body: &ChangePurchase,
    (stored, details): (&PurchaseRow, &PurchaseDetails),
    document: PurchaseDocument,
) -> Result<Option<NaiveDate>> {
    let own_month = period::month_of(stored.date);
    let current_month = details.period.unwrap_or(own_month);
    let requested = body.period.as_deref().map(str::trim).filter(|text| !text.is_empty());
    if requested.is_none_or(|text| text == period::period_text(current_month)) {
        return Ok(details.period);
    }
    let now = work.now;
    let settings = work.settings().await?;
    let open = period::open_periods(settings, now, stored.date, document.gives_tax_credit(details.modified_document));
    if let Some(closed) =
        settings.books_closed_until.filter(|closed| current_month + Months::new(1) - Days::new(1) <= *closed)
    {
        let text = format!(
            "Los libros están cerrados hasta el {} y este papel ya está en ellos: pide al administrador que abra el mes.",
            closed.format("%d/%m/%Y")
        );
        return refuse(Code::Conflict, text.clone()).at("period", text).with_current(stored).err();
    }
    let mut faults = Faults::default();
    let period = period::read_period(requested, stored.date, &open, &mut faults);
    faults.finish()?;
    Ok(period)
}

/// Explains why the change is refused: a note keeps the provider of the document that it modifies, and a document with notes keeps its
/// provider and a kind that notes can modify.
async fn refusal_by_notes(
    work: &mut Work<'_>,
    stored: &PurchaseRow,
    details: &PurchaseDetails,
    (document, provider): (PurchaseDocument, ProviderId),
) -> Result<Option<String>> {
    let is_same_provider = provider == stored.provider_id;
    if details.modifies_id.is_some() && !is_same_provider {
        let text = "La nota es del mismo proveedor que el comprobante que corrige: anúlala y regístrala de nuevo.";
        return Ok(Some(text.to_owned()));
    }
    if is_same_provider && (document == stored.document || document.can_be_modified()) {
        return Ok(None);
    }
    let notes = notes::store::load_notes(work.tx, stored.id).await?;
    Ok(if notes.is_empty() { None } else { Some(read::void_notes_first_message(&notes)) })
}
