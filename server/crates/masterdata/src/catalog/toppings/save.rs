//! Creates, updates and deletes toppings.

use super::{
    model::{SaveTopping, ToppingView},
    store::{self, ToppingRow},
};
use crate::catalog::{categories::lock_for_use, choices, model::CategoryKind, version};
use comanda_base::{
    attempt,
    db::{self, Tx},
    error::{Faults, OrNotFound, Refusal, Result, already_exists, invalid, not_found},
    form,
    ids::ToppingId,
    money::{Money, Quantity},
    words::{Status, WordSet},
};
use comanda_ledgers::stock::recipe::{IngredientCatalog, RecipeItem, RecipePortion};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;

const MAX_NAME_CHARS: usize = 80;
/// A higher price is a typing error.
const MAX_PRICE: Money = Money::units(10_000);

pub(in crate::catalog) async fn create_topping(work: &mut Work<'_>, body: &SaveTopping) -> Result<ToppingView> {
    let mut faults = Faults::default();
    faults.check(body.sale_amount.is_some(), "sale_amount", "Escribe el precio; 0 si es gratis.");
    let none = ToppingRow {
        id: ToppingId(0),
        category_id: None,
        name: String::new(),
        cost_amount: None,
        sale_amount: Money::ZERO,
        has_stock: false,
        has_recipe: false,
        min_stock: Quantity::ZERO,
        allergens: WordSet::default(),
        supply_id: None,
        supply_quantity: Quantity::units(1),
        supply_measurement_id: None,
        status: Status::Active,
    };
    let (new, recipe) = check(work.tx, none, Vec::new(), body, faults).await?;
    let inserted = attempt!(work.tx, store::insert_topping(work.tx, &new).await);
    let id = refuse_conflict(inserted, &new.name)?;
    store::replace_recipe(work.tx, id, &recipe).await?;
    record_change(work, "TOPPING_CREATED", None, id).await
}

/// Updates only the fields sent.
pub(super) async fn update_topping(work: &mut Work<'_>, id: ToppingId, body: &SaveTopping) -> Result<ToppingView> {
    lock(work, id).await?;
    let row = store::find_topping(work.tx, id).await.or_not_found("el adicional")?;
    let was = load_topping(work, id).await?;
    let recipe = store::load_recipes(work.tx, [id]).await?.into_iter().map(|(_, p)| p).collect();
    let (new, recipe) = check(work.tx, row, recipe, body, Faults::default()).await?;
    let updated = attempt!(work.tx, store::update_topping(work.tx, &new).await);
    refuse_conflict(updated, &new.name)?;
    store::replace_recipe(work.tx, id, &recipe).await?;
    record_change(work, "TOPPING_CHANGED", Some(was), id).await
}

/// Deletes a topping that no product offers and nobody ever ordered.
pub(super) async fn delete_topping(work: &mut Work<'_>, id: ToppingId) -> Result<ToppingView> {
    lock(work, id).await?;
    let was = load_topping(work, id).await?;
    let offered = store::list_offering_products(work.tx, id).await?;
    if let Some(names) = form::summarize_names(&offered) {
        return in_use(&was, &format!("lo ofrece {names}")).err();
    }
    if let Some(names) = form::summarize_names(&choices::list_names_offering_topping(work.tx, id).await?) {
        return in_use(&was, &format!("es una opción de {names}")).err();
    }
    let deleted = attempt!(work.tx, store::delete_topping(work.tx, id).await);
    match deleted {
        Err(db::Error::ForeignKey) => return in_use(&was, "está en pedidos, que no se borran").err(),
        other => other?,
    };
    let entry = AuditEntry::new("TOPPING_DELETED").entity("topping", id.0).change(Some(json!(was)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "topping_id": id }));
    Ok(was)
}

fn in_use(topping: &ToppingView, why: &str) -> Refusal {
    form::in_use_refusal(&topping.name, why, "Desactívalo para que ya no se ofrezca.").with_current(topping)
}

