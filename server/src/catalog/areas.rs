//! Production areas: where orders are made. The cash desk's, CAJA, makes no dish and stays as it is.

use super::{CASH_DESK, http::must_read, model::ProductionArea, store};
use crate::{
    attempt,
    audit::{self, Entry},
    db::{self, Sql, Tx},
    error::{Code, Faults, Refusal, Result, invalid, not_found, refuse},
    form,
    http::{Answer, Empty, Write, ok, rows},
    idempotent_write,
    ids::{AreaId, CategoryId},
    listing::{Paging, Rows, SortKey, short_list},
    realtime::{EventKind, Room},
    search::search_key,
    state::App,
    use_case::{Action, Actor, Done, Work},
    words::Status,
};
use axum::{
    Json,
    extract::{Path, Query},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

const MAX_AREAS: usize = 50;
const MAX_NAME_CHARS: usize = 40;
/// A dish that takes longer than a day is none.
const MAX_MINUTES: i64 = 1_440;

/// Routes of areas.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_production_areas, create_production_area))
        .routes(routes!(get_production_area, update_production_area, delete_production_area))
        .routes(routes!(list_production_areas_by_category))
}

/// Body of `POST /production-areas` and `PUT /production-areas/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveArea {
    pub name: Option<String>,
    /// Minutes after which the kitchen's wall warns.
    pub warn_minutes: Option<i64>,
    /// Minutes after which it is late.
    pub late_minutes: Option<i64>,
    pub status: Option<Status>,
}

/// The areas where orders are made; all of them unless a page is asked for. `filters` know `status`.
#[utoipa::path(get, path = "/production-areas", tag = "catalog", params(Paging), responses((status = 200, body = Rows<ProductionArea>)))]
async fn list_production_areas(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<ProductionArea>> {
    must_read(&actor)?;
    let states = paging.filters()?.texts("status");
    let mut tx = actor.company.db.read().await?;
    let mut areas = store::areas(&mut tx).await?;
    areas.retain(|a| states.as_ref().is_none_or(|states| states.iter().any(|s| s == a.status.as_str())));
    let columns: [(&str, SortKey<ProductionArea>); 4] = [
        ("name", |a| a.name.clone()),
        ("status", |a| a.status.to_string()),
        ("warn_minutes", |a| format!("{:08}", a.warn_minutes)),
        ("late_minutes", |a| format!("{:08}", a.late_minutes)),
    ];
    short_list(areas, &paging, |a| a.name.clone(), &columns)
}

/// The areas where products of a category are made.
#[utoipa::path(get, path = "/production-areas-by-category/{id}", tag = "catalog", params(("id" = CategoryId, Path)), responses((status = 200, body = Rows<ProductionArea>)))]
async fn list_production_areas_by_category(actor: Actor, Path(id): Path<CategoryId>) -> Result<Rows<ProductionArea>> {
    must_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let of = store::all_areas()
        .with("WHERE id IN (SELECT p.production_area_id FROM products p WHERE p.category_id = ?)", id)
        .add("ORDER BY id LIMIT 1000");
    Ok(rows(tx.query(of).all().await?))
}

/// One area.
#[utoipa::path(get, path = "/production-areas/{id}", tag = "catalog", params(("id" = AreaId, Path)), responses((status = 200, body = Answer<ProductionArea>)))]
async fn get_production_area(actor: Actor, Path(id): Path<AreaId>) -> Result<Json<Answer<ProductionArea>>> {
    must_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(area(&mut tx, id).await?))
}

/// Adds an area; printers are given to it on their own form.
#[utoipa::path(post, path = "/production-areas", tag = "catalog", request_body = SaveArea, responses((status = 200, body = Answer<ProductionArea>)))]
async fn create_production_area(actor: Actor, write: Write<SaveArea>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| create(work, body).await)
}

/// Updates only the fields sent. CAJA keeps its name and stays active; an area where active products are made stays active.
#[utoipa::path(put, path = "/production-areas/{id}", tag = "catalog", params(("id" = AreaId, Path)), request_body = SaveArea, responses((status = 200, body = Answer<ProductionArea>)))]
async fn update_production_area(actor: Actor, Path(id): Path<AreaId>, write: Write<SaveArea>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| update(work, id, body).await)
}

