//! Shifts: the parts of the day that cash boxes are opened for.

use super::{
    boxes_store as store,
    model::{Turn, clean_name},
};
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Faults, OrNotFound, Refusal, Result, invalid, not_found, refuse},
    form,
    ids::TurnId,
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

const MAX_TURNS: usize = 50;
const MAX_DESCRIPTION_CHARS: usize = 120;

/// Body of `POST /turns` and `PUT /turns/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
pub struct SaveTurn {
    pub name: Option<String>,
    pub description: Option<String>,
    pub status: Option<Status>,
}

/// Lists all shifts in the order in which they were added.
pub(super) async fn list_turns(tx: &mut Tx) -> Result<Vec<Turn>> {
    Ok(store::list_turns(tx).await?)
}

/// Loads a shift; 404 where there is none.
pub(super) async fn load_turn(tx: &mut Tx, id: TurnId) -> Result<Turn> {
    store::find_turn(tx, id).await.or_not_found("el turno")
}

/// Adds a shift.
pub(super) async fn create_turn(work: &mut Work<'_>, body: &SaveTurn) -> Result<Turn> {
    let others = store::lock_turns(work.tx).await?;
    if others.len() >= MAX_TURNS {
        return invalid("name", format!("Hay {MAX_TURNS} turnos. Borra los que no se usan.")).err();
    }
    let blank = Turn { id: TurnId(0), name: String::new(), description: String::new(), status: Status::Active };
    let new = check_turn(blank, body, &others)?;
    let tx = &mut *work.tx;
    let inserted = attempt!(tx, store::insert_turn(tx, &new).await);
    let id = form::refuse_duplicate_name(inserted, || name_taken_refusal(&new.name))?;
    log_and_announce_change(work, "TURN_CREATED", None, Turn { id, ..new }).await
}

/// Updates only the fields sent.
pub(super) async fn update_turn(work: &mut Work<'_>, id: TurnId, body: &SaveTurn) -> Result<Turn> {
    let others = store::lock_turns(work.tx).await?;
    let Some(before) = others.iter().find(|t| t.id == id).cloned() else { return not_found("el turno").err() };
    let new = check_turn(before.clone(), body, &others)?;
    let tx = &mut *work.tx;
    let updated = attempt!(tx, store::update_turn(tx, &new).await);
    form::refuse_duplicate_name(updated, || name_taken_refusal(&new.name))?;
    log_and_announce_change(work, "TURN_CHANGED", Some(before), new).await
}

/// Deletes a shift in which no cash box was opened.
pub(super) async fn delete_turn(work: &mut Work<'_>, id: TurnId) -> Result<Turn> {
    let others = store::lock_turns(work.tx).await?;
    let Some(before) = others.into_iter().find(|t| t.id == id) else { return not_found("el turno").err() };
    let cycles = store::count_cycles_in(work.tx, id).await?;
    if cycles > 0 {
        let boxes = if cycles == 1 { "1 caja se abrió".to_owned() } else { format!("{cycles} cajas se abrieron") };
        let text = format!("{boxes} en el turno {}. Desactívalo para que no se elija más.", before.name);
        return refuse(Code::InUse, text).with_current(&before).err();
    }
    store::delete_turn(work.tx, id).await?;
    log_and_announce_change(work, "TURN_DELETED", None, before).await
}

fn check_turn(before: Turn, body: &SaveTurn, others: &[Turn]) -> Result<Turn> {
    let mut faults = Faults::default();
    let name =
        if body.name.is_some() || before.name.is_empty() { clean_name(body.name.as_deref()) } else { Ok(before.name) };
    let new = Turn {
        id: before.id,
        name: faults.or_default(name)?,
        description: body.description.as_deref().map_or(before.description, |text| text.trim().to_owned()),
        status: body.status.unwrap_or(before.status),
    };
    if new.description.chars().count() > MAX_DESCRIPTION_CHARS {
        faults.add("description", format!("Usa hasta {MAX_DESCRIPTION_CHARS} letras."));
    }
    let key = search_key(&new.name);
    if let Some(other) = others.iter().find(|o| o.id != new.id && search_key(&o.name) == key) {
        faults.refuse(name_taken_refusal(&other.name).with_current(other));
    }
    faults.finish()?;
    Ok(new)
}

fn name_taken_refusal(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay un turno {name}. Elige otro nombre."))
        .at("name", "Ya hay un turno con ese nombre.")
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    what: &'static str,
    before: Option<Turn>,
    now: Turn,
) -> Result<Turn> {
    let entry = AuditEntry::new(what).entity("turn", now.id.0).change(before.map(|w| json!(w)), Some(json!(now)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Cash, EventKind::TurnChanged, json!({ "turn_id": now.id }));
    Ok(now)
}
