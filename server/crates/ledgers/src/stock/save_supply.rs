//! Creates, updates and deletes supplies. The callers check what uses a supply, because this module does not know the menu.

pub use super::supplies_store::lock_supply;

use super::{
    model::Item,
    opening::{self, OpeningStock},
    recipe::RecipeItem,
    supplies::{self, Supply},
    supplies_store as store,
    supply_recipe::{self, SupplyOfRecipe},
    units::{self, Unit},
    used_in,
};
use comanda_base::{
    attempt,
    db::{self, Tx},
    error::{Code, Faults, Refusal, Result, already_exists, invalid, refuse},
    form::{self, deserialize_optional},
    ids::{CategoryId, MeasurementId, SupplyId},
    money::{Money, Quantity, div_round},
    search::search_key,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 120;
const MAX_DESCRIPTION_CHARS: usize = 500;
/// A higher cost of one unit is a typing error.
const MAX_COST: Money = Money::units(100_000);

/// Body of `POST /supplies` and `PUT /supplies/{id}`; PUT changes only what is given, null clears a field.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveSupply {
    pub name: Option<String>,
    pub description: Option<String>,
    /// The cost of one of its unit; null: unknown.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<Money>)]
    pub cost_amount: Option<Option<Money>>,
    /// The minimum stock, in its unit.
    pub min_stock: Option<Quantity>,
    /// Whether its stock is counted.
    pub has_stock: Option<bool>,
    /// A category of type SUPPLY.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<CategoryId>)]
    pub category_id: Option<Option<CategoryId>>,
    pub measurement_id: Option<MeasurementId>,
    pub status: Option<Status>,
    /// Whether the restaurant makes it itself: then its stock must be counted, and the next two fields are needed.
    pub has_recipe: Option<bool>,
    /// The yield of one batch, in its unit.
    pub recipe_yield: Option<Quantity>,
    /// The ingredients of one batch.
    pub supply_items: Option<Vec<RecipeItem>>,
    /// The stock when counting begins; only for a supply that is counted and was never moved.
    pub opening_stock: Option<OpeningStock>,
}

/// The fields of a supply about to be written; `min_stock` is in the base unit.
#[derive(Debug, comanda_from_row::ToRow)]
pub(super) struct SupplyFields {
    pub name: String,
    pub description: String,
    pub cost_amount: Option<Money>,
    pub min_stock: Quantity,
    pub has_stock: bool,
    pub category_id: Option<CategoryId>,
    pub measurement_id: MeasurementId,
    pub status: Status,
}

/// Adds a supply.
pub async fn create_supply(work: &mut Work<'_>, body: &SaveSupply) -> Result<Supply> {
    let mut faults = Faults::default();
    let unit = match body.measurement_id {
        Some(id) => faults.ok(load_unit(work.tx, id).await)?,
        None => {
            faults.add("measurement_id", "Elige en qué unidad se cuenta.");
            None
        }
    };
    let unit = unit.unwrap_or_else(Unit::unnamed);
    let none = SupplyFields {
        name: String::new(),
        description: String::new(),
        cost_amount: None,
        min_stock: Quantity::ZERO,
        has_stock: true,
        category_id: None,
        measurement_id: unit.id,
        status: Status::Active,
    };
    let new = none.merge(body, &unit, &unit, &mut faults)?;
    faults.ok(check_name_and_category(work.tx, None, &new).await)?;
    faults.finish()?;
    let inserted = attempt!(work.tx, store::insert_supply(work.tx, &new).await);
    let id = refuse_taken_name(inserted, &new.name)?;
    supply_recipe::save_recipe(work, SupplyOfRecipe { id, unit: &unit, has_stock: new.has_stock }, body).await?;
    let average = enter_opening_stock(work, id, &new, body).await?;
    Ok(record_change(work, "SUPPLY_CREATED", None, id).await?.with_average_cost(average, &unit))
}

/// Updates only the fields sent of a supply; a unit of another magnitude while recipes use the supply is 409 `in_use`.
pub async fn update_supply(work: &mut Work<'_>, id: SupplyId, body: &SaveSupply) -> Result<Supply> {
    store::lock_supply(work.tx, id).await?;
    if changes_magnitude(work.tx, id, body).await?
        && let Some(used) = used_in::list_recipe_names_with_supply(work.tx, id).await?
    {
        let text = format!("Se usa en {used} con otra unidad. Elige una que se convierta en ella, o crea otro insumo.");
        return refuse(Code::InUse, text).at("measurement_id", "Hay recetas en otra unidad.").err();
    }
    update(work, id, body).await
}