/// Deletes an area; 409 `in_use` where products are made in it, a printer serves it or it ever got an order.
#[utoipa::path(delete, path = "/production-areas/{id}", tag = "catalog", params(("id" = AreaId, Path)), responses((status = 200, body = Answer<ProductionArea>)))]
async fn delete_production_area(actor: Actor, Path(id): Path<AreaId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| delete(work, id).await)
}

async fn area(tx: &mut Tx, id: AreaId) -> Result<ProductionArea> {
    let found = tx.query(store::all_areas().with("WHERE id = ?", id)).maybe().await?;
    Ok(found.ok_or_else(|| not_found("el área"))?)
}

async fn create(work: &mut Work<'_>, body: &SaveArea) -> Result<ProductionArea> {
    work.tx.lock_tables("production_areas").await?;
    let all = store::areas(work.tx).await?;
    if all.len() >= MAX_AREAS {
        return invalid("name", format!("Hay {MAX_AREAS} áreas. Borra las que no se usan.")).err();
    }
    let none = ProductionArea {
        id: AreaId(0),
        name: String::new(),
        warn_minutes: 8,
        late_minutes: 15,
        status: Status::Active,
    };
    let new = checked(none, body, &all)?;
    let inserted = attempt!(work.tx, insert(work.tx, &new).await);
    let id = form::unless_taken(inserted, || taken(&new.name))?;
    written(work, "AREA_CREATED", None, Some(ProductionArea { id, ..new })).await
}

async fn update(work: &mut Work<'_>, id: AreaId, body: &SaveArea) -> Result<ProductionArea> {
    work.tx.lock_tables("production_areas").await?;
    lock(work.tx, id).await?;
    let was = area(work.tx, id).await?;
    let new = checked(was.clone(), body, &store::areas(work.tx).await?)?;
    if was.name == CASH_DESK && (new.name != was.name || new.status != was.status) {
        let text = "CAJA es el área de la caja: sus papeles salen por ella. Solo se cambian sus minutos.";
        return refuse(Code::Conflict, text).at("name", "CAJA se queda así.").current(&was).err();
    }
    if !new.status.is_active() && was.status.is_active() {
        let made = names(work.tx, ACTIVE_PRODUCTS, id).await?;
        if let Some(made) = form::some_names(&made) {
            let text = format!("En {} se prepara {made}. Pásalos a otra área o desactívalos primero.", was.name);
            return refuse(Code::InUse, text).at("status", "Tiene productos activos.").current(&was).err();
        }
    }
    let updated = attempt!(work.tx, store(work.tx, &new).await);
    form::unless_taken(updated, || taken(&new.name))?;
    written(work, "AREA_CHANGED", Some(was), Some(new)).await
}

async fn delete(work: &mut Work<'_>, id: AreaId) -> Result<ProductionArea> {
    lock(work.tx, id).await?;
    let was = area(work.tx, id).await?;
    if was.name == CASH_DESK {
        return refuse(Code::InUse, "CAJA es el área de la caja: sus papeles salen por ella y no se borra.").err();
    }
    let (made, printers) = (names(work.tx, PRODUCTS, id).await?, names(work.tx, PRINTERS, id).await?);
    let made = form::some_names(&made).map(|n| format!("ahí se prepara {n}"));
    let printers = form::some_names(&printers).map(|n| format!("imprime en {n}"));
    let uses: Vec<String> = made.into_iter().chain(printers).collect();
    if !uses.is_empty() {
        return in_use(&was, &uses.join(" y ")).err();
    }
    let deleted = attempt!(work.tx, work.tx.query("DELETE FROM production_areas WHERE id = $1").bind(id).run().await);
    match deleted {
        Err(db::Error::ForeignKey) => in_use(&was, "ya recibió comandas, que no se borran").err(),
        Err(e) => Err(e.into()),
        Ok(_) => written(work, "AREA_DELETED", Some(was), None).await,
    }
}

