//! One purchase in full, and whether it can be voided.

use super::{
    amounts::per_unit,
    files, list_store,
    model::{Purchase, PurchaseItem, PurchaseNote, PurchaseQuote, PurchaseRow, PurchaseVoid},
    notes,
    period::{month_of, period_text},
    read_store as store, ways,
    words::{PurchaseDocument, PurchaseStatus},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    form,
    ids::{ProductId, PurchaseId},
    money::Money,
};
use comanda_ledgers::stock::{self, ItemKind, replays};
use comanda_platform::settings::Settings;

/// A purchase as lists show it.
pub(super) async fn row(tx: &mut Tx, id: PurchaseId) -> Result<PurchaseRow> {
    list_store::row(tx, id).await.or_not_found("la compra")
}

/// All of it.
pub(super) async fn purchase(tx: &mut Tx, id: PurchaseId, now: DateTime<Utc>) -> Result<Purchase> {
    let row = row(tx, id).await?;
    let settings = Settings::load(tx).await?;
    let today = settings.calendar_day(now);
    let head = store::head(tx, id).await?;
    let costed = |item: PurchaseItem| PurchaseItem {
        unit_cost: per_unit(item.cost, item.base_quantity).unwrap_or(Money::from_millionths(i64::MAX)),
        ..item
    };
    let items: Vec<PurchaseItem> = store::items(tx, id).await?.into_iter().map(costed).collect();
    let is_active = row.status == PurchaseStatus::Active;
    let of_today = |quote: PurchaseQuote| {
        let due = if is_active { quote.due } else { Money::ZERO };
        PurchaseQuote { is_overdue: quote.date < today && !due.is_zero(), due, ..quote }
    };
    let quotes = store::quotes(tx, id).await?.into_iter().map(of_today).collect();
    let payments = store::payments(tx, id).await?;
    let notes = notes::store::notes_of(tx, id).await?;
    let is_credit = row.document == PurchaseDocument::CreditNote;
    let signed = |amount: Money| if is_credit { -amount } else { amount };
    let modifies = head.modifies();
    let date = row.date;
    let void = head.voided_at.map(|at| PurchaseVoid {
        at,
        by: head.voided_by.unwrap_or_default(),
        reason: head.void_reason.unwrap_or_default(),
    });
    let why_not_void = match is_active {
        true if !notes.is_empty() => Some(has_notes(&notes)),
        true => {
            // Without a note, what it sent back comes in again: nothing of it has to be there.
            let taken_out = if row.document.is_note() { &[][..] } else { &items };
            why_not_void(tx, &settings, head.issued_at, taken_out).await?
        }
        false => Some("Esta compra ya está anulada.".into()),
    };
    Ok(Purchase {
        row: row.on(today),
        subtotal: signed(head.subtotal),
        igv: signed(head.igv),
        discount: head.discount,
        advance: head.advance,
        freight: head.freight,
        isc: signed(head.isc),
        icbper: signed(head.icbper),
        other_charges: signed(head.other_charges),
        prices_include_igv: head.prices_include_igv,
        period: period_text(head.period.unwrap_or_else(|| month_of(date))),
        modifies,
        note: head.note,
        notes,
        items,
        quotes,
        payments,
        files: files::files_of(tx, id).await?,
        void,
        can_void: why_not_void.is_none(),
        why_not_void,
        replays: replays::replays_of(tx, &ways::source_of(id)).await?,
        warnings: Vec::new(),
    })
}

/// What stands against voiding it, and what to do.
async fn why_not_void(
    tx: &mut Tx,
    settings: &Settings,
    issued_at: DateTime<Utc>,
    taken_out: &[PurchaseItem],
) -> Result<Option<String>> {
    if let Some(closed) = closed_until(settings, issued_at) {
        return Ok(Some(month_is_closed(closed)));
    }
    if settings.negative_stock || taken_out.is_empty() {
        return Ok(None);
    }
    let products = || taken_out.iter().filter(|i| i.has_stock && i.item_type == ItemKind::Product);
    let ids: Vec<ProductId> = products().map(|i| ProductId(i.item_id.0)).collect();
    let there = stock::products_on_hand(tx, &ids).await?;
    let is_short =
        |i: &&PurchaseItem| there.get(&ProductId(i.item_id.0)).copied().unwrap_or_default() < i.base_quantity;
    let short: Vec<String> = products().filter(is_short).map(|i| i.name.clone()).collect();
    Ok(form::some_names(&short).map(|names| no_longer_there(&names)))
}

/// What has to be undone first.
pub(super) fn has_notes(notes: &[PurchaseNote]) -> String {
    let names: Vec<&str> = notes.iter().map(|note| note.full_number.as_str()).collect();
    format!("Hay notas que corrigen esta compra ({}): anúlalas primero.", names.join(", "))
}

/// The last closed day, where this moment is not after it.
pub(super) fn closed_until(settings: &Settings, at: DateTime<Utc>) -> Option<NaiveDate> {
    settings.books_closed_until.filter(|closed| settings.business_day(at) <= *closed)
}

pub(super) fn month_is_closed(closed: NaiveDate) -> String {
    let day = closed.format("%d/%m/%Y");
    format!("El almacén está cerrado hasta el {day} y la compra es de antes: pide al administrador que abra el mes.")
}

/// What came in went out again.
pub(super) fn no_longer_there(names: &str) -> String {
    format!("Ya salió parte de lo que entró con esta compra: {names}. Registra primero una entrada que lo corrija.")
}
