//! Opening the cash drawer without a sale: a job of no paper, worth ten seconds, and always in the action log.

use super::{NewJob, enqueue, printers::Queued, routing};
use crate::{
    audit::{self, Entry},
    error::{Code, Result, invalid, refuse},
    http::{Answer, Write},
    idempotent_write,
    people::pin::{self, PinGiven},
    state::App,
    use_case::{Action, Actor, Done},
};
use comanda_ticket::{Kind, Ticket};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_drawer))
}

const MAX_REASON: usize = 200;

/// Why, and a PIN where the role needs one.
#[derive(Debug, Deserialize, ToSchema)]
struct OpenDrawer {
    #[serde(flatten)]
    pin: PinGiven,
    #[serde(default)]
    reason: String,
}

/// Opens the drawer at the printer of the asker's cash box.
#[utoipa::path(post, path = "/cash-drawer/open", tag = "printing", request_body = OpenDrawer, responses((status = 200, body = Answer<Queued>)))]
async fn open_drawer(actor: Actor, write: Write<OpenDrawer>) -> Result<Done> {
    let approval = pin::approve(&actor, Action::OpenDrawer, &write.body.pin).await?;
    let reason = write.body.reason.trim();
    if reason.is_empty() {
        return invalid("reason", "Escribe por qué abres el cajón.").err();
    }
    if reason.chars().count() > MAX_REASON {
        return invalid("reason", "El motivo es demasiado largo (hasta 200 letras).").err();
    }
    idempotent_write!(actor, write, |work, body| {
        let asker = (work.actor.cashbox_id, work.actor.user_id);
        let Some(printer) = routing::cash_printer(work.tx, asker.0, asker.1).await?.filter(|p| p.opens_drawer) else {
            let words = "Tu caja no tiene una impresora que abra el cajón. Configúrala en Impresoras.";
            return refuse(Code::Conflict, words).err();
        };
        let entry = Entry::new("DRAWER_OPENED").entity("printer", printer.id.0).approver(approval.approver_id);
        let entry = entry.reason(body.reason.trim());
        audit::log(work.tx, work.actor, work.now, entry).await?;
        let ticket = Ticket::new(Kind::Drawer).title("Abrir cajón");
        let mut job = NewJob::new(printer.id, Kind::Drawer, format!("drawer:{}", uuid::Uuid::now_v7()), ticket);
        job.opens_drawer = true;
        Ok(Queued { print_job_id: enqueue(work, job).await? })
    })
}
