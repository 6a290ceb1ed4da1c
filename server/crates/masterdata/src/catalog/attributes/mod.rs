//! What can be chosen of products (`Término`: inglés, medio), and the combinations that products offer. An option that a product
//! offers stays.

mod http;
mod store;

pub(super) use http::routes;

use super::{
    model::{Attribute, AttributeOption},
    product::variants::{self, Renaming},
};
use crate::catalog::version;
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    form::{self, some_names},
    ids::{AttributeId, OptionId},
    search::search_key,
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeSet, HashSet};
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 60;
const MAX_ATTRIBUTES: usize = 200;
/// All of them stand in one dialog at the till.
const MAX_OPTIONS: usize = 50;

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

async fn create(work: &mut Work<'_>, body: &SaveAttribute) -> Result<Attribute> {
    let mut faults = Faults::default();
    let name = form::text("name", body.name.as_ref(), String::new(), MAX_NAME_CHARS, "el nombre del atributo");
    let name = faults.or_default(name)?;
    let options = faults.or_default(checked(body.options.as_deref().unwrap_or_default(), &[]))?;
    if store::other_names(work.tx, AttributeId(0)).await?.len() >= MAX_ATTRIBUTES {
        return invalid("name", format!("Hay {MAX_ATTRIBUTES} atributos. Borra los que no se usan.")).err();
    }
    faults.ok(name_is_free(work, AttributeId(0), &name).await)?;
    faults.done()?;
    let inserted = attempt!(work.tx, store::insert(work.tx, &name).await);
    let id: AttributeId = form::unless_taken(inserted, || taken(&name))?;
    store::put_options(work.tx, id, &options).await?;
    let is = store::attribute(work.tx, id).await?;
    written(work, "ATTRIBUTE_CREATED", None, Some(&is)).await?;
    Ok(is)
}

async fn update(work: &mut Work<'_>, id: AttributeId, body: &SaveAttribute) -> Result<Attribute> {
    store::lock(work.tx, id).await?;
    let was = store::attribute(work.tx, id).await?;
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
        let renamed = attempt!(work.tx, store::rename(work.tx, id, &name).await);
        form::unless_taken(renamed, || taken(&name))?;
    }
    if let Some(options) = options {
        let kept: HashSet<OptionId> = options.iter().filter_map(|(id, _)| *id).collect();
        let gone: Vec<&AttributeOption> = was.options.iter().filter(|o| !kept.contains(&o.id)).collect();
        must_be_unused(work.tx, &gone).await?;
        store::put_options(work.tx, id, &options).await?;
        store::delete_options(work.tx, gone.iter().map(|o| o.id)).await?;
    }
    let is = store::attribute(work.tx, id).await?;
    if is != was {
        variants::rename(work.tx, Renaming::of(&was, &is)).await?;
        written(work, "ATTRIBUTE_CHANGED", Some(&was), Some(&is)).await?;
    }
    Ok(is)
}

async fn delete(work: &mut Work<'_>, id: AttributeId) -> Result<Attribute> {
    store::lock(work.tx, id).await?;
    let was = store::attribute(work.tx, id).await?;
    must_be_unused(work.tx, &was.options.iter().collect::<Vec<_>>()).await?;
    store::delete(work.tx, id).await?;
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

async fn name_is_free(work: &mut Work<'_>, id: AttributeId, name: &str) -> Result<()> {
    // The index knows capitals and accents apart: two who write the same otherwise have to wait for each other.
    work.tx.lock_tables("attributes").await?;
    let key = search_key(name);
    match store::other_names(work.tx, id).await?.iter().find(|other| search_key(other) == key) {
        Some(other) => taken(other).err(),
        None => Ok(()),
    }
}

fn taken(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un atributo {name}. Usa otro nombre."))
        .at("name", "Ya hay otro con este nombre.")
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
    version::changed(work, json!({ "attribute_id": id }));
    Ok(())
}
