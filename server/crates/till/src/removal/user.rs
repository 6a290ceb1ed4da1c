//! Deleting a user: refused while a cash box or an account waits for them.

use crate::cash;
use comanda_base::{
    error::{Code, Result, refuse},
    form::some_names,
    ids::UserId,
};
use comanda_orders::orders;
use comanda_platform::{people, use_case::Work};
use serde_json::json;

/// Deletes a user who has nothing in hand; what they did keeps their name.
pub(super) async fn delete(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    must_have_nothing_in_hand(work, id).await?;
    people::delete_user(work, id).await
}

async fn must_have_nothing_in_hand(work: &mut Work<'_>, id: UserId) -> Result<()> {
    let cycle = cash::open_cycle_of(work.tx, id).await?;
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
