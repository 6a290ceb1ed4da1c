//! Recipes: how much of each supply one unit of a dish takes, and what that costs. The rooms that sell keep their recipes; this module has
//! the rules they share. The cost of a dish is computed on every read, so that a new price of a supply shows at once in every dish.

pub use super::ingredient::{CostAge, Ingredient};

use super::{
    store,
    units::{self, Unit},
};
use comanda_base::{
    db::{Sql, Tx},
    error::{Faults, Result, invalid},
    ids::{MeasurementId, SupplyId},
    money::{Money, Quantity, SCALE, div_round},
};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// The most supplies in one recipe.
const MAX_ITEMS: usize = 100;

/// A line of a recipe as it is entered.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
pub struct RecipeItem {
    pub supply_id: SupplyId,
    /// The quantity in `measurement_id`, more than zero.
    pub quantity: Quantity,
    /// Absent: the supply's own unit.
    #[serde(default)]
    pub measurement_id: Option<MeasurementId>,
}

/// A line of a recipe as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct RecipePortion {
    pub supply_id: SupplyId,
    /// The quantity as entered, in `measurement_id`.
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    /// The same quantity in the supply's base unit.
    pub quantity_base: Quantity,
}

/// A line of a recipe as it is shown, with its cost today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecipeLine {
    pub supply_id: SupplyId,
    pub name: String,
    pub quantity: Quantity,
    pub measurement_id: MeasurementId,
    /// `g`
    pub measurement: String,
    /// The same quantity in the supply's own unit.
    pub quantity_supply: Quantity,
    /// `kg`
    pub supply_measurement: String,
    /// The cost of one of the supply's own unit; absent: unknown.
    pub unit_price: Option<Money>,
    pub total_price: Option<Money>,
}

/// Supplies and units, loaded once for any number of recipes.
#[derive(Debug, Default)]
pub struct IngredientCatalog {
    supplies: HashMap<SupplyId, Ingredient>,
    units: HashMap<MeasurementId, Unit>,
}

impl IngredientCatalog {
    /// Loads these supplies and all units, with two statements.
    pub async fn load_for(tx: &mut Tx, supplies: impl IntoIterator<Item = SupplyId>) -> Result<Self> {
        let wanted: HashSet<SupplyId> = supplies.into_iter().collect();
        if wanted.is_empty() {
            return Ok(Self::default());
        }
        Self::read(tx, store::select_ingredients().list("WHERE id IN (?)", wanted)).await
    }
    /// Loads all supplies and all units.
    pub async fn load_all(tx: &mut Tx) -> Result<Self> {
        Self::read(tx, store::select_ingredients().add("ORDER BY id LIMIT 10000")).await
    }
    async fn read(tx: &mut Tx, supplies: Sql) -> Result<Self> {
        let supplies: Vec<Ingredient> = tx.query(supplies).all().await?;
        let units = units::list_units(tx).await?;
        Ok(Self {
            supplies: supplies.into_iter().map(|s| (s.id, s)).collect(),
            units: units.into_iter().map(|u| (u.id, u)).collect(),
        })
    }

    /// Returns a copy with these average costs alone; the cost of a supply without one is unknown.
    pub fn with_averages(&self, averages: &HashMap<i64, Money>) -> Self {
        let average = |s: &Ingredient| averages.get(&s.id.0).copied();
        let set_average = |s: &Ingredient| Ingredient { average: average(s), cost_amount: None, ..s.clone() };
        Self { supplies: self.supplies.values().map(|s| (s.id, set_average(s))).collect(), units: self.units.clone() }
    }

