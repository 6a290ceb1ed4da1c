//! What a production would take, from the recipe as it is now: what there is of it, what is short, and what it costs today.

use super::model::cost_of_one;
use comanda_base::{
    db::Tx,
    error::{Faults, Result, invalid},
    ids::{MeasurementId, SupplyId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    goods::{self, Entered, Given},
    on_hand_of_supplies,
    recipe::{Pantry, RecipeItem},
    supply_recipe::{self, SupplyRecipe},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is to be made.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    pub supply_id: SupplyId,
    pub quantity: Quantity,
    /// Absent: the supply's own unit.
    pub measurement_id: Option<MeasurementId>,
}

/// What it takes.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductionQuote {
    pub supply_id: SupplyId,
    pub name: String,
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub items: Vec<QuotedItem>,
    /// Of all of it, and of one; absent where an ingredient's is unknown, and for those who see no costs.
    pub cost: Option<Money>,
    pub unit_cost: Option<Money>,
}

/// What it takes of one supply, in the unit of the recipe.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuotedItem {
    pub supply_id: SupplyId,
    pub name: String,
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    /// What there is, in the same unit; absent for those who count it without knowing.
    pub in_stock: Option<Quantity>,
    pub has_stock: bool,
    /// There is less than it takes; never said to those who count it.
    pub is_short: bool,
    pub cost: Option<Money>,
}

/// What is to be made, with its recipe.
#[derive(Debug)]
pub(super) struct ToMake {
    pub entered: Entered,
    pub recipe: SupplyRecipe,
}

/// Reads what is to be made; what is wrong with it stands at its fields in `faults`.
pub(super) async fn to_make(tx: &mut Tx, wanted: Wanted, faults: &mut Faults) -> Result<Option<ToMake>> {
    let recipe = supply_recipe::of(tx, &[wanted.supply_id]).await?.remove(&wanted.supply_id);
    let given = Given {
        kind: ItemKind::Supply,
        id: wanted.supply_id.0,
        measurement: wanted.measurement_id,
        quantity: wanted.quantity,
    };
    let mut found = Faults::default();
    let entered = goods::entered(tx, &[given], &mut found).await?.pop().flatten();
    goods::at_fields(found, faults, |field| {
        let own = field.strip_prefix("items.0.").unwrap_or(&field);
        if own == "item_id" { "supply_id".to_owned() } else { own.to_owned() }
    })?;
    let Some(entered) = entered else { return Ok(None) };
    let Some(recipe) = recipe else {
        let text = format!("{} no tiene receta: escríbela en su ficha, o regístralo como compra.", entered.good.name);
        faults.add("supply_id", text);
        return Ok(None);
    };
    Ok(Some(ToMake { entered, recipe }))
}

/// What the recipe takes of each ingredient, in the unit of the recipe.
pub(super) fn items(of: &ToMake, pantry: &Pantry) -> Result<Vec<RecipeItem>> {
    let too_much = || invalid("quantity", "Es demasiado. Revisa la cantidad y la unidad.");
    let item = |portion| {
        let base = of.recipe.share(portion, of.entered.base).filter(|base| !base.is_zero());
        let unit = pantry.unit(portion.measurement_id);
        let quantity = base.zip(unit).map(|(base, unit)| unit.of_base(base)).filter(|q| !q.is_zero());
        Ok(RecipeItem {
            supply_id: portion.supply_id,
            quantity: quantity.ok_or_else(too_much)?,
            measurement_id: Some(portion.measurement_id),
        })
    };
    of.recipe.portions.iter().map(item).collect()
}

/// Quotes it.
pub(super) async fn quote(tx: &mut Tx, wanted: Wanted, with_costs: bool) -> Result<ProductionQuote> {
    let mut faults = Faults::default();
    let found = to_make(tx, wanted, &mut faults).await?;
    faults.done()?;
    let of = found.ok_or_else(|| invalid("supply_id", "Elige un insumo con receta."))?;
    let ids: Vec<SupplyId> = of.recipe.portions.iter().map(|p| p.supply_id).collect();
    let pantry = Pantry::with(tx, ids.clone()).await?;
    let there = on_hand_of_supplies(tx, &ids).await?;
    let costs = goods::base_costs(tx, &ids).await?;
    let goods = goods::by_item(tx, &ids.iter().map(|id| Item::Supply(*id)).collect::<Vec<_>>()).await?;
    let mut quoted = Vec::with_capacity(ids.len());
    let mut cost = Some(Money::ZERO);
    for (portion, item) in of.recipe.portions.iter().zip(items(&of, &pantry)?) {
        let unit = pantry.unit(portion.measurement_id);
        let base = of.recipe.share(portion, of.entered.base).unwrap_or_default();
        let on_hand = there.get(&portion.supply_id).copied().unwrap_or_default();
        let good = goods.get(&Item::Supply(portion.supply_id));
        let own = costs.get(&portion.supply_id).and_then(|price| goods::cost_of(base, *price));
        cost = cost.zip(own).and_then(|(sum, own)| sum.checked_add(own));
        let has_stock = good.is_some_and(|good| good.has_stock);
        quoted.push(QuotedItem {
            supply_id: portion.supply_id,
            name: good.map(|good| good.name.clone()).unwrap_or_default(),
            quantity: item.quantity,
            measurement_id: portion.measurement_id,
            measurement: unit.map(|unit| unit.symbol.clone()).unwrap_or_default(),
            in_stock: unit.filter(|_| with_costs).map(|unit| unit.of_base(on_hand)),
            has_stock,
            is_short: with_costs && has_stock && on_hand < base,
            cost: own.filter(|_| with_costs),
        });
    }
    let cost = cost.filter(|_| with_costs);
    Ok(ProductionQuote {
        supply_id: wanted.supply_id,
        name: of.entered.good.name.clone(),
        quantity: of.entered.quantity,
        measurement_id: of.entered.measurement,
        measurement: of.entered.symbol.clone(),
        unit_cost: cost.and_then(|cost| cost_of_one(cost, of.entered.quantity)),
        items: quoted,
        cost,
    })
}
