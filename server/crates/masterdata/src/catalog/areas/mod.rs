//! Production areas, where orders are made. The cash desk's area, CAJA, makes no dish and can hardly be changed.

mod http;
mod store;

pub(super) use http::routes;

use super::{CASH_DESK, model::ProductionArea, store as catalog, version};
use comanda_base::{
    attempt, db,
    error::{Code, Faults, Refusal, Result, already_exists, invalid, not_found, refuse},
    form,
    ids::AreaId,
    search::search_key,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_AREAS: usize = 50;
const MAX_NAME_CHARS: usize = 40;
/// No dish takes longer than a day.
const MAX_LATE_MINUTES: i64 = 1_440;

/// Body of `POST /production-areas` and `PUT /production-areas/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveArea {
    pub name: Option<String>,
    /// Minutes after which the kitchen screen warns.
    pub warn_minutes: Option<i64>,
    /// Minutes after which an order is late.
    pub late_minutes: Option<i64>,
    pub status: Option<Status>,
}

async fn create(work: &mut Work<'_>, body: &SaveArea) -> Result<ProductionArea> {
    work.tx.lock_tables("production_areas").await?;
    let all = catalog::list_areas(work.tx).await?;
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
    let new = check(none, body, &all)?;
    let inserted = attempt!(work.tx, store::insert_area(work.tx, &new).await);
    let id = form::refuse_duplicate_name(inserted, || name_taken(&new.name))?;
    record_change(work, "AREA_CREATED", None, Some(ProductionArea { id, ..new })).await
}

async fn update(work: &mut Work<'_>, id: AreaId, body: &SaveArea) -> Result<ProductionArea> {
    work.tx.lock_tables("production_areas").await?;
    store::lock_area(work.tx, id).await?;
    let was = store::load_area(work.tx, id).await?;
    let new = check(was.clone(), body, &catalog::list_areas(work.tx).await?)?;
    if was.name == CASH_DESK && (new.name != was.name || new.status != was.status) {
        let text = "CAJA es el área de la caja: sus papeles salen por ella. Solo se cambian sus minutos.";
        return refuse(Code::Conflict, text).at("name", "CAJA se queda así.").with_current(&was).err();
    }
    if !new.status.is_active() && was.status.is_active() {
        let products = store::list_active_products(work.tx, id).await?;
        if let Some(names) = form::summarize_names(&products) {
            let text = format!("En {} se prepara {names}. Pásalos a otra área o desactívalos primero.", was.name);
            return refuse(Code::InUse, text).at("status", "Tiene productos activos.").with_current(&was).err();
        }
    }
    let updated = attempt!(work.tx, store::update_area(work.tx, &new).await);
    form::refuse_duplicate_name(updated, || name_taken(&new.name))?;
    record_change(work, "AREA_CHANGED", Some(was), Some(new)).await
}

async fn delete(work: &mut Work<'_>, id: AreaId) -> Result<ProductionArea> {
    store::lock_area(work.tx, id).await?;
    let was = store::load_area(work.tx, id).await?;
    if was.name == CASH_DESK {
        return refuse(Code::InUse, "CAJA es el área de la caja: sus papeles salen por ella y no se borra.").err();
    }
    let (products, printers) = (store::list_products(work.tx, id).await?, store::list_printers(work.tx, id).await?);
    let products = form::summarize_names(&products).map(|n| format!("ahí se prepara {n}"));
    let printers = form::summarize_names(&printers).map(|n| format!("imprime en {n}"));
    let references: Vec<String> = products.into_iter().chain(printers).collect();
    if !references.is_empty() {
        return in_use(&was, &references.join(" y ")).err();
    }
    let deleted = attempt!(work.tx, store::delete_area(work.tx, id).await);
    match deleted {
        Err(db::Error::ForeignKey) => in_use(&was, "ya recibió comandas, que no se borran").err(),
        Err(e) => Err(e.into()),
        Ok(_) => record_change(work, "AREA_DELETED", Some(was), None).await,
    }
}

fn in_use(area: &ProductionArea, why: &str) -> Refusal {
    form::in_use_refusal(&area.name, why, "Cámbialo primero, o desactiva el área.").with_current(area)
}

fn check(was: ProductionArea, body: &SaveArea, all: &[ProductionArea]) -> Result<ProductionArea> {
    let mut faults = Faults::default();
    let new = ProductionArea {
        id: was.id,
        name: faults.or_default(form::required_text(
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
    if !(1..=MAX_LATE_MINUTES).contains(&new.warn_minutes) {
        faults.add("warn_minutes", "Escribe los minutos, desde 1.");
    }
    if new.late_minutes <= new.warn_minutes || new.late_minutes > MAX_LATE_MINUTES {
        faults.add("late_minutes", "Debe ser más que los minutos del aviso.");
    }
    let key = search_key(&new.name);
    if let Some(other) = all.iter().find(|a| a.id != new.id && search_key(&a.name) == key) {
        faults.refuse(name_taken(&other.name).with_current(other));
    }
    faults.finish()?;
    Ok(new)
}

fn name_taken(name: &str) -> Refusal {
    already_exists("name", format!("Ya hay un área {name}. Elige otro nombre."))
}

async fn record_change(
    work: &mut Work<'_>,
    what: &'static str,
    was: Option<ProductionArea>,
    is: Option<ProductionArea>,
) -> Result<ProductionArea> {
    let entry = AuditEntry::new(what).change(was.as_ref().map(|w| json!(w)), is.as_ref().map(|i| json!(i)));
    let Some(area) = is.or(was) else { return not_found("el área").err() };
    audit::log(work.tx, work.actor, work.now, entry.entity("production_area", area.id.0)).await?;
    version::mark_changed(work, json!({ "production_area_id": area.id }));
    work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({ "production_area_id": area.id }));
    Ok(area)
}
