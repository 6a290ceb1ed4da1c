//! What can be chosen of products (`Término`: inglés, medio), and the combinations that products offer. An option that a product
//! offers stays.

use super::{
    http::begin,
    model::{Attribute, AttributeOption},
    product::variants::{self, Renaming},
    store::{self, OptionRow},
};
use crate::{
    args, attempt,
    audit::{self, Entry},
    db::{Sql, Tx},
    error::{Code, Faults, OrNotFound, Refusal, Result, invalid, refuse},
    form::{self, some_names},
    http::{Answer, Empty, Write, ok},
    idempotent_write,
    ids::{AttributeId, OptionId},
    listing::{Paging, Rows},
    realtime::{EventKind, Room},
    search::search_key,
    state::App,
    use_case::{Action, Actor, Done, Work},
};
use axum::{
    Json,
    extract::{Path, Query},
};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeSet, HashSet};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

const MAX_NAME_CHARS: usize = 60;
const MAX_ATTRIBUTES: usize = 200;
/// All of them stand in one dialog at the till.
const MAX_OPTIONS: usize = 50;

/// Routes of attributes.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_attributes, create_attribute))
        .routes(routes!(get_attribute, update_attribute, delete_attribute))
        .merge(super::product_variants::routes())
}

/// Body of `POST /attributes` and `PUT /attributes/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveAttribute {
    pub name: Option<String>,
    /// All options in their order; one with an id keeps its place in products and may get another name.
    pub options: Option<Vec<SaveOption>>,
}

/// One of its options: an object, or only its name.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum SaveOption {
    Named(String),
    Kept {
        #[serde(default)]
        id: Option<OptionId>,
        name: String,
    },
}

impl SaveOption {
    fn parts(&self) -> (Option<OptionId>, &str) {
        match self {
            SaveOption::Named(name) => (None, name),
            SaveOption::Kept { id, name } => (*id, name),
        }
    }
}

/// Attributes with their options; `sort` knows `name`.
#[utoipa::path(get, path = "/attributes", tag = "catalog", params(Paging), responses((status = 200, body = Rows<Attribute>)))]
async fn list_attributes(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Attribute>> {
    let (mut tx, _) = begin(&actor).await?;
    let key = paging.term.as_deref().map(search_key).unwrap_or_default();
    let sql = paging.sorted(Sql::new("SELECT id, name FROM attributes"), &[("name", "LOWER(name)")], "id")?;
    let rows: Vec<(AttributeId, String)> = tx.query(sql.add("LIMIT 1000")).all().await?;
    let all = with_options(rows, store::options(&mut tx).await?);
    let wanted = |a: &Attribute| {
        search_key(&a.name).contains(&key) || a.options.iter().any(|o| search_key(&o.name).contains(&key))
    };
    paging.slice(all.into_iter().filter(wanted).collect())
}

/// One attribute.
#[utoipa::path(get, path = "/attributes/{id}", tag = "catalog", params(("id" = AttributeId, Path)), responses((status = 200, body = Answer<Attribute>)))]
async fn get_attribute(actor: Actor, Path(id): Path<AttributeId>) -> Result<Json<Answer<Attribute>>> {
    let (mut tx, _) = begin(&actor).await?;
    Ok(ok(attribute(&mut tx, id).await?))
}

/// Adds an attribute with its options.
#[utoipa::path(post, path = "/attributes", tag = "catalog", request_body = SaveAttribute, responses((status = 200, body = Answer<Attribute>)))]
async fn create_attribute(actor: Actor, write: Write<SaveAttribute>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| create(work, body).await)
}

/// Updates only the fields sent; an option that a product offers cannot be taken away: 409 `in_use`.
#[utoipa::path(put, path = "/attributes/{id}", tag = "catalog", params(("id" = AttributeId, Path)), request_body = SaveAttribute, responses((status = 200, body = Answer<Attribute>)))]
async fn update_attribute(actor: Actor, Path(id): Path<AttributeId>, write: Write<SaveAttribute>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| update(work, id, body).await)
}

/// Deletes an attribute that no product offers.
#[utoipa::path(delete, path = "/attributes/{id}", tag = "catalog", params(("id" = AttributeId, Path)), responses((status = 200, body = Answer<Attribute>)))]
async fn delete_attribute(actor: Actor, Path(id): Path<AttributeId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| delete(work, id).await)
}

