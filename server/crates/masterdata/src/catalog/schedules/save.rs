//! Creates, updates and deletes schedules, and reads them with their current state.

use super::{
    form::{self, ProductForm, SaveSchedule, ScheduleFields, VariantForm},
    hours::{LocalMoment, ScheduleState},
    item::ScheduleItem,
    model::{Schedule, ScheduleProduct, ScheduleVariant},
    store::{self, ItemRow, ScheduleRow},
    texts,
};
use crate::catalog::{channel::Channel, version};
use comanda_base::{
    attempt,
    db::Tx,
    error::{OrNotFound, Refusal, Result, already_exists, invalid},
    form::refuse_duplicate_name,
    ids::{CategoryId, ProductId, ScheduleId, VariantId},
    money::Quantity,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most schedules of a company; every till reads the active ones.
const MAX_SCHEDULES: i64 = 100;

/// Adds items and current state to these rows, in their order.
pub(super) async fn load_details(tx: &mut Tx, rows: Vec<ScheduleRow>, now: LocalMoment) -> Result<Vec<Schedule>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<ScheduleId> = rows.iter().map(|row| row.id).collect();
    let mut named: HashMap<ScheduleId, Vec<ItemRow>> = HashMap::new();
    for item in store::load_items(tx, &ids).await? {
        named.entry(item.schedule_id).or_default().push(item);
    }
    Ok(rows.into_iter().map(|row| describe(row.id, row, &named, now)).collect())
}

pub(super) async fn load_schedule(tx: &mut Tx, id: ScheduleId, now: LocalMoment) -> Result<Schedule> {
    let row: ScheduleRow =
        tx.query(store::select_schedules().with("AND s.id = ?", id)).maybe().await.or_not_found(NOT_FOUND_NAME)?;
    load_details(tx, vec![row], now).await?.pop().ok_or_else(|| comanda_base::error::not_found(NOT_FOUND_NAME).into())
}

const NOT_FOUND_NAME: &str = "el horario";

fn describe(id: ScheduleId, row: ScheduleRow, named: &HashMap<ScheduleId, Vec<ItemRow>>, now: LocalMoment) -> Schedule {
    let items = named.get(&id).map(Vec::as_slice).unwrap_or_default();
    let f = row.fields;
    let hours = f.schedule_hours();
    let is_active = f.status.is_active();
    let state = if is_active { hours.state_at(now) } else { ScheduleState::Waits { next: None } };
    Schedule {
        id,
        days: (1..=7).filter(|day| f.days & (1 << (day - 1)) != 0).collect(),
        from: texts::format_minutes(f.from_minutes),
        until: texts::format_minutes(f.until_minutes),
        channels: Channel::from_mask(f.channels),
        category_ids: items.iter().filter_map(|i| i.item.category_id).collect(),
        products: group_products(items),
        product_count: row.product_count,
        hours: hours.description(),
        running: state.runs(),
        preview: preview(&f, row.product_count, items, state, now),
        changes_at: state.changes_at(),
        name: f.name,
        valid_from: f.valid_from,
        valid_until: f.valid_until,
        limits_sale: f.limits_sale,
        percent: f.percent,
        status: f.status,
    }
}

fn group_products(items: &[ItemRow]) -> Vec<ScheduleProduct> {
    let mut products: Vec<ScheduleProduct> = Vec::new();
    for row in items {
        let Some(product_id) = row.item.product_id else { continue };
        match (row.item.variant_id, row.item.price) {
            (Some(variant_id), Some(price)) => {
                let variant = ScheduleVariant { variant_id, name: row.variant.clone(), price };
                if let Some(product) = products.iter_mut().find(|p| p.product_id == product_id) {
                    product.variants.push(variant);
                }
            }
            (_, price) => products.push(ScheduleProduct {
                product_id,
                name: row.product.clone(),
                sale_amount: row.sale_amount,
                price,
                variants: Vec::new(),
            }),
        }
    }
    products
}

/// Returns the preview text: `Hoy de 18:00 a 20:00: 12 productos, con 50 % menos.`
fn preview(f: &ScheduleFields, products: i64, items: &[ItemRow], state: ScheduleState, now: LocalMoment) -> String {
    let when = match state {
        _ if !f.status.is_active() => return "Desactivado: no cambia nada.".into(),
        ScheduleState::Runs { until: None } => "Ahora".to_owned(),
        ScheduleState::Runs { until: Some(until) } => format!("Ahora, hasta las {}", texts::short_time(until, now)),
        ScheduleState::Waits { next: Some(next) } => texts::describe_span(next, now),
        ScheduleState::Waits { next: None } => return "Ya terminó: no vuelve a empezar.".into(),
    };
    let mut does = vec![if products == 1 { "1 producto".to_owned() } else { format!("{products} productos") }];
    match f.percent {
        Some(percent) if percent < Quantity::ZERO => does.push(format!("con {} % menos", Quantity::ZERO - percent)),
        Some(percent) => does.push(format!("con {percent} % más")),
        None => {}
    }
    match items.iter().filter(|i| i.item.price.is_some()).count() {
        0 => {}
        1 => does.push("1 con precio propio".into()),
        count => does.push(format!("{count} con precio propio")),
    }
    if f.limits_sale {
        does.push("a la venta solo en este horario".into());
    }
    format!("{when}: {}.", does.join(", "))
}

