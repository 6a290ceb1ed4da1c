//! Creating a count: the sheet with everything that is to be counted.

use super::{
    answer::StockCount,
    model::{NewStockCount, client_of, full_number, item_of},
    read,
    store::{self, NewCount, Taken},
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
    counting::{self, Countable, WantedItems},
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// Of one sheet.
pub(super) const MAX_LINES: usize = 2_000;
pub(super) const MAX_NAME_CHARS: usize = 120;

/// Creates it; a repetition gives the one that is there.
pub(super) async fn create(work: &mut Work<'_>, body: &NewStockCount) -> Result<StockCount> {
    let client = client_of(&body.client_id)?;
    if let Some(there) = store::of_client(work.tx, client).await? {
        return read::count(work.tx, work.actor, there, (true, work.now)).await;
    }
    // Whoever else creates a count waits here, so that nothing below is overtaken.
    let number = counters::next(work.tx, "stock-counts", "").await?;
    if store::of_client(work.tx, client).await?.is_some() {
        return Err(db::Error::Busy.into());
    }
    let mut faults = Faults::default();
    let text = |field: &str, given: Option<&String>| form::optional(field, given, String::new(), MAX_NAME_CHARS);
    let place = faults.or_default(text("place", body.place.as_ref()))?;
    let name = faults.or_default(text("name", body.name.as_ref()))?;
    let wanted = wanted(body, &mut faults);
    faults.done()?;
    let items = items(work, body, &wanted).await?;
    must_be_free(work, &items).await?;
    let now = work.now;
    let name = match (name.is_empty(), place.is_empty()) {
        (false, _) => name,
        (true, false) => place.clone(),
        (true, true) => format!("Conteo del {}", work.settings().await?.local_text(now)),
    };
    let search_key = search_key(&format!("{} {name} {place}", full_number(number)));
    let new = NewCount { client, number, name: &name, place: &place, search_key: &search_key };
    let id = store::insert(work, &new, &items).await?;
    let after = json!({"count": full_number(number), "name": name, "lines": items.len()});
    let entry = Entry::new("STOCK_COUNT_CREATED").entity("stock_count", id.0).reason(&name).change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work, id);
    read::count(work.tx, work.actor, id, (false, now)).await
}

/// Screens with this count, and lists of counts, are stale.
pub(super) fn told(work: &mut Work<'_>, id: CountId) {
    work.tell(Room::Catalog, EventKind::CountsChanged, json!({ "id": id }));
}

fn wanted(body: &NewStockCount, faults: &mut Faults) -> WantedItems {
    let named = body.item_ids.as_ref().filter(|ids| !ids.is_empty());
    let items: Option<Vec<Option<Item>>> = named.map(|ids| ids.iter().map(|text| item_of(text)).collect());
    if items.as_ref().is_some_and(|items| items.iter().any(Option::is_none)) {
        faults.add("item_ids", "Elige los ítems de la lista.");
    }
    let categories = body.category_ids.as_ref().filter(|ids| !ids.is_empty());
    let is_short = items.as_ref().map_or(0, Vec::len) <= MAX_LINES && categories.map_or(0, Vec::len) <= MAX_LINES;
    faults.unless(is_short, "item_ids", "Un conteo tiene hasta 2000 ítems: haz varios.");
    let mut items: Option<Vec<Item>> = items.map(|items| items.into_iter().flatten().collect());
    if let Some(items) = &mut items {
        items.sort_unstable();
        items.dedup();
    }
    WantedItems { kind: body.item_type, categories: categories.map(|ids| ids.iter().map(|id| id.0).collect()), items }
}

async fn items(work: &mut Work<'_>, body: &NewStockCount, wanted: &WantedItems) -> Result<Vec<Countable>> {
    let most = i64::try_from(MAX_LINES).unwrap_or(i64::MAX);
    let items = counting::countable(work.tx, wanted, most + 1).await?;
    let field = if wanted.items.is_some() {
        "item_ids"
    } else if body.category_ids.is_some() {
        "category_ids"
    } else {
        "item_type"
    };
    if wanted.items.as_ref().is_some_and(|named| named.len() != items.len()) {
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

/// Refuses what stands on another unfinished sheet: its difference would be moved twice.
async fn must_be_free(work: &mut Work<'_>, items: &[Countable]) -> Result<()> {
    let items: Vec<Item> = items.iter().map(|c| c.item).collect();
    let taken = store::taken(work.tx, &items).await?;
    let Some(first) = taken.first() else { return Ok(()) };
    let of_first: Vec<&Taken> = taken.iter().filter(|t| t.id == first.id).collect();
    let names: Vec<String> = of_first.iter().map(|t| t.item.clone()).collect();
    let (sheet, number) = (&first.name, full_number(first.number));
    let some = form::some_names(&names).unwrap_or_default();
    let text =
        format!("En el conteo «{sheet}» ({number}), que aún no se aprueba, ya está: {some}. Termínalo o cancélalo.");
    let current = json!({"id": first.id, "number": first.number, "full_number": number, "name": sheet, "items": names});
    refuse(Code::Conflict, text).current(current).err()
}
