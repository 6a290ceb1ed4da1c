//! Opens the cash drawer without a sale: a job without paper, valid for ten seconds, and always in the action log.

use super::{NewJob, enqueue, routing};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::UserId,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use comanda_ticket::{Kind, Ticket};

const MAX_REASON: usize = 200;

/// Checks the reason and returns it without surrounding spaces.
pub(super) fn check_reason(text: &str) -> Result<&str> {
    let reason = text.trim();
    if reason.is_empty() {
        return invalid("reason", "Escribe por qué abres el cajón.").err();
    }
    if reason.chars().count() > MAX_REASON {
        return invalid("reason", "El motivo es demasiado largo (hasta 200 letras).").err();
    }
    Ok(reason)
}

/// Opens the drawer at the printer of the user's cash box, and returns the job's id.
pub(super) async fn open_drawer(work: &mut Work<'_>, reason: &str, approver: Option<UserId>) -> Result<String> {
    let asker = (work.actor.cashbox_id, work.actor.user_id);
    let Some(printer) = routing::find_cash_printer(work.tx, asker.0, asker.1).await?.filter(|p| p.opens_drawer) else {
        let words = "Tu caja no tiene una impresora que abra el cajón. Configúrala en Impresoras.";
        return refuse(Code::Conflict, words).err();
    };
    let entry = AuditEntry::new("DRAWER_OPENED").entity("printer", printer.id.0).approver(approver);
    audit::log(work.tx, work.actor, work.now, entry.reason(reason)).await?;
    let ticket = Ticket::new(Kind::Drawer).title("Abrir cajón");
    let mut job = NewJob::new(printer.id, Kind::Drawer, format!("drawer:{}", uuid::Uuid::now_v7()), ticket);
    job.opens_drawer = true;
    enqueue(work, job).await
}