fn in_use(area: &ProductionArea, why: &str) -> Refusal {
    form::in_use(&area.name, why, "Cámbialo primero, o desactiva el área.").current(area)
}

const PRODUCTS: &str = "SELECT name FROM products WHERE production_area_id = $1 ORDER BY search_key LIMIT 1000";
const ACTIVE_PRODUCTS: &str =
    "SELECT name FROM products WHERE production_area_id = $1 AND status = 'ACTIVE' ORDER BY search_key LIMIT 1000";
const PRINTERS: &str = "SELECT p.name FROM printer_areas a JOIN printers p ON p.id = a.printer_id
    WHERE a.production_area_id = $1 ORDER BY p.name LIMIT 1000";

async fn names(tx: &mut Tx, which: &'static str, id: AreaId) -> Result<Vec<String>> {
    Ok(tx.query(Sql::new(which).bind(id)).column().await?)
}

fn checked(was: ProductionArea, body: &SaveArea, all: &[ProductionArea]) -> Result<ProductionArea> {
    let mut faults = Faults::default();
    let new = ProductionArea {
        id: was.id,
        name: faults.or_default(form::text(
            "name",
            body.name.as_ref(),
            was.name,
            MAX_NAME_CHARS,
            "el nombre del área",
        ))?,
        warn_minutes: body.warn_minutes.unwrap_or(was.warn_minutes),
        late_minutes: body.late_minutes.unwrap_or(was.late_minutes),
        status: body.status.unwrap_or(was.status),
    };
    if !(1..=MAX_MINUTES).contains(&new.warn_minutes) {
        faults.add("warn_minutes", "Escribe los minutos, desde 1.");
    }
    if new.late_minutes <= new.warn_minutes || new.late_minutes > MAX_MINUTES {
        faults.add("late_minutes", "Debe ser más que los minutos del aviso.");
    }
    let key = search_key(&new.name);
    if let Some(other) = all.iter().find(|a| a.id != new.id && search_key(&a.name) == key) {
        faults.refuse(taken(&other.name).current(other));
    }
    faults.done()?;
    Ok(new)
}

fn taken(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un área {name}. Elige otro nombre.")).at("name", "Ya existe.")
}

async fn lock(tx: &mut Tx, id: AreaId) -> Result<()> {
    let found: Option<(AreaId,)> =
        tx.query("SELECT id FROM production_areas WHERE id = $1").bind(id).for_update().maybe().await?;
    Ok(found.map(drop).ok_or_else(|| not_found("el área"))?)
}

async fn insert(tx: &mut Tx, a: &ProductionArea) -> db::Result<AreaId> {
    tx.query(
        "INSERT INTO production_areas (name, warn_minutes, late_minutes, status) VALUES ($1, $2, $3, $4) RETURNING id",
    )
    .bind(a.name.as_str())
    .bind(a.warn_minutes)
    .bind(a.late_minutes)
    .bind(a.status)
    .scalar()
    .await
}

async fn store(tx: &mut Tx, a: &ProductionArea) -> db::Result<u64> {
    tx.query("UPDATE production_areas SET name = $1, warn_minutes = $2, late_minutes = $3, status = $4 WHERE id = $5")
        .bind(a.name.as_str())
        .bind(a.warn_minutes)
        .bind(a.late_minutes)
        .bind(a.status)
        .bind(a.id)
        .run()
        .await
}

async fn written(
    work: &mut Work<'_>,
    what: &'static str,
    was: Option<ProductionArea>,
    is: Option<ProductionArea>,
) -> Result<ProductionArea> {
    let entry = Entry::new(what).change(was.as_ref().map(|w| json!(w)), is.as_ref().map(|i| json!(i)));
    let Some(area) = is.or(was) else { return not_found("el área").err() };
    audit::log(work.tx, work.actor, work.now, entry.entity("production_area", area.id.0)).await?;
    work.tell(Room::Catalog, EventKind::CatalogChanged, json!({ "production_area_id": area.id }));
    work.tell(Room::Kitchen, EventKind::KitchenChanged, json!({ "production_area_id": area.id }));
    Ok(area)
}
