//! Voiding a purchase: what came in goes out again, cash comes back, and nothing of it is owed any more. Its rows stay.

use super::{
    form::VoidPurchaseBody,
    model::{Purchase, PurchaseItem, PurchaseRow},
    notes, read, read_store, store,
    ways::{self, Moved},
    words::{MoneySource, PurchaseDocument, PurchaseStatus},
};
use comanda_base::{
    error::{Code, Error, OrNotFound, Result, invalid, refuse},
    form,
    ids::PurchaseId,
};
use comanda_ledgers::stock::{Item, documents};
use comanda_platform::{
    audit::{self, Entry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_till::cash::MovementType;
use serde_json::json;
use std::collections::HashMap;

const MAX_REASON_CHARS: usize = 300;

/// Voids it.
pub(super) async fn void(
    work: &mut Work<'_>,
    id: PurchaseId,
    body: &VoidPurchaseBody,
    approval: Approval,
) -> Result<Purchase> {
    must_be_active(read::row(work.tx, id).await?)?;
    let reason = body.reason.as_deref().map(str::trim).unwrap_or_default();
    if reason.is_empty() || reason.chars().count() > MAX_REASON_CHARS {
        return invalid("reason", "Escribe por qué se anula, en hasta 300 letras.").err();
    }
    let cash = store::cash_paid(work.tx, id).await?;
    let comes_back = !cash.is_zero() && body.money.unwrap_or_default() == MoneySource::Cash;
    let instead = "El efectivo de la compra vuelve a tu caja: ábrela, o elige que el dinero no vuelve a la caja.";
    let cycle = ways::cycle_of(work, comes_back, instead).await?;
    store::lock(work.tx, id).await.or_not_found("la compra")?;
    let row = must_be_active(read::row(work.tx, id).await?)?;
    if store::cash_paid(work.tx, id).await? != cash {
        return refuse(Code::Conflict, "Alguien acaba de pagar esta compra. Revísala y vuelve a anularla.")
            .current(row)
            .err();
    }
    let notes = notes::store::notes_of(work.tx, id).await?;
    if !notes.is_empty() {
        return refuse(Code::Conflict, read::has_notes(&notes)).current(row).err();
    }
    let head = read_store::head(work.tx, id).await?;
    if let Some(closed) = read::closed_until(work.settings().await?, head.issued_at) {
        return refuse(Code::Conflict, read::month_is_closed(closed)).current(row).err();
    }
    notes::undo(work, id).await?;
    store::void(work, id, reason).await?;
    if let Some(cycle) = &cycle {
        let provider = row.provider_name.as_str();
        let (what, movement_type) = match row.document {
            PurchaseDocument::CreditNote => ("nota de crédito", MovementType::Expense),
            _ => ("compra", MovementType::Entry),
        };
        let motive = format!("Anulación de {what} {} · {provider}", row.full_number);
        let amount = cash;
        ways::move_cash(work, cycle, Moved { purchase: id, provider, movement_type, motive: &motive, amount }).await?;
    }
    let warnings = take_back(work, id).await?;
    let after =
        json!({"purchase": row.full_number, "provider": row.provider_name, "cash_back": comes_back.then_some(cash)});
    let entry = Entry::new("PURCHASE_VOIDED")
        .entity("purchase", id.0)
        .amount(row.total)
        .approver(approval.approver_id)
        .reason(reason)
        .change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    Ok(Purchase { warnings, ..read::purchase(work.tx, id, work.now).await? })
}

pub(super) fn must_be_active(row: PurchaseRow) -> Result<PurchaseRow> {
    match row.status {
        PurchaseStatus::Active => Ok(row),
        PurchaseStatus::Voided => refuse(Code::Conflict, "Esta compra ya está anulada.").current(row).err(),
    }
}

async fn take_back(work: &mut Work<'_>, id: PurchaseId) -> Result<Vec<String>> {
    let items = read_store::items(work.tx, id).await?;
    let item = |i: &PurchaseItem| Item::of(i.item_type, i.item_id.0);
    let names: HashMap<Item, String> = items.iter().map(|i| (item(i), i.name.clone())).collect();
    match documents::take_back(work, &ways::source_of(id), &names).await {
        Err(Error::Refused(refusal)) if refusal.code == Code::SoldOut => {
            let short = refusal.current.as_ref().and_then(|now| now["items"].as_array().cloned()).unwrap_or_default();
            let named: Vec<String> = short.iter().filter_map(|i| i["name"].as_str().map(str::to_owned)).collect();
            let names = form::some_names(&named).unwrap_or_default();
            refuse(Code::SoldOut, read::no_longer_there(&names)).current(refusal.current).err()
        }
        other => other,
    }
}
