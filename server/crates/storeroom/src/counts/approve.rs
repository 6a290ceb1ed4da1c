//! Approves a count: stock moves once by its differences.

use super::{
    answer::StockCount,
    create::notify_changed,
    model::{ApproveStockCount, CountStatus, Uncounted, full_number, parse_client_id},
    read,
    status::{lock_and_load, refuse_finished},
    store::{self, StoredLine},
};
use comanda_base::{
    error::{Code, Result, refuse},
    form::summarize_names,
    ids::{CountId, CountLineId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{
    Item, MoveReason, counting,
    documents::{self, DocumentMove, StockDocument},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::Approval,
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

/// Approves a count. Sales since a line was counted stay sold: the stock moves by the counted quantity less the quantity expected at that
/// moment.
pub(super) async fn approve_count(
    work: &mut Work<'_>,
    id: CountId,
    body: &ApproveStockCount,
    approval: Approval,
) -> Result<StockCount> {
    let client = body.client_id.as_deref().map(parse_client_id).transpose()?.map(|client| client.to_string());
    let stored = lock_and_load(work, id).await?;
    match stored.status {
        CountStatus::Review => {}
        CountStatus::Open => {
            return refuse(Code::Conflict, "Termina de contar y revisa las diferencias antes de aprobar.")
                .with_current(stored.to_row(Vec::new(), true))
                .err();
        }
        CountStatus::Approved if client.is_some() && client == stored.approval_client_id => {
            return read::load_count(work.tx, work.actor, id, (true, work.now)).await;
        }
        CountStatus::Approved | CountStatus::Cancelled => return refuse_finished(&stored),
    }
    let now = work.now;
    documents::check_date_open(work, "date", now).await?;
    if body.uncounted == Uncounted::Zero {
        set_uncounted_to_zero(work, id).await?;
    }
    let lines = store::load_lines(work.tx, id).await?;
    if lines.iter().all(|line| line.counted.is_none()) {
        return refuse(Code::Conflict, "Nadie contó nada en este conteo: vuelve a contar, o cancélalo.")
            .with_current(stored.to_row(Vec::new(), true))
            .err();
    }
    store_costs(work, &lines).await?;
    let value = read::compute_value(work.tx, id, now).await?;
    let number = full_number(stored.number);
    let (moves, names) = difference_moves(work, &lines).await?;
    let source = format!("count:{id}");
    let document = StockDocument { source: &source, reason: MoveReason::Count, name: &number, at: now };
    let warnings = documents::record_document(work, document, &moves, &names).await?;
    store::mark_approved(work, id, (client, value)).await?;
    let after = json!({"count": number, "name": stored.name, "moves": moves.len(), "value": value, "uncounted": body.uncounted});
    let entry = AuditEntry::new("STOCK_COUNT_APPROVED")
        .entity("stock_count", id.0)
        .approver(approval.approver_id)
        .reason(stored.name.as_str())
        .change(None, Some(after));
    audit::log(work.tx, work.actor, now, entry).await?;
    notify_changed(work, id);
    Ok(StockCount { warnings, ..read::load_count(work.tx, work.actor, id, (true, now)).await? })
}

/// Sets the lines that nobody counted to zero.
async fn set_uncounted_to_zero(work: &mut Work<'_>, id: CountId) -> Result<()> {
    let lines = store::load_lines(work.tx, id).await?;
    let uncounted: Vec<&StoredLine> = lines.iter().filter(|line| line.counted.is_none()).collect();
    let items: Vec<Item> = uncounted.iter().map(|line| line.item()).collect();
    counting::lock_items(work.tx, &items).await?;
    let states = counting::load_ledger_stock(work.tx, &items).await?;
    let on_hand = |line: &&StoredLine| states.get(&line.item()).copied().unwrap_or_default().on_hand;
    let zeros: Vec<(CountLineId, Quantity)> = uncounted.iter().map(|line| (line.id, on_hand(line))).collect();
    store::set_lines_to_zero(work, &zeros).await
}

/// Stores the current unit costs with the lines.
async fn store_costs(work: &mut Work<'_>, lines: &[StoredLine]) -> Result<()> {
    let items: Vec<Item> = lines.iter().map(StoredLine::item).collect();
    let states = counting::load_ledger_stock(work.tx, &items).await?;
    let cost = |line: &StoredLine| Some((line.id, states.get(&line.item())?.unit_cost?));
    let costs: Vec<(CountLineId, Money)> = lines.iter().filter_map(cost).collect();
    Ok(store::update_unit_costs(work.tx, &costs).await?)
}

/// Returns a stock move for each difference, and the names of the moved items; 409 where the stock of an item is no longer tracked.
async fn difference_moves(
    work: &mut Work<'_>,
    lines: &[StoredLine],
) -> Result<(Vec<DocumentMove>, HashMap<Item, String>)> {
    let differs = |line: &&StoredLine| line.counted.zip(line.expected).is_some_and(|(c, e)| c != e);
    let different: Vec<&StoredLine> = lines.iter().filter(differs).collect();
    let items: Vec<Item> = different.iter().map(|line| line.item()).collect();
    let units = counting::load_units_of_counted(work.tx, &items).await?;
    let uncounted: Vec<String> =
        different.iter().filter(|line| !units.contains_key(&line.item())).map(|line| line.name.clone()).collect();
    if let Some(names) = summarize_names(&uncounted) {
        // An approved count must not show a loss that no ledger records.
        let text = format!("Ya no se lleva el stock de {names}: vuelve a controlarlo, o cancela este conteo.");
        return refuse(Code::Conflict, text).err();
    }
    let adjustment = |line: &&StoredLine| {
        let (counted, expected) = line.counted.zip(line.expected)?;
        let measurement = *units.get(&line.item())?;
        Some(DocumentMove {
            item: line.item(),
            quantity: counted - expected,
            measurement,
            cost: None,
            extra_cost: None,
        })
    };
    let moves = different.iter().filter_map(adjustment).collect();
    let names = different.iter().map(|line| (line.item(), line.name.clone())).collect();
    Ok((moves, names))
}
