//! Supplies as the office keeps them. What uses a supply is for the caller to say: nothing here knows a menu.

pub use super::supplies_store::lock;

use super::{
    model::Item,
    opening::{self, OpeningStock},
    recipe::RecipeItem,
    supplies::{self, Supply},
    supplies_store as store,
    supply_recipe::{self, Made},
    units::{self, Unit},
    used_in,
};
use comanda_base::{
    attempt,
    db::{self, Tx},
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    form::{self, given},
    ids::{CategoryId, MeasurementId, SupplyId},
    money::{Money, Quantity, div_round},
    search::search_key,
    words::Status,
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 120;
const MAX_DESCRIPTION_CHARS: usize = 500;

/// Body of `POST /supplies` and `PUT /supplies/{id}`; PUT changes only what is given, null takes away.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveSupply {
    pub name: Option<String>,
    pub description: Option<String>,
    /// Of one of its unit; null: nobody knows.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Money>)]
    pub cost_amount: Option<Option<Money>>,
    /// In its unit.
    pub min_stock: Option<Quantity>,
    /// Whether it is counted at all.
    pub has_stock: Option<bool>,
    /// A category of type SUPPLY.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<CategoryId>)]
    pub category_id: Option<Option<CategoryId>>,
    pub measurement_id: Option<MeasurementId>,
    pub status: Option<Status>,
    /// Whether the house makes it itself: then it is counted, and needs the two that follow.
    pub has_recipe: Option<bool>,
    /// What one batch gives, in its unit.
    pub recipe_yield: Option<Quantity>,
    /// What one batch takes.
    pub supply_items: Option<Vec<RecipeItem>>,
    /// What there is of it when counting begins; only of one that is counted and was never moved.
    pub opening_stock: Option<OpeningStock>,
}

