//! Adding, changing and deleting a product with all that belongs to it, in one transaction. The log says what changed, prices apart.

use super::{
    bag, combo,
    form::{ProductFields, SaveProduct, VariantForm},
    store, variants,
};
use crate::catalog::{
    codes::{self, CodeForm},
    model::ProductDetail,
    planned_prices,
    product::cost,
    version,
};
use comanda_base::{
    attempt, db,
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    ids::{ProductId, ToppingId, VariantId},
};
use comanda_ledgers::stock::{
    Item,
    opening::{self, Opened},
    recipe::Pantry,
};
use comanda_platform::{
    audit::{self, Entry},
    law, pictures,
    use_case::Work,
};
use serde_json::{Map, Value, json};

const MAX_TOPPINGS: usize = 200;
/// What is a price in the log.
const PRICES: [&str; 5] = ["sale_amount", "delivery_price", "delivery_app_price", "minimum_sale_price", "variants"];

/// Adds a product.
pub(in crate::catalog) async fn create(work: &mut Work<'_>, body: &SaveProduct) -> Result<ProductDetail> {
    let mut fields = ProductFields::new(body)?;
    bag::check(&fields, law::bag_tax(work.issue_date()))?;
    must_fit_in(work, &fields, None, true).await?;
    if body.position.is_none() {
        fields.position = store::next_position(work.tx, fields.category_id).await?;
    }
    let inserted = attempt!(work.tx, store::insert(work.tx, &fields).await);
    let id = unless_taken(inserted, &fields.name)?;
    if let Some(dishes) = &body.combo_items {
        store::locked(work.tx, id, dishes).await?;
    }
    compose(work, id, (None, &fields), body).await?;
    open(work, id, &fields, body).await?;
    let is = snapshot(work, id, &fields).await?;
    let entry = Entry::new("PRODUCT_CREATED").entity("product", id.0).change(None, Some(Value::Object(is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work, id).await
}

/// Updates only the fields sent.
pub(in crate::catalog) async fn update(
    work: &mut Work<'_>,
    id: ProductId,
    body: &SaveProduct,
) -> Result<ProductDetail> {
    let dishes = body.combo_items.as_deref().unwrap_or_default();
    planned_prices::take_hold(work).await?;
    let was = store::locked(work.tx, id, dishes).await?;
    let before = snapshot(work, id, &was).await?;
    let fields = was.clone().take(body)?;
    must_be_a_bag(work, id, &was, &fields).await?;
    let moved = fields.category_id != was.category_id || fields.production_area_id != was.production_area_id;
    if fields.name != was.name || moved {
        must_fit_in(work, &fields, Some(id), moved).await?;
    }
    if fields.is_combo && !was.is_combo {
        let cannot = format!("{} no puede ser un combo", was.name);
        combo::must_stand_alone(work.tx, id, &cannot, "Un combo no contiene otros combos.").await?;
    }
    if fields.sale_amount != was.sale_amount {
        planned_prices::forget(work, &[id]).await?;
    }
    if fields != was {
        let updated = attempt!(work.tx, store::update(work.tx, id, &fields).await);
        unless_taken(updated, &fields.name)?;
    }
    compose(work, id, (Some(&was), &fields), body).await?;
    open(work, id, &fields, body).await?;
    let after = snapshot(work, id, &fields).await?;
    // The order of its variants is not in it.
    version::may_have_changed(work);
    if before == after {
        return super::read::detail(work.tx, work.actor, work.now, id).await;
    }
    log_changes(work, id, &before, &after).await?;
    told(work, id).await
}

/// Checks what becomes another bag than it was; whatever else changes of one, its prices stay.
async fn must_be_a_bag(work: &mut Work<'_>, id: ProductId, was: &ProductFields, is: &ProductFields) -> Result<()> {
    let prices = |p: &ProductFields| (p.sale_amount, p.delivery_price, p.delivery_app_price);
    if (was.is_plastic_bag, prices(was), was.is_combo, was.has_toppings)
        != (is.is_plastic_bag, prices(is), is.is_combo, is.has_toppings)
    {
        bag::check(is, law::bag_tax(work.issue_date()))?;
    }
    if is.is_plastic_bag && !was.is_plastic_bag {
        let cannot = format!("{} no puede ser una bolsa con ICBPER", was.name);
        combo::must_stand_alone(work.tx, id, &cannot, "Una bolsa se cobra aparte: quítala de ahí.").await?;
    }
    Ok(())
}

/// Deletes a product that no combo needs; the past keeps it. The caller has checked that no open account has it.
pub(in crate::catalog) async fn delete(work: &mut Work<'_>, id: ProductId) -> Result<()> {
    let was = store::locked(work.tx, id, &[]).await?;
    let cannot = format!("No se puede eliminar {}", was.name);
    combo::must_stand_alone(work.tx, id, &cannot, "Quítalo de ahí, o desactívalo para que ya no se venda.").await?;
    let before = snapshot(work, id, &was).await?;
    let now = work.now;
    store::delete(work.tx, id, now).await?;
    pictures::forget(work.tx, &owner(id)).await?;
    let entry = Entry::new("PRODUCT_DELETED").entity("product", id.0).change(Some(Value::Object(before)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::changed(work, json!({ "product_id": id }));
    Ok(())
}

/// The owner of a product's picture.
pub(super) fn owner(id: ProductId) -> String {
    format!("product:{id}")
}

async fn must_fit_in(work: &mut Work<'_>, p: &ProductFields, id: Option<ProductId>, moved: bool) -> Result<()> {
    let mut faults = Faults::default();
    if moved {
        let (category, area) = store::places(work.tx, p.category_id, p.production_area_id).await?;
        faults.unless(category, "category_id", "Esa categoría ya no existe. Elige otra.");
        faults.unless(area, "production_area_id", "Esa área ya no existe. Elige otra.");
    }
    if let Some(other) = store::same_name(work.tx, &p.name, id).await? {
        faults.refuse(taken(&other));
    }
    faults.done()
}

/// Writes what belongs to a product, as far as it is given. What is switched on needs its parts.
async fn compose(
    work: &mut Work<'_>,
    id: ProductId,
    (was, is): (Option<&ProductFields>, &ProductFields),
    body: &SaveProduct,
) -> Result<()> {
    let mut faults = Faults::default();
    let mut codes = CodeForm { code: body.code.as_ref(), barcode: body.barcode.as_ref(), ..CodeForm::default() };
    if let Some(forms) = &body.variants
        && let Some(ids) = faults.ok(variants::replace(work.tx, id, forms).await)?
    {
        codes.variants = variant_codes(ids, forms);
        codes.only_these = true;
    }
    faults.ok(codes::save(work.tx, id, &codes).await)?;
    let new_combo = is.is_combo && !was.is_some_and(|w| w.is_combo);
    match &body.combo_items {
        Some(items) => faults.or_default(combo::replace(work.tx, id, items).await)?,
        None if new_combo => faults.add("combo_items", "Agrega al menos un plato al combo."),
        None if !is.is_combo => combo::clear(work.tx, id).await?,
        None => {}
    }
    let mut recipe_is_good = true;
    if let Some(items) = &body.supply_items {
        let pantry = Pantry::with(work.tx, items.iter().map(|i| i.supply_id)).await?;
        match faults.ok(pantry.check("supply_items", items))? {
            Some(recipe) => store::replace_recipe(work.tx, id, &recipe).await?,
            None => recipe_is_good = false,
        }
    }
    let new_recipe = body.supply_items.is_some() || !was.is_some_and(|w| w.has_supplies);
    if is.has_supplies && new_recipe && recipe_is_good && cost::recipes(work.tx, &[id]).await?.is_empty() {
        faults.add("supply_items", "Agrega al menos un insumo a la receta.");
    }
    if let Some(ids) = &body.topping_ids {
        faults.ok(replace_toppings(work, id, ids).await)?;
    }
    faults.done()
}

/// Counting begins with what the form says.
async fn open(work: &mut Work<'_>, id: ProductId, is: &ProductFields, body: &SaveProduct) -> Result<()> {
    let Some(given) = &body.opening_stock else { return Ok(()) };
    let of = Opened { item: Item::Product(id), name: &is.name, has_stock: is.has_stock, cost: is.cost_amount };
    opening::enter(work, of, given).await
}

/// What the form says of the codes of these variants.
fn variant_codes(ids: Vec<VariantId>, forms: &[VariantForm]) -> Vec<(VariantId, String, Option<&Option<String>>)> {
    ids.into_iter()
        .zip(forms)
        .enumerate()
        .map(|(n, (id, form))| (id, format!("variants.{n}.barcode"), form.barcode.as_ref()))
        .collect()
}

async fn replace_toppings(work: &mut Work<'_>, id: ProductId, ids: &[ToppingId]) -> Result<()> {
    if ids.len() > MAX_TOPPINGS {
        return invalid("topping_ids", format!("Un producto admite hasta {MAX_TOPPINGS} adicionales.")).err();
    }
    let mut wanted = ids.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let known = store::known_toppings(work.tx, &wanted).await?;
    if let Some(n) = ids.iter().position(|id| !known.contains(&(*id,))) {
        return invalid(&format!("topping_ids.{n}"), "Ese adicional ya no existe. Elige otro.").err();
    }
    Ok(store::replace_toppings(work.tx, id, &wanted).await?)
}

/// The product with all that belongs to it, as the log keeps it.
pub(super) async fn snapshot(work: &mut Work<'_>, id: ProductId, fields: &ProductFields) -> Result<Map<String, Value>> {
    let Value::Object(mut all) = json!(fields) else { return Ok(Map::new()) };
    let recipe = cost::recipes(work.tx, &[id]).await?.remove(&id).unwrap_or_default();
    let recipe: Vec<Value> = recipe
        .iter()
        .map(|p| json!({"supply_id": p.supply_id, "quantity": p.quantity, "measurement_id": p.measurement_id}))
        .collect();
    let codes = codes::of_one(work.tx, id).await?;
    all.insert("code".into(), json!(codes.code));
    all.insert("barcode".into(), json!(codes.barcode));
    all.insert("variant_barcodes".into(), json!(codes.variants));
    all.insert("variants".into(), json!(store::choices(work.tx, id).await?));
    all.insert("combo_items".into(), json!(store::combo_items(work.tx, id).await?));
    all.insert("supply_items".into(), json!(recipe));
    all.insert("topping_ids".into(), json!(store::toppings(work.tx, id).await?));
    Ok(all)
}

async fn log_changes(
    work: &mut Work<'_>,
    id: ProductId,
    was: &Map<String, Value>,
    is: &Map<String, Value>,
) -> Result<()> {
    audit::log_all(work.tx, work.actor, work.now, changes(id, was, is)).await?;
    Ok(())
}

/// The log's entries of a change, prices apart.
pub(in crate::catalog) fn changes(id: ProductId, was: &Map<String, Value>, is: &Map<String, Value>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (action, prices) in [("PRICE_CHANGED", true), ("PRODUCT_CHANGED", false)] {
        let changed = is
            .iter()
            .filter(|(name, value)| PRICES.contains(&name.as_str()) == prices && was.get(*name) != Some(*value));
        let names: Vec<&String> = changed.map(|(name, _)| name).collect();
        if names.is_empty() {
            continue;
        }
        let of = |all: &Map<String, Value>| {
            let mut some: Map<String, Value> = names.iter().map(|n| ((*n).clone(), all[*n].clone())).collect();
            some.insert("name".into(), all.get("name").cloned().unwrap_or_default());
            Some(Value::Object(some))
        };
        entries.push(Entry::new(action).entity("product", id.0).change(of(was), of(is)));
    }
    entries
}

/// Remembers who changed it, tells the tills, and gives it as it is now.
pub(super) async fn told(work: &mut Work<'_>, id: ProductId) -> Result<ProductDetail> {
    let (by, now) = (work.actor.user_id, work.now);
    store::touch(work.tx, id, by, now).await?;
    version::changed(work, json!({ "product_id": id }));
    super::read::detail(work.tx, work.actor, now, id).await
}

fn taken(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un producto que se llama {name}. Usa otro nombre."))
        .at("name", "Ya hay otro con este nombre.")
}

/// Somebody may have been faster with the same name.
pub(super) fn unless_taken<T>(written: db::Result<T>, name: &str) -> Result<T> {
    match written {
        Err(e) if e.is_unique("name_key") => taken(name).err(),
        other => Ok(other?),
    }
}
