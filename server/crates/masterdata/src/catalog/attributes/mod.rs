//! Attributes of products with their options (`Término`: inglés, medio), which variants combine. An option that a product offers cannot be
//! removed.

mod http;
mod store;

pub(super) use http::routes;

use super::{
    model::{Attribute, AttributeOption},
    product::variants::{self, RenamedOptions},
};
use crate::catalog::version;
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    form::{self, summarize_names},
    ids::{AttributeId, OptionId},
    search::search_key,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeSet, HashSet};
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 60;
const MAX_ATTRIBUTES: usize = 200;
/// The till shows all options in one dialog.
const MAX_OPTIONS: usize = 50;

/// Body of `POST /attributes` and `PUT /attributes/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveAttribute {
    pub name: Option<String>,
    /// All options in their order; one with an id keeps its place in products and may get another name.
    pub options: Option<Vec<SaveOption>>,
}

/// An option of an attribute: an object, or only its name.
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

async fn create(work: &mut Work<'_>, body: &SaveAttribute) -> Result<Attribute> {
    let mut faults = Faults::default();
    let name = form::required_text("name", body.name.as_ref(), String::new(), MAX_NAME_CHARS, "el nombre del atributo");
    let name = faults.or_default(name)?;
    let options = faults.or_default(check_options(body.options.as_deref().unwrap_or_default(), &[]))?;
    if store::list_other_names(work.tx, AttributeId(0)).await?.len() >= MAX_ATTRIBUTES {
        return invalid("name", format!("Hay {MAX_ATTRIBUTES} atributos. Borra los que no se usan.")).err();
    }
    faults.ok(check_name_is_free(work, AttributeId(0), &name).await)?;
    faults.finish()?;
    let inserted = attempt!(work.tx, store::insert_attribute(work.tx, &name).await);
    let id: AttributeId = form::refuse_duplicate_name(inserted, || name_taken(&name))?;
    store::save_options(work.tx, id, &options).await?;
    let is = store::load_attribute(work.tx, id).await?;
    record_change(work, "ATTRIBUTE_CREATED", None, Some(&is)).await?;
    Ok(is)
}

async fn update(work: &mut Work<'_>, id: AttributeId, body: &SaveAttribute) -> Result<Attribute> {
    store::lock_attribute(work.tx, id).await?;
    let was = store::load_attribute(work.tx, id).await?;
    let mut faults = Faults::default();
    let name =
        form::required_text("name", body.name.as_ref(), was.name.clone(), MAX_NAME_CHARS, "el nombre del atributo");
    let name = faults.or_default(name)?;
    let options = body.options.as_deref().map(|options| check_options(options, &was.options)).transpose();
    let options = faults.or_default(options)?;
    if name != was.name {
        faults.ok(check_name_is_free(work, id, &name).await)?;
    }
    faults.finish()?;
    if name != was.name {
        let renamed = attempt!(work.tx, store::rename_attribute(work.tx, id, &name).await);
        form::refuse_duplicate_name(renamed, || name_taken(&name))?;
    }
    if let Some(options) = options {
        let kept: HashSet<OptionId> = options.iter().filter_map(|(id, _)| *id).collect();
        let removed: Vec<&AttributeOption> = was.options.iter().filter(|o| !kept.contains(&o.id)).collect();
        check_unused(work.tx, &removed).await?;
        store::save_options(work.tx, id, &options).await?;
        store::delete_options(work.tx, removed.iter().map(|o| o.id)).await?;
    }
    let is = store::load_attribute(work.tx, id).await?;
    if is != was {
        variants::rename_variants(work.tx, RenamedOptions::of(&was, &is)).await?;
        record_change(work, "ATTRIBUTE_CHANGED", Some(&was), Some(&is)).await?;
    }
    Ok(is)
}

async fn delete(work: &mut Work<'_>, id: AttributeId) -> Result<Attribute> {
    store::lock_attribute(work.tx, id).await?;
    let was = store::load_attribute(work.tx, id).await?;
    check_unused(work.tx, &was.options.iter().collect::<Vec<_>>()).await?;
    store::delete_attribute(work.tx, id).await?;
    record_change(work, "ATTRIBUTE_DELETED", Some(&was), None).await?;
    Ok(was)
}

/// Checks the options of a form. Faults are named by their place: `options.2.name`.
fn check_options(options: &[SaveOption], known: &[AttributeOption]) -> Result<Vec<(Option<OptionId>, String)>> {
    if options.is_empty() {
        return invalid("options", "Escribe al menos una opción.").err();
    }
    if options.len() > MAX_OPTIONS {
        return invalid("options", format!("Un atributo puede tener hasta {MAX_OPTIONS} opciones.")).err();
    }
    let mut faults = Faults::default();
    let mut keys = BTreeSet::new();
    let mut ids = HashSet::new();
    let mut read = Vec::with_capacity(options.len());
    for (n, option) in options.iter().enumerate() {
        let (id, name) = option.parts();
        let field = format!("options.{n}.name");
        let name = form::required_text(&field, Some(&name.to_owned()), String::new(), MAX_NAME_CHARS, "la opción");
        let Some(name) = faults.ok(name)? else { continue };
        if !keys.insert(search_key(&name)) {
            faults.add(&field, format!("{name} está dos veces."));
        }
        if id.is_some_and(|id| !known.iter().any(|k| k.id == id) || !ids.insert(id)) {
            faults.add(&format!("options.{n}.id"), "Esa opción ya no existe. Actualiza la pantalla.");
        }
        read.push((id, name));
    }
    faults.finish()?;
    Ok(read)
}

async fn check_unused(tx: &mut Tx, options: &[&AttributeOption]) -> Result<()> {
    for (option, products) in variants::list_products_by_option(tx, options).await? {
        if let Some(some) = summarize_names(&products) {
            let remedy = "Quítala primero de sus variantes.";
            let refusal = form::in_use_refusal(&option, &format!("la ofrece {some}"), remedy);
            return refusal.at("options", format!("{option} está en uso.")).err();
        }
    }
    Ok(())
}

async fn check_name_is_free(work: &mut Work<'_>, id: AttributeId, name: &str) -> Result<()> {
    // The unique index distinguishes capitals and accents, so the table is locked against a concurrent write of the same name.
    work.tx.lock_tables("attributes").await?;
    let key = search_key(name);
    match store::list_other_names(work.tx, id).await?.iter().find(|other| search_key(other) == key) {
        Some(other) => name_taken(other).err(),
        None => Ok(()),
    }
}

fn name_taken(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un atributo {name}. Usa otro nombre."))
        .at("name", "Ya hay otro con este nombre.")
}

async fn record_change(
    work: &mut Work<'_>,
    what: &'static str,
    was: Option<&Attribute>,
    is: Option<&Attribute>,
) -> Result<()> {
    let id = is.or(was).map_or(0, |a| a.id.0);
    let entry = AuditEntry::new(what).entity("attribute", id).change(was.map(|w| json!(w)), is.map(|i| json!(i)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "attribute_id": id }));
    Ok(())
}
