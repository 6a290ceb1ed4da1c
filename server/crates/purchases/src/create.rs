//! Records a purchase with its lines, stock moves and payment in one transaction.

use super::{
    check::{CheckedPurchase, check_form},
    form::NewPurchase,
    from_xml,
    model::Purchase,
    notes,
    paper::DocumentNumber,
    payment_method::{self, PurchaseCashMovement},
    read,
    store::{self, NewPurchaseRow},
    words::{MoneySource, PurchaseType},
};
use comanda_base::{
    attempt, db,
    error::{Code, Result, invalid, refuse},
    ids::PurchaseId,
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::{
    Item, MoveReason,
    documents::{self, StockDocument},
};
use comanda_masterdata::providers::Provider;
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_till::cash::MovementType;
use serde_json::json;
use std::collections::HashMap;

/// Records the purchase and returns it with warnings.
pub(super) async fn record_purchase(work: &mut Work<'_>, body: &NewPurchase) -> Result<Purchase> {
    let checked = check_form(work, body).await?;
    let id = insert(work, body, &checked).await?;
    store::insert_items(work.tx, id, &checked.lines, &checked.amounts).await?;
    store::insert_quotes(work.tx, id, &checked.payment.quotes).await?;
    from_xml::remember_matches(work, checked.provider.id, &body.matches).await?;
    let (total, name) = (checked.amounts.total, checked.paper.full_number());
    record_payment(work, id, &checked, &name).await?;
    if let Some(note) = &checked.note {
        notes::reduce_debt(work, id, note, checked.payment.debt_reduction, &name).await?;
    }
    let mut warnings = move_stock(work, id, &checked, &name).await?;
    warnings.extend(link_earlier_notes(work, id, &checked).await?);
    let purchase = Purchase { warnings, ..read::load_purchase(work.tx, id, work.now).await? };
    let after = json!({"purchase": name, "provider": checked.provider.display_name, "total": total, "items": checked.lines.len()});
    let entry = AuditEntry::new("PURCHASE_CREATED").entity("purchase", id.0).amount(total).change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    Ok(purchase)
}

fn is_credit_note(checked: &CheckedPurchase) -> bool {
    checked.paper.document == PurchaseDocument::CreditNote
}

async fn insert(work: &mut Work<'_>, body: &NewPurchase, checked: &CheckedPurchase) -> Result<PurchaseId> {
    let is_credit = is_credit_note(checked);
    let row = NewPurchaseRow {
        body,
        payment_type: if is_credit { PurchaseType::Contado } else { body.payment_type },
        note: checked.note.as_ref(),
        paper: &checked.paper,
        moment: &checked.moment,
        period: checked.period,
        provider: checked.provider.id,
        amounts: &checked.amounts,
        items: checked.lines.len(),
        paid: if is_credit { checked.amounts.total } else { checked.payment.at_once },
        user: work.actor.user_id,
        at: work.now,
    };
    let inserted = attempt!(work.tx, store::insert_purchase(work.tx, &row).await);
    refuse_duplicate(work, &checked.provider, &checked.paper, inserted).await
}

/// Records the amount paid at once; with a credit note the money comes in instead of going out.
async fn record_payment(work: &mut Work<'_>, id: PurchaseId, checked: &CheckedPurchase, name: &str) -> Result<()> {
    let Some(method) = &checked.payment.method else { return Ok(()) };
    let is_credit = is_credit_note(checked);
    let hint = match is_credit {
        true => "Abre tu caja para recibir el efectivo de la nota, o elige que vuelve de otra forma.",
        false => "Abre tu caja para pagar la compra en efectivo, o elige que se pagó de otra forma.",
    };
    let cycle = payment_method::lock_own_cash_cycle(work, method.source == MoneySource::Cash, hint).await?;
    store::insert_payment(work, id, checked.payment.at_once, method).await?;
    let Some(cycle) = &cycle else { return Ok(()) };
    let provider = checked.provider.display_name.as_str();
    let (movement_type, motive) = match is_credit {
        true => (MovementType::Entry, format!("Nota de crédito {name} · {provider}")),
        false => (MovementType::Expense, format!("Compra {name} · {provider}")),
    };
    let moved = PurchaseCashMovement {
        purchase: id,
        provider,
        movement_type,
        motive: &motive,
        amount: checked.payment.at_once,
    };
    payment_method::record_cash_movement(work, cycle, moved).await
}

/// Turns a violation of the unique document number into a refusal that shows the purchase already recorded with it.
pub(super) async fn refuse_duplicate<T>(
    work: &mut Work<'_>,
    provider: &Provider,
    paper: &DocumentNumber,
    written: db::Result<T>,
) -> Result<T> {
    match written {
        Err(e) if e.is_unique_violation("number_key") => {
            let existing = store::find_by_document(work.tx, provider.id, paper).await?;
            let date_text =
                existing.as_ref().map(|row| format!(" del {}", row.date.format("%d/%m/%Y"))).unwrap_or_default();
            let text = format!(
                "Ya hay una compra{date_text} con {} {} de {}. Revísala antes de registrar otra.",
                paper.document.spanish(),
                paper.full_number(),
                provider.display_name
            );
            refuse(Code::AlreadyExists, text).at("number", "Ya está registrada.").with_current(existing).err()
        }
        Err(db::Error::ForeignKey) => invalid("provider_id", "Elige el proveedor de la lista.").err(),
        other => Ok(other?),
    }
}

/// Links the purchase with notes that were recorded before it; their effects were applied already.
async fn link_earlier_notes(work: &mut Work<'_>, id: PurchaseId, checked: &CheckedPurchase) -> Result<Option<String>> {
    if !checked.paper.document.can_be_modified() {
        return Ok(None);
    }
    let paper = (&checked.paper, checked.provider.id, checked.moment.day);
    let mut names = notes::store::link_earlier_notes(work.tx, id, paper).await?;
    names.sort_unstable();
    Ok((!names.is_empty()).then(|| {
        format!(
            "Ya había notas que corrigen este comprobante ({}) y quedaron unidas a él, sin cambiar lo que se debe ni el costo: si eso no es lo que pasó, anúlalas y regístralas de nuevo.",
            names.join(", ")
        )
    }))
}

async fn move_stock(work: &mut Work<'_>, id: PurchaseId, checked: &CheckedPurchase, name: &str) -> Result<Vec<String>> {
    let lines = checked.lines.iter().map(|line| (line.entered.good.item, line.entered.good.name.clone()));
    let purchase = checked.note.as_ref().and_then(|note| note.purchase.as_ref());
    let modified = purchase.into_iter().flat_map(|p| p.items.iter().map(|item| (item.item(), item.name.clone())));
    let names: HashMap<Item, String> = lines.chain(modified).collect();
    let reason = if checked.note.is_some() { MoveReason::PurchaseNote } else { MoveReason::Purchase };
    let source = payment_method::movement_source(id);
    let document = StockDocument { source: &source, reason, name, at: checked.moment.at };
    documents::record_document(work, document, &checked.moves, &names).await
}
