//! Writing a purchase: its paper, what came in, and the money that was given for it, all or nothing.

use super::{
    amounts::Amounts,
    form::NewPurchase,
    from_xml,
    lines::{self, Line},
    model::Purchase,
    moment::{self, Moment},
    paper::Paper,
    read,
    schedule::{self, Quote},
    store::{self, NewRow},
    totals::compute_amounts,
    ways::{self, Moved, Way},
    words::{MoneySource, PurchaseType},
};
use crate::{
    attempt,
    audit::{self, Entry},
    cash::MovementType,
    db,
    error::{Code, Faults, Result, invalid, refuse},
    ids::PurchaseId,
    money::Money,
    providers::{self, Provider},
    realtime::{EventKind, Room},
    stock::{
        Item, MoveReason,
        documents::{self, Document, DocumentMove},
    },
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

pub(super) const MAX_NOTE_CHARS: usize = 500;

/// A form that is in order.
struct Checked {
    paper: Paper,
    moment: Moment,
    provider: Provider,
    lines: Vec<Line>,
    amounts: Amounts,
    quotes: Vec<Quote>,
    /// What is paid at once, and how.
    at_once: Money,
    way: Option<Way>,
}

/// Writes it.
pub(super) async fn create(work: &mut Work<'_>, body: &NewPurchase) -> Result<Purchase> {
    let checked = check(work, body).await?;
    let is_cash = checked.way.as_ref().is_some_and(|way| way.source == MoneySource::Cash);
    let instead = "Abre tu caja para pagar la compra en efectivo, o elige que se pagó de otra forma.";
    let cycle = ways::cycle_of(work, is_cash, instead).await?;
    let id = insert(work, body, &checked).await?;
    store::insert_items(work.tx, id, &checked.lines, &checked.amounts).await?;
    store::insert_quotes(work.tx, id, &checked.quotes).await?;
    from_xml::remember(work, checked.provider.id, &body.matches).await?;
    let (total, name) = (checked.amounts.total, checked.paper.full_number());
    if let Some(way) = &checked.way {
        store::insert_payment(work, id, checked.at_once, way).await?;
    }
    if let Some(cycle) = &cycle {
        let provider = checked.provider.display_name.as_str();
        let motive = format!("Compra {name} · {provider}");
        let moved = Moved {
            purchase: id,
            provider,
            movement_type: MovementType::Expense,
            motive: &motive,
            amount: checked.at_once,
        };
        ways::move_cash(work, cycle, moved).await?;
    }
    let warnings = move_stock(work, id, &checked, &name).await?;
    let made = Purchase { warnings, ..read::purchase(work.tx, id, work.now).await? };
    let after = json!({"purchase": name, "provider": checked.provider.display_name, "total": total, "items": checked.lines.len()});
    let entry = Entry::new("PURCHASE_CREATED").entity("purchase", id.0).amount(total).change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    Ok(made)
}

async fn check(work: &mut Work<'_>, body: &NewPurchase) -> Result<Checked> {
    let mut faults = Faults::default();
    let paper = Paper::of(body.document, &body.serie, &body.number, &mut faults);
    let moment = moment::read(work, body, &mut faults).await?;
    let provider = active_provider(work, body, &mut faults).await?;
    let lines = lines::read(work.tx, &body.items, &mut faults).await?;
    from_xml::check(work.tx, &body.matches, &lines, &mut faults).await?;
    faults.unless(body.note.chars().count() <= MAX_NOTE_CHARS, "note", "La nota tiene hasta 500 letras.");
    let is_whole = lines.len() == body.items.len() && !lines.is_empty();
    let amounts = match is_whole {
        true => compute_amounts(work, body, &moment, &lines, &mut faults).await?,
        false => None,
    };
    let (quotes, at_once) = match &amounts {
        Some(amounts) => parted(body, amounts.total, &moment, &mut faults),
        None => (Vec::new(), Money::ZERO),
    };
    // Without a sum its way is checked all the same, so that all faults are told at once.
    let is_paid = !at_once.is_zero() || (amounts.is_none() && body.payment_type == PurchaseType::Contado);
    let way = if is_paid { Some(way_of(work, body, &mut faults).await?) } else { None };
    faults.done()?;
    match (provider, amounts) {
        (Some(provider), Some(amounts)) => {
            Ok(Checked { paper, moment, provider, lines, amounts, quotes, at_once, way })
        }
        _ => invalid("items", "Revisa la compra y vuelve a intentar.").err(),
    }
}

/// What of a total is owed, and what is paid at once.
fn parted(body: &NewPurchase, total: Money, moment: &Moment, faults: &mut Faults) -> (Vec<Quote>, Money) {
    match body.payment_type {
        PurchaseType::Credito => {
            let terms = (body.quotes.as_slice(), body.number_quotes, body.set_aside.as_slice());
            schedule::parted(terms, total, moment.day, faults)
        }
        PurchaseType::Contado => {
            faults.unless(body.set_aside.is_empty(), "set_aside", "Lo que se aparta es de una compra al crédito.");
            (Vec::new(), total)
        }
    }
}

async fn active_provider(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<Option<Provider>> {
    let found = match body.provider_id {
        Some(id) => providers::find(work.tx, id).await?,
        None => None,
    };
    match &found {
        Some(provider) if !provider.status.is_active() => {
            let text = format!("{} está desactivado: actívalo en Proveedores, o elige otro.", provider.display_name);
            faults.add("provider_id", text);
        }
        Some(_) => {}
        None => faults.add("provider_id", "Elige el proveedor de la lista."),
    }
    Ok(found)
}

async fn way_of(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<Way> {
    let given = body.payment.clone().unwrap_or_default();
    let wanted = (given.source, given.payment_option.as_ref(), given.operation_number.as_deref());
    ways::read(work, wanted, "payment.", faults).await
}

async fn insert(work: &mut Work<'_>, body: &NewPurchase, checked: &Checked) -> Result<PurchaseId> {
    let row = NewRow {
        body,
        paper: &checked.paper,
        moment: &checked.moment,
        provider: checked.provider.id,
        amounts: &checked.amounts,
        items: checked.lines.len(),
        paid: checked.at_once,
        user: work.actor.user_id,
        at: work.now,
    };
    let inserted = attempt!(work.tx, store::insert(work.tx, &row).await);
    unless_taken(work, &checked.provider, &checked.paper, inserted).await
}

/// Turns 'this paper exists' into a refusal that shows the purchase it is of.
pub(super) async fn unless_taken<T>(
    work: &mut Work<'_>,
    provider: &Provider,
    paper: &Paper,
    written: db::Result<T>,
) -> Result<T> {
    match written {
        Err(e) if e.is_unique("number_key") => {
            let there = store::of_paper(work.tx, provider.id, paper).await?;
            let on = there.as_ref().map(|row| format!(" del {}", row.date.format("%d/%m/%Y"))).unwrap_or_default();
            let text = format!(
                "Ya hay una compra{on} con {} {} de {}. Revísala antes de registrar otra.",
                paper.document.spanish(),
                paper.full_number(),
                provider.display_name
            );
            refuse(Code::AlreadyExists, text).at("number", "Ya está registrada.").current(there).err()
        }
        Err(db::Error::ForeignKey) => invalid("provider_id", "Elige el proveedor de la lista.").err(),
        other => Ok(other?),
    }
}

async fn move_stock(work: &mut Work<'_>, id: PurchaseId, checked: &Checked, name: &str) -> Result<Vec<String>> {
    let lines = checked.lines.iter().zip(&checked.amounts.costs).filter(|(line, _)| line.entered.good.has_stock);
    let moves: Vec<DocumentMove> =
        lines.clone().map(|(line, cost)| DocumentMove::of(&line.entered, true, Some(*cost))).collect();
    let names: HashMap<Item, String> =
        lines.map(|(line, _)| (line.entered.good.item, line.entered.good.name.clone())).collect();
    let source = ways::source_of(id);
    let document = Document { source: &source, reason: MoveReason::Purchase, name, at: checked.moment.at };
    documents::record(work, document, &moves, &names).await
}