/// Converts cost and minimum when the unit changes within its magnitude. A change of magnitude is refused once the supply has moves; the
/// caller has checked that no recipe uses it.
async fn update(work: &mut Work<'_>, id: SupplyId, body: &SaveSupply) -> Result<Supply> {
    store::lock_supply(work.tx, id).await?;
    let was = supplies::load_supply(work.tx, id).await?;
    let old = load_unit(work.tx, was.measurement_id).await?;
    let unit = match body.measurement_id {
        Some(id) if id != was.measurement_id => load_unit(work.tx, id).await?,
        _ => old.clone(),
    };
    if unit.base() != old.base() && store::has_moves(work.tx, id).await? {
        let text = format!(
            "{} ya tiene movimientos en {}. Crea otro insumo para medirlo en {}.",
            was.name, old.symbol, unit.symbol
        );
        return refuse(Code::InUse, text).at("measurement_id", "Ya tiene movimientos en otra unidad.").err();
    }
    if unit.base() != old.base() && was.has_recipe && body.recipe_yield.is_none() {
        return invalid("recipe_yield", "Escribe en la unidad nueva cuánto sale de una receta.").err();
    }
    let fields = SupplyFields {
        name: was.name.clone(),
        description: was.description.clone(),
        cost_amount: was.cost_amount,
        min_stock: old.to_base(was.min_stock).unwrap_or_default(),
        has_stock: was.has_stock,
        category_id: was.category_id,
        measurement_id: was.measurement_id,
        status: was.status,
    };
    let mut faults = Faults::default();
    let new = fields.merge(body, &old, &unit, &mut faults)?;
    faults.ok(check_name_and_category(work.tx, Some(id), &new).await)?;
    faults.finish()?;
    let updated = attempt!(work.tx, store::update_supply(work.tx, id, &new).await);
    refuse_taken_name(updated, &new.name)?;
    supply_recipe::save_recipe(work, SupplyOfRecipe { id, unit: &unit, has_stock: new.has_stock }, body).await?;
    let average = enter_opening_stock(work, id, &new, body).await?;
    Ok(record_change(work, "SUPPLY_CHANGED", Some(was), id).await?.with_average_cost(average, &unit))
}

/// Enters the opening stock of the form, if there is any, and returns the average cost of one base unit that it leads to.
async fn enter_opening_stock(
    work: &mut Work<'_>,
    id: SupplyId,
    is: &SupplyFields,
    body: &SaveSupply,
) -> Result<Option<Money>> {
    let Some(opening_stock) = &body.opening_stock else { return Ok(None) };
    let opening_item =
        opening::OpeningItem { item: Item::Supply(id), name: &is.name, has_stock: is.has_stock, cost: is.cost_amount };
    opening::enter_opening_stock(work, opening_item, opening_stock).await
}

/// Whether the change gives the supply a unit into which its recipes cannot be converted.
async fn changes_magnitude(tx: &mut Tx, id: SupplyId, body: &SaveSupply) -> Result<bool> {
    let Some(new_unit) = body.measurement_id else { return Ok(false) };
    let was = supplies::load_supply(tx, id).await?.measurement_id;
    Ok(load_unit(tx, was).await?.base() != load_unit(tx, new_unit).await?.base())
}

