//! Supplies that the restaurant makes itself: the ingredients of one batch and its yield. No supply may be made of itself, even indirectly.

use super::{
    recipe::{IngredientCatalog, RecipeItem, RecipePortion},
    save_supply::SaveSupply,
    supply_recipe_store as store,
    units::Unit,
};
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
    ids::SupplyId,
    money::{Money, Quantity, div_round},
};
use comanda_platform::use_case::Work;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The recipe of one batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SupplyRecipe {
    /// The yield of the batch, in the base unit.
    pub yield_base: Quantity,
    pub portions: Vec<RecipePortion>,
}

impl SupplyRecipe {
    /// Returns how much of an ingredient, in its base unit, `made_base` of the supply's base unit takes; `None` on overflow.
    pub fn share(&self, portion: &RecipePortion, made_base: Quantity) -> Option<Quantity> {
        let share = i128::from(portion.quantity_base.millionths()) * i128::from(made_base.millionths());
        let share = div_round(share, i128::from(self.yield_base.millionths()));
        i64::try_from(share).ok().map(Quantity::from_millionths)
    }

    /// Returns the cost of one unit of `equivalence` at today's prices; `None` where the cost of an ingredient is unknown.
    pub(super) fn unit_cost(&self, ingredients: &IngredientCatalog, equivalence: Quantity) -> Option<Money> {
        let batch = i128::from(ingredients.recipe_cost(&self.portions)?.millionths());
        let one = div_round(batch * i128::from(equivalence.millionths()), i128::from(self.yield_base.millionths()));
        i64::try_from(one).ok().map(Money::from_millionths)
    }
}

/// Loads the recipes of those among these supplies that have one, with two statements.
pub async fn load_recipes(tx: &mut Tx, supplies: &[SupplyId]) -> Result<HashMap<SupplyId, SupplyRecipe>> {
    if supplies.is_empty() {
        return Ok(HashMap::new());
    }
    let yields = store::load_yields(tx, supplies).await?.into_iter();
    let mut recipes: HashMap<SupplyId, SupplyRecipe> =
        yields.map(|(id, yield_base)| (id, SupplyRecipe { yield_base, portions: Vec::new() })).collect();
    for (supply_id, portion) in store::load_portions(tx, supplies).await? {
        if let Some(recipe) = recipes.get_mut(&supply_id) {
            recipe.portions.push(portion);
        }
    }
    Ok(recipes)
}

/// The supply whose recipe is saved.
#[derive(Debug, Clone, Copy)]
pub(super) struct SupplyOfRecipe<'m> {
    pub id: SupplyId,
    pub unit: &'m Unit,
    pub has_stock: bool,
}

/// Saves the recipe of the form; absent fields stay as they are. The caller holds the lock on the supply's row and on all names.
pub(super) async fn save_recipe(work: &mut Work<'_>, supply: SupplyOfRecipe<'_>, body: &SaveSupply) -> Result<()> {
    let was = store::load_yields(work.tx, &[supply.id]).await?.first().map(|(_, yield_base)| *yield_base);
    if !body.has_recipe.unwrap_or(was.is_some()) {
        if was.is_some() {
            store::delete_recipe(work.tx, supply.id).await?;
        }
        return Ok(());
    }
    let mut faults = Faults::default();
    faults.check(supply.has_stock, "has_recipe", "Lo que se produce aquí lleva control de stock: actívalo.");
    let yield_base = match body.recipe_yield {
        Some(typed) => supply.unit.to_base(typed).filter(|base| *base > Quantity::ZERO),
        None => was,
    };
    if yield_base.is_none() {
        faults.add("recipe_yield", "Escribe cuánto sale de una receta: más que cero.");
    }
    let portions = match &body.supply_items {
        Some(items) => faults.ok(check_items(work.tx, supply.id, items).await)?,
        None => {
            faults.check(was.is_some(), "supply_items", "Agrega al menos un ingrediente.");
            None
        }
    };
    faults.finish()?;
    store::update_yield(work.tx, supply.id, yield_base.unwrap_or_default()).await?;
    if let Some(portions) = portions {
        store::replace_portions(work.tx, supply.id, &portions).await?;
    }
    Ok(())
}

async fn check_items(tx: &mut Tx, supply_id: SupplyId, items: &[RecipeItem]) -> Result<Vec<RecipePortion>> {
    let mut faults = Faults::default();
    faults.check(!items.is_empty(), "supply_items", "Agrega al menos un ingrediente.");
    let ingredients = IngredientCatalog::load_all(tx).await?;
    let portions = faults.or_default(ingredients.check_recipe("supply_items", items))?;
    let takes = store::load_all_ingredients(tx).await?;
    for (at, item) in items.iter().enumerate() {
        if let Some(way) = find_path(item.supply_id, supply_id, &takes) {
            let name = |id| ingredients.supplies().find(|s| s.id == id).map_or("…", |s| s.name.as_str());
            let names: Vec<&str> = [supply_id].into_iter().chain(way).map(name).collect();
            let text = format!("Se haría de sí mismo: {}. Elige otro ingrediente.", names.join(" ← "));
            faults.add(&format!("supply_items.{at}.supply_id"), text);
        }
    }
    faults.finish()?;
    Ok(portions)
}

/// Finds the path from an ingredient through its own ingredients to `supply_id`; `None` where no such path exists.
fn find_path(
    ingredient: SupplyId,
    supply_id: SupplyId,
    takes: &BTreeMap<SupplyId, Vec<SupplyId>>,
) -> Option<Vec<SupplyId>> {
    let mut paths = vec![vec![ingredient]];
    let mut visited = HashSet::from([ingredient]);
    while let Some(path) = paths.pop() {
        let last = path.last().copied()?;
        if last == supply_id {
            return Some(path);
        }
        for next in takes.get(&last).into_iter().flatten().copied() {
            if next == supply_id || visited.insert(next) {
                paths.push(path.iter().copied().chain([next]).collect());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_indirect_cycle_is_found() {
        let id = SupplyId;
        let takes = BTreeMap::from([(id(1), vec![id(2), id(3)]), (id(3), vec![id(4)]), (id(5), vec![id(4)])]);
        for (ingredient, supply, way) in
            [(1, 1, Some(vec![1])), (1, 4, Some(vec![1, 3, 4])), (3, 4, Some(vec![3, 4])), (4, 1, None), (5, 1, None)]
        {
            let way = way.map(|way| way.into_iter().map(id).collect());
            assert_eq!(find_path(id(ingredient), id(supply), &takes), way, "{ingredient} in {supply}");
        }
    }

    #[test]
    fn a_part_of_a_batch_takes_its_share() {
        let q = |text: &str| -> Quantity { text.parse().unwrap() };
        let recipe = SupplyRecipe { yield_base: q("3"), portions: Vec::new() };
        let portion = |base| RecipePortion {
            supply_id: SupplyId(1),
            quantity: q(base),
            measurement_id: comanda_base::ids::MeasurementId(1),
            quantity_base: q(base),
        };
        for (base, produced, share) in [("1", "10", "3.333333"), ("2", "10", "6.666667"), ("0.3", "3", "0.3")] {
            assert_eq!(recipe.share(&portion(base), q(produced)), Some(q(share)), "{base} for 3, {produced} made");
        }
    }
}