fn with_options(rows: Vec<(AttributeId, String)>, options: Vec<OptionRow>) -> Vec<Attribute> {
    let of = |id: AttributeId| {
        let own = options.iter().filter(|o| o.attribute_id == id.0);
        own.map(|o| AttributeOption { id: OptionId(o.id), name: o.name.clone() }).collect()
    };
    rows.into_iter().map(|(id, name)| Attribute { options: of(id), id, name }).collect()
}

async fn attribute(tx: &mut Tx, id: AttributeId) -> Result<Attribute> {
    let row =
        tx.query("SELECT id, name FROM attributes WHERE id = $1").bind(id).maybe().await.or_not_found("el atributo")?;
    let options = store::options(tx).await?;
    with_options(vec![row], options).pop().ok_or_else(|| crate::error::not_found("el atributo").into())
}

async fn create(work: &mut Work<'_>, body: &SaveAttribute) -> Result<Attribute> {
    let mut faults = Faults::default();
    let name = form::text("name", body.name.as_ref(), String::new(), MAX_NAME_CHARS, "el nombre del atributo");
    let name = faults.or_default(name)?;
    let options = faults.or_default(checked(body.options.as_deref().unwrap_or_default(), &[]))?;
    if others(work, AttributeId(0)).await?.len() >= MAX_ATTRIBUTES {
        return invalid("name", format!("Hay {MAX_ATTRIBUTES} atributos. Borra los que no se usan.")).err();
    }
    faults.ok(name_is_free(work, AttributeId(0), &name).await)?;
    faults.done()?;
    let inserted = attempt!(
        work.tx,
        work.tx.query("INSERT INTO attributes (name) VALUES ($1) RETURNING id").bind(name.as_str()).scalar().await
    );
    let id: AttributeId = form::unless_taken(inserted, || taken(&name))?;
    put_options(work, id, &options).await?;
    let is = attribute(work.tx, id).await?;
    written(work, "ATTRIBUTE_CREATED", None, Some(&is)).await?;
    Ok(is)
}

async fn update(work: &mut Work<'_>, id: AttributeId, body: &SaveAttribute) -> Result<Attribute> {
    lock(work.tx, id).await?;
    let was = attribute(work.tx, id).await?;
    let mut faults = Faults::default();
    let name = form::text("name", body.name.as_ref(), was.name.clone(), MAX_NAME_CHARS, "el nombre del atributo");
    let name = faults.or_default(name)?;
    let options = body.options.as_deref().map(|options| checked(options, &was.options)).transpose();
    let options = faults.or_default(options)?;
    if name != was.name {
        faults.ok(name_is_free(work, id, &name).await)?;
    }
    faults.done()?;
    if name != was.name {
        let renamed = attempt!(
            work.tx,
            work.tx.query("UPDATE attributes SET name = $1 WHERE id = $2").bind(name.as_str()).bind(id).run().await
        );
        form::unless_taken(renamed, || taken(&name))?;
    }
    if let Some(options) = options {
        let kept: HashSet<OptionId> = options.iter().filter_map(|(id, _)| *id).collect();
        let gone: Vec<&AttributeOption> = was.options.iter().filter(|o| !kept.contains(&o.id)).collect();
        must_be_unused(work.tx, &gone).await?;
        put_options(work, id, &options).await?;
        let sql = Sql::new("DELETE FROM attribute_options").list("WHERE id IN (?)", gone.iter().map(|o| o.id));
        work.query(sql).run().await?;
    }
    let is = attribute(work.tx, id).await?;
    if is != was {
        variants::rename(work.tx, Renaming::of(&was, &is)).await?;
        written(work, "ATTRIBUTE_CHANGED", Some(&was), Some(&is)).await?;
    }
    Ok(is)
}

async fn delete(work: &mut Work<'_>, id: AttributeId) -> Result<Attribute> {
    lock(work.tx, id).await?;
    let was = attribute(work.tx, id).await?;
    must_be_unused(work.tx, &was.options.iter().collect::<Vec<_>>()).await?;
    work.query("DELETE FROM attribute_options WHERE attribute_id = $1").bind(id).run().await?;
    work.query("DELETE FROM attributes WHERE id = $1").bind(id).run().await?;
    written(work, "ATTRIBUTE_DELETED", Some(&was), None).await?;
    Ok(was)
}

