//! Creates, updates and deletes a product with its parts, in one transaction. The log has separate entries for prices.

use super::{
    bag,
    change_log::{log_changes, snapshot_product},
    combo,
    form::{ProductFields, SaveProduct, VariantForm},
    store, variants,
};
use crate::catalog::{
    choices,
    codes::{self, CodeForm},
    courses,
    model::ProductDetail,
    planned_prices,
    product::cost,
    version,
};
use comanda_base::{
    attempt, db,
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    ids::{ProductId, ToppingId, VariantId},
    money::Money,
};
use comanda_ledgers::stock::{
    Item,
    opening::{self, OpeningItem},
    recipe::IngredientCatalog,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    law, pictures,
    use_case::Work,
};
use serde_json::{Value, json};

const MAX_TOPPINGS: usize = 200;

pub(in crate::catalog) async fn create_product(work: &mut Work<'_>, body: &SaveProduct) -> Result<ProductDetail> {
    let mut fields = ProductFields::new(body)?;
    bag::check_bag(&fields, law::bag_tax_on(work.issue_date()))?;
    check_place_and_name(work, &fields, None, true).await?;
    if body.position.is_none() {
        fields.position = store::next_position(work.tx, fields.category_id).await?;
    }
    let inserted = attempt!(work.tx, store::insert_product(work.tx, &fields).await);
    let id = refuse_taken_name(inserted, &fields.name)?;
    if let Some(dishes) = &body.combo_items {
        store::lock_and_load_product(work.tx, id, dishes).await?;
    }
    save_parts(work, id, (None, &fields), body).await?;
    let opening_cost = enter_opening_stock(work, id, &fields, body).await?;
    let is = snapshot_product(work, id, &fields).await?;
    let entry = AuditEntry::new("PRODUCT_CREATED").entity("product", id.0).change(None, Some(Value::Object(is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    record_stocked_change(work, id, opening_cost).await
}

/// Updates only the fields sent.
pub(in crate::catalog) async fn update_product(
    work: &mut Work<'_>,
    id: ProductId,
    body: &SaveProduct,
) -> Result<ProductDetail> {
    let dishes = body.combo_items.as_deref().unwrap_or_default();
    planned_prices::write_due_prices(work).await?;
    let was = store::lock_and_load_product(work.tx, id, dishes).await?;
    let before = snapshot_product(work, id, &was).await?;
    let fields = was.clone().merge(body)?;
    check_bag_change(work, id, &was, &fields).await?;
    check_unit_change(work, id, &was, &fields).await?;
    let moved = fields.category_id != was.category_id || fields.production_area_id != was.production_area_id;
    if fields.name != was.name || moved {
        check_place_and_name(work, &fields, Some(id), moved).await?;
    }
    if fields.is_combo && !was.is_combo {
        let cannot = format!("{} no puede ser un combo", was.name);
        combo::check_not_in_combo(work.tx, id, &cannot, "Un combo no contiene otros combos.").await?;
    }
    if fields.sale_amount != was.sale_amount {
        planned_prices::delete_planned(work, &[id]).await?;
    }
    if fields != was {
        let updated = attempt!(work.tx, store::update_product(work.tx, id, &fields).await);
        refuse_taken_name(updated, &fields.name)?;
    }
    save_parts(work, id, (Some(&was), &fields), body).await?;
    let opening_cost = enter_opening_stock(work, id, &fields, body).await?;
    let after = snapshot_product(work, id, &fields).await?;
    // The snapshots do not contain the order of variants, so the catalogue may have changed even if they are equal.
    version::mark_possibly_changed(work);
    if before == after {
        return super::read::load_detail(work.tx, work.actor, work.now, id, opening_cost).await;
    }
    log_changes(work, id, &before, &after).await?;
    record_stocked_change(work, id, opening_cost).await
}

/// Checks a bag whose bag-related fields changed; other changes leave its prices unchecked.
async fn check_bag_change(work: &mut Work<'_>, id: ProductId, was: &ProductFields, is: &ProductFields) -> Result<()> {
    let prices = |p: &ProductFields| (p.sale_amount, p.delivery_price, p.delivery_app_price);
    if (was.is_plastic_bag, prices(was), was.is_combo, was.has_toppings)
        != (is.is_plastic_bag, prices(is), is.is_combo, is.has_toppings)
    {
        bag::check_bag(is, law::bag_tax_on(work.issue_date()))?;
    }
    if is.is_plastic_bag && !was.is_plastic_bag {
        let cannot = format!("{} no puede ser una bolsa con ICBPER", was.name);
        combo::check_not_in_combo(work.tx, id, &cannot, "Una bolsa se cobra aparte: quítala de ahí.").await?;
    }
    Ok(())
}

/// Refuses another unit of sale for a product that is counted in the present one, and a measured one for a dish of combos.
async fn check_unit_change(work: &mut Work<'_>, id: ProductId, was: &ProductFields, is: &ProductFields) -> Result<()> {
    if is.sale_unit == was.sale_unit {
        return Ok(());
    }
    if opening::has_moved(work.tx, Item::Product(id)).await? {
        let text = format!(
            "El stock de {} ya se cuenta en su unidad de hoy. Crea otro producto para venderlo de otra manera.",
            was.name
        );
        return invalid("sale_unit", text).err();
    }
    if is.sale_unit.is_measured() {
        let cannot = format!("{} no se puede vender por peso o medida", was.name);
        combo::check_not_in_combo(work.tx, id, &cannot, "Quítalo de ahí primero.").await?;
    }
    Ok(())
}

/// Deletes a product that no combo contains; past records keep it. The caller has checked that no open account has it.
pub(in crate::catalog) async fn delete_product(work: &mut Work<'_>, id: ProductId) -> Result<()> {
    let was = store::lock_and_load_product(work.tx, id, &[]).await?;
    let cannot = format!("No se puede eliminar {}", was.name);
    combo::check_not_in_combo(work.tx, id, &cannot, "Quítalo de ahí, o desactívalo para que ya no se venda.").await?;
    let before = snapshot_product(work, id, &was).await?;
    let now = work.now;
    store::mark_product_deleted(work.tx, id, now).await?;
    pictures::delete_picture(work.tx, &picture_owner(id)).await?;
    let entry = AuditEntry::new("PRODUCT_DELETED").entity("product", id.0).change(Some(Value::Object(before)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "product_id": id }));
    Ok(())
}

/// Returns the owner key of a product's picture.
pub(super) fn picture_owner(id: ProductId) -> String {
    format!("product:{id}")
}

async fn check_place_and_name(
    work: &mut Work<'_>,
    p: &ProductFields,
    id: Option<ProductId>,
    moved: bool,
) -> Result<()> {
    let mut faults = Faults::default();
    if moved {
        let (category, area) = store::lock_category_and_area(work.tx, p.category_id, p.production_area_id).await?;
        faults.check(category, "category_id", "Esa categoría ya no existe. Elige otra.");
        faults.check(area, "production_area_id", "Esa área ya no existe. Elige otra.");
    }
    if let Some(other) = store::find_same_name(work.tx, &p.name, id).await? {
        faults.refuse(name_taken(&other));
    }
    faults.finish()
}

/// Saves the parts that the form gives. A part that is switched on must not be empty.
async fn save_parts(
    work: &mut Work<'_>,
    id: ProductId,
    (was, is): (Option<&ProductFields>, &ProductFields),
    body: &SaveProduct,
) -> Result<()> {
    let mut faults = Faults::default();
    let mut codes = CodeForm { code: body.code.as_ref(), barcode: body.barcode.as_ref(), ..CodeForm::default() };
    if let Some(forms) = &body.variants
        && let Some(ids) = faults.ok(variants::replace_variants(work.tx, id, forms).await)?
    {
        codes.variants = variant_codes(ids, forms);
        codes.only_these = true;
    }
    faults.ok(codes::save_codes(work.tx, id, &codes).await)?;
    let new_combo = is.is_combo && !was.is_some_and(|w| w.is_combo);
    match &body.combo_items {
        Some(items) => faults.or_default(combo::replace_combo_items(work.tx, id, items).await)?,
        None if new_combo => faults.add("combo_items", "Agrega al menos un plato al combo."),
        None if !is.is_combo => combo::delete_combo_items(work.tx, id).await?,
        None => {}
    }
    let mut recipe_is_good = true;
    if let Some(items) = &body.supply_items {
        let ingredients = IngredientCatalog::load_for(work.tx, items.iter().map(|i| i.supply_id)).await?;
        match faults.ok(ingredients.check_recipe("supply_items", items))? {
            Some(recipe) => store::replace_recipe(work.tx, id, &recipe).await?,
            None => recipe_is_good = false,
        }
    }
    let new_recipe = body.supply_items.is_some() || !was.is_some_and(|w| w.has_supplies);
    if is.has_supplies && new_recipe && recipe_is_good && cost::load_recipes(work.tx, &[id]).await?.is_empty() {
        faults.add("supply_items", "Agrega al menos un insumo a la receta.");
    }
    if let Some(ids) = &body.topping_ids {
        faults.ok(replace_toppings(work, id, ids).await)?;
    }
    if is.course_id != was.and_then(|was| was.course_id) {
        faults.ok(courses::check_exists(work.tx, is.course_id).await)?;
    }
    if let Some(groups) = &body.choice_group_ids
        && faults.ok(choices::check_offered(work.tx, groups).await)?.is_some()
    {
        choices::replace_groups_of_product(work.tx, id, groups).await?;
    }
    if is.is_plastic_bag && choices::list_groups_of_products(work.tx, &[id]).await?.contains_key(&id) {
        faults.add("choice_group_ids", "Una bolsa de plástico se cobra sola: no lleva opciones.");
    }
    faults.finish()
}

/// Enters the opening stock of the form, if there is any, and returns the average cost to which it leads.
async fn enter_opening_stock(
    work: &mut Work<'_>,
    id: ProductId,
    is: &ProductFields,
    body: &SaveProduct,
) -> Result<Option<Money>> {
    let Some(opening_stock) = &body.opening_stock else { return Ok(None) };
    let opening_item =
        OpeningItem { item: Item::Product(id), name: &is.name, has_stock: is.has_stock, cost: is.cost_amount };
    opening::enter_opening_stock(work, opening_item, opening_stock).await
}

/// Returns the codes of the form for these variants.
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
    let known = store::find_toppings(work.tx, &wanted).await?;
    if let Some(n) = ids.iter().position(|id| !known.contains(&(*id,))) {
        return invalid(&format!("topping_ids.{n}"), "Ese adicional ya no existe. Elige otro.").err();
    }
    Ok(store::replace_toppings(work.tx, id, &wanted).await?)
}

/// Records who changed the product, notifies the tills, and loads it as it is now.
pub(super) async fn record_change(work: &mut Work<'_>, id: ProductId) -> Result<ProductDetail> {
    record_stocked_change(work, id, None).await
}

/// Records a change by which opening stock may have been entered, with the average cost to which that leads.
async fn record_stocked_change(
    work: &mut Work<'_>,
    id: ProductId,
    opening_cost: Option<Money>,
) -> Result<ProductDetail> {
    let (user, now) = (work.actor.user_id, work.now);
    store::update_changed_by(work.tx, id, user, now).await?;
    version::mark_changed(work, json!({ "product_id": id }));
    super::read::load_detail(work.tx, work.actor, now, id, opening_cost).await
}

fn name_taken(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un producto que se llama {name}. Usa otro nombre."))
        .at("name", "Ya hay otro con este nombre.")
}

/// Turns a violation of the unique name into a refusal: another user may have saved the same name meanwhile.
pub(super) fn refuse_taken_name<T>(written: db::Result<T>, name: &str) -> Result<T> {
    match written {
        Err(e) if e.is_unique_violation("name_key") => name_taken(name).err(),
        other => Ok(other?),
    }
}
