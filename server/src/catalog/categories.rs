//! Categories: of products, and by their type of supplies and toppings. A deleted one stays for the products of the past.

use super::{
    http::must_read,
    model::{Category, CategoryKind, CategoryRow},
    product::switch,
};
use crate::{
    attempt,
    audit::{self, Entry},
    db::{self, Sql, Tx},
    error::{Code, Faults, OrNotFound, Refusal, Result, invalid, refuse},
    form::{self, some_names},
    http::{Answer, Empty, Write, ok},
    idempotent_write,
    ids::CategoryId,
    listing::{Flag, Paging, Rows},
    realtime::{EventKind, Room},
    search::search_key,
    state::App,
    stock,
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

const MAX_NAME_CHARS: usize = 60;
const MAX_ICON_CHARS: usize = 40;
/// The till shows them in one column.
const MAX_CATEGORIES: i64 = 500;
const MAX_POSITION: i64 = 100_000;

/// Routes of categories.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_categories, create_category)).routes(routes!(
        get_category,
        update_category,
        delete_category
    ))
}

/// Body of `POST /categories` and `PUT /categories/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveCategory {
    pub name: Option<String>,
    /// It stays what it was made as.
    #[serde(rename = "type")]
    pub kind: Option<CategoryKind>,
    /// The name of its picture at the till: `fish`, `beer`; empty: by its name.
    pub icon: Option<String>,
    pub position: Option<i64>,
    #[serde(default, deserialize_with = "switch")]
    pub is_delivered: Option<bool>,
    pub status: Option<Status>,
}

/// Which categories.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ActiveOnly {
    /// Only active ones.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    active_only: Flag,
}

const COLUMNS: [(&str, &str); 4] =
    [("position", "c.position"), ("name", "c.name"), ("products", "5"), ("status", "c.status")];

/// Categories in their order at the till; of products, unless `filters` names another `type`. It knows `status` too.
#[utoipa::path(get, path = "/categories", tag = "catalog", params(Paging, ActiveOnly), responses((status = 200, body = Rows<CategoryRow>)))]
async fn list_categories(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(only): Query<ActiveOnly>,
) -> Result<Rows<CategoryRow>> {
    must_read(&actor)?;
    let filters = paging.filters()?;
    let kinds = filters.texts("type").unwrap_or_else(|| vec![CategoryKind::Product.to_string()]);
    let mut states = filters.texts("status");
    if only.active_only.0 {
        states = Some(vec![Status::Active.to_string()]);
    }
    let key = paging.term.as_deref().map(search_key).unwrap_or_default();
    let mut tx = actor.company.db.read().await?;
    let sql = paging.sorted(categories().list("AND c.type IN (?)", kinds), &COLUMNS, "c.id")?;
    let all: Vec<CategoryRow> = tx.query(sql.with("LIMIT ?", MAX_CATEGORIES * 3)).all().await?;
    // There are few, and names have no search column.
    let wanted = |c: &CategoryRow| {
        let named = search_key(&c.category.name).contains(&key);
        named && states.as_ref().is_none_or(|states| states.iter().any(|s| s == c.category.status.as_str()))
    };
    let found: Vec<CategoryRow> = all.into_iter().filter(wanted).collect();
    paging.slice(found)
}

/// One category.
#[utoipa::path(get, path = "/categories/{id}", tag = "catalog", params(("id" = CategoryId, Path)), responses((status = 200, body = Answer<CategoryRow>)))]
async fn get_category(actor: Actor, Path(id): Path<CategoryId>) -> Result<Json<Answer<CategoryRow>>> {
    must_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(category(&mut tx, id).await?))
}

/// Adds a category.
#[utoipa::path(post, path = "/categories", tag = "catalog", request_body = SaveCategory, responses((status = 200, body = Answer<CategoryRow>)))]
async fn create_category(actor: Actor, write: Write<SaveCategory>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| create(work, body).await)
}

/// Updates only the fields sent of a category.
#[utoipa::path(put, path = "/categories/{id}", tag = "catalog", params(("id" = CategoryId, Path)), request_body = SaveCategory, responses((status = 200, body = Answer<CategoryRow>)))]
async fn update_category(actor: Actor, Path(id): Path<CategoryId>, write: Write<SaveCategory>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| update(work, id, body).await)
}

/// Deletes a category; 409 `in_use` while products, supplies, toppings or comments are in it.
#[utoipa::path(delete, path = "/categories/{id}", tag = "catalog", params(("id" = CategoryId, Path)), responses((status = 200, body = Answer<CategoryRow>)))]
async fn delete_category(actor: Actor, Path(id): Path<CategoryId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| delete(work, id).await)
}

