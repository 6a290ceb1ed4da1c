//! Approving a count: stock moves by its differences, once.

use super::{
    answer::StockCount,
    create::told,
    model::{ApproveStockCount, CountStatus, Uncounted, client_of, full_number},
    read,
    status::{finished, locked},
    store::{self, StoredLine},
};
use comanda_base::{
    error::{Code, Result, refuse},
    form::some_names,
    ids::{CountId, CountLineId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{
    Item, MoveReason, counting,
    documents::{self, Document, DocumentMove},
};
use comanda_platform::{
    audit::{self, Entry},
    people::pin::Approval,
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

/// Approves it. What was sold since an item was counted stays sold: the move is what was counted less what was expected then.
pub(super) async fn approve(
    work: &mut Work<'_>,
    id: CountId,
    body: &ApproveStockCount,
    approval: Approval,
) -> Result<StockCount> {
    let client = body.client_id.as_deref().map(client_of).transpose()?.map(|client| client.to_string());
    let stored = locked(work, id).await?;
    match stored.status {
        CountStatus::Review => {}
        CountStatus::Open => {
            return refuse(Code::Conflict, "Termina de contar y revisa las diferencias antes de aprobar.")
                .current(stored.told(Vec::new(), true))
                .err();
        }
        CountStatus::Approved if client.is_some() && client == stored.approval_client_id => {
            return read::count(work.tx, work.actor, id, (true, work.now)).await;
        }
        CountStatus::Approved | CountStatus::Cancelled => return finished(&stored),
    }
    let now = work.now;
    documents::check_date(work, "date", now).await?;
    if body.uncounted == Uncounted::Zero {
        zero(work, id).await?;
    }
    let lines = store::lines(work.tx, id).await?;
    if lines.iter().all(|line| line.counted.is_none()) {
        return refuse(Code::Conflict, "Nadie contó nada en este conteo: vuelve a contar, o cancélalo.")
            .current(stored.told(Vec::new(), true))
            .err();
    }
    keep_costs(work, &lines).await?;
    let value = read::value(work.tx, id, now).await?;
    let number = full_number(stored.number);
    let (moves, names) = moves(work, &lines).await?;
    let source = format!("count:{id}");
    let document = Document { source: &source, reason: MoveReason::Count, name: &number, at: now };
    let warnings = documents::record(work, document, &moves, &names).await?;
    store::approve(work, id, (client, value)).await?;
    let after = json!({"count": number, "name": stored.name, "moves": moves.len(), "value": value, "uncounted": body.uncounted});
    let entry = Entry::new("STOCK_COUNT_APPROVED")
        .entity("stock_count", id.0)
        .approver(approval.approver_id)
        .reason(stored.name.as_str())
        .change(None, Some(after));
    audit::log(work.tx, work.actor, now, entry).await?;
    told(work, id);
    Ok(StockCount { warnings, ..read::count(work.tx, work.actor, id, (true, now)).await? })
}

/// What nobody counted is not there.
async fn zero(work: &mut Work<'_>, id: CountId) -> Result<()> {
    let lines = store::lines(work.tx, id).await?;
    let left: Vec<&StoredLine> = lines.iter().filter(|line| line.counted.is_none()).collect();
    let items: Vec<Item> = left.iter().map(|line| line.item()).collect();
    counting::lock(work.tx, &items).await?;
    let states = counting::states(work.tx, &items).await?;
    let on_hand = |line: &&StoredLine| states.get(&line.item()).copied().unwrap_or_default().on_hand;
    let zeros: Vec<(CountLineId, Quantity)> = left.iter().map(|line| (line.id, on_hand(line))).collect();
    store::set_zero(work, &zeros).await
}

/// What the items cost at this moment stays with the lines.
async fn keep_costs(work: &mut Work<'_>, lines: &[StoredLine]) -> Result<()> {
    let items: Vec<Item> = lines.iter().map(StoredLine::item).collect();
    let states = counting::states(work.tx, &items).await?;
    let cost = |line: &StoredLine| Some((line.id, states.get(&line.item())?.unit_cost?));
    let costs: Vec<(CountLineId, Money)> = lines.iter().filter_map(cost).collect();
    Ok(store::keep_costs(work.tx, &costs).await?)
}

/// A move for each difference, and the names of what moves; 409 where something is not counted any more.
async fn moves(work: &mut Work<'_>, lines: &[StoredLine]) -> Result<(Vec<DocumentMove>, HashMap<Item, String>)> {
    let differs = |line: &&StoredLine| line.counted.zip(line.expected).is_some_and(|(c, e)| c != e);
    let different: Vec<&StoredLine> = lines.iter().filter(differs).collect();
    let items: Vec<Item> = different.iter().map(|line| line.item()).collect();
    let units = counting::units_of_counted(work.tx, &items).await?;
    let uncounted: Vec<String> =
        different.iter().filter(|line| !units.contains_key(&line.item())).map(|line| line.name.clone()).collect();
    if let Some(names) = some_names(&uncounted) {
        // A loss that no ledger takes must not stand on an approved paper.
        let text = format!("Ya no se lleva el stock de {names}: vuelve a controlarlo, o cancela este conteo.");
        return refuse(Code::Conflict, text).err();
    }
    let to_move = |line: &&StoredLine| {
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
    let moves = different.iter().filter_map(to_move).collect();
    let names = different.iter().map(|line| (line.item(), line.name.clone())).collect();
    Ok((moves, names))
}
