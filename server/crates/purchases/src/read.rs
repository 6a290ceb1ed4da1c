//! Reads one purchase in full, and finds out whether it can be voided.

use super::{
    files, list_store,
    model::{Purchase, PurchaseItem, PurchaseNote, PurchaseQuote, PurchaseRow, PurchaseVoid},
    notes, payment_method,
    period::{month_of, period_text},
    read_store as store,
    words::PurchaseStatus,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    form,
    ids::{ProductId, PurchaseId},
    money::Money,
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::{self, ItemKind, replays};
use comanda_platform::settings::Settings;

/// Loads a purchase as lists show it.
pub(super) async fn load_row(tx: &mut Tx, id: PurchaseId) -> Result<PurchaseRow> {
    list_store::find_row(tx, id).await.or_not_found("la compra")
}

/// Loads a purchase in full.
pub(super) async fn load_purchase(tx: &mut Tx, id: PurchaseId, now: DateTime<Utc>) -> Result<Purchase> {
    let row = load_row(tx, id).await?;
    let settings = Settings::load(tx).await?;
    let today = settings.calendar_day(now);
    let details = store::load_details(tx, id).await?;
    let costed = |item: PurchaseItem| PurchaseItem {
        unit_cost: item.cost.per_unit(item.base_quantity).unwrap_or_default(),
        ..item
    };
    let items: Vec<PurchaseItem> = store::load_items(tx, id).await?.into_iter().map(costed).collect();
    let is_active = row.status == PurchaseStatus::Active;
    let add_due_state = |quote: PurchaseQuote| {
        let due = if is_active { quote.due } else { Money::ZERO };
        PurchaseQuote { is_overdue: quote.date < today && !due.is_zero(), due, ..quote }
    };
    let quotes = store::load_quotes(tx, id).await?.into_iter().map(add_due_state).collect();
    let payments = store::load_payments(tx, id).await?;
    let notes = notes::store::load_notes(tx, id).await?;
    let is_credit = row.document == PurchaseDocument::CreditNote;
    let signed = |amount: Money| if is_credit { -amount } else { amount };
    let modifies = details.modified_document_of_note();
    let date = row.date;
    let void = details.voided_at.map(|at| PurchaseVoid {
        at,
        by: details.voided_by.unwrap_or_default(),
        reason: details.void_reason.unwrap_or_default(),
    });
    let why_not_void = match is_active {
        true if !notes.is_empty() => Some(void_notes_first_message(&notes)),
        true => {
            // Voiding a note brings back the goods that it sent out, so it needs no stock on hand.
            let taken_out = if row.document.is_note() { &[][..] } else { &items };
            void_obstacle(tx, &settings, details.issued_at, taken_out).await?
        }
        false => Some("Esta compra ya está anulada.".into()),
    };
    Ok(Purchase {
        row: row.with_overdue_on(today),
        subtotal: signed(details.subtotal),
        igv: signed(details.igv),
        discount: details.discount,
        advance: details.advance,
        freight: details.freight,
        isc: signed(details.isc),
        icbper: signed(details.icbper),
        other_charges: signed(details.other_charges),
        prices_include_igv: details.prices_include_igv,
        period: period_text(details.period.unwrap_or_else(|| month_of(date))),
        modifies,
        note: details.note,
        notes,
        items,
        quotes,
        payments,
        files: files::load_files(tx, id).await?,
        void,
        can_void: why_not_void.is_none(),
        why_not_void,
        replays: replays::list_replays(tx, &payment_method::movement_source(id)).await?,
        warnings: Vec::new(),
    })
}

/// Returns the obstacle to voiding the purchase with advice, or `None`.
async fn void_obstacle(
    tx: &mut Tx,
    settings: &Settings,
    issued_at: DateTime<Utc>,
    taken_out: &[PurchaseItem],
) -> Result<Option<String>> {
    if let Some(closed) = last_closed_day(settings, issued_at) {
        return Ok(Some(closed_month_message(closed)));
    }
    if settings.negative_stock || taken_out.is_empty() {
        return Ok(None);
    }
    let products = || taken_out.iter().filter(|i| i.has_stock && i.item_type == ItemKind::Product);
    let ids: Vec<ProductId> = products().map(|i| ProductId(i.item_id.0)).collect();
    let on_hand = stock::load_products_on_hand(tx, &ids).await?;
    let is_short =
        |i: &&PurchaseItem| on_hand.get(&ProductId(i.item_id.0)).copied().unwrap_or_default() < i.base_quantity;
    let short: Vec<String> = products().filter(is_short).map(|i| i.name.clone()).collect();
    Ok(form::summarize_names(&short).map(|names| goods_gone_message(&names)))
}

/// Message that names the notes that must be voided first.
pub(super) fn void_notes_first_message(notes: &[PurchaseNote]) -> String {
    let names: Vec<&str> = notes.iter().map(|note| note.full_number.as_str()).collect();
    format!("Hay notas que corrigen esta compra ({}): anúlalas primero.", names.join(", "))
}

/// The last closed day, where `at` falls on it or before.
pub(super) fn last_closed_day(settings: &Settings, at: DateTime<Utc>) -> Option<NaiveDate> {
    settings.books_closed_until.filter(|closed| settings.business_day(at) <= *closed)
}

pub(super) fn closed_month_message(closed: NaiveDate) -> String {
    let day = closed.format("%d/%m/%Y");
    format!("El almacén está cerrado hasta el {day} y la compra es de antes: pide al administrador que abra el mes.")
}

/// Message that part of the purchased goods has left the stock already.
pub(super) fn goods_gone_message(names: &str) -> String {
    format!("Ya salió parte de lo que entró con esta compra: {names}. Registra primero una entrada que lo corrija.")
}