fn categories() -> Sql {
    Sql::new(
        "SELECT c.id, c.name, c.type, c.icon, (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id
             AND p.deleted_at IS NULL) AS products, c.position, c.is_delivered, c.status
         FROM categories c WHERE c.deleted_at IS NULL",
    )
}

async fn category(tx: &mut Tx, id: CategoryId) -> Result<CategoryRow> {
    tx.query(categories().with("AND c.id = ?", id)).maybe().await.or_not_found("la categoría")
}

/// Adds a category.
pub(super) async fn create(work: &mut Work<'_>, body: &SaveCategory) -> Result<CategoryRow> {
    let (many, last): (i64, i64) = work
        .query("SELECT COUNT(*), COALESCE(MAX(position), 0) FROM categories WHERE deleted_at IS NULL")
        .one()
        .await?;
    if many >= MAX_CATEGORIES {
        return invalid("name", format!("Hay {MAX_CATEGORIES} categorías. Borra las que no se usan.")).err();
    }
    let none = Category {
        id: CategoryId(0),
        name: String::new(),
        kind: body.kind.unwrap_or(CategoryKind::Product),
        icon: String::new(),
        position: last.saturating_add(1).min(MAX_POSITION),
        is_delivered: true,
        status: Status::Active,
    };
    let mut faults = Faults::default();
    let new = checked(none, body, &mut faults)?;
    faults.ok(name_is_free(work, &new).await)?;
    faults.done()?;
    let inserted = attempt!(work.tx, insert(work.tx, &new).await);
    let id = form::unless_taken(inserted, || taken_by(&new.name))?;
    written(work, "CATEGORY_CREATED", None, Some(&Category { id, ..new })).await?;
    category(work.tx, id).await
}

async fn update(work: &mut Work<'_>, id: CategoryId, body: &SaveCategory) -> Result<CategoryRow> {
    lock(work.tx, id).await?;
    let was = category(work.tx, id).await?.category;
    let mut faults = Faults::default();
    let new = checked(was.clone(), body, &mut faults)?;
    let stays = body.kind.is_none_or(|kind| kind == was.kind);
    faults.unless(stays, "type", "El tipo de una categoría no se cambia: crea otra.");
    if new.name != was.name {
        faults.ok(name_is_free(work, &new).await)?;
    }
    faults.done()?;
    let updated = attempt!(work.tx, store(work.tx, &new).await);
    form::unless_taken(updated, || taken_by(&new.name))?;
    written(work, "CATEGORY_CHANGED", Some(&was), Some(&new)).await?;
    category(work.tx, id).await
}

