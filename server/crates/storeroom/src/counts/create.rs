//! Creates a count with the lines of all items to be counted.

use super::{
    answer::StockCount,
    model::{NewStockCount, full_number, parse_client_id, parse_item},
    read,
    store::{self, ItemInCount, NewCount},
};
use comanda_base::{
    counters, db,
    error::{Code, Faults, Result, invalid, refuse},
    form,
    ids::CountId,
    search::search_key,
};
use comanda_ledgers::stock::{
    Item,
    counting::{self, CountScope, CountableItem},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// The largest number of lines of a count.
pub(super) const MAX_LINES: usize = 2_000;
pub(super) const MAX_NAME_CHARS: usize = 120;

/// Creates a count; a repeated request returns the count that exists.
pub(super) async fn create_count(work: &mut Work<'_>, body: &NewStockCount) -> Result<StockCount> {
    let client = parse_client_id(&body.client_id)?;
    if let Some(existing) = store::find_by_client(work.tx, client).await? {
        return read::load_count(work.tx, work.actor, existing, (true, work.now)).await;
    }
    // The counter makes concurrent creations of counts wait here, so that the checks below hold.
    let number = counters::next_number(work.tx, "stock-counts", "").await?;
    if store::find_by_client(work.tx, client).await?.is_some() {
        return Err(db::Error::Busy.into());
    }
    let mut faults = Faults::default();
    let text = |field: &str, value: Option<&String>| form::optional_text(field, value, String::new(), MAX_NAME_CHARS);
    let place = faults.or_default(text("place", body.place.as_ref()))?;
    let name = faults.or_default(text("name", body.name.as_ref()))?;
    let selection = selected_items(body, &mut faults);
    faults.finish()?;
    let items = load_items(work, body, &selection).await?;
    require_not_in_other_count(work, &items).await?;
    let now = work.now;
    let name = match (name.is_empty(), place.is_empty()) {
        (false, _) => name,
        (true, false) => place.clone(),
        (true, true) => format!("Conteo del {}", work.settings().await?.local_text(now)),
    };
    let search_key = search_key(&format!("{} {name} {place}", full_number(number)));
    let new = NewCount { client, number, name: &name, place: &place, search_key: &search_key };
    let id = store::insert_count(work, &new, &items).await?;
    let after = json!({"count": full_number(number), "name": name, "lines": items.len()});
    let entry =
        AuditEntry::new("STOCK_COUNT_CREATED").entity("stock_count", id.0).reason(&name).change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work, id);
    read::load_count(work.tx, work.actor, id, (false, now)).await
}

/// Tells screens that this count and the lists of counts have changed.
pub(super) fn notify_changed(work: &mut Work<'_>, id: CountId) {
    work.add_event(Room::Catalog, EventKind::CountsChanged, json!({ "id": id }));
}

fn selected_items(body: &NewStockCount, faults: &mut Faults) -> CountScope {
    let named = body.item_ids.as_ref().filter(|ids| !ids.is_empty());
    let items: Option<Vec<Option<Item>>> = named.map(|ids| ids.iter().map(|text| parse_item(text)).collect());
    if items.as_ref().is_some_and(|items| items.iter().any(Option::is_none)) {
        faults.add("item_ids", "Elige los ítems de la lista.");
    }
    let categories = body.category_ids.as_ref().filter(|ids| !ids.is_empty());
    let is_short = items.as_ref().map_or(0, Vec::len) <= MAX_LINES && categories.map_or(0, Vec::len) <= MAX_LINES;
    faults.check(is_short, "item_ids", "Un conteo tiene hasta 2000 ítems: haz varios.");
    let mut items: Option<Vec<Item>> = items.map(|items| items.into_iter().flatten().collect());
    if let Some(items) = &mut items {
        items.sort_unstable();
        items.dedup();
    }
    CountScope { kind: body.item_type, categories: categories.map(|ids| ids.iter().map(|id| id.0).collect()), items }
}

async fn load_items(work: &mut Work<'_>, body: &NewStockCount, selection: &CountScope) -> Result<Vec<CountableItem>> {
    let limit = i64::try_from(MAX_LINES).unwrap_or(i64::MAX);
    let items = counting::list_countable(work.tx, selection, limit + 1).await?;
    let field = if selection.items.is_some() {
        "item_ids"
    } else if body.category_ids.is_some() {
        "category_ids"
    } else {
        "item_type"
    };
    if selection.items.as_ref().is_some_and(|named| named.len() != items.len()) {
        let text = "Hay ítems que ya no llevan stock, o que no son de lo que elegiste. Elígelos de la lista.";
        return invalid("item_ids", text).err();
    }
    if items.is_empty() {
        return invalid(field, "No hay nada que contar en lo que elegiste: ningún ítem activo lleva stock.").err();
    }
    if items.len() > MAX_LINES {
        return invalid(field, "Son más de 2000 ítems: haz un conteo por categoría.").err();
    }
    Ok(items)
}

/// Refuses items that are in another unfinished count: their difference would be moved twice.
async fn require_not_in_other_count(work: &mut Work<'_>, items: &[CountableItem]) -> Result<()> {
    let items: Vec<Item> = items.iter().map(|c| c.item).collect();
    let conflicts = store::find_items_in_unfinished_counts(work.tx, &items).await?;
    let Some(first) = conflicts.first() else { return Ok(()) };
    let first_items: Vec<&ItemInCount> = conflicts.iter().filter(|t| t.id == first.id).collect();
    let names: Vec<String> = first_items.iter().map(|t| t.item.clone()).collect();
    let (sheet, number) = (&first.name, full_number(first.number));
    let some = form::summarize_names(&names).unwrap_or_default();
    let text =
        format!("En el conteo «{sheet}» ({number}), que aún no se aprueba, ya está: {some}. Termínalo o cancélalo.");
    let current = json!({"id": first.id, "number": first.number, "full_number": number, "name": sheet, "items": names});
    refuse(Code::Conflict, text).with_current(current).err()
}
