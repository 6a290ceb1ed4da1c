//! What becomes of a production that was written down: it is taken back, or made again as it was. Whoever changes it holds its row.

use super::{
    answer::{Production, Stored, StoredItem},
    model::{ProductionStatus, SetProductionStatus},
    read,
    record::{Moved, move_stock, told},
    store,
};
use comanda_base::{
    error::{Code, Error, Faults, OrNotFound, Result, not_found, refuse},
    form,
    ids::ProductionId,
};
use comanda_ledgers::stock::{
    Item, ItemKind, documents,
    goods::{self, Entered, Given},
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashMap;

const MAX_REASON_CHARS: usize = 300;

/// Takes it back, or makes it again; the status that it has does nothing.
pub(super) async fn status(work: &mut Work<'_>, id: ProductionId, body: &SetProductionStatus) -> Result<Production> {
    let reason = form::optional("reason", body.reason.as_ref(), String::new(), MAX_REASON_CHARS)?;
    if !store::lock(work.tx, id).await? {
        return Err(not_found("la producción").into());
    }
    let was: Stored = store::one(work.tx, id, read::own_only(work.actor)).await.or_not_found("la producción")?;
    if was.status == body.status {
        return read::one(work.tx, work.actor, id).await;
    }
    let items = store::items(work.tx, id).await?;
    let before = was.status;
    let (action, warnings) = match body.status {
        ProductionStatus::Rejected => {
            let reason = Some(reason.as_str()).filter(|r| !r.is_empty());
            ("PRODUCTION_REJECTED", take_back(work, &was, &items, reason).await?)
        }
        ProductionStatus::Approved => ("PRODUCTION_APPROVED", make_again(work, &was, &items).await?),
    };
    let entry = Entry::new(action)
        .entity("production", id.0)
        .reason(reason)
        .change(Some(json!({"status": before})), Some(json!({"status": body.status})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work);
    Ok(Production { warnings, ..read::one(work.tx, work.actor, id).await? })
}

async fn take_back(
    work: &mut Work<'_>,
    was: &Stored,
    items: &[StoredItem],
    reason: Option<&str>,
) -> Result<Vec<String>> {
    let made = (Item::Supply(was.supply_id), was.name.clone());
    let names: HashMap<Item, String> =
        items.iter().map(|i| (Item::Supply(i.supply_id), i.name.clone())).chain([made]).collect();
    let warnings = match was.moved_as.as_deref() {
        Some(source) => documents::take_back(work, source, &names).await?,
        None => Vec::new(),
    };
    let (by, at) = (work.actor.user_id, work.now);
    store::rejected(work.tx, was.id, (by, at), reason).await?;
    Ok(warnings)
}

/// As it was written: its month must be open, and what it names must still be counted in the same units.
async fn make_again(work: &mut Work<'_>, was: &Stored, items: &[StoredItem]) -> Result<Vec<String>> {
    documents::check_date(work, "date", was.at).await?;
    let given =
        |(id, measurement, quantity)| Given { kind: ItemKind::Supply, id, measurement: Some(measurement), quantity };
    let made = (was.supply_id.0, was.measurement_id, was.produced);
    let taken = items.iter().map(|i| (i.supply_id.0, i.measurement_id, i.quantity));
    let given: Vec<Given> = [made].into_iter().chain(taken).map(given).collect();
    let mut faults = Faults::default();
    let entered = goods::entered(work.tx, &given, &mut faults).await?;
    if let Err(Error::Refused(refusal)) = faults.done() {
        let why = refusal.errors.values().flatten().next().cloned().unwrap_or(refusal.message);
        return refuse(Code::Conflict, format!("Ya no se puede aprobar: registra otra producción. {why}")).err();
    }
    let bases = [was.produced_base].into_iter().chain(items.iter().map(|i| i.base_quantity));
    let mut as_they_were = entered.into_iter().flatten().zip(bases).map(|(e, base)| Entered { base, ..e });
    let Some(produced) = as_they_were.next().filter(|made| made.good.has_stock) else {
        let text = format!("{} ya no lleva control de stock: actívalo en su ficha.", was.name);
        return refuse(Code::Conflict, text).err();
    };
    let costs = items.iter().map(|i| i.cost);
    let items = as_they_were.zip(costs).collect();
    let moved = Moved { id: was.id, number: was.number, at: was.at, produced: &produced, extra_cost: was.extra_cost };
    move_stock(work, moved, was.approvals, items).await
}
