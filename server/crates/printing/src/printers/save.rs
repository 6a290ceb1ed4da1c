//! Saves a printer's configuration: its agent, its stand-in, and what it prints.

use super::{
    model::{self, PrinterConfiguration, PrinterForm},
    store,
};
use crate::{
    agents,
    words::{PrinterKind, PrinterType},
};
use comanda_base::{
    db::{self, Tx},
    error::{Code, Faults, OrNotFound, Result, invalid, refuse},
    form::summarize_names,
    ids::{CashboxId, PrinterId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room, WokenAgents},
    use_case::Work,
};
use futures::future::BoxFuture;
use serde_json::json;

/// A function that makes a printer the one of exactly these cash boxes. The boxes belong to `cash`, which passes it in.
pub type SetCashboxes = for<'t> fn(&'t mut Tx, PrinterId, &'t [CashboxId]) -> BoxFuture<'t, db::Result<()>>;

/// Adds a printer.
pub async fn add_printer(work: &mut Work<'_>, form: &PrinterForm, cashboxes: SetCashboxes) -> Result<PrinterId> {
    let mut set_up = PrinterConfiguration::default().with_form(form);
    let mut faults = Faults::default();
    faults.ok(set_up.check())?;
    let has_type = form.kind.is_some();
    faults.check(has_type, "type", "Elige cómo se conecta: red, USB, serie, cola del sistema o virtual.");
    if form.agent_id.is_none() {
        set_up.agent_id = agents::store::find_only_agent(work.tx).await?;
        let is_at_a_machine = form.kind != Some(PrinterType::Virtual);
        if set_up.agent_id.is_none() && is_at_a_machine && !agents::store::list_agents(work.tx).await?.is_empty() {
            faults.add("agent_id", "Elige en qué PC está conectada esta impresora.");
        }
    }
    faults.ok(check_agent(work.tx, &set_up).await)?;
    faults.ok(check_stand_in(work, None, form).await)?;
    faults.ok(check_labels(work, None, &set_up, form).await)?;
    faults.finish()?;
    let id = store::insert_printer(work.tx, &set_up).await?;
    save_links(work, id, &set_up, form, cashboxes).await?;
    log_and_announce_change(work, id, "PRINTER_ADDED", None, &set_up).await?;
    Ok(id)
}

/// Updates only the fields sent.
pub async fn change_printer(
    work: &mut Work<'_>,
    id: PrinterId,
    form: &PrinterForm,
    cashboxes: SetCashboxes,
) -> Result<()> {
    let mut faults = Faults::default();
    faults.ok(check_stand_in(work, Some(id), form).await)?;
    let before: PrinterConfiguration = store::lock_set_up(work.tx, id).await.or_not_found("la impresora")?;
    let set_up = before.clone().with_form(form);
    faults.ok(set_up.check())?;
    if before.status.is_active() && !set_up.status.is_active() {
        faults.ok(check_stands_in_for_none(work.tx, id).await)?;
    }
    faults.ok(check_agent(work.tx, &set_up).await)?;
    faults.ok(check_labels(work, Some(id), &set_up, form).await)?;
    faults.finish()?;
    store::update_printer(work.tx, id, &set_up).await?;
    save_links(work, id, &set_up, form, cashboxes).await?;
    log_and_announce_change(work, id, "PRINTER_CHANGED", Some(&before), &set_up).await
}

/// Deletes a printer that nothing uses.
pub async fn delete_printer(work: &mut Work<'_>, id: PrinterId) -> Result<()> {
    let before: PrinterConfiguration = store::lock_set_up(work.tx, id).await.or_not_found("la impresora")?;
    if let Some(user) = store::find_deletion_blockers(work.tx, id).await? {
        return model::in_use(&user).err();
    }
    store::delete_printer(work.tx, id).await?;
    log_and_announce_change(work, id, "PRINTER_DELETED", None, &before).await
}

async fn check_agent(tx: &mut Tx, set_up: &PrinterConfiguration) -> Result<()> {
    if let Some(agent) = set_up.agent_id
        && !agents::store::is_active_agent(tx, agent).await?
    {
        return invalid("agent_id", "Ese agente ya no está vinculado. Elige otra PC.").err();
    }
    Ok(())
}

/// Refuses a stand-in that could not help, where the form names another one than before. All printers are locked first: two forms at once could close a circle
/// of which neither sees the other half.
async fn check_stand_in(work: &mut Work<'_>, printer: Option<PrinterId>, form: &PrinterForm) -> Result<()> {
    let Some(stand_in) = form.stand_in_id.flatten() else { return Ok(()) };
    let mut all = store::lock_stand_ins(work.tx).await?;
    if all.iter().any(|other| Some(other.id) == printer && other.stand_in_id == Some(stand_in)) {
        return Ok(());
    }
    if let Some(agent) = work.actor.agent_id {
        // A print PC knows its own printers only; the office may choose one of another.
        all.retain(|other| other.agent_id == Some(agent));
    }
    model::check_stand_in(printer, stand_in, &all)
}

/// Refuses to deactivate a printer at which papers of others would have to come out.
async fn check_stands_in_for_none(tx: &mut Tx, id: PrinterId) -> Result<()> {
    let relieved = store::list_relieved_names(tx, id).await?;
    let Some(names) = summarize_names(&relieved) else { return Ok(()) };
    let text = format!("Esta impresora suple a {names}: sus papeles no saldrían. Dale otra suplente primero.");
    refuse(Code::InUse, text).at("status", "Es suplente de otra.").err()
}

/// Refuses a printer of labels where tickets are needed: at a cash box, or in place of a printer of tickets.
async fn check_labels(
    work: &mut Work<'_>,
    printer: Option<PrinterId>,
    set_up: &PrinterConfiguration,
    form: &PrinterForm,
) -> Result<()> {
    let has_cashbox = form.cashbox_ids.as_ref().is_some_and(|ids| !ids.is_empty());
    if set_up.media == PrinterKind::Label && has_cashbox {
        return invalid("cashbox_ids", "Es una impresora de etiquetas: los comprobantes de una caja salen en otra.")
            .err();
    }
    if form.media.is_none() && form.stand_in_id.is_none() {
        return Ok(());
    }
    let all = store::lock_stand_ins(work.tx).await?;
    model::check_stand_in_media(printer, set_up.media, set_up.stand_in_id, &all)
}

async fn save_links(
    work: &mut Work<'_>,
    id: PrinterId,
    set_up: &PrinterConfiguration,
    form: &PrinterForm,
    cashboxes: SetCashboxes,
) -> Result<()> {
    if let Some(areas) = &form.production_area_ids {
        store::replace_areas(work.tx, id, areas).await?;
    }
    if set_up.media == PrinterKind::Label {
        cashboxes(work.tx, id, &[]).await?;
    } else if let Some(boxes) = &form.cashbox_ids {
        cashboxes(work.tx, id, boxes).await?;
    }
    Ok(())
}

async fn log_and_announce_change(
    work: &mut Work<'_>,
    id: PrinterId,
    action: &'static str,
    before: Option<&PrinterConfiguration>,
    after: &PrinterConfiguration,
) -> Result<()> {
    let shown =
        |s: &PrinterConfiguration| json!({"name": s.name, "type": s.kind, "address": s.address, "status": s.status});
    let entry = AuditEntry::new(action).entity("printer", id.0).change(before.map(shown), Some(shown(after)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Printing, EventKind::PrinterChanged, json!({"printer_id": id}));
    // Agents get their printers with each pull, so the agent has to be woken.
    work.wakes_agents = WokenAgents::All;
    Ok(())
}
