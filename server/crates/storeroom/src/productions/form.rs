//! Validates the form of a new production; all faults are reported together, each at its field.

use super::{
    model::NewProduction,
    quote::{self, PlannedProduction, RecipeToProduce},
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
    goods::{self, EnteredLine, FormLine},
    recipe::{IngredientCatalog, RecipeItem},
};
use comanda_platform::use_case::Work;

const MAX_ITEMS: usize = 100;
const MAX_RESPONSIBLE_CHARS: usize = 120;
/// A larger multiple of the planned quantity is taken for a typing error.
const MAX_YIELD_FACTOR: i64 = 10;
const MAX_NOTE_CHARS: usize = 500;

/// A validated production to be recorded.
#[derive(Debug)]
pub(super) struct ProductionToRecord {
    /// The planned quantity.
    pub planned: EnteredLine,
    /// The produced quantity.
    pub produced: EnteredLine,
    pub items: Vec<TakenIngredient>,
    /// The cost of ingredients whose stock is not tracked; `None` where it is unknown.
    pub extra_cost: Option<Money>,
    pub responsible: String,
    pub note: String,
    pub at: DateTime<Utc>,
}

/// An ingredient taken out of stock.
#[derive(Debug)]
pub(super) struct TakenIngredient {
    pub supply: SupplyId,
    pub entered: EnteredLine,
    /// The cost of an ingredient whose stock is not tracked.
    pub cost: Option<Money>,
}

/// Validates the form.
pub(super) async fn validate_production(work: &mut Work<'_>, body: &NewProduction) -> Result<ProductionToRecord> {
    let mut faults = Faults::default();
    let text = |field: &str, value: Option<&String>, most| form::optional_text(field, value, String::new(), most);
    let responsible = faults.or_default(text("responsible", body.responsible.as_ref(), MAX_RESPONSIBLE_CHARS))?;
    let note = faults.or_default(text("note", body.note.as_ref(), MAX_NOTE_CHARS))?;
    let now = work.now;
    let at = faults.ok(inventory::parse_moment(body.date.as_deref(), work.settings().await?, now))?;
    if let Some(at) = at {
        faults.ok(documents::check_date_open(work, "date", at).await)?;
    }
    let plan =
        PlannedProduction { supply_id: body.supply_id, quantity: body.quantity, measurement_id: body.measurement_id };
    let make = quote::validate_plan(work.tx, plan, &mut faults).await?;
    let Some(make) = make else {
        faults.finish()?;
        return invalid("supply_id", "Elige un insumo con receta.").err();
    };
    if !make.entered.good.has_stock {
        let text = format!("{} no lleva control de stock: actívalo en su ficha.", make.entered.good.name);
        faults.add("supply_id", text);
    }
    let produced = check_produced(work, &make, body.produced, &mut faults).await?;
    if produced.as_ref().is_some_and(|p| p.base.millionths() / MAX_YIELD_FACTOR > make.entered.base.millionths()) {
        faults.add("produced", "Es más de diez veces lo que se iba a preparar. Revisa la cantidad y la unidad.");
    }
    let items = check_ingredients(work, &make, body, &mut faults).await?;
    faults.finish()?;
    let uncounted = items.iter().filter(|ingredient| !ingredient.entered.good.has_stock);
    let extra_cost =
        uncounted.map(|ingredient| ingredient.cost).try_fold(Money::ZERO, |sum, cost| sum.checked_add(cost?));
    let produced = produced.unwrap_or_else(|| make.entered.clone());
    Ok(ProductionToRecord {
        planned: make.entered,
        produced,
        items,
        extra_cost,
        responsible,
        note,
        at: at.unwrap_or(now),
    })
}

/// Validates the produced quantity, in the unit of the planned one.
async fn check_produced(
    work: &mut Work<'_>,
    make: &RecipeToProduce,
    requested_quantity: Option<Quantity>,
    faults: &mut Faults,
) -> Result<Option<EnteredLine>> {
    let Some(quantity) = requested_quantity else { return Ok(None) };
    let item = FormLine {
        kind: ItemKind::Supply,
        id: make.entered.good.item.id(),
        measurement: Some(make.entered.measurement),
        quantity,
    };
    let mut found = Faults::default();
    let entered = goods::check_lines(work.tx, &[item], &mut found).await?.pop().flatten();
    goods::move_faults(found, faults, |_| "produced".to_owned())?;
    Ok(entered)
}

/// Validates the ingredients that were taken, or computes them from the recipe.
async fn check_ingredients(
    work: &mut Work<'_>,
    make: &RecipeToProduce,
    body: &NewProduction,
    faults: &mut Faults,
) -> Result<Vec<TakenIngredient>> {
    let recipe_items;
    let items: &[RecipeItem] = match &body.items {
        Some(items) => items,
        None => {
            let ids: Vec<SupplyId> = make.recipe.portions.iter().map(|p| p.supply_id).collect();
            let catalog = IngredientCatalog::load_for(work.tx, ids).await?;
            recipe_items = faults.or_default(quote::compute_ingredients(make, &catalog))?;
            &recipe_items
        }
    };
    if items.is_empty() || items.len() > MAX_ITEMS {
        let text = format!("Di lo que se usó: de 1 a {MAX_ITEMS} ingredientes, cada uno una vez.");
        faults.check(body.items.is_none(), "items", &text);
        return Ok(Vec::new());
    }
    let to_given_line = |item: &RecipeItem| FormLine {
        kind: ItemKind::Supply,
        id: item.supply_id.0,
        measurement: item.measurement_id,
        quantity: item.quantity,
    };
    let given_lines: Vec<FormLine> = items.iter().map(to_given_line).collect();
    let mut found = Faults::default();
    let entered = goods::check_lines(work.tx, &given_lines, &mut found).await?;
    goods::move_faults(found, faults, |field| match field.strip_suffix(".item_id") {
        Some(at) => format!("{at}.supply_id"),
        None => field,
    })?;
    let ids: Vec<SupplyId> = items.iter().map(|item| item.supply_id).collect();
    let costs = goods::load_base_costs(work.tx, &ids).await?;
    let mut ingredients = Vec::with_capacity(items.len());
    for (at, (entered, supply)) in entered.into_iter().zip(ids).enumerate() {
        if Item::Supply(supply) == make.entered.good.item {
            faults.add(&format!("items.{at}.supply_id"), "No puede llevarse a sí mismo. Elige otro ingrediente.");
        }
        let cost = |e: &EnteredLine| costs.get(&supply)?.cost_of(e.base);
        ingredients.extend(entered.map(|e| TakenIngredient {
            supply,
            cost: cost(&e).filter(|_| !e.good.has_stock),
            entered: e,
        }));
    }
    Ok(ingredients)
}
