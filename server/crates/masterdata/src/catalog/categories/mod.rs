//! Categories of products, supplies and toppings; the category's type says which. A deleted one is kept, because products of the past name it.

mod http;
mod store;

pub(super) use http::routes;
pub(super) use store::list_names_of_kind;

use super::{
    courses,
    model::{Category, CategoryKind, CategoryRow},
    product::deserialize_switch,
};
use crate::catalog::version;
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    form::{self, summarize_names},
    ids::{CategoryId, CourseId},
    money::Quantity,
    search::search_key,
    words::Status,
};
use comanda_ledgers::stock;
use comanda_platform::{
    audit::{self, AuditEntry},
    settings::{MAX_MARGIN, is_percent},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 60;
const MAX_ICON_CHARS: usize = 40;
/// The till shows all categories in one column.
const MAX_CATEGORIES: i64 = 500;
const MAX_POSITION: i64 = 100_000;

/// Body of `POST /categories` and `PUT /categories/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveCategory {
    pub name: Option<String>,
    /// The type of a new category; it cannot be changed later.
    #[serde(rename = "type")]
    pub kind: Option<CategoryKind>,
    /// The name of its icon at the till: `fish`, `beer`; empty: chosen by its name.
    pub icon: Option<String>,
    pub position: Option<i64>,
    #[serde(default, deserialize_with = "deserialize_switch")]
    pub is_delivered: Option<bool>,
    /// 0 to 95 with 2 decimals, only for products; null: the margin of the settings.
    #[serde(default, deserialize_with = "comanda_base::form::deserialize_optional")]
    pub target_margin: Option<Option<Quantity>>,
    /// The course of its products; null: none.
    #[serde(default, deserialize_with = "comanda_base::form::deserialize_optional")]
    #[schema(value_type = Option<CourseId>)]
    pub course_id: Option<Option<CourseId>>,
    pub status: Option<Status>,
}

pub(super) async fn create_category(work: &mut Work<'_>, body: &SaveCategory) -> Result<CategoryRow> {
    let (many, last) = store::count_and_last_position(work.tx).await?;
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
        target_margin: None,
        course_id: None,
        status: Status::Active,
    };
    let mut faults = Faults::default();
    let new = check(none, body, &mut faults)?;
    faults.ok(check_name_is_free(work, &new).await)?;
    faults.ok(courses::check_exists(work.tx, new.course_id).await)?;
    faults.finish()?;
    let inserted = attempt!(work.tx, store::insert_category(work.tx, &new).await);
    let id = form::refuse_duplicate_name(inserted, || name_taken(&new.name))?;
    record_change(work, "CATEGORY_CREATED", None, Some(&Category { id, ..new })).await?;
    store::load_category(work.tx, id).await
}

async fn update(work: &mut Work<'_>, id: CategoryId, body: &SaveCategory) -> Result<CategoryRow> {
    store::lock_category(work.tx, id).await?;
    let was = store::load_category(work.tx, id).await?.category;
    let mut faults = Faults::default();
    let new = check(was.clone(), body, &mut faults)?;
    let stays = body.kind.is_none_or(|kind| kind == was.kind);
    faults.check(stays, "type", "El tipo de una categoría no se cambia: crea otra.");
    if new.name != was.name {
        faults.ok(check_name_is_free(work, &new).await)?;
    }
    if new.course_id != was.course_id {
        faults.ok(courses::check_exists(work.tx, new.course_id).await)?;
    }
    faults.finish()?;
    let updated = attempt!(work.tx, store::update_category(work.tx, &new).await);
    form::refuse_duplicate_name(updated, || name_taken(&new.name))?;
    record_change(work, "CATEGORY_CHANGED", Some(&was), Some(&new)).await?;
    store::load_category(work.tx, id).await
}

