//! Deletes products; refused while an open account has one. Paid and closed accounts keep its name.

use comanda_base::{
    error::{Code, Result, refuse},
    form::summarize_names,
    ids::ProductId,
};
use comanda_masterdata::catalog;
use comanda_orders::orders;
use comanda_platform::use_case::Work;
use serde_json::json;

/// Deletes a product that is on no open account.
pub(super) async fn delete_product(work: &mut Work<'_>, id: ProductId) -> Result<bool> {
    check_product_is_on_no_account(work, id).await?;
    catalog::delete_product(work, id).await?;
    Ok(true)
}

async fn check_product_is_on_no_account(work: &mut Work<'_>, id: ProductId) -> Result<()> {
    let accounts = orders::list_accounts_with_product(work.tx, id).await?;
    let names: Vec<String> = accounts.iter().map(|(_, name)| name.clone()).collect();
    let Some(some) = summarize_names(&names) else { return Ok(()) };
    let ids: Vec<_> = accounts.iter().map(|(id, _)| *id).collect();
    let text = format!("No se puede eliminar: está en cuentas abiertas ({some}). Desactívalo para que ya no se venda.");
    refuse(Code::InUse, text).with_current(json!({ "client_request_ids": ids })).err()
}
