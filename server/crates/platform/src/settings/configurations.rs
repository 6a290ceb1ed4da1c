//! Configurations by key: those of the product, and any that an integration stores here.

use super::{Locale, configurations_store as store, locale};
use crate::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_base::{
    counters,
    db::{self, Tx},
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::ConfigurationId,
    listing::{Paging, Rows},
    words::Status,
};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The key of the configuration whether all print agents share the company's channel.
const SERVER: &str = "SERVER";
/// The highest id of the product's own configurations: print channels, and 5, the defaults of a new printer's form.
const OWN_IDS: i64 = 100;

/// A configuration.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Configuration {
    pub id: ConfigurationId,
    pub key: String,
    pub name: String,
    #[serde(rename = "type")]
    #[row(rename = "type")]
    pub kind: String,
    pub value: String,
    pub status: Status,
}

impl Configuration {
    /// Whether this is the configuration of shared print channels.
    pub fn is_server(&self) -> bool {
        self.key == SERVER
    }
    fn is_fixed(&self) -> bool {
        (1..=OWN_IDS).contains(&self.id.0)
    }
}

/// The form of a configuration; with PUT only the given fields change.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ConfigurationForm {
    /// Capitals, digits and `_`.
    pub key: Option<String>,
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Text, number, or true and false, which are stored as 1 and 0.
    #[serde(default, deserialize_with = "deserialize_text")]
    #[schema(value_type = Option<String>)]
    pub value: Option<String>,
    pub status: Option<Status>,
}

fn deserialize_text<'de, D: Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(d)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Bool(on) => Ok(Some(i32::from(on).to_string())),
        _ => Err(serde::de::Error::custom("no tiene el formato esperado")),
    }
}

/// Loads a page of configurations, filtered by status.
pub async fn load_page(tx: &mut Tx, paging: &Paging) -> Result<Rows<Configuration>> {
    store::load_page(tx, paging).await
}

/// Loads a configuration.
pub async fn load_configuration(tx: &mut Tx, id: ConfigurationId) -> Result<Configuration> {
    store::find_configuration(tx, id).await.or_not_found("la configuración")
}

/// Whether all agents listen on the company's channel (configuration SERVER, by default 1) instead of those of their users.
pub async fn shares_print_channel(tx: &mut Tx) -> Result<bool> {
    Ok(is_shared(store::find_value(tx, SERVER).await?.as_deref()))
}

/// Interprets the value of SERVER.
pub(super) fn is_shared(server: Option<&str>) -> bool {
    server.is_none_or(|value| value.trim() == "1")
}

/// Takes the id of a new configuration.
pub(super) async fn next_configuration_id(tx: &mut Tx) -> db::Result<ConfigurationId> {
    Ok(ConfigurationId(OWN_IDS + counters::next_number(tx, "configurations", "").await?))
}

fn apply_form(mut was: Configuration, form: &ConfigurationForm) -> Configuration {
    let set = |field: &mut String, sent: &Option<String>| {
        if let Some(text) = sent {
            text.trim().clone_into(field);
        }
    };
    set(&mut was.key, &form.key);
    set(&mut was.name, &form.name);
    set(&mut was.kind, &form.kind);
    set(&mut was.value, &form.value);
    was.status = form.status.unwrap_or(was.status);
    was
}

fn check(c: &Configuration) -> Result<()> {
    let mut faults = Faults::default();
    let key_is_good = c.key.starts_with(|first: char| first.is_ascii_uppercase())
        && c.key.len() <= 40
        && c.key.chars().all(|k| k.is_ascii_uppercase() || k.is_ascii_digit() || k == '_');
    if !key_is_good {
        faults.add("key", "La clave lleva hasta 40 mayúsculas, dígitos y _, y empieza con letra.");
    }
    if c.name.is_empty() || c.name.chars().count() > 80 {
        faults.add("name", "Escribe un nombre de hasta 80 letras.");
    }
    if c.kind.chars().count() > 40 {
        faults.add("type", "El tipo lleva hasta 40 letras.");
    }
    if c.is_fixed() && !["0", "1"].contains(&c.value.as_str()) {
        faults.add("value", "El valor es 1 o 0.");
    }
    if c.key == locale::KEY && c.value.parse::<Locale>().is_err() {
        faults.add("value", "El valor es es_pe o es_ar.");
    }
    if c.value.chars().count() > 2_000 {
        faults.add("value", "El valor lleva hasta 2000 letras.");
    }
    faults.finish()
}

/// Adds a configuration.
pub async fn add_configuration(work: &mut Work<'_>, form: &ConfigurationForm) -> Result<Configuration> {
    let id = ConfigurationId(0);
    let empty = Configuration {
        id,
        key: String::new(),
        name: String::new(),
        kind: String::new(),
        value: String::new(),
        status: Status::Active,
    };
    let mut new = apply_form(empty, form);
    check(&new)?;
    new.id = next_configuration_id(work.tx).await?;
    store::insert_configuration(work.tx, &new).await?;
    log_and_announce_change(work, "CONFIGURATION_ADDED", None, &new).await?;
    Ok(new)
}

/// Updates only the fields sent; for the product's own configurations only the value.
pub async fn change_configuration(
    work: &mut Work<'_>,
    id: ConfigurationId,
    form: &ConfigurationForm,
) -> Result<Configuration> {
    let was: Configuration = store::lock_configuration(work.tx, id).await.or_not_found("la configuración")?;
    let now = apply_form(was.clone(), form);
    if was.is_fixed() && (now.key != was.key || now.status != was.status) {
        return refuse(Code::InUse, format!("{} la usa el sistema: solo cambia su valor, 1 o 0.", was.key)).err();
    }
    check(&now)?;
    store::update_configuration(work.tx, id, &now).await?;
    log_and_announce_change(work, "CONFIGURATION_CHANGED", Some(&was), &now).await?;
    Ok(now)
}

/// Deletes a configuration that an administrator added; refuses one that the program itself reads.
pub async fn delete_configuration(work: &mut Work<'_>, id: ConfigurationId) -> Result<()> {
    let was: Configuration = store::lock_configuration(work.tx, id).await.or_not_found("la configuración")?;
    if was.is_fixed() {
        return refuse(Code::InUse, format!("{} la usa el sistema: cambia su valor, no se elimina.", was.key)).err();
    }
    store::delete_configuration(work.tx, id).await?;
    Ok(log_and_announce_change(work, "CONFIGURATION_DELETED", Some(&was), &was).await?)
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    action: &'static str,
    was: Option<&Configuration>,
    is: &Configuration,
) -> db::Result<()> {
    let shown = |c: &Configuration| json!({"key": c.key, "value": c.value, "status": c.status});
    let entry = AuditEntry::new(action).entity("configuration", is.id.0).change(was.map(shown), Some(shown(is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    // Screens must load the language and the print channel again.
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