async fn delete(work: &mut Work<'_>, id: CategoryId) -> Result<CategoryRow> {
    store::lock_category(work.tx, id).await?;
    let was = store::load_category(work.tx, id).await?;
    let count_text = |names: Vec<String>, one: &str, many: &str| {
        let word = if names.len() == 1 { format!("1 {one}") } else { format!("{} {many}", names.len()) };
        summarize_names(&names).map(|some| format!("{word} ({some})"))
    };
    let products = store::list_product_names(work.tx, id).await?;
    let toppings = store::list_topping_names(work.tx, id).await?;
    let comments = store::list_comments(work.tx, id).await?;
    let supplies = stock::list_supply_names_in_category(work.tx, id).await?;
    let references: Vec<String> = [
        count_text(products, "producto", "productos"),
        count_text(supplies, "insumo", "insumos"),
        count_text(toppings, "adicional", "adicionales"),
        count_text(comments, "comentario", "comentarios"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !references.is_empty() {
        let why = format!("tiene {}", references.join(", "));
        let remedy = "Pásalos a otra categoría, o desactívala.";
        return form::in_use_refusal(&was.category.name, &why, remedy).with_current(&was).err();
    }
    store::mark_deleted(work.tx, id, work.now).await?;
    record_change(work, "CATEGORY_DELETED", Some(&was.category), None).await?;
    Ok(was)
}

fn check(was: Category, body: &SaveCategory, faults: &mut Faults) -> Result<Category> {
    let new = Category {
        id: was.id,
        name: faults.or_default(form::required_text(
            "name",
            body.name.as_ref(),
            was.name,
            MAX_NAME_CHARS,
            "el nombre de la categoría",
        ))?,
        kind: was.kind,
        icon: faults.or_default(form::optional_text("icon", body.icon.as_ref(), was.icon, MAX_ICON_CHARS))?,
        position: body.position.unwrap_or(was.position),
        is_delivered: body.is_delivered.unwrap_or(was.is_delivered),
        target_margin: body.target_margin.unwrap_or(was.target_margin),
        course_id: body.course_id.unwrap_or(was.course_id),
        status: body.status.unwrap_or(was.status),
    };
    if !(0..=MAX_POSITION).contains(&new.position) {
        faults.add("position", "La posición va de 0 a 100,000.");
    }
    if let Some(margin) = new.target_margin {
        let fits = is_percent(margin, MAX_MARGIN);
        faults.check(fits, "target_margin", "El margen objetivo va de 0 a 95 %, con dos decimales.");
        let has_dishes = new.kind == CategoryKind::Product;
        faults.check(has_dishes, "target_margin", "Solo las categorías de productos tienen margen objetivo.");
    }
    let is_menu = new.kind == CategoryKind::Product || new.course_id.is_none();
    faults.check(is_menu, "course_id", "Solo las categorías de productos tienen tiempo.");
    Ok(new)
}

/// Refuses a name that another category of any type has, but for capitals and accents.
async fn check_name_is_free(work: &mut Work<'_>, new: &Category) -> Result<()> {
    // The unique index distinguishes capitals and accents, so the table is locked against a concurrent write of the same name.
    work.tx.lock_tables("categories").await?;
    let others = store::list_other_names(work.tx, new.id).await?;
    let key = search_key(&new.name);
    match others.iter().find(|(name, _)| search_key(name) == key) {
        None => Ok(()),
        Some((name, kind)) => {
            let contents = kind.contents_name();
            already_exists(format!("Ya hay una categoría de {contents} que se llama {name}. Usa otro nombre.")).err()
        }
    }
}

fn name_taken(name: &str) -> Refusal {
    already_exists(format!("Ya hay una categoría que se llama {name}. Usa otro nombre."))
}

fn already_exists(text: String) -> Refusal {
    refuse(Code::AlreadyExists, text).at("name", "Ya hay otra con este nombre.")
}

/// Locks the category under which something is filed, so that it is not deleted meanwhile; refuses one that does not exist, or is not of
/// `kind` where that is given.
pub(super) async fn lock_for_use(tx: &mut Tx, id: CategoryId, kind: Option<CategoryKind>) -> Result<()> {
    let found = store::lock_kind(tx, id).await?;
    if found.is_some_and(|found_kind| kind.is_none_or(|kind| kind == found_kind)) {
        return Ok(());
    }
    invalid("category_id", "Esa categoría ya no existe. Elige otra.").err()
}

async fn record_change(
    work: &mut Work<'_>,
    what: &'static str,
    was: Option<&Category>,
    is: Option<&Category>,
) -> Result<()> {
    let id = is.or(was).map_or(0, |c| c.id.0);
    let entry = AuditEntry::new(what).entity("category", id).change(was.map(|w| json!(w)), is.map(|i| json!(i)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "category_id": id }));
    Ok(())
}