/// Deletes a supply that has no moves. The caller has checked that no recipe uses it.
pub async fn delete_supply(work: &mut Work<'_>, id: SupplyId) -> Result<Supply> {
    store::lock_supply(work.tx, id).await?;
    let was = supplies::load_supply(work.tx, id).await?;
    if store::has_moves(work.tx, id).await? {
        let text = format!(
            "{} tiene movimientos de almacén, que no se borran. Desactívalo para que ya no se ofrezca.",
            was.name
        );
        return refuse(Code::InUse, text).with_current(&was).err();
    }
    store::delete_supply(work.tx, id).await?;
    let entry = AuditEntry::new("SUPPLY_DELETED").entity("supply", id.0).change(Some(json!(was)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::CatalogChanged, json!({ "supply_id": id }));
    Ok(was)
}

impl SupplyFields {
    /// Applies the fields that are given, in `unit`; the others are converted from `old` to it.
    fn merge(self, body: &SaveSupply, old: &Unit, unit: &Unit, faults: &mut Faults) -> Result<Self> {
        let new = Self {
            name: faults.or_default(form::required_text(
                "name",
                body.name.as_ref(),
                self.name,
                MAX_NAME_CHARS,
                "el nombre del insumo",
            ))?,
            description: faults.or_default(form::optional_text(
                "description",
                body.description.as_ref(),
                self.description,
                MAX_DESCRIPTION_CHARS,
            ))?,
            cost_amount: body.cost_amount.unwrap_or_else(|| self.cost_amount.map(|cost| convert_cost(cost, old, unit))),
            min_stock: match body.min_stock {
                Some(typed) => {
                    let base = unit.to_base(typed);
                    faults.or_default(base.ok_or_else(|| invalid("min_stock", "Es demasiado. Revisa la cantidad.")))?
                }
                None => self.min_stock,
            },
            has_stock: body.has_stock.unwrap_or(self.has_stock),
            category_id: body.category_id.unwrap_or(self.category_id),
            measurement_id: unit.id,
            status: body.status.unwrap_or(self.status),
        };
        if new.cost_amount.is_some_and(Money::is_negative) {
            faults.add("cost_amount", "El costo no puede ser negativo. Déjalo vacío si no lo sabes.");
        }
        if new.cost_amount.is_some_and(|cost| cost > MAX_COST) {
            faults.add("cost_amount", "El costo de una unidad puede llegar a S/ 100,000. Revisa el monto y la unidad.");
        }
        if new.min_stock.is_negative() {
            faults.add("min_stock", "El stock mínimo no puede ser negativo.");
        }
        Ok(new)
    }
}

/// Converts the cost of one `old` unit to the cost of one `unit`, to the millionth.
fn convert_cost(cost: Money, old: &Unit, unit: &Unit) -> Money {
    let cost = i128::from(cost.millionths()) * i128::from(unit.equivalence.millionths());
    let cost = div_round(cost, i128::from(old.equivalence.millionths()));
    Money::from_millionths(i64::try_from(cost).unwrap_or(i64::MAX))
}

async fn load_unit(tx: &mut Tx, id: MeasurementId) -> Result<Unit> {
    let unit = units::list_units(tx).await?.into_iter().find(|u| u.id == id);
    Ok(unit.ok_or_else(|| invalid("measurement_id", "Esa unidad ya no existe. Elige otra."))?)
}

/// Refuses a name that equals another but for capitals and accents, and a category that is not one of supplies.
async fn check_name_and_category(tx: &mut Tx, supply_id: Option<SupplyId>, new: &SupplyFields) -> Result<()> {
    let mut faults = Faults::default();
    tx.lock_tables("supplies").await?;
    let same = supplies::select_supplies()
        .with("AND s.search_key = ?", search_key(&new.name))
        .when("AND s.id <> ?", supply_id)
        .add("ORDER BY s.id LIMIT 1");
    if let Some(other) = supplies::load_supplies(tx, same).await?.into_iter().next() {
        faults.refuse(name_taken(&other.name).with_current(other));
    }
    if let Some(category) = new.category_id
        && !store::lock_category(tx, category).await?
    {
        faults.add("category_id", "Esa categoría de insumos ya no existe. Elige otra.");
    }
    faults.finish()
}

fn name_taken(name: &str) -> Refusal {
    already_exists("name", format!("Ya hay un insumo {name}. Edítalo o elige otro nombre."))
}

/// Turns a violation of the unique name into a refusal: another user may have saved the same name meanwhile.
fn refuse_taken_name<T>(result: db::Result<T>, name: &str) -> Result<T> {
    match result {
        Err(db::Error::Unique(_)) => {
            let text = format!("Alguien acaba de guardar otro insumo {name}. Edítalo o elige otro nombre.");
            already_exists("name", text).err()
        }
        other => Ok(other?),
    }
}

async fn record_change(work: &mut Work<'_>, what: &'static str, was: Option<Supply>, id: SupplyId) -> Result<Supply> {
    let supply = supplies::load_supply(work.tx, id).await?;
    let entry = AuditEntry::new(what).entity("supply", id.0).change(was.map(|w| json!(w)), Some(json!(supply)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::CatalogChanged, json!({ "supply_id": id }));
    Ok(supply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_follows_into_another_unit() {
        let unit = |equivalence: &str| Unit {
            id: MeasurementId(1),
            symbol: String::new(),
            name: String::new(),
            magnitude_id: None,
            equivalence: equivalence.parse().unwrap(),
            status: Status::Active,
        };
        for (cost, old, new, becomes) in
            [("4.30", "1", "0.001", "0.0043"), ("0.0043", "0.001", "1", "4.30"), ("7.20", "12", "1", "0.60")]
        {
            let cost = convert_cost(cost.parse().unwrap(), &unit(old), &unit(new));
            assert_eq!(cost, becomes.parse().unwrap(), "{old} to {new}");
        }
    }
}
