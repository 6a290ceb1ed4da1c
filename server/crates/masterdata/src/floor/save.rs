//! Creates, changes and deletes salons and tables. The callers check whether a table is in use, because this module does not know accounts.

use super::{
    model::{Salon, TableRow},
    plan::{MAX_SALONS, MAX_TABLES, SalonFields, SalonForm, TableFields, TableForm, TablePlacement},
    store,
};
use comanda_base::{
    attempt, db,
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{SalonId, TableId},
    search::search_key,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Serialize;
use serde_json::json;

pub(super) async fn add_salon(work: &mut Work<'_>, form: &SalonForm) -> Result<Salon> {
    store::lock_salons(work.tx).await?;
    let all = super::list_salons(work.tx).await?;
    if all.len() >= MAX_SALONS {
        return refuse(Code::Conflict, format!("Ya hay {MAX_SALONS} salones. Elimina uno que no uses.")).err();
    }
    let last = all.iter().map(|s| s.position).max().unwrap_or(0);
    let fields = SalonFields { position: last + 1, ..SalonFields::default() }.apply_form(form, &[])?;
    check_name_is_new("salón", &fields.name, all.iter().map(|s| s.name.as_str()))?;
    store::free_salon_name(work.tx, &fields.name).await?;
    let written = attempt!(work.tx, store::insert_salon(work.tx, &fields).await);
    let id = refuse_taken_name(written)?;
    record_change(work, "SALON_ADDED", ("salon", id.0), None::<()>, &fields).await?;
    super::load_salon(work.tx, id).await
}

/// Updates only the fields sent of a salon. The caller has checked that a salon to be disabled is not in use.
pub async fn change_salon(work: &mut Work<'_>, id: SalonId, form: &SalonForm) -> Result<Salon> {
    store::lock_salon(work.tx, id).await.or_not_found("el salón")?;
    let was = SalonFields::from(super::load_salon(work.tx, id).await?);
    let spots: Vec<TablePlacement> =
        super::list_tables(work.tx, Some(id)).await?.iter().map(TablePlacement::from).collect();
    let fields = was.clone().apply_form(form, &spots)?;
    if fields.name != was.name {
        store::lock_salons(work.tx).await?;
        let all = super::list_salons(work.tx).await?;
        check_name_is_new("salón", &fields.name, all.iter().filter(|s| s.id != id).map(|s| s.name.as_str()))?;
        store::free_salon_name(work.tx, &fields.name).await?;
    }
    let written = attempt!(work.tx, store::update_salon(work.tx, id, &fields).await);
    refuse_taken_name(written)?;
    if (fields.width, fields.height) != (was.width, was.height) || fields.landmarks != was.landmarks {
        store::bump_layout(work.tx, id).await?;
    }
    record_change(work, "SALON_CHANGED", ("salon", id.0), Some(&was), &fields).await?;
    super::load_salon(work.tx, id).await
}

/// Deletes a salon with its tables. The caller has checked that none is in use.
pub async fn delete_salon(work: &mut Work<'_>, id: SalonId) -> Result<()> {
    let was = SalonFields::from(super::load_salon(work.tx, id).await?);
    let now = work.now;
    store::delete_salon(work.tx, id, now).await?;
    record_change(work, "SALON_DELETED", ("salon", id.0), Some(&was), None::<()>).await
}

pub(super) async fn add_table(work: &mut Work<'_>, form: &TableForm) -> Result<TableRow> {
    let Some(salon_id) = form.salon_id else { return invalid("salon_id", "Elige el salón de la mesa.").err() };
    store::lock_salon(work.tx, salon_id).await.or_not_found("el salón")?;
    let room = SalonFields::from(super::load_salon(work.tx, salon_id).await?);
    let others = super::list_tables(work.tx, Some(salon_id)).await?;
    let spots: Vec<TablePlacement> = others.iter().map(TablePlacement::from).collect();
    let fields = TableFields::new(form, salon_id, &room, &spots)?;
    check_new_table(work, &fields, &others).await?;
    let written = attempt!(work.tx, store::insert_table(work.tx, &fields).await);
    let id = refuse_taken_name(written)?;
    store::bump_layout(work.tx, salon_id).await?;
    record_change(work, "TABLE_ADDED", ("table", id.0), None::<()>, &fields).await?;
    super::load_table(work.tx, id).await
}

/// Updates only the fields sent of a table. The caller has checked that a table to be disabled or moved to another salon is not in use.
pub async fn change_table(work: &mut Work<'_>, id: TableId, form: &TableForm) -> Result<TableRow> {
    let row = super::load_table(work.tx, id).await?;
    let was = TableFields::merge(row.clone(), &TableForm::default())?;
    let mut fields = TableFields::merge(row, form)?;
    store::lock_salon(work.tx, fields.salon_id).await.or_not_found("el salón")?;
    let room = SalonFields::from(super::load_salon(work.tx, fields.salon_id).await?);
    if (fields.salon_id, &fields.name) != (was.salon_id, &was.name) {
        let others = super::list_tables(work.tx, Some(fields.salon_id)).await?;
        let others: Vec<TableRow> = others.into_iter().filter(|t| t.id != id).collect();
        check_new_table(work, &fields, &others).await?;
        if fields.salon_id != was.salon_id && form.x.is_none() && form.y.is_none() {
            fields = fields.place_in(&room, &others.iter().map(TablePlacement::from).collect::<Vec<_>>())?;
        }
    }
    fields.spot.check_inside(room.width, room.height, "")?;
    let written = attempt!(work.tx, store::update_table(work.tx, id, &fields).await);
    refuse_taken_name(written)?;
    if fields.salon_id != was.salon_id || fields.spot != was.spot {
        store::bump_layout(work.tx, fields.salon_id).await?;
    }
    record_change(work, "TABLE_CHANGED", ("table", id.0), Some(&was), &fields).await?;
    super::load_table(work.tx, id).await
}

/// Deletes a table; past records keep its name. The caller has checked that it is not in use.
pub async fn delete_table(work: &mut Work<'_>, id: TableId) -> Result<()> {
    let row = super::load_table(work.tx, id).await?;
    let (salon, now) = (row.salon_id, work.now);
    let was = TableFields::merge(row, &TableForm::default())?;
    store::delete_table(work.tx, id, now).await?;
    store::bump_layout(work.tx, salon).await?;
    record_change(work, "TABLE_DELETED", ("table", id.0), Some(&was), None::<()>).await
}

/// Checks that the salon can have one more table with this name.
async fn check_new_table(work: &mut Work<'_>, fields: &TableFields, others: &[TableRow]) -> Result<()> {
    if others.len() >= MAX_TABLES {
        return refuse(Code::Conflict, format!("El salón ya tiene {MAX_TABLES} mesas. Pon la mesa en otro.")).err();
    }
    check_name_is_new("mesa", &fields.name, others.iter().map(|t| t.name.as_str()))?;
    store::free_table_name(work.tx, fields.salon_id, &fields.name).await?;
    Ok(())
}

/// Refuses a name that equals another but for capitals and accents.
fn check_name_is_new<'a>(what: &str, name: &str, mut others: impl Iterator<Item = &'a str>) -> Result<()> {
    let key = search_key(name);
    match others.find(|other| search_key(other) == key) {
        None => Ok(()),
        Some(other) => {
            let noun = if what == "mesa" { "una mesa" } else { "un salón" };
            refuse(Code::AlreadyExists, format!("Ya hay {noun} con el nombre {other}. Elige otro nombre."))
                .at("name", "Ese nombre ya está en uso.")
                .err()
        }
    }
}

/// Turns a violation of the unique name into a refusal: another user took the name at this very moment.
fn refuse_taken_name<T>(written: db::Result<T>) -> Result<T> {
    match written {
        Err(db::Error::Unique(_)) => {
            refuse(Code::AlreadyExists, "Ese nombre acaba de usarse. Elige otro.").at("name", "Ya está en uso.").err()
        }
        other => Ok(other?),
    }
}

async fn record_change(
    work: &mut Work<'_>,
    action: &'static str,
    (entity, id): (&'static str, i64),
    was: Option<impl Serialize>,
    is: impl Serialize,
) -> Result<()> {
    let entry = AuditEntry::new(action)
        .entity(entity, id)
        .change(was.map(|w| json!(w)), Some(json!(is)).filter(|v| !v.is_null()));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Floor, EventKind::FloorChanged, json!({}));
    Ok(())
}
