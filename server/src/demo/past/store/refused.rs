//! A document that the tax authority refused.

use comanda_base::{db::Tx, error::Result};

/// SUNAT's answer to a customer's name with letters that it does not take.
const CODE: &str = "2022";
const MESSAGE: &str = "RegistrationName - El nombre o razon social del adquirente no cumple con el estandar";

/// The last factura was refused, and nobody has corrected it yet.
pub(in crate::demo::past) async fn refuse_last(tx: &mut Tx) -> Result<()> {
    tx.query(
        "UPDATE tax_documents SET state = 'REJECTED', sunat_code = $1, sunat_message = $2, accepted_at = NULL
         WHERE id = (SELECT MAX(id) FROM tax_documents WHERE code = '01')",
    )
    .bind(CODE)
    .bind(MESSAGE)
    .run()
    .await?;
    Ok(())
}