pub(super) async fn create_schedule(work: &mut Work<'_>, body: &SaveSchedule) -> Result<Schedule> {
    if store::count_schedules(work.tx).await? >= MAX_SCHEDULES {
        return invalid("name", format!("Hay {MAX_SCHEDULES} horarios. Borra los que no se usan.")).err();
    }
    let fields = ScheduleFields::new().with_form(body)?;
    let items = form::build_items(
        body.category_ids.as_deref().unwrap_or_default(),
        body.products.as_deref().unwrap_or_default(),
    )?;
    fields.check_has_effect(&items)?;
    check_items_exist(work.tx, &items).await?;
    let inserted = attempt!(work.tx, store::insert_schedule(work.tx, &fields).await);
    let id = refuse_duplicate_name(inserted, || name_taken(&fields.name))?;
    store::replace_items(work.tx, id, &items).await?;
    record_change(work, "SCHEDULE_CREATED", id, None, Some(snapshot(&fields, &items))).await?;
    load_current(work, id).await
}

/// Updates only the fields sent.
pub(super) async fn update_schedule(work: &mut Work<'_>, id: ScheduleId, body: &SaveSchedule) -> Result<Schedule> {
    let (was, items_before) = load_locked(work, id).await?;
    let fields = was.clone().with_form(body)?;
    let (categories, products) = to_forms(&items_before);
    let items = form::build_items(
        body.category_ids.as_deref().unwrap_or(&categories),
        body.products.as_deref().unwrap_or(&products),
    )?;
    fields.check_has_effect(&items)?;
    check_items_exist(work.tx, &items).await?;
    let updated = attempt!(work.tx, store::update_schedule(work.tx, id, &fields).await);
    refuse_duplicate_name(updated, || name_taken(&fields.name))?;
    if items != items_before {
        store::replace_items(work.tx, id, &items).await?;
    }
    let (before, after) = (snapshot(&was, &items_before), snapshot(&fields, &items));
    if before != after {
        record_change(work, "SCHEDULE_CHANGED", id, Some(before), Some(after)).await?;
    }
    load_current(work, id).await
}

/// Deletes a schedule; order lines with its price keep it.
pub(super) async fn delete_schedule(work: &mut Work<'_>, id: ScheduleId) -> Result<bool> {
    let (was, items) = load_locked(work, id).await?;
    store::delete_schedule(work.tx, id).await?;
    record_change(work, "SCHEDULE_DELETED", id, Some(snapshot(&was, &items)), None).await?;
    Ok(true)
}

async fn load_current(work: &mut Work<'_>, id: ScheduleId) -> Result<Schedule> {
    let now = LocalMoment::new(work.now, work.settings().await?);
    load_schedule(work.tx, id, now).await
}

async fn load_locked(work: &mut Work<'_>, id: ScheduleId) -> Result<(ScheduleFields, Vec<ScheduleItem>)> {
    let _: (ScheduleId,) = store::lock_schedule(work.tx, id).await.or_not_found(NOT_FOUND_NAME)?;
    let row: ScheduleRow =
        work.tx.query(store::select_schedules().with("AND s.id = ?", id)).maybe().await.or_not_found(NOT_FOUND_NAME)?;
    let items = store::load_items(work.tx, &[id]).await?.into_iter().map(|row| row.item).collect();
    Ok((row.fields, items))
}

/// Returns the items as a form would name them.
fn to_forms(items: &[ScheduleItem]) -> (Vec<CategoryId>, Vec<ProductForm>) {
    let categories = items.iter().filter_map(|item| item.category_id).collect();
    let mut products: Vec<ProductForm> = Vec::new();
    for item in items {
        let Some(product_id) = item.product_id else { continue };
        match (item.variant_id, item.price) {
            (Some(variant_id), Some(price)) => {
                if let Some(product) = products.iter_mut().find(|p| p.product_id == product_id) {
                    product.variants.push(VariantForm { variant_id, price });
                }
            }
            (_, price) => products.push(ProductForm { product_id, price, variants: Vec::new() }),
        }
    }
    (categories, products)
}

async fn check_items_exist(tx: &mut Tx, items: &[ScheduleItem]) -> Result<()> {
    let categories: Vec<CategoryId> = items.iter().filter_map(|i| i.category_id).collect();
    if store::find_categories(tx, &categories).await?.len() < categories.len() {
        return invalid("category_ids", "Una de las categorías ya no existe. Elige otra vez.").err();
    }
    let mut products: Vec<ProductId> = items.iter().filter_map(|i| i.product_id).collect();
    products.dedup();
    let known = store::find_products(tx, &products).await?;
    if let Some(missing) = products.iter().position(|id| !known.contains(id)) {
        return invalid(&format!("products.{missing}.product_id"), "Ese producto ya no existe. Elige otro.").err();
    }
    let pairs: Vec<(VariantId, ProductId)> = items.iter().filter_map(|i| i.variant_id.zip(i.product_id)).collect();
    let ids: Vec<VariantId> = pairs.iter().map(|(id, _)| *id).collect();
    let known = store::find_variants(tx, &ids).await?;
    if pairs.iter().any(|pair| !known.contains(pair)) {
        return invalid("products", "Una de las variantes ya no es de su producto. Elige otra vez.").err();
    }
    Ok(())
}

fn name_taken(name: &str) -> Refusal {
    already_exists("name", format!("Ya hay un horario {name}. Edítalo o elige otro nombre."))
}

fn snapshot(fields: &ScheduleFields, items: &[ScheduleItem]) -> Value {
    json!({
        "name": fields.name, "hours": fields.schedule_hours().description(), "channels": Channel::from_mask(fields.channels),
        "limits_sale": fields.limits_sale, "percent": fields.percent, "status": fields.status, "items": items,
    })
}

async fn record_change(
    work: &mut Work<'_>,
    action: &'static str,
    id: ScheduleId,
    was: Option<Value>,
    is: Option<Value>,
) -> Result<()> {
    let entry = AuditEntry::new(action).entity("schedule", id.0).change(was, is);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "schedule_id": id }));
    Ok(())
}
