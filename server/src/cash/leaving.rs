//! Deleting a user: refused while a cash box or an account waits for them.

use super::store;
use crate::{
    error::{Code, Result, refuse},
    form::some_names,
    http::{Answer, Write},
    idempotent_write,
    ids::UserId,
    orders,
    people::{self, session},
    state::App,
    use_case::{Action, Actor, Done, Work},
};
use axum::extract::Path;
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of users that depend on the work they have in hand.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(delete_user))
}

/// Deletes a user, who is signed out at once; what they did keeps their name. 409 `in_use` while they have a cash box open or
/// attend an open account.
#[utoipa::path(delete, path = "/users/{id}", tag = "users", params(("id" = UserId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_user(actor: Actor, Path(id): Path<UserId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::Users)?;
    let done = idempotent_write!(actor, write, |work, _body| {
        must_have_nothing_in_hand(work, id).await?;
        people::delete_user(work, id).await
    })?;
    session::hang_up(&actor.app, &actor.company, id).await?;
    Ok(done)
}

async fn must_have_nothing_in_hand(work: &mut Work<'_>, id: UserId) -> Result<()> {
    let cycle = store::open_cycle_of(work.tx, id).await?;
    let accounts = orders::accounts_attended(work.tx, id).await?;
    let names: Vec<String> = accounts.iter().map(|(_, name)| name.clone()).collect();
    let held = cycle.as_ref().map(|c| format!("tiene abierta la caja {}", c.cashbox_name));
    let served = some_names(&names).map(|some| format!("atiende {some}"));
    let instead = match (&held, &served) {
        (None, None) => return Ok(()),
        (Some(_), None) => "Cierra primero su caja con el arqueo",
        (None, Some(_)) => "Pasa primero esas cuentas a otra persona, o cóbralas",
        (Some(_), Some(_)) => "Cierra primero su caja con el arqueo y pasa esas cuentas a otra persona",
    };
    let why = held.into_iter().chain(served).collect::<Vec<_>>().join(" y ");
    let text = format!("No se puede eliminar: {why}. {instead}; o desactiva el usuario, y ya no podrá entrar.");
    let ids: Vec<_> = accounts.iter().map(|(id, _)| *id).collect();
    refuse(Code::InUse, text).current(json!({"cycle": cycle, "client_request_ids": ids})).err()
}
