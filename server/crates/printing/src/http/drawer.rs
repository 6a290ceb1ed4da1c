//! The HTTP handler that opens the cash drawer without a sale.

use crate::{drawer, printers::Queued};
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Write},
    idempotent_write,
    people::pin::{self, PinGiven},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_drawer))
}

/// The reason, and a PIN where the role needs one.
#[derive(Debug, Deserialize, ToSchema)]
struct OpenDrawer {
    #[serde(flatten)]
    pin: PinGiven,
    #[serde(default)]
    reason: String,
}

/// Opens the drawer at the printer of the user's cash box.
#[utoipa::path(post, path = "/cash-drawer/open", tag = "printing", request_body = OpenDrawer, responses((status = 200, body = Answer<Queued>)))]
async fn open_drawer(actor: Actor, write: Write<OpenDrawer>) -> Result<WriteAnswer> {
    let approval = pin::approve_action(&actor, Action::OpenDrawer, &write.body.pin).await?;
    let reason = drawer::check_reason(&write.body.reason)?.to_owned();
    idempotent_write!(actor, write, |work, _body| {
        Ok(Queued { print_job_id: drawer::open_drawer(work, &reason, approval.approver_id).await? })
    })
}
