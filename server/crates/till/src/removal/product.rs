//! Deleting a product: refused while an open account has it. What is paid and closed keeps its name.

use comanda_base::{
    error::{Code, Result, refuse},
    form::some_names,
    ids::ProductId,
};
use comanda_masterdata::catalog;
use comanda_orders::orders;
use comanda_platform::use_case::Work;
use serde_json::json;

/// Deletes a product that is on no table.
pub(super) async fn delete(work: &mut Work<'_>, id: ProductId) -> Result<bool> {
    must_be_off_the_tables(work, id).await?;
    catalog::delete_product(work, id).await?;
    Ok(true)
}

async fn must_be_off_the_tables(work: &mut Work<'_>, id: ProductId) -> Result<()> {
    let accounts = orders::accounts_with(work.tx, id).await?;
    let names: Vec<String> = accounts.iter().map(|(_, name)| name.clone()).collect();
    let Some(some) = some_names(&names) else { return Ok(()) };
    let ids: Vec<_> = accounts.iter().map(|(id, _)| *id).collect();
    let text = format!("No se puede eliminar: está en cuentas abiertas ({some}). Desactívalo para que ya no se venda.");
    refuse(Code::InUse, text).current(json!({ "client_request_ids": ids })).err()
}
