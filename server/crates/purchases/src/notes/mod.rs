//! Credit and debit notes of suppliers: purchases that change another one. A credit note sends goods back or lowers what they cost, and
//! takes off what is owed of the other; what is more than that comes back as money. A debit note is owed like any other purchase.

mod goods;
mod igv;
mod settle;
pub(super) mod store;

pub(super) use goods::moves;
pub(super) use igv::{NoteIgv, NoteLines};
pub(super) use settle::{settle, undo};

use self::store::Credited;
use super::{
    form::NewPurchase,
    model::{PurchaseItem, PurchaseRow},
    paper::Paper,
    read,
    read_store::{self, Head},
    store as purchases, ways,
    words::{NoteEffect, PurchaseDocument},
};
use chrono::NaiveDate;
use comanda_base::{
    error::{Faults, Result},
    ids::ProviderId,
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{Item, documents};
use comanda_platform::use_case::Work;
use std::collections::HashMap;

/// A note, with what it changes.
#[derive(Debug)]
pub(super) struct Note {
    pub is_credit: bool,
    /// That it changes, and its day.
    pub paper: Paper,
    pub issued_on: NaiveDate,
    pub effect: NoteEffect,
    /// `None`: it was not written here.
    pub purchase: Option<ModifiedPurchase>,
}

/// The purchase that a note changes, as it is under its lock.
#[derive(Debug)]
pub(super) struct ModifiedPurchase {
    pub row: PurchaseRow,
    pub head: Head,
    /// Each item once.
    pub items: Vec<PurchaseItem>,
    /// What other credit notes took off it.
    pub credited: Credited,
    /// What other notes sent back of it, in base units, and what they changed of the cost of what came with it.
    pub returned: HashMap<Item, Quantity>,
    pub cost_changes: HashMap<Item, Money>,
}

impl Note {
    /// What of a credit note's total is taken off what is owed; the rest comes back.
    pub(super) fn taken_off(&self, total: Money) -> Money {
        self.purchase.as_ref().map_or(Money::ZERO, |purchase| total.at_most(purchase.row.due))
    }

    /// Refuses a credit note of more than what it changes came to.
    pub(super) fn check_total(&self, total: Money, faults: &mut Faults) {
        let Some(purchase) = self.purchase.as_ref().filter(|_| self.is_credit) else { return };
        let left = purchase.row.total - purchase.credited.total;
        if total > left {
            let name = &purchase.row.full_number;
            faults.add("total", format!("De {name} quedan S/ {left}: la nota de crédito no puede ser de más."));
        }
    }
}

/// Reads what a note says that it changes; `None` of a purchase that is no note, and of one that is wrong.
pub(super) async fn read(
    work: &mut Work<'_>,
    body: &NewPurchase,
    provider: Option<ProviderId>,
    day: NaiveDate,
    faults: &mut Faults,
) -> Result<Option<Note>> {
    if !body.document.is_note() {
        let is_none = body.modifies.is_none() && body.effect.is_none();
        faults.unless(is_none, "modifies", "Solo una nota de crédito o de débito corrige otro comprobante.");
        return Ok(None);
    }
    let Some((paper, date)) = modified_paper(body, faults) else { return Ok(None) };
    let purchase = match provider {
        Some(provider) => find(work, provider, &paper).await?,
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

fn modified_paper(body: &NewPurchase, faults: &mut Faults) -> Option<(Paper, Option<NaiveDate>)> {
    let Some(given) = &body.modifies else {
        faults.add("modifies", "Escribe a qué comprobante corrige la nota: su serie y su número.");
        return None;
    };
    let mut own = Faults::default();
    let paper = Paper::of(given.document, &given.serie, &given.number, &mut own);
    if own.done().is_err() || !given.document.can_be_modified() {
        faults.add("modifies", "Escribe la serie y el número de la factura, la boleta o el recibo que corrige.");
        return None;
    }
    Some((paper, given.date))
}

async fn find(work: &mut Work<'_>, provider: ProviderId, paper: &Paper) -> Result<Option<ModifiedPurchase>> {
    let Some(found) = purchases::of_paper(work.tx, provider, paper).await? else { return Ok(None) };
    purchases::lock(work.tx, found.id).await?;
    // Who voided it meanwhile, or gave it another supplier, left its paper free.
    let row = read::row(work.tx, found.id).await?;
    if !row.status.is_active() || row.provider_id != provider {
        return Ok(None);
    }
    let head = read_store::head(work.tx, row.id).await?;
    let items = each_once(read_store::items(work.tx, row.id).await?);
    let (credited, returned) = (store::credited(work.tx, row.id).await?, store::returned(work.tx, row.id).await?);
    let notes = store::notes_of(work.tx, row.id).await?;
    let sources: Vec<String> = notes.iter().map(|note| ways::source_of(note.id)).collect();
    let cost_changes = documents::cost_changes(work.tx, &sources).await?;
    Ok(Some(ModifiedPurchase { row, head, items, credited, returned, cost_changes }))
}

/// Adds up what came with several lines.
fn each_once(items: Vec<PurchaseItem>) -> Vec<PurchaseItem> {
    let mut all: Vec<PurchaseItem> = Vec::with_capacity(items.len());
    for item in items {
        match all.iter_mut().find(|had| had.item() == item.item()) {
            Some(had) => {
                had.base_quantity += item.base_quantity;
                had.cost += item.cost;
            }
            None => all.push(item),
        }
    }
    all
}
