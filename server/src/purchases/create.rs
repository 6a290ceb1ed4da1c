//! Writing a purchase: its paper, what came in, and the money that was given for it, all or nothing.

use super::{
    amounts::{Amounts, MAX_TOTAL, Typed, amounts},
    form::NewPurchase,
    from_xml,
    lines::{self, Line},
    model::Purchase,
    moment::{self, Moment},
    paper::Paper,
    read,
    schedule::{self, Quote},
    store::{self, NewRow},
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
    money::{Money, Quantity},
    providers::{self, Provider},
    realtime::{EventKind, Room},
    settings::tax,
    stock::{
        Item, MoveReason,
        documents::{self, Document, DocumentMove},
    },
    use_case::Work,
    words::IgvTreatment,
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
    /// Of what is paid at once.
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
        store::insert_payment(work, id, total, way).await?;
    }
    if let Some(cycle) = &cycle {
        let provider = checked.provider.display_name.as_str();
        let motive = format!("Compra {name} · {provider}");
        let moved =
            Moved { purchase: id, provider, movement_type: MovementType::Expense, motive: &motive, amount: total };
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
        true => summed(work, body, &moment, &lines, &mut faults).await?,
        false => None,
    };
    let on_credit = body.payment_type == PurchaseType::Credito;
    let quotes = match &amounts {
        Some(amounts) if on_credit => {
            schedule::agreed(&body.quotes, body.number_quotes, amounts.total, moment.day, &mut faults)
        }
        _ => Vec::new(),
    };
    let way = if on_credit { None } else { Some(way_of(work, body, &mut faults).await?) };
    faults.done()?;
    match (provider, amounts) {
        (Some(provider), Some(amounts)) => Ok(Checked { paper, moment, provider, lines, amounts, quotes, way }),
        _ => invalid("items", "Revisa la compra y vuelve a intentar.").err(),
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

/// What it comes to, and whether that is what the paper says.
async fn summed(
    work: &mut Work<'_>,
    body: &NewPurchase,
    moment: &Moment,
    lines: &[Line],
    faults: &mut Faults,
) -> Result<Option<Amounts>> {
    let totals: Vec<Money> = lines.iter().map(|line| line.total_price).collect();
    let exempt: Vec<bool> = lines.iter().map(|line| line.is_exempt).collect();
    let bought: Money = totals.iter().copied().sum();
    let is_good = |amount: Money| !amount.is_negative() && amount <= MAX_TOTAL && amount == amount.to_centimos();
    let is_in_order = is_good(body.discount) && is_good(body.freight);
    faults.unless(
        is_good(body.discount),
        "discount",
        "El descuento no puede ser negativo y tiene hasta dos decimales.",
    );
    faults.unless(is_good(body.freight), "freight", "El flete no puede ser negativo y tiene hasta dos decimales.");
    if bought <= Money::ZERO || bought > MAX_TOTAL {
        faults.add("items", "La compra es de más de cero y de hasta 10 millones: revisa los precios.");
        return Ok(None);
    }
    if !is_in_order {
        return Ok(None);
    }
    if body.discount >= bought {
        faults.add("discount", format!("El descuento es menor que lo comprado (S/ {bought})."));
        return Ok(None);
    }
    let percent = match body.document.is_factura() {
        true => tax::rule_of(work.tx, moment.day).await?.percent_of(IgvTreatment::Taxed),
        false => Quantity::ZERO,
    };
    let typed = Typed {
        totals: &totals,
        exempt: &exempt,
        discount: body.discount,
        freight: body.freight,
        prices_include_igv: body.prices_include_igv,
        percent,
        cost_with_igv: work.settings().await?.cost_with_igv,
    };
    let amounts = amounts(&typed);
    if let Some(said) = body.total.filter(|said| *said != amounts.total) {
        let (computed, difference) = (amounts.total, said - amounts.total);
        let text =
            format!("El papel dice S/ {said} y los ítems suman S/ {computed}: hay S/ {difference} de diferencia.");
        faults.add("total", text);
    }
    Ok(Some(amounts))
}

async fn insert(work: &mut Work<'_>, body: &NewPurchase, checked: &Checked) -> Result<PurchaseId> {
    let row = NewRow {
        body,
        paper: &checked.paper,
        moment: &checked.moment,
        provider: checked.provider.id,
        amounts: &checked.amounts,
        items: checked.lines.len(),
        paid: if checked.way.is_some() { checked.amounts.total } else { Money::ZERO },
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
