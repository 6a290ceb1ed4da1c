//! Estimates a production by the current recipe: its ingredients, their stock, what is short, and today's cost.

use comanda_base::{
    db::Tx,
    error::{Faults, Result, invalid},
    ids::{MeasurementId, SupplyId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    goods::{self, EnteredLine, FormLine},
    load_supplies_on_hand,
    recipe::{IngredientCatalog, RecipeItem},
    supply_recipe::{self, SupplyRecipe},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The production to be estimated.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlannedProduction {
    pub supply_id: SupplyId,
    pub quantity: Quantity,
    /// The unit of the quantity; the supply's own unit when absent.
    pub measurement_id: Option<MeasurementId>,
}

/// The estimate of a production.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductionQuote {
    pub supply_id: SupplyId,
    pub name: String,
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub items: Vec<QuotedItem>,
    /// The cost of the whole production; null where the cost of an ingredient is unknown, and for users who may not see costs.
    pub cost: Option<Money>,
    /// The cost of one unit; null where `cost` is.
    pub unit_cost: Option<Money>,
}

/// An ingredient of the estimate, in the unit of the recipe.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuotedItem {
    pub supply_id: SupplyId,
    pub name: String,
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// The stock in the same unit; null for users who count the stock without knowing it.
    pub in_stock: Option<Quantity>,
    pub has_stock: bool,
    /// Whether the stock is less than required; always false for users who count the stock.
    pub is_short: bool,
    pub cost: Option<Money>,
}

/// A supply to produce, with its recipe.
#[derive(Debug)]
pub(super) struct RecipeToProduce {
    pub entered: EnteredLine,
    pub recipe: SupplyRecipe,
}

/// Validates the supply, quantity and unit, and loads the recipe; adds faults at their fields.
pub(super) async fn validate_plan(
    tx: &mut Tx,
    plan: PlannedProduction,
    faults: &mut Faults,
) -> Result<Option<RecipeToProduce>> {
    let recipe = supply_recipe::load_recipes(tx, &[plan.supply_id]).await?.remove(&plan.supply_id);
    let given_line = FormLine {
        kind: ItemKind::Supply,
        id: plan.supply_id.0,
        measurement: plan.measurement_id,
        quantity: plan.quantity,
    };
    let mut found = Faults::default();
    let entered = goods::check_lines(tx, &[given_line], &mut found).await?.pop().flatten();
    goods::move_faults(found, faults, |field| {
        let own_field = field.strip_prefix("items.0.").unwrap_or(&field);
        if own_field == "item_id" { "supply_id".to_owned() } else { own_field.to_owned() }
    })?;
    let Some(entered) = entered else { return Ok(None) };
    let Some(recipe) = recipe else {
        let text = format!("{} no tiene receta: escríbela en su ficha, o regístralo como compra.", entered.good.name);
        faults.add("supply_id", text);
        return Ok(None);
    };
    Ok(Some(RecipeToProduce { entered, recipe }))
}

/// Computes the quantity of each ingredient, in the unit of the recipe.
pub(super) fn compute_ingredients(
    production: &RecipeToProduce,
    catalog: &IngredientCatalog,
) -> Result<Vec<RecipeItem>> {
    let too_much = || invalid("quantity", "Es demasiado. Revisa la cantidad y la unidad.");
    let item = |portion| {
        let base = production.recipe.share(portion, production.entered.base).filter(|base| !base.is_zero());
        let unit = catalog.unit(portion.measurement_id);
        let quantity = base.zip(unit).map(|(base, unit)| unit.convert_from_base(base)).filter(|q| !q.is_zero());
        Ok(RecipeItem {
            supply_id: portion.supply_id,
            quantity: quantity.ok_or_else(too_much)?,
            measurement_id: Some(portion.measurement_id),
        })
    };
    production.recipe.portions.iter().map(item).collect()
}

/// Estimates the production.
pub(super) async fn estimate_production(
    tx: &mut Tx,
    plan: PlannedProduction,
    with_costs: bool,
) -> Result<ProductionQuote> {
    let mut faults = Faults::default();
    let found = validate_plan(tx, plan, &mut faults).await?;
    faults.finish()?;
    let production = found.ok_or_else(|| invalid("supply_id", "Elige un insumo con receta."))?;
    let ids: Vec<SupplyId> = production.recipe.portions.iter().map(|p| p.supply_id).collect();
    let catalog = IngredientCatalog::load_for(tx, ids.clone()).await?;
    let stock = load_supplies_on_hand(tx, &ids).await?;
    let costs = goods::load_base_costs(tx, &ids).await?;
    let goods = goods::by_item(tx, &ids.iter().map(|id| Item::Supply(*id)).collect::<Vec<_>>()).await?;
    let mut quoted = Vec::with_capacity(ids.len());
    let mut cost = Some(Money::ZERO);
    for (portion, item) in production.recipe.portions.iter().zip(compute_ingredients(&production, &catalog)?) {
        let unit = catalog.unit(portion.measurement_id);
        let base = production.recipe.share(portion, production.entered.base).unwrap_or_default();
        let on_hand = stock.get(&portion.supply_id).copied().unwrap_or_default();
        let good = goods.get(&Item::Supply(portion.supply_id));
        let portion_cost = costs.get(&portion.supply_id).and_then(|price| price.cost_of(base));
        cost = cost.zip(portion_cost).and_then(|(sum, portion_cost)| sum.checked_add(portion_cost));
        let has_stock = good.is_some_and(|good| good.has_stock);
        quoted.push(QuotedItem {
            supply_id: portion.supply_id,
            name: good.map(|good| good.name.clone()).unwrap_or_default(),
            quantity: item.quantity,
            measurement_id: portion.measurement_id,
            measurement: unit.map(|unit| unit.symbol.clone()).unwrap_or_default(),
            in_stock: unit.filter(|_| with_costs).map(|unit| unit.convert_from_base(on_hand)),
            has_stock,
            is_short: with_costs && has_stock && on_hand < base,
            cost: portion_cost.filter(|_| with_costs),
        });
    }
    let cost = cost.filter(|_| with_costs);
    Ok(ProductionQuote {
        supply_id: plan.supply_id,
        name: production.entered.good.name.clone(),
        quantity: production.entered.quantity,
        measurement_id: production.entered.measurement,
        measurement: production.entered.symbol.clone(),
        unit_cost: cost.and_then(|cost| cost.per_unit(production.entered.quantity)),
        items: quoted,
        cost,
    })
}
