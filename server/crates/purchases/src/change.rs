//! Correcting what was copied wrong from a paper: its kind, its number, whose it is, the note. What moved stock and money stays.

use super::{
    check::MAX_NOTE_CHARS,
    create::unless_taken,
    form::ChangePurchase,
    model::{Purchase, PurchaseRow},
    notes,
    paper::Paper,
    period, read,
    read_store::{self, Head},
    store,
    void::must_be_active,
    ways,
    words::PurchaseDocument,
};
use chrono::{Days, Months, NaiveDate};
use comanda_base::{
    attempt,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::{ProviderId, PurchaseId},
};
use comanda_ledgers::stock::documents;
use comanda_masterdata::providers;
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::{Value, json};

/// Updates only the fields sent.
pub(super) async fn change(work: &mut Work<'_>, id: PurchaseId, body: &ChangePurchase) -> Result<Purchase> {
    store::lock(work.tx, id).await.or_not_found("la compra")?;
    let was = must_be_active(read::row(work.tx, id).await?)?;
    let head = read_store::head(work.tx, id).await?;
    if body.fixed.is_given() {
        let text = "Los ítems, los montos, la fecha y el pago de una compra no cambian: anúlala y regístrala de nuevo.";
        return refuse(Code::Conflict, text).current(was).err();
    }
    let mut faults = Faults::default();
    let document = body.document.unwrap_or(was.document);
    let serie = body.serie.as_deref().unwrap_or(&was.serie);
    let number = body.number.as_deref().unwrap_or(&was.number);
    let paper = Paper::of(document, serie, number, &mut faults);
    let note = body.note.as_deref().unwrap_or(&head.note).trim();
    faults.unless(note.chars().count() <= MAX_NOTE_CHARS, "note", "La nota tiene hasta 500 letras.");
    let provider = providers::find(work.tx, body.provider_id.unwrap_or(was.provider_id)).await?;
    faults.unless(provider.is_some(), "provider_id", "Elige el proveedor de la lista.");
    faults.done()?;
    let Some(provider) = provider else { return Err(comanda_base::error::not_found("el proveedor").into()) };
    let period = changed_period(work, body, (&was, &head), document).await?;
    let (old, new) = (was.full_number.clone(), paper.full_number());
    let is_same_paper = document == was.document && new == old && provider.id == was.provider_id;
    if !is_same_paper {
        if let Some(closed) = read::closed_until(work.settings().await?, head.issued_at) {
            return refuse(Code::Conflict, read::month_is_closed(closed)).current(was).err();
        }
        if document != was.document && !document.may_become(was.document) {
            let text = match document.may_lack_items() || was.document.may_lack_items() {
                true => "Este papel no cambia de tipo: hay que anular la compra y registrarla de nuevo.",
                false => {
                    "Con factura el IGV se descuenta del costo, y sin ella no: hay que anular la compra y registrarla de nuevo."
                }
            };
            return refuse(Code::Conflict, text).at("document", "Cambia el costo.").current(was).err();
        }
    }
    if let Some(text) = why_tied(work, &was, &head, (document, provider.id)).await? {
        return refuse(Code::Conflict, text).current(was).err();
    }
    let updated = attempt!(work.tx, store::update_paper(work.tx, id, (&paper, provider.id, note, period)).await);
    unless_taken(work, &provider, &paper, updated).await?;
    notes::store::rename(work.tx, id, &paper).await?;
    if new != old {
        documents::rename(work.tx, &ways::source_of(id), &new).await?;
    }
    let own = period::month_of(was.date);
    let told = |number: &str, provider: &str, note: &str, period: Option<NaiveDate>| -> Value {
        let period = period::period_text(period.unwrap_or(own));
        json!({"purchase": number, "provider": provider, "note": note, "period": period})
    };
    let before = told(&old, &was.provider_name, &head.note, head.period);
    let after = told(&new, &provider.display_name, note, period);
    let entry = Entry::new("PURCHASE_CHANGED").entity("purchase", id.0).change(Some(before), Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    read::purchase(work.tx, id, work.now).await
}

/// Finds the month whose register the purchase is in from now on; one whose books are closed keeps what it has, and takes nothing more.
async fn changed_period(
    work: &mut Work<'_>,
    body: &ChangePurchase,
    (was, head): (&PurchaseRow, &Head),
    document: PurchaseDocument,
) -> Result<Option<NaiveDate>> {
    let own = period::month_of(was.date);
    let now_in = head.period.unwrap_or(own);
    let wanted = body.period.as_deref().map(str::trim).filter(|text| !text.is_empty());
    if wanted.is_none_or(|text| text == period::period_text(now_in)) {
        return Ok(head.period);
    }
    let now = work.now;
    let settings = work.settings().await?;
    let open = period::open_periods(settings, now, was.date, document.is_deducted(head.modified_document));
    if let Some(closed) = settings.books_closed_until.filter(|closed| now_in + Months::new(1) - Days::new(1) <= *closed)
    {
        let text = format!(
            "Los libros están cerrados hasta el {} y este papel ya está en ellos: pide al administrador que abra el mes.",
            closed.format("%d/%m/%Y")
        );
        return refuse(Code::Conflict, text.clone()).at("period", text).current(was).err();
    }
    let mut faults = Faults::default();
    let period = period::read(wanted, was.date, &open, &mut faults);
    faults.done()?;
    Ok(period)
}

/// What keeps a note and what it changes at one supplier, and what it changes a paper that notes can change.
async fn why_tied(
    work: &mut Work<'_>,
    was: &PurchaseRow,
    head: &Head,
    (document, provider): (PurchaseDocument, ProviderId),
) -> Result<Option<String>> {
    let is_same_provider = provider == was.provider_id;
    if head.modifies_id.is_some() && !is_same_provider {
        let text = "La nota es del mismo proveedor que el comprobante que corrige: anúlala y regístrala de nuevo.";
        return Ok(Some(text.to_owned()));
    }
    if is_same_provider && (document == was.document || document.can_be_modified()) {
        return Ok(None);
    }
    let notes = notes::store::notes_of(work.tx, was.id).await?;
    Ok(if notes.is_empty() { None } else { Some(read::has_notes(&notes)) })
}
