//! Categories: of products, and by their type of supplies and toppings. A deleted one stays for the products of the past.

mod http;
mod store;

pub(super) use http::routes;
pub(super) use store::names_of;

use super::{
    model::{Category, CategoryKind, CategoryRow},
    product::switch,
};
use crate::catalog::version;
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    form::{self, some_names},
    ids::CategoryId,
    money::Quantity,
    search::search_key,
    words::Status,
};
use comanda_ledgers::stock;
use comanda_platform::{
    audit::{self, Entry},
    settings::{MAX_MARGIN, is_percent},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 60;
const MAX_ICON_CHARS: usize = 40;
/// The till shows them in one column.
const MAX_CATEGORIES: i64 = 500;
const MAX_POSITION: i64 = 100_000;

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
    /// 0 to 95 with 2 decimals, of products only; null: what the house's settings say.
    #[serde(default, deserialize_with = "comanda_base::form::given")]
    pub target_margin: Option<Option<Quantity>>,
    pub status: Option<Status>,
}

/// Adds a category.
pub(super) async fn create(work: &mut Work<'_>, body: &SaveCategory) -> Result<CategoryRow> {
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
        status: Status::Active,
    };
    let mut faults = Faults::default();
    let new = checked(none, body, &mut faults)?;
    faults.ok(name_is_free(work, &new).await)?;
    faults.done()?;
    let inserted = attempt!(work.tx, store::insert(work.tx, &new).await);
    let id = form::unless_taken(inserted, || taken_by(&new.name))?;
    written(work, "CATEGORY_CREATED", None, Some(&Category { id, ..new })).await?;
    store::category(work.tx, id).await
}

async fn update(work: &mut Work<'_>, id: CategoryId, body: &SaveCategory) -> Result<CategoryRow> {
    store::lock(work.tx, id).await?;
    let was = store::category(work.tx, id).await?.category;
    let mut faults = Faults::default();
    let new = checked(was.clone(), body, &mut faults)?;
    let stays = body.kind.is_none_or(|kind| kind == was.kind);
    faults.unless(stays, "type", "El tipo de una categoría no se cambia: crea otra.");
    if new.name != was.name {
        faults.ok(name_is_free(work, &new).await)?;
    }
    faults.done()?;
    let updated = attempt!(work.tx, store::update(work.tx, &new).await);
    form::unless_taken(updated, || taken_by(&new.name))?;
    written(work, "CATEGORY_CHANGED", Some(&was), Some(&new)).await?;
    store::category(work.tx, id).await
}

async fn delete(work: &mut Work<'_>, id: CategoryId) -> Result<CategoryRow> {
    store::lock(work.tx, id).await?;
    let was = store::category(work.tx, id).await?;
    let of = |names: Vec<String>, one: &str, many: &str| {
        let word = if names.len() == 1 { format!("1 {one}") } else { format!("{} {many}", names.len()) };
        some_names(&names).map(|some| format!("{word} ({some})"))
    };
    let products = store::products(work.tx, id).await?;
    let toppings = store::toppings(work.tx, id).await?;
    let comments = store::comments(work.tx, id).await?;
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
    store::mark_deleted(work.tx, id, work.now).await?;
    written(work, "CATEGORY_DELETED", Some(&was.category), None).await?;
    Ok(was)
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
        target_margin: body.target_margin.unwrap_or(was.target_margin),
        status: body.status.unwrap_or(was.status),
    };
    if !(0..=MAX_POSITION).contains(&new.position) {
        faults.add("position", "La posición va de 0 a 100,000.");
    }
    if let Some(margin) = new.target_margin {
        let fits = is_percent(margin, MAX_MARGIN);
        faults.unless(fits, "target_margin", "El margen objetivo va de 0 a 95 %, con dos decimales.");
        let of_dishes = new.kind == CategoryKind::Product;
        faults.unless(of_dishes, "target_margin", "Solo las categorías de productos tienen margen objetivo.");
    }
    Ok(new)
}

/// Names are one for all types, but for capitals and accents.
async fn name_is_free(work: &mut Work<'_>, new: &Category) -> Result<()> {
    // The index knows capitals and accents apart: two who write the same otherwise have to wait for each other.
    work.tx.lock_tables("categories").await?;
    let others = store::other_names(work.tx, new.id).await?;
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
    let found = store::lock_kind(tx, id).await?;
    if found.is_some_and(|of| kind.is_none_or(|kind| kind == of)) {
        return Ok(());
    }
    invalid("category_id", "Esa categoría ya no existe. Elige otra.").err()
}

async fn written(work: &mut Work<'_>, what: &'static str, was: Option<&Category>, is: Option<&Category>) -> Result<()> {
    let id = is.or(was).map_or(0, |c| c.id.0);
    let entry = Entry::new(what).entity("category", id).change(was.map(|w| json!(w)), is.map(|i| json!(i)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::changed(work, json!({ "category_id": id }));
    Ok(())
}
