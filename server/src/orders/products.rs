//! Deleting a product: refused while an open account has it. What is paid and closed keeps its name.

use super::store;
use crate::{
    catalog,
    error::{Code, Result, refuse},
    form::some_names,
    http::{Answer, Write},
    idempotent_write,
    ids::ProductId,
    state::App,
    use_case::{Action, Actor, Done, Work},
};
use axum::extract::Path;
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of products that depend on who has ordered them.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(delete_product))
}

/// Deletes a product; 409 `in_use` while an open account or a combo has it. The past keeps it.
#[utoipa::path(delete, path = "/products/{id}", tag = "catalog", params(("id" = ProductId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_product(actor: Actor, Path(id): Path<ProductId>, write: Write<serde_json::Value>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| {
        must_be_off_the_tables(work, id).await?;
        catalog::delete_product(work, id).await?;
        Ok(true)
    })
}

async fn must_be_off_the_tables(work: &mut Work<'_>, id: ProductId) -> Result<()> {
    let accounts = store::open_accounts_with(work.tx, id).await?;
    let names: Vec<String> = accounts.iter().map(store::AccountName::in_words).collect();
    let Some(some) = some_names(&names) else { return Ok(()) };
    let ids: Vec<_> = accounts.iter().map(|a| a.id).collect();
    let text = format!("No se puede eliminar: está en cuentas abiertas ({some}). Desactívalo para que ya no se venda.");
    refuse(Code::InUse, text).current(json!({ "client_request_ids": ids })).err()
}
