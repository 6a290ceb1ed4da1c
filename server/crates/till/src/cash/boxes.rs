//! Cash boxes: their names, printers and statuses. A cash box in use can be neither disabled nor deleted.

use super::{
    boxes_store as store,
    model::{Cashbox, OpenedBy, clean_name},
};
use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Faults, OrNotFound, Refusal, Result, invalid, refuse},
    form::{self, deserialize_optional},
    ids::{CashboxId, PrinterId},
    search::search_key,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    people,
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_printing as printing;
use serde::Deserialize;
use serde_json::json;

const MAX_BOXES: usize = 100;

/// Body of `POST /cashboxes` and `PUT /cashboxes/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
pub struct SaveCashbox {
    pub name: Option<String>,
    /// The printer of its receipts; null: the printer of the area CAJA.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<i64>)]
    pub printer_id: Option<Option<PrinterId>>,
    pub status: Option<Status>,
}

/// Lists all cash boxes, each with who has it open.
pub(super) async fn list_cashboxes(tx: &mut Tx) -> Result<Vec<Cashbox>> {
    let found = store::list_cashboxes(tx).await?;
    Ok(found.into_iter().map(Cashbox::from).collect())
}

/// Loads a cash box; 404 where there is none.
pub(super) async fn load_cashbox(tx: &mut Tx, id: CashboxId) -> Result<Cashbox> {
    let found: store::CashboxRow = store::find_cashbox(tx, id).await.or_not_found("la caja")?;
    Ok(found.into())
}

/// Adds a cash box.
pub(super) async fn create_cashbox(work: &mut Work<'_>, body: &SaveCashbox) -> Result<Cashbox> {
    store::lock_cashboxes(work.tx).await?;
    let others = list_cashboxes(work.tx).await?;
    if others.len() >= MAX_BOXES {
        return invalid("name", format!("Hay {MAX_BOXES} cajas. Borra las que no se usan.")).err();
    }
    let mut faults = Faults::default();
    let name = faults.or_default(clean_name(body.name.as_deref()))?;
    faults.ok(check_name_is_free(&name, None, &others))?;
    let printer = faults.or_default(check_printer(work.tx, body.printer_id.flatten()).await)?;
    faults.finish()?;
    let status = body.status.unwrap_or(Status::Active);
    let tx = &mut *work.tx;
    let inserted = attempt!(tx, store::insert_cashbox(tx, &name, printer, status).await);
    let id = form::refuse_duplicate_name(inserted, || name_taken_refusal(&name))?;
    let new = load_cashbox(work.tx, id).await?;
    log_and_announce_change(work, "CASHBOX_CREATED", None, new).await
}

/// Updates only the fields sent. An open cash box cannot be disabled.
pub(super) async fn update_cashbox(work: &mut Work<'_>, id: CashboxId, body: &SaveCashbox) -> Result<Cashbox> {
    store::lock_cashboxes(work.tx).await?;
    let before = load_cashbox(work.tx, id).await?;
    let mut faults = Faults::default();
    let name = body.name.as_deref().map_or_else(|| Ok(before.name.clone()), |name| clean_name(Some(name)));
    let name = faults.or_default(name)?;
    faults.ok(check_name_is_free(&name, Some(id), &list_cashboxes(work.tx).await?))?;
    let printer = match body.printer_id {
        Some(wanted) => faults.or_default(check_printer(work.tx, wanted).await)?,
        None => before.printer_id,
    };
    faults.finish()?;
    let status = body.status.unwrap_or(before.status);
    if !status.is_active()
        && let Some(open) = &before.open_cycle
    {
        let text =
            format!("{} tiene abierta {}. Ciérrala con su arqueo antes de desactivarla.", open.user_name, before.name);
        return refuse(Code::InUse, text).with_current(&before).err();
    }
    let tx = &mut *work.tx;
    let updated = attempt!(tx, store::update_cashbox(tx, id, &name, printer, status).await);
    form::refuse_duplicate_name(updated, || name_taken_refusal(&name))?;
    let now = load_cashbox(work.tx, id).await?;
    log_and_announce_change(work, "CASHBOX_CHANGED", Some(before), now).await
}

/// Deletes a cash box that was never opened and that no user works at.
pub(super) async fn delete_cashbox(work: &mut Work<'_>, id: CashboxId) -> Result<Cashbox> {
    store::lock_cashboxes(work.tx).await?;
    let before = load_cashbox(work.tx, id).await?;
    let cycles = store::count_cycles_at(work.tx, id).await?;
    let users = people::list_names_at_cashbox(work.tx, id).await?;
    if let Some(where_used) = deletion_refusal(&before, cycles, &users) {
        return where_used.with_current(&before).err();
    }
    store::delete_cashbox(work.tx, id).await?;
    log_and_announce_change(work, "CASHBOX_DELETED", None, before).await
}

/// Returns why a cash box cannot be deleted, and what to do instead.
fn deletion_refusal(cashbox: &Cashbox, cycles: i64, users: &[String]) -> Option<Refusal> {
    let name = &cashbox.name;
    let text = match (&cashbox.open_cycle, cycles, users) {
        (Some(open), ..) => {
            format!("{} tiene abierta {name}. Ciérrala con su arqueo y luego desactívala.", open.user_name)
        }
        (None, 1, _) => {
            format!("{name} ya se abrió una vez y su historia se guarda. Desactívala para que no se elija más.")
        }
        (None, 2.., _) => {
            format!("{name} ya se abrió {cycles} veces y su historia se guarda. Desactívala para que no se elija más.")
        }
        (None, _, [_, ..]) => {
            format!("Trabajan en {name}: {}. Dales otra caja en Usuarios, o desactívala.", users.join(", "))
        }
        (None, _, []) => return None,
    };
    Some(refuse(Code::InUse, text))
}

fn check_name_is_free(name: &str, own_id: Option<CashboxId>, others: &[Cashbox]) -> Result<()> {
    let key = search_key(name);
    match others.iter().find(|o| Some(o.id) != own_id && search_key(&o.name) == key) {
        Some(other) => name_taken_refusal(&other.name).with_current(other).err(),
        None => Ok(()),
    }
}

fn name_taken_refusal(name: &str) -> Refusal {
    refuse(Code::AlreadyExists, format!("Ya hay una caja {name}. Elige otro nombre."))
        .at("name", "Ya hay una caja con ese nombre.")
}

async fn check_printer(tx: &mut Tx, wanted: Option<PrinterId>) -> Result<Option<PrinterId>> {
    match wanted {
        Some(id) if printing::find_printer_name(tx, id).await?.is_none() => {
            invalid("printer_id", "Esa impresora ya no existe. Elige otra.").err()
        }
        other => Ok(other),
    }
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    what: &'static str,
    before: Option<Cashbox>,
    now: Cashbox,
) -> Result<Cashbox> {
    let entry = AuditEntry::new(what).entity("cashbox", now.id.0).change(before.map(|w| json!(w)), Some(json!(now)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Cash, EventKind::CashboxChanged, json!({ "cashbox_id": now.id }));
    Ok(now)
}

impl From<store::CashboxRow> for Cashbox {
    fn from(b: store::CashboxRow) -> Self {
        let open_cycle = match (b.cycle_id, b.user_name, b.opened_at) {
            (Some(id), Some(user_name), Some(opened_at)) => Some(OpenedBy { id, user_name, opened_at }),
            _ => None,
        };
        let (id, name, printer_id, printer_name, status) = (b.id, b.name, b.printer_id, b.printer_name, b.status);
        Self { id, name, printer_id, printer_name, status, open_cycle }
    }
}
