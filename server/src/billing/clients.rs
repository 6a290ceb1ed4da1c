//! Deleting a client: refused while an account or a document names them.

use super::store;
use crate::{
    clients,
    error::{Code, Result, refuse},
    http::{Answer, Write},
    idempotent_write,
    ids::ClientId,
    orders,
    state::App,
    use_case::{Action, Actor, Done, Work},
};
use axum::extract::Path;
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of clients that depend on what they bought.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(delete_client))
}

/// Deletes a client; 409 `in_use` where an account or a document names them.
#[utoipa::path(delete, path = "/clients/{id}", tag = "clients", params(("id" = ClientId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_client(actor: Actor, Path(id): Path<ClientId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::EditClients)?;
    idempotent_write!(actor, write, |work, _body| {
        must_be_free(work, id).await?;
        clients::delete(work, id).await?;
        Ok(true)
    })
}

async fn must_be_free(work: &mut Work<'_>, id: ClientId) -> Result<()> {
    let client = clients::lock(work, id).await?;
    let accounts = orders::accounts_of_client(work.tx, id).await?;
    let documents = store::documents_of_client(work.tx, id).await?;
    if accounts == 0 && documents == 0 {
        return Ok(());
    }
    let counted = |n: i64, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let named = [counted(accounts, "cuenta", "cuentas"), counted(documents, "comprobante", "comprobantes")];
    let text = format!(
        "No se puede eliminar: {} está en {}. Desactívalo: deja de aparecer al vender y su historia queda.",
        client.display_name,
        named.into_iter().flatten().collect::<Vec<_>>().join(" y ")
    );
    refuse(Code::InUse, text).current(json!({"accounts": accounts, "documents": documents})).err()
}
