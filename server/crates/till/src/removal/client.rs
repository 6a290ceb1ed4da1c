//! Deletes clients; refused while an account or a document names them.

use comanda_base::{
    error::{Code, Result, refuse},
    ids::ClientId,
};
use comanda_invoicing::billing;
use comanda_masterdata::clients;
use comanda_orders::orders;
use comanda_platform::use_case::Work;
use serde_json::json;

/// Deletes a client whom no account or document names.
pub(super) async fn delete_client(work: &mut Work<'_>, id: ClientId) -> Result<bool> {
    check_client_is_unused(work, id).await?;
    clients::delete_client(work, id).await?;
    Ok(true)
}

async fn check_client_is_unused(work: &mut Work<'_>, id: ClientId) -> Result<()> {
    let client = clients::lock_client(work, id).await?;
    let accounts = orders::count_accounts_of_client(work.tx, id).await?;
    let documents = billing::count_documents_of_client(work.tx, id).await?;
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
    refuse(Code::InUse, text).with_current(json!({"accounts": accounts, "documents": documents})).err()
}
