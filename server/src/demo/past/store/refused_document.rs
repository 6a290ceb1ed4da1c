//! Marks a document as refused by the tax authority.

use comanda_base::{db::Tx, error::Result};

/// SUNAT's error code for a customer's name with characters that it does not accept.
const REFUSAL_CODE: &str = "2022";
const REFUSAL_MESSAGE: &str = "RegistrationName - El nombre o razon social del adquirente no cumple con el estandar";

/// Marks the last factura as refused and not yet corrected.
pub(in crate::demo::past) async fn refuse_last(tx: &mut Tx) -> Result<()> {
    tx.query(
        "UPDATE tax_documents SET state = 'REJECTED', sunat_code = $1, sunat_message = $2, accepted_at = NULL
         WHERE id = (SELECT MAX(id) FROM tax_documents WHERE code = '01')",
    )
    .bind(REFUSAL_CODE)
    .bind(REFUSAL_MESSAGE)
    .run()
    .await?;
    Ok(())
}
