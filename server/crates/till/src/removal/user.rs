//! Deletes users; refused while they have a cash box open or attend an account.

use crate::cash;
use comanda_base::{
    error::{Code, Result, refuse},
    form::summarize_names,
    ids::UserId,
};
use comanda_orders::orders;
use comanda_platform::{people, use_case::Work};
use serde_json::json;

/// Deletes a user who has nothing open; their past actions keep their name.
pub(super) async fn delete_user(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    check_user_has_nothing_open(work, id).await?;
    people::delete_user(work, id).await
}

async fn check_user_has_nothing_open(work: &mut Work<'_>, id: UserId) -> Result<()> {
    let cycle = cash::find_open_cycle_of(work.tx, id).await?;
    let accounts = orders::list_accounts_attended(work.tx, id).await?;
    let names: Vec<String> = accounts.iter().map(|(_, name)| name.clone()).collect();
    let open_cashbox = cycle.as_ref().map(|c| format!("tiene abierta la caja {}", c.cashbox_name));
    let attended = summarize_names(&names).map(|some| format!("atiende {some}"));
    let remedy = match (&open_cashbox, &attended) {
        (None, None) => return Ok(()),
        (Some(_), None) => "Cierra primero su caja con el arqueo",
        (None, Some(_)) => "Pasa primero esas cuentas a otra persona, o cóbralas",
        (Some(_), Some(_)) => "Cierra primero su caja con el arqueo y pasa esas cuentas a otra persona",
    };
    let obstacles = open_cashbox.into_iter().chain(attended).collect::<Vec<_>>().join(" y ");
    let text = format!("No se puede eliminar: {obstacles}. {remedy}; o desactiva el usuario, y ya no podrá entrar.");
    let ids: Vec<_> = accounts.iter().map(|(id, _)| *id).collect();
    refuse(Code::InUse, text).with_current(json!({"cycle": cycle, "client_request_ids": ids})).err()
}