async fn delete(work: &mut Work<'_>, id: CategoryId) -> Result<CategoryRow> {
    lock(work.tx, id).await?;
    let was = category(work.tx, id).await?;
    let of = |names: Vec<String>, one: &str, many: &str| {
        let word = if names.len() == 1 { format!("1 {one}") } else { format!("{} {many}", names.len()) };
        some_names(&names).map(|some| format!("{word} ({some})"))
    };
    let products = names(work.tx, PRODUCTS, id).await?;
    let toppings = names(work.tx, TOPPINGS, id).await?;
    let comments = names(work.tx, COMMENTS, id).await?;
    let supplies = stock::supplies_of_category(work.tx, id).await?;
    let uses: Vec<String> = [
        of(products, "producto", "productos"),
        of(supplies, "insumo", "insumos"),
        of(toppings, "adicional", "adicionales"),
        of(comments, "comentario", "comentarios"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !uses.is_empty() {
        let why = format!("tiene {}", uses.join(", "));
        let instead = "Pásalos a otra categoría, o desactívala.";
        return form::in_use(&was.category.name, &why, instead).current(&was).err();
    }
    let now = work.now;
    work.query(
        "UPDATE categories SET deleted_at = $1, status = 'INACTIVE', name = name || ' (eliminada ' || CAST(id AS TEXT) || ')'
         WHERE id = $2",
    )
    .bind(now)
    .bind(id)
    .run()
    .await?;
    written(work, "CATEGORY_DELETED", Some(&was.category), None).await?;
    Ok(was)
}

const PRODUCTS: &str =
    "SELECT name FROM products WHERE category_id = $1 AND deleted_at IS NULL ORDER BY search_key LIMIT 10000";
const TOPPINGS: &str = "SELECT name FROM toppings WHERE category_id = $1 ORDER BY name LIMIT 10000";
const COMMENTS: &str = "SELECT name FROM comments WHERE category_id = $1 ORDER BY name LIMIT 10000";

async fn names(tx: &mut Tx, which: &'static str, id: CategoryId) -> Result<Vec<String>> {
    Ok(tx.query(Sql::new(which).bind(id)).column().await?)
}

fn checked(was: Category, body: &SaveCategory, faults: &mut Faults) -> Result<Category> {
    let new = Category {
        id: was.id,
        name: faults.or_default(form::text(
            "name",
            body.name.as_ref(),
            was.name,
            MAX_NAME_CHARS,
            "el nombre de la categoría",
        ))?,
        kind: was.kind,
        icon: faults.or_default(form::optional("icon", body.icon.as_ref(), was.icon, MAX_ICON_CHARS))?,
        position: body.position.unwrap_or(was.position),
        is_delivered: body.is_delivered.unwrap_or(was.is_delivered),
        status: body.status.unwrap_or(was.status),
    };
    if !(0..=MAX_POSITION).contains(&new.position) {
        faults.add("position", "La posición va de 0 a 100,000.");
    }
    Ok(new)
}

/// Names are one for all types, but for capitals and accents.
async fn name_is_free(work: &mut Work<'_>, new: &Category) -> Result<()> {
    // The index knows capitals and accents apart: two who write the same otherwise have to wait for each other.
    work.tx.lock_tables("categories").await?;
    let others: Vec<(String, CategoryKind)> = work
        .query("SELECT name, type FROM categories WHERE deleted_at IS NULL AND id <> $1 ORDER BY id LIMIT 2000")
        .bind(new.id)
        .all()
        .await?;
    let key = search_key(&new.name);
    match others.iter().find(|(name, _)| search_key(name) == key) {
        None => Ok(()),
        Some((name, kind)) => {
            let of = kind.of_what();
            taken(format!("Ya hay una categoría de {of} que se llama {name}. Usa otro nombre.")).err()
        }
    }
}

fn taken_by(name: &str) -> Refusal {
    taken(format!("Ya hay una categoría que se llama {name}. Usa otro nombre."))
}

fn taken(text: String) -> Refusal {
    refuse(Code::AlreadyExists, text).at("name", "Ya hay otra con este nombre.")
}

/// Locks the category that something is filed under, so that it is not deleted meanwhile; refuses one that is gone, or of something
/// else where `kind` says of what.
pub(super) async fn must_take(tx: &mut Tx, id: CategoryId, kind: Option<CategoryKind>) -> Result<()> {
    let found: Option<(CategoryKind,)> = tx
        .query("SELECT type FROM categories WHERE id = $1 AND deleted_at IS NULL")
        .bind(id)
        .for_update()
        .maybe()
        .await?;
    if found.is_some_and(|(of,)| kind.is_none_or(|kind| kind == of)) {
        return Ok(());
    }
    invalid("category_id", "Esa categoría ya no existe. Elige otra.").err()
}

async fn lock(tx: &mut Tx, id: CategoryId) -> Result<(CategoryId,)> {
    let found = tx.query("SELECT id FROM categories WHERE id = $1 AND deleted_at IS NULL").bind(id).for_update();
    found.maybe().await.or_not_found("la categoría")
}

async fn insert(tx: &mut Tx, c: &Category) -> db::Result<CategoryId> {
    tx.query(
        "INSERT INTO categories (name, type, icon, position, is_delivered, status) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(c.name.as_str())
    .bind(c.kind)
    .bind(c.icon.as_str())
    .bind(c.position)
    .bind(c.is_delivered)
    .bind(c.status)
    .scalar()
    .await
}

async fn store(tx: &mut Tx, c: &Category) -> db::Result<u64> {
    tx.query("UPDATE categories SET name = $1, icon = $2, position = $3, is_delivered = $4, status = $5 WHERE id = $6")
        .bind(c.name.as_str())
        .bind(c.icon.as_str())
        .bind(c.position)
        .bind(c.is_delivered)
        .bind(c.status)
        .bind(c.id)
        .run()
        .await
}

async fn written(work: &mut Work<'_>, what: &'static str, was: Option<&Category>, is: Option<&Category>) -> Result<()> {
    let id = is.or(was).map_or(0, |c| c.id.0);
    let entry = Entry::new(what).entity("category", id).change(was.map(|w| json!(w)), is.map(|i| json!(i)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::CatalogChanged, json!({ "category_id": id }));
    Ok(())
}