    /// Returns every supply, in no order.
    pub fn supplies(&self) -> impl Iterator<Item = &Ingredient> {
        self.supplies.values()
    }
    /// Returns every unit, in no order.
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.units.values()
    }
    pub fn name(&self, id: SupplyId) -> Option<&str> {
        self.supplies.get(&id).map(|s| s.name.as_str())
    }
    pub fn unit(&self, id: MeasurementId) -> Option<&Unit> {
        self.units.get(&id)
    }

    /// Checks the lines of a recipe. Faults are named by their place: `supply_items.2.quantity`.
    pub fn check_recipe(&self, field: &str, items: &[RecipeItem]) -> Result<Vec<RecipePortion>> {
        if items.len() > MAX_ITEMS {
            return invalid(field, format!("Una receta puede tener hasta {MAX_ITEMS} insumos.")).err();
        }
        let mut faults = Faults::default();
        let mut supply_ids = HashSet::new();
        let mut portions = Vec::with_capacity(items.len());
        for (n, item) in items.iter().enumerate() {
            let at = |part: &str| format!("{field}.{n}.{part}");
            match self.portion(item) {
                Ok(portion) => portions.push(portion),
                Err((part, text)) => faults.add(&at(part), text),
            }
            let is_new = supply_ids.insert(item.supply_id);
            faults.check(
                is_new,
                &at("supply_id"),
                "Este insumo ya está en la receta. Suma las cantidades en una línea.",
            );
        }
        faults.finish()?;
        Ok(portions)
    }

    /// Checks one line; an error is its faulty field with a text.
    pub fn portion(&self, item: &RecipeItem) -> std::result::Result<RecipePortion, (&'static str, String)> {
        let Some(supply) = self.supplies.get(&item.supply_id) else {
            return Err(("supply_id", "Ese insumo ya no existe. Elige otro.".into()));
        };
        if item.quantity <= Quantity::ZERO {
            return Err(("quantity", "Escribe una cantidad mayor que cero.".into()));
        }
        let supply_unit = self.units.get(&supply.measurement_id);
        let measured = self.units.get(&item.measurement_id.unwrap_or(supply.measurement_id));
        let (Some(supply_unit), Some(measured)) = (supply_unit, measured) else {
            return Err(("measurement_id", "Esa unidad ya no existe. Elige otra.".into()));
        };
        if supply_unit.base() != measured.base() {
            let text = format!(
                "{} se mide en {}: elige una unidad que se convierta en ella.",
                supply.name, supply_unit.symbol
            );
            return Err(("measurement_id", text));
        }
        match measured.to_base(item.quantity) {
            Some(quantity_base) if quantity_base > Quantity::ZERO => Ok(RecipePortion {
                supply_id: supply.id,
                quantity: item.quantity,
                measurement_id: measured.id,
                quantity_base,
            }),
            Some(_) => Err(("quantity", "Es demasiado poco para contarlo. Usa una unidad más pequeña.".into())),
            None => Err(("quantity", "Es demasiado. Revisa la cantidad y la unidad.".into())),
        }
    }

    /// Returns today's cost of a quantity of a supply, given in its base unit; `None` where it is unknown.
    pub fn ingredient_cost(&self, supply: SupplyId, quantity_base: Quantity) -> Option<Money> {
        let supply = self.supplies.get(&supply)?;
        let supply_unit = self.units.get(&supply.measurement_id)?;
        let (cost, scale) = match supply.average {
            Some(average) => (average, SCALE),
            None => (supply.cost_amount?, supply_unit.equivalence.millionths()),
        };
        let cost = i128::from(cost.millionths()) * i128::from(quantity_base.millionths());
        i64::try_from(div_round(cost, i128::from(scale))).ok().map(Money::from_millionths)
    }

    /// Returns how old the cost of a whole recipe is.
    pub fn recipe_cost_age(&self, portions: &[RecipePortion]) -> CostAge {
        let supplies = portions.iter().filter_map(|p| self.supplies.get(&p.supply_id));
        supplies.map(Ingredient::cost_age).fold(CostAge::default(), CostAge::oldest_with)
    }

    /// Returns today's cost of a whole recipe; `None` where the cost of one of its supplies is unknown.
    pub fn recipe_cost(&self, portions: &[RecipePortion]) -> Option<Money> {
        portions
            .iter()
            .try_fold(Money::ZERO, |sum, p| sum.checked_add(self.ingredient_cost(p.supply_id, p.quantity_base)?))
    }

    /// Returns a line as it is shown; `None` where its supply or unit was not loaded.
    pub fn recipe_line(&self, portion: &RecipePortion) -> Option<RecipeLine> {
        let supply = self.supplies.get(&portion.supply_id)?;
        let supply_unit = self.units.get(&supply.measurement_id)?;
        Some(RecipeLine {
            supply_id: supply.id,
            name: supply.name.clone(),
            quantity: portion.quantity,
            measurement_id: portion.measurement_id,
            measurement: self.units.get(&portion.measurement_id)?.symbol.clone(),
            quantity_supply: supply_unit.convert_from_base(portion.quantity_base),
            supply_measurement: supply_unit.symbol.clone(),
            unit_price: self.ingredient_cost(supply.id, supply_unit.equivalence),
            total_price: self.ingredient_cost(supply.id, portion.quantity_base),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use comanda_base::words::Status;

    fn q(text: &str) -> Quantity {
        text.parse().unwrap()
    }
    fn ingredients() -> IngredientCatalog {
        let unit = |id, symbol: &str, base: Option<i64>, equivalence| Unit {
            id: MeasurementId(id),
            symbol: symbol.into(),
            name: symbol.into(),
            magnitude_id: base.map(MeasurementId),
            equivalence: q(equivalence),
            status: Status::Active,
        };
        let units = [
            unit(1, "kg", None, "1"),
            unit(2, "g", Some(1), "0.001"),
            unit(3, "l", None, "1"),
            unit(4, "doc", Some(5), "12"),
            unit(5, "und", None, "1"),
        ];
        let supply = |id, cost: Option<&str>, unit| Ingredient {
            id: SupplyId(id),
            name: format!("Insumo {id}"),
            cost_amount: cost.map(|c| c.parse().unwrap()),
            measurement_id: MeasurementId(unit),
            status: Status::Active,
            average: None,
            cost_at: None,
            cost_is_pending: false,
        };
        let supplies = [supply(1, Some("48.00"), 1), supply(2, None, 2), supply(3, Some("7.20"), 4)];
        IngredientCatalog {
            supplies: supplies.into_iter().map(|s| (s.id, s)).collect(),
            units: units.into_iter().map(|u| (u.id, u)).collect(),
        }
    }
    fn item(supply: i64, quantity: &str, unit: Option<i64>) -> RecipeItem {
        RecipeItem { supply_id: SupplyId(supply), quantity: q(quantity), measurement_id: unit.map(MeasurementId) }
    }

    #[test]
    fn a_recipe_costs_what_its_supplies_cost_whatever_unit_was_typed() {
        let ingredients = ingredients();
        for (supply, quantity, unit, cost) in
            [(1, "200", Some(2), "9.60"), (1, "0.2", None, "9.60"), (3, "1", Some(5), "0.60"), (3, "0.5", None, "3.60")]
        {
            let portions = ingredients.check_recipe("supply_items", &[item(supply, quantity, unit)]).unwrap();
            assert_eq!(ingredients.recipe_cost(&portions).unwrap().to_string(), cost, "{quantity} of {supply}");
        }
        let whole = ingredients.check_recipe("supply_items", &[item(1, "200", Some(2)), item(2, "5", None)]).unwrap();
        assert_eq!(ingredients.recipe_cost(&whole), None, "unknown is not zero");
        assert_eq!(ingredients.recipe_line(&whole[0]).unwrap().quantity_supply, q("0.2"));
    }

    #[test]
    fn an_average_overrides_the_form_cost_and_the_oldest_purchase_dates_it() {
        let mut ingredients = ingredients();
        let day = |n: i64| DateTime::from_timestamp(n * 86_400, 0);
        let mut buys = |id, average: &str, at, waits| {
            let supply = ingredients.supplies.get_mut(&SupplyId(id)).unwrap();
            supply.average = Some(average.parse().unwrap());
            (supply.cost_at, supply.cost_is_pending) = (day(at), waits);
        };
        buys(1, "52.50", 9, false);
        buys(3, "0.70", 4, true);
        let portions =
            ingredients.check_recipe("supply_items", &[item(1, "200", Some(2)), item(3, "1", None)]).unwrap();
        assert_eq!(ingredients.recipe_cost(&portions[..1]).unwrap().to_string(), "10.50");
        assert_eq!(ingredients.recipe_cost(&portions).unwrap().to_string(), "18.90");
        assert_eq!(
            ingredients.recipe_line(&portions[1]).unwrap().unit_price.unwrap().to_string(),
            "8.40",
            "of its own unit, a dozen"
        );
        assert_eq!(ingredients.recipe_cost_age(&portions), CostAge { at: day(4), is_pending: true });
    }

    #[test]
    fn a_faulty_line_is_named_by_its_position() {
        let ingredients = ingredients();
        for (items, place) in [
            (vec![item(9, "1", None)], "supply_items.0.supply_id"),
            (vec![item(1, "0", None)], "supply_items.0.quantity"),
            (vec![item(1, "-1", None)], "supply_items.0.quantity"),
            (vec![item(1, "0.0001", Some(2))], "supply_items.0.quantity"),
            (vec![item(1, "1", Some(3))], "supply_items.0.measurement_id"),
            (vec![item(1, "1", Some(9))], "supply_items.0.measurement_id"),
            (vec![item(1, "1", None), item(1, "1", Some(2))], "supply_items.1.supply_id"),
        ] {
            let comanda_base::error::Error::Refused(refusal) =
                ingredients.check_recipe("supply_items", &items).unwrap_err()
            else {
                panic!("{place}");
            };
            assert_eq!(refusal.errors.keys().collect::<Vec<_>>(), [place]);
        }
    }
}
