//! Reading the form of a new production: all that is wrong with it is said at once, each at its field.

use super::{
    model::NewProduction,
    quote::{self, ToMake, Wanted},
};
use crate::inventory;
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Faults, Result, invalid},
    form,
    ids::SupplyId,
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{
    Item, ItemKind, documents,
    goods::{self, Entered, Given},
    recipe::{Pantry, RecipeItem},
};
use comanda_platform::use_case::Work;

const MAX_ITEMS: usize = 100;
const MAX_RESPONSIBLE_CHARS: usize = 120;
/// No pot gives more of what was put into it: it is a slip of the hand.
const MAX_TIMES: i64 = 10;
const MAX_NOTE_CHARS: usize = 500;

/// A production that can be written.
#[derive(Debug)]
pub(super) struct ToRecord {
    /// What was to be made.
    pub planned: Entered,
    /// What came out.
    pub produced: Entered,
    pub items: Vec<Taken>,
    /// What the ingredients cost that nobody counts; `None` where that is unknown.
    pub extra_cost: Option<Money>,
    pub responsible: String,
    pub note: String,
    pub at: DateTime<Utc>,
}

/// What went into it of one supply.
#[derive(Debug)]
pub(super) struct Taken {
    pub supply: SupplyId,
    pub entered: Entered,
    /// Of one that nobody counts.
    pub cost: Option<Money>,
}

/// Reads it.
pub(super) async fn read(work: &mut Work<'_>, body: &NewProduction) -> Result<ToRecord> {
    let mut faults = Faults::default();
    let text = |field: &str, given: Option<&String>, most| form::optional(field, given, String::new(), most);
    let responsible = faults.or_default(text("responsible", body.responsible.as_ref(), MAX_RESPONSIBLE_CHARS))?;
    let note = faults.or_default(text("note", body.note.as_ref(), MAX_NOTE_CHARS))?;
    let now = work.now;
    let at = faults.ok(inventory::moment(body.date.as_deref(), work.settings().await?, now))?;
    if let Some(at) = at {
        faults.ok(documents::check_date(work, "date", at).await)?;
    }
    let wanted = Wanted { supply_id: body.supply_id, quantity: body.quantity, measurement_id: body.measurement_id };
    let make = quote::to_make(work.tx, wanted, &mut faults).await?;
    let Some(make) = make else {
        faults.done()?;
        return invalid("supply_id", "Elige un insumo con receta.").err();
    };
    if !make.entered.good.has_stock {
        let text = format!("{} no lleva control de stock: actívalo en su ficha.", make.entered.good.name);
        faults.add("supply_id", text);
    }
    let produced = produced(work, &make, body.produced, &mut faults).await?;
    if produced.as_ref().is_some_and(|p| p.base.millionths() / MAX_TIMES > make.entered.base.millionths()) {
        faults.add("produced", "Es más de diez veces lo que se iba a preparar. Revisa la cantidad y la unidad.");
    }
    let items = taken(work, &make, body, &mut faults).await?;
    faults.done()?;
    let uncounted = items.iter().filter(|taken| !taken.entered.good.has_stock);
    let extra_cost = uncounted.map(|taken| taken.cost).try_fold(Money::ZERO, |sum, cost| sum.checked_add(cost?));
    let produced = produced.unwrap_or_else(|| make.entered.clone());
    Ok(ToRecord { planned: make.entered, produced, items, extra_cost, responsible, note, at: at.unwrap_or(now) })
}

/// What came out, in the unit of what was to be made.
async fn produced(
    work: &mut Work<'_>,
    make: &ToMake,
    given: Option<Quantity>,
    faults: &mut Faults,
) -> Result<Option<Entered>> {
    let Some(quantity) = given else { return Ok(None) };
    let item = Given {
        kind: ItemKind::Supply,
        id: make.entered.good.item.id(),
        measurement: Some(make.entered.measurement),
        quantity,
    };
    let mut found = Faults::default();
    let entered = goods::entered(work.tx, &[item], &mut found).await?.pop().flatten();
    goods::at_fields(found, faults, |_| "produced".to_owned())?;
    Ok(entered)
}

/// What was really taken, or the recipe's share.
async fn taken(work: &mut Work<'_>, make: &ToMake, body: &NewProduction, faults: &mut Faults) -> Result<Vec<Taken>> {
    let of_recipe;
    let items: &[RecipeItem] = match &body.items {
        Some(items) => items,
        None => {
            let ids: Vec<SupplyId> = make.recipe.portions.iter().map(|p| p.supply_id).collect();
            let pantry = Pantry::with(work.tx, ids).await?;
            of_recipe = faults.or_default(quote::items(make, &pantry))?;
            &of_recipe
        }
    };
    if items.is_empty() || items.len() > MAX_ITEMS {
        let text = format!("Di lo que se usó: de 1 a {MAX_ITEMS} ingredientes, cada uno una vez.");
        faults.unless(body.items.is_none(), "items", &text);
        return Ok(Vec::new());
    }
    let given = |item: &RecipeItem| Given {
        kind: ItemKind::Supply,
        id: item.supply_id.0,
        measurement: item.measurement_id,
        quantity: item.quantity,
    };
    let given: Vec<Given> = items.iter().map(given).collect();
    let mut found = Faults::default();
    let entered = goods::entered(work.tx, &given, &mut found).await?;
    goods::at_fields(found, faults, |field| match field.strip_suffix(".item_id") {
        Some(at) => format!("{at}.supply_id"),
        None => field,
    })?;
    let ids: Vec<SupplyId> = items.iter().map(|item| item.supply_id).collect();
    let costs = goods::base_costs(work.tx, &ids).await?;
    let mut taken = Vec::with_capacity(items.len());
    for (at, (entered, supply)) in entered.into_iter().zip(ids).enumerate() {
        if Item::Supply(supply) == make.entered.good.item {
            faults.add(&format!("items.{at}.supply_id"), "No puede llevarse a sí mismo. Elige otro ingrediente.");
        }
        let cost = |e: &Entered| goods::cost_of(e.base, costs.get(&supply).copied()?);
        taken.extend(entered.map(|e| Taken { supply, cost: cost(&e).filter(|_| !e.good.has_stock), entered: e }));
    }
    Ok(taken)
}
