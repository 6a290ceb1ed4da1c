//! Voids a purchase: its stock goes out again, its cash comes back, and its debt ends. Its rows stay.

use super::{
    form::VoidPurchaseBody,
    model::{Purchase, PurchaseItem, PurchaseRow},
    notes,
    payment_method::{self, PurchaseCashMovement},
    read, read_store, store,
    words::{MoneySource, PurchaseStatus},
};
use comanda_base::{
    error::{Code, Error, OrNotFound, Result, invalid, refuse},
    form,
    ids::PurchaseId,
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::{Item, documents};
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_till::cash::MovementType;
use serde_json::json;
use std::collections::HashMap;

const MAX_REASON_CHARS: usize = 300;

/// Voids the purchase; refuses with 409 when it has notes, its month is closed or its goods have left the stock.
pub(super) async fn void_purchase(
    work: &mut Work<'_>,
    id: PurchaseId,
    body: &VoidPurchaseBody,
    approval: Approval,
) -> Result<Purchase> {
    require_active(read::load_row(work.tx, id).await?)?;
    let reason = body.reason.as_deref().map(str::trim).unwrap_or_default();
    if reason.is_empty() || reason.chars().count() > MAX_REASON_CHARS {
        return invalid("reason", "Escribe por qué se anula, en hasta 300 letras.").err();
    }
    let cash = store::sum_cash_payments(work.tx, id).await?;
    let is_cash_returned = !cash.is_zero() && body.money.unwrap_or_default() == MoneySource::Cash;
    let hint = "El efectivo de la compra vuelve a tu caja: ábrela, o elige que el dinero no vuelve a la caja.";
    let cycle = payment_method::lock_own_cash_cycle(work, is_cash_returned, hint).await?;
    store::lock_purchase(work.tx, id).await.or_not_found("la compra")?;
    let row = require_active(read::load_row(work.tx, id).await?)?;
    if store::sum_cash_payments(work.tx, id).await? != cash {
        return refuse(Code::Conflict, "Alguien acaba de pagar esta compra. Revísala y vuelve a anularla.")
            .with_current(row)
            .err();
    }
    let notes = notes::store::load_notes(work.tx, id).await?;
    if !notes.is_empty() {
        return refuse(Code::Conflict, read::void_notes_first_message(&notes)).with_current(row).err();
    }
    let details = read_store::load_details(work.tx, id).await?;
    if let Some(closed) = read::last_closed_day(work.settings().await?, details.issued_at) {
        return refuse(Code::Conflict, read::closed_month_message(closed)).with_current(row).err();
    }
    notes::restore_debt(work, id).await?;
    store::mark_voided(work, id, reason).await?;
    if let Some(cycle) = &cycle {
        let provider = row.provider_name.as_str();
        let (what, movement_type) = match row.document {
            PurchaseDocument::CreditNote => ("nota de crédito", MovementType::Expense),
            _ => ("compra", MovementType::Entry),
        };
        let motive = format!("Anulación de {what} {} · {provider}", row.full_number);
        let amount = cash;
        payment_method::record_cash_movement(
            work,
            cycle,
            PurchaseCashMovement { purchase: id, provider, movement_type, motive: &motive, amount },
        )
        .await?;
    }
    let warnings = reverse_stock_moves(work, id).await?;
    let after = json!({"purchase": row.full_number, "provider": row.provider_name, "cash_back": is_cash_returned.then_some(cash)});
    let entry = AuditEntry::new("PURCHASE_VOIDED")
        .entity("purchase", id.0)
        .amount(row.total)
        .approver(approval.approver_id)
        .reason(reason)
        .change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    Ok(Purchase { warnings, ..read::load_purchase(work.tx, id, work.now).await? })
}

pub(super) fn require_active(row: PurchaseRow) -> Result<PurchaseRow> {
    match row.status {
        PurchaseStatus::Active => Ok(row),
        PurchaseStatus::Voided => refuse(Code::Conflict, "Esta compra ya está anulada.").with_current(row).err(),
    }
}

async fn reverse_stock_moves(work: &mut Work<'_>, id: PurchaseId) -> Result<Vec<String>> {
    let items = read_store::load_items(work.tx, id).await?;
    let item = |i: &PurchaseItem| Item::from_row(i.item_type, i.item_id.0);
    let names: HashMap<Item, String> = items.iter().map(|i| (item(i), i.name.clone())).collect();
    match documents::reverse_document(work, &payment_method::movement_source(id), &names).await {
        Err(Error::Refused(refusal)) if refusal.code == Code::SoldOut => {
            let short = refusal.current.as_ref().and_then(|now| now["items"].as_array().cloned()).unwrap_or_default();
            let named: Vec<String> = short.iter().filter_map(|i| i["name"].as_str().map(str::to_owned)).collect();
            let names = form::summarize_names(&named).unwrap_or_default();
            refuse(Code::SoldOut, read::goods_gone_message(&names)).with_current(refusal.current).err()
        }
        other => other,
    }
}
