//! Credit and debit notes of suppliers: purchases that modify another one. A credit note returns goods or lowers their cost, and reduces
//! the debt of the other purchase; an amount beyond the debt is refunded. A debit note is owed like any other purchase. Stock moves of
//! notes have the reason `PURCHASE_NOTE`.

mod goods;
mod igv;
mod settle;
pub(super) mod store;

pub(super) use goods::stock_moves;
pub(super) use igv::{NoteIgv, NoteLines};
pub(super) use settle::{reduce_debt, restore_debt};

use self::store::Credited;
use super::{
    form::NewPurchase,
    model::{PurchaseItem, PurchaseRow},
    paper::DocumentNumber,
    payment_method, read,
    read_store::{self, PurchaseDetails},
    store as purchases,
    words::NoteEffect,
};
use chrono::NaiveDate;
use comanda_base::{
    error::{Faults, Result},
    ids::ProviderId,
    money::{Money, Quantity},
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::{Item, documents};
use comanda_platform::use_case::Work;
use std::collections::HashMap;

/// A note with the document that it modifies.
#[derive(Debug)]
pub(super) struct Note {
    pub is_credit: bool,
    /// The number of the modified document.
    /// The date of the modified document.
    pub paper: DocumentNumber,
    pub issued_on: NaiveDate,
    pub effect: NoteEffect,
    /// `None` when the modified document was not recorded here.
    pub purchase: Option<ModifiedPurchase>,
}

/// The purchase that a note modifies, read under its lock.
#[derive(Debug)]
pub(super) struct ModifiedPurchase {
    pub row: PurchaseRow,
    pub details: PurchaseDetails,
    /// The items of the purchase, with lines of the same item added up.
    pub items: Vec<PurchaseItem>,
    /// The sums of the other credit notes on it.
    pub credited: Credited,
    /// The quantities returned by other notes, in base units.
    /// The cost changes by other notes.
    pub returned: HashMap<Item, Quantity>,
    pub cost_changes: HashMap<Item, Money>,
}

impl Note {
    /// Returns the part of a credit note's total that lowers the debt; the rest is refunded.
    pub(super) fn debt_reduction(&self, total: Money) -> Money {
        self.purchase.as_ref().map_or(Money::ZERO, |purchase| total.at_most(purchase.row.due))
    }

    /// Refuses a credit note that exceeds the remaining total of the modified purchase.
    pub(super) fn check_total(&self, total: Money, faults: &mut Faults) {
        let Some(purchase) = self.purchase.as_ref().filter(|_| self.is_credit) else { return };
        let remaining = purchase.row.total - purchase.credited.total;
        if total > remaining {
            let name = &purchase.row.full_number;
            faults.add("total", format!("De {name} quedan S/ {remaining:#}: la nota de crédito no puede ser de más."));
        }
    }
}

/// Reads the document that a note modifies; `None` for a purchase that is no note, and for a faulty note.
pub(super) async fn read_note(
    work: &mut Work<'_>,
    body: &NewPurchase,
    provider: Option<ProviderId>,
    day: NaiveDate,
    faults: &mut Faults,
) -> Result<Option<Note>> {
    if !body.document.is_note() {
        let is_none = body.modifies.is_none() && body.effect.is_none();
        faults.check(is_none, "modifies", "Solo una nota de crédito o de débito corrige otro comprobante.");
        return Ok(None);
    }
    let Some((paper, date)) = modified_paper(body, faults) else { return Ok(None) };
    let purchase = match provider {
        Some(provider) => find_modified_purchase(work, provider, &paper).await?,
        None => None,
    };
    let issued_on = purchase.as_ref().map(|purchase| purchase.row.date).or(date);
    let is_credit = body.document == PurchaseDocument::CreditNote;
    let effect = body.effect.unwrap_or(match (is_credit, body.items.is_empty()) {
        (true, false) => NoteEffect::Return,
        (true, true) => NoteEffect::Cost,
        (false, _) => NoteEffect::None,
    });
    if effect == NoteEffect::Return && !is_credit {
        faults.add("effect", "Con una nota de débito no se devuelve mercadería.");
    }
    if effect == NoteEffect::Return && body.items.is_empty() {
        faults.add("items", "Agrega lo que se devuelve.");
    }
    match issued_on {
        None => faults.add("modifies.date", "Escribe la fecha del comprobante que corrige."),
        Some(issued_on) if issued_on > day => {
            faults.add("modifies.date", "La nota no puede ser anterior al comprobante que corrige.");
        }
        Some(_) => {}
    }
    Ok(issued_on.map(|issued_on| Note { is_credit, paper, issued_on, effect, purchase }))
}

fn modified_paper(body: &NewPurchase, faults: &mut Faults) -> Option<(DocumentNumber, Option<NaiveDate>)> {
    let Some(reference) = &body.modifies else {
        faults.add("modifies", "Escribe a qué comprobante corrige la nota: su serie y su número.");
        return None;
    };
    let mut reference_faults = Faults::default();
    let paper =
        DocumentNumber::normalize(reference.document, &reference.serie, &reference.number, &mut reference_faults);
    if reference_faults.finish().is_err() || !reference.document.can_be_modified() {
        faults.add("modifies", "Escribe la serie y el número de la factura, la boleta o el recibo que corrige.");
        return None;
    }
    Some((paper, reference.date))
}

async fn find_modified_purchase(
    work: &mut Work<'_>,
    provider: ProviderId,
    paper: &DocumentNumber,
) -> Result<Option<ModifiedPurchase>> {
    let Some(found) = purchases::find_by_document(work.tx, provider, paper).await? else { return Ok(None) };
    purchases::lock_purchase(work.tx, found.id).await?;
    // In the meantime it may have been voided or moved to another provider, which frees its number.
    let row = read::load_row(work.tx, found.id).await?;
    if !row.status.is_active() || row.provider_id != provider {
        return Ok(None);
    }
    let details = read_store::load_details(work.tx, row.id).await?;
    let items = merge_by_item(read_store::load_items(work.tx, row.id).await?);
    let (credited, returned) =
        (store::load_credited(work.tx, row.id).await?, store::load_returned(work.tx, row.id).await?);
    let notes = store::load_notes(work.tx, row.id).await?;
    let sources: Vec<String> = notes.iter().map(|note| payment_method::movement_source(note.id)).collect();
    let cost_changes = documents::load_cost_changes(work.tx, &sources).await?;
    Ok(Some(ModifiedPurchase { row, details, items, credited, returned, cost_changes }))
}

/// Adds up the lines of the same item.
fn merge_by_item(items: Vec<PurchaseItem>) -> Vec<PurchaseItem> {
    let mut all: Vec<PurchaseItem> = Vec::with_capacity(items.len());
    for item in items {
        match all.iter_mut().find(|existing| existing.item() == item.item()) {
            Some(existing) => {
                existing.base_quantity += item.base_quantity;
                existing.cost += item.cost;
            }
            None => all.push(item),
        }
    }
    all
}