/// Options as they may be written. Refusals name the place: `options.2.name`.
fn checked(options: &[SaveOption], known: &[AttributeOption]) -> Result<Vec<(Option<OptionId>, String)>> {
    if options.is_empty() {
        return invalid("options", "Escribe al menos una opción.").err();
    }
    if options.len() > MAX_OPTIONS {
        return invalid("options", format!("Un atributo puede tener hasta {MAX_OPTIONS} opciones.")).err();
    }
    let mut faults = Faults::default();
    let mut seen = BTreeSet::new();
    let mut ids = HashSet::new();
    let mut read = Vec::with_capacity(options.len());
    for (n, option) in options.iter().enumerate() {
        let (id, name) = option.parts();
        let field = format!("options.{n}.name");
        let name = form::text(&field, Some(&name.to_owned()), String::new(), MAX_NAME_CHARS, "la opción");
        let Some(name) = faults.ok(name)? else { continue };
        if !seen.insert(search_key(&name)) {
            faults.add(&field, format!("{name} está dos veces."));
        }
        if id.is_some_and(|id| !known.iter().any(|k| k.id == id) || !ids.insert(id)) {
            faults.add(&format!("options.{n}.id"), "Esa opción ya no existe. Actualiza la pantalla.");
        }
        read.push((id, name));
    }
    faults.done()?;
    Ok(read)
}

/// Writes options in their order. Names change places without ever being there twice.
async fn put_options(work: &mut Work<'_>, of: AttributeId, options: &[(Option<OptionId>, String)]) -> Result<()> {
    let placed = options.iter().zip(1_i64..);
    let kept: Vec<_> = placed.clone().filter_map(|((id, name), n)| id.map(|id| (id, name.clone(), n))).collect();
    let new: Vec<_> =
        placed.filter(|((id, _), _)| id.is_none()).map(|((_, name), n)| args![of, name.clone(), n]).collect();
    work.query("UPDATE attribute_options SET name = name || ' #' || CAST(id AS TEXT) WHERE attribute_id = $1")
        .bind(of)
        .run()
        .await?;
    if !kept.is_empty() {
        let sql = Sql::new("UPDATE attribute_options SET name = v.column2, position = v.column3 FROM (VALUES");
        let rows = kept.into_iter().map(|(id, name, n)| args![id, name, n]);
        work.query(sql.rows(rows).add(") AS v WHERE attribute_options.id = v.column1")).run().await?;
    }
    if !new.is_empty() {
        let sql = Sql::new("INSERT INTO attribute_options (attribute_id, name, position) VALUES");
        work.query(sql.rows(new)).run().await?;
    }
    Ok(())
}

async fn must_be_unused(tx: &mut Tx, options: &[&AttributeOption]) -> Result<()> {
    for (option, products) in variants::products_with(tx, options).await? {
        if let Some(some) = some_names(&products) {
            let instead = "Quítala primero de sus variantes.";
            let refusal = form::in_use(&option, &format!("la ofrece {some}"), instead);
            return refusal.at("options", format!("{option} está en uso.")).err();
        }
    }
    Ok(())
}

async fn others(work: &mut Work<'_>, but: AttributeId) -> Result<Vec<String>> {
    Ok(work.query("SELECT name FROM attributes WHERE id <> $1 ORDER BY id LIMIT 1000").bind(but).column().await?)
}

async fn name_is_free(work: &mut Work<'_>, id: AttributeId, name: &str) -> Result<()> {
    // The index knows capitals and accents apart: two who write the same otherwise have to wait for each other.
    work.tx.lock_tables("attributes").await?;
    let key = search_key(name);
    match others(work, id).await?.iter().find(|other| search_key(other) == key) {
        Some(other) => taken(other).err(),
        None => Ok(()),
    }
}

fn taken(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un atributo {name}. Usa otro nombre."))
        .at("name", "Ya hay otro con este nombre.")
}

async fn lock(tx: &mut Tx, id: AttributeId) -> Result<(AttributeId,)> {
    tx.query("SELECT id FROM attributes WHERE id = $1").bind(id).for_update().maybe().await.or_not_found("el atributo")
}

async fn written(
    work: &mut Work<'_>,
    what: &'static str,
    was: Option<&Attribute>,
    is: Option<&Attribute>,
) -> Result<()> {
    let id = is.or(was).map_or(0, |a| a.id.0);
    let entry = Entry::new(what).entity("attribute", id).change(was.map(|w| json!(w)), is.map(|i| json!(i)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::CatalogChanged, json!({ "attribute_id": id }));
    Ok(())
}