/// A supply about to be written; `min_stock` is in the base unit.
#[derive(Debug)]
pub(super) struct Fields {
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
pub async fn create(work: &mut Work<'_>, body: &SaveSupply) -> Result<Supply> {
    let mut faults = Faults::default();
    let unit = match body.measurement_id {
        Some(id) => faults.ok(unit_of(work.tx, id).await)?,
        None => {
            faults.add("measurement_id", "Elige en qué unidad se cuenta.");
            None
        }
    };
    let unit = unit.unwrap_or_else(Unit::unnamed);
    let none = Fields {
        name: String::new(),
        description: String::new(),
        cost_amount: None,
        min_stock: Quantity::ZERO,
        has_stock: true,
        category_id: None,
        measurement_id: unit.id,
        status: Status::Active,
    };
    let new = none.take(body, &unit, &unit, &mut faults)?;
    faults.ok(must_be_new(work.tx, None, &new).await)?;
    faults.done()?;
    let inserted = attempt!(work.tx, store::insert(work.tx, &new).await);
    let id = where_it_belongs(inserted)?;
    supply_recipe::save(work, Made { id, unit: &unit, has_stock: new.has_stock }, body).await?;
    open(work, id, &new, body).await?;
    written(work, "SUPPLY_CREATED", None, id).await
}

/// Updates only the fields sent of a supply; measuring it in something else while recipes use it is 409 `in_use`.
pub async fn change(work: &mut Work<'_>, id: SupplyId, body: &SaveSupply) -> Result<Supply> {
    store::lock(work.tx, id).await?;
    if changes_magnitude(work.tx, id, body).await?
        && let Some(used) = used_in::recipes_with(work.tx, id).await?
    {
        let text = format!("Se usa en {used} con otra unidad. Elige una que se convierta en ella, o crea otro insumo.");
        return refuse(Code::InUse, text).at("measurement_id", "Hay recetas en otra unidad.").err();
    }
    update(work, id, body).await
}

/// Cost and minimum follow into another unit of the same magnitude; into another magnitude only while nothing was ever counted: the
/// caller sees that no recipe uses it.
async fn update(work: &mut Work<'_>, id: SupplyId, body: &SaveSupply) -> Result<Supply> {
    store::lock(work.tx, id).await?;
    let was = supplies::supply(work.tx, id).await?;
    let old = unit_of(work.tx, was.measurement_id).await?;
    let unit = match body.measurement_id {
        Some(id) if id != was.measurement_id => unit_of(work.tx, id).await?,
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
    let fields = Fields {
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
    let new = fields.take(body, &old, &unit, &mut faults)?;
    faults.ok(must_be_new(work.tx, Some(id), &new).await)?;
    faults.done()?;
    let updated = attempt!(work.tx, store::update(work.tx, id, &new).await);
    where_it_belongs(updated)?;
    supply_recipe::save(work, Made { id, unit: &unit, has_stock: new.has_stock }, body).await?;
    open(work, id, &new, body).await?;
    written(work, "SUPPLY_CHANGED", Some(was), id).await
}

/// Counting begins with what the form says.
async fn open(work: &mut Work<'_>, id: SupplyId, is: &Fields, body: &SaveSupply) -> Result<()> {
    let Some(given) = &body.opening_stock else { return Ok(()) };
    let of = opening::Opened { item: Item::Supply(id), name: &is.name, has_stock: is.has_stock, cost: is.cost_amount };
    opening::enter(work, of, given).await
}

/// Whether this change counts the supply in something that its recipes cannot be converted into.
async fn changes_magnitude(tx: &mut Tx, id: SupplyId, body: &SaveSupply) -> Result<bool> {
    let Some(to) = body.measurement_id else { return Ok(false) };
    let was = supplies::supply(tx, id).await?.measurement_id;
    Ok(unit_of(tx, was).await?.base() != unit_of(tx, to).await?.base())
}

/// Deletes a supply that was never counted. The caller has checked that no recipe uses it.
pub async fn delete(work: &mut Work<'_>, id: SupplyId) -> Result<Supply> {
    store::lock(work.tx, id).await?;
    let was = supplies::supply(work.tx, id).await?;
    if store::has_moves(work.tx, id).await? {
        let text = format!(
            "{} tiene movimientos de almacén, que no se borran. Desactívalo para que ya no se ofrezca.",
            was.name
        );
        return refuse(Code::InUse, text).current(&was).err();
    }
    store::delete(work.tx, id).await?;
    let entry = Entry::new("SUPPLY_DELETED").entity("supply", id.0).change(Some(json!(was)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::CatalogChanged, json!({ "supply_id": id }));
    Ok(was)
}

impl Fields {
    /// What is given, in `unit`; what is not given follows from `old` into it.
    fn take(self, body: &SaveSupply, old: &Unit, unit: &Unit, faults: &mut Faults) -> Result<Self> {
        let new = Self {
            name: faults.or_default(form::text(
                "name",
                body.name.as_ref(),
                self.name,
                MAX_NAME_CHARS,
                "el nombre del insumo",
            ))?,
            description: faults.or_default(form::optional(
                "description",
                body.description.as_ref(),
                self.description,
                MAX_DESCRIPTION_CHARS,
            ))?,
            cost_amount: body.cost_amount.unwrap_or_else(|| self.cost_amount.map(|cost| cost_in(cost, old, unit))),
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
        if new.min_stock.is_negative() {
            faults.add("min_stock", "El stock mínimo no puede ser negativo.");
        }
        Ok(new)
    }
}

/// What one of `unit` costs where one of `old` costs `cost`, to the millionth.
fn cost_in(cost: Money, old: &Unit, unit: &Unit) -> Money {
    let cost = i128::from(cost.millionths()) * i128::from(unit.equivalence.millionths());
    let cost = div_round(cost, i128::from(old.equivalence.millionths()));
    Money::from_millionths(i64::try_from(cost).unwrap_or(i64::MAX))
}

async fn unit_of(tx: &mut Tx, id: MeasurementId) -> Result<Unit> {
    let unit = units::all(tx).await?.into_iter().find(|u| u.id == id);
    Ok(unit.ok_or_else(|| invalid("measurement_id", "Esa unidad ya no existe. Elige otra."))?)
}

/// Refuses a name that differs from another at most by capitals and accents, and a category of something else.
async fn must_be_new(tx: &mut Tx, own: Option<SupplyId>, new: &Fields) -> Result<()> {
    let mut faults = Faults::default();
    tx.lock_tables("supplies").await?;
    let same = supplies::supplies()
        .with("AND s.search_key = ?", search_key(&new.name))
        .when("AND s.id <> ?", own)
        .add("ORDER BY s.id LIMIT 1");
    if let Some(other) = supplies::read(tx, same).await?.into_iter().next() {
        faults.refuse(taken(&other.name).current(other));
    }
    if let Some(category) = new.category_id
        && !store::lock_category(tx, category).await?
    {
        faults.add("category_id", "Esa categoría de insumos ya no existe. Elige otra.");
    }
    faults.done()
}

fn taken(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un insumo {name}. Edítalo o elige otro nombre."))
        .at("name", "Ya existe.")
}

/// Somebody may have been faster with the same name.
fn where_it_belongs<T>(result: db::Result<T>) -> Result<T> {
    match result {
        Err(db::Error::Unique(_)) => {
            refuse(Code::AlreadyExists, "Ese nombre acaba de usarse. Elige otro.").at("name", "Ya existe.").err()
        }
        other => Ok(other?),
    }
}

async fn written(work: &mut Work<'_>, what: &'static str, was: Option<Supply>, id: SupplyId) -> Result<Supply> {
    let supply = supplies::supply(work.tx, id).await?;
    let entry = Entry::new(what).entity("supply", id.0).change(was.map(|w| json!(w)), Some(json!(supply)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::CatalogChanged, json!({ "supply_id": id }));
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
            let cost = cost_in(cost.parse().unwrap(), &unit(old), &unit(new));
            assert_eq!(cost, becomes.parse().unwrap(), "{old} to {new}");
        }
    }
}