/// Checks the form, and returns the row and the recipe to be written.
async fn check(
    tx: &mut Tx,
    was: ToppingRow,
    recipe: Vec<RecipePortion>,
    body: &SaveTopping,
    mut faults: Faults,
) -> Result<(ToppingRow, Vec<RecipePortion>)> {
    let was_in = was.category_id;
    let mut new = ToppingRow {
        category_id: body.category_id.unwrap_or(was.category_id),
        name: faults.or_default(form::required_text(
            "name",
            body.name.as_ref(),
            was.name.clone(),
            MAX_NAME_CHARS,
            "el nombre del adicional",
        ))?,
        cost_amount: body.cost_amount.unwrap_or(was.cost_amount),
        sale_amount: body.sale_amount.unwrap_or(was.sale_amount),
        has_stock: body.has_stock.unwrap_or(was.has_stock),
        has_recipe: body.has_recipe.unwrap_or(was.has_recipe),
        min_stock: body.min_stock.unwrap_or(was.min_stock),
        allergens: body.allergens.clone().unwrap_or_else(|| was.allergens.clone()),
        status: body.status.unwrap_or(was.status),
        ..was
    };
    if let Some(category) = new.category_id.filter(|_| new.category_id != was_in) {
        faults.ok(lock_for_use(tx, category, Some(CategoryKind::Topping)).await)?;
    }
    check_amounts(&new, &mut faults);
    if new.has_recipe && new.has_stock {
        faults.add("has_stock", "Elige una sola: receta de varios insumos, o un insumo solo.");
    }
    faults.ok(set_supply(tx, &mut new, body).await)?;
    let topping_id = Some(new.id).filter(|id| id.0 != 0);
    if let Some(other) = store::find_same_name(tx, topping_id, &new.name).await? {
        let text = format!("Ya hay un adicional {}. Edítalo o elige otro nombre.", other.name);
        faults.refuse(already_exists("name", text).with_current(json!({"id": other.id, "name": other.name})));
    }
    let recipe = match &body.supply_items {
        _ if !new.has_recipe => Some(Vec::new()),
        Some(items) => {
            let ingredients = IngredientCatalog::load_for(tx, items.iter().map(|i| i.supply_id)).await?;
            faults.ok(ingredients.check_recipe("supply_items", items))?
        }
        None => Some(recipe),
    };
    if new.has_recipe && recipe.as_ref().is_some_and(Vec::is_empty) {
        faults.add("supply_items", "Agrega al menos un insumo a la receta.");
    }
    faults.finish()?;
    Ok((new, recipe.unwrap_or_default()))
}

fn check_amounts(new: &ToppingRow, faults: &mut Faults) {
    if new.sale_amount.is_negative() || new.sale_amount > MAX_PRICE {
        faults.add("sale_amount", format!("El precio va de 0 a S/ {MAX_PRICE:#}."));
    }
    if new.cost_amount.is_some_and(Money::is_negative) {
        faults.add("cost_amount", "El costo no puede ser negativo. Déjalo vacío si no lo sabes.");
    }
    if new.cost_amount.is_some_and(|cost| cost > MAX_PRICE) {
        faults.add("cost_amount", "El costo de uno puede llegar a S/ 10,000. Revisa el monto.");
    }
    if new.min_stock.is_negative() {
        faults.add("min_stock", "El stock mínimo no puede ser negativo.");
    }
}

/// Sets the supply for which the topping stands, and how much of it one takes.
async fn set_supply(tx: &mut Tx, new: &mut ToppingRow, body: &SaveTopping) -> Result<()> {
    let supply = body.supply_id.unwrap_or(new.supply_id);
    let Some(supply_id) = supply else {
        (new.supply_id, new.supply_quantity, new.supply_measurement_id) = (None, Quantity::units(1), None);
        return if new.has_stock { invalid("supply_id", "Elige de qué insumo se descuenta.").err() } else { Ok(()) };
    };
    let ingredients = IngredientCatalog::load_for(tx, [supply_id]).await?;
    let same = new.supply_id == Some(supply_id);
    let kept = if same { new.supply_measurement_id } else { None };
    let measurement_id = body.measurement_id.unwrap_or(kept);
    let was = || {
        let supply_unit = ingredients.supplies().next().map(|s| s.measurement_id);
        let unit = kept.or(supply_unit).and_then(|id| ingredients.unit(id));
        unit.filter(|_| same).map_or(Quantity::units(1), |u| u.convert_from_base(new.supply_quantity))
    };
    let quantity = body.supply_quantity.unwrap_or_else(was);
    let portion = ingredients
        .portion(&RecipeItem { supply_id, quantity, measurement_id })
        .map_err(|(part, text)| invalid(if part == "quantity" { "supply_quantity" } else { part }, text))?;
    new.supply_id = Some(supply_id);
    new.supply_quantity = portion.quantity_base;
    new.supply_measurement_id = Some(portion.measurement_id);
    Ok(())
}

/// Turns violations into refusals: another user may have saved the same name meanwhile, or the category may be deleted.
fn refuse_conflict<T>(result: db::Result<T>, name: &str) -> Result<T> {
    match result {
        Err(db::Error::Unique(_)) => {
            let text = format!("Alguien acaba de guardar otro adicional {name}. Edítalo o elige otro nombre.");
            already_exists("name", text).err()
        }
        Err(db::Error::ForeignKey) => invalid("category_id", "Esa categoría ya no existe. Elige otra.").err(),
        other => Ok(other?),
    }
}

async fn lock(work: &mut Work<'_>, id: ToppingId) -> Result<()> {
    store::lock_topping(work.tx, id).await?.map(drop).ok_or_else(|| not_found("el adicional").into())
}

async fn load_topping(work: &mut Work<'_>, id: ToppingId) -> Result<ToppingView> {
    let today = work.business_day().await?;
    let found = store::load_toppings(work.tx, store::select_toppings().with("AND t.id = ?", id), today, true).await?;
    Ok(found.into_iter().next().ok_or_else(|| not_found("el adicional"))?)
}

async fn record_change(
    work: &mut Work<'_>,
    what: &'static str,
    was: Option<ToppingView>,
    id: ToppingId,
) -> Result<ToppingView> {
    let topping = load_topping(work, id).await?;
    let entry = AuditEntry::new(what).entity("topping", id.0).change(was.map(|w| json!(w)), Some(json!(topping)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "topping_id": id }));
    Ok(topping)
}
