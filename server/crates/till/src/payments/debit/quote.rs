//! Quotes debit notes, with the functions that issue them.

use super::model::DebitQuote;
use crate::payments::reissue::customer_of_document;
use comanda_base::{
    error::{Code, Result, refuse},
    money::Money,
};
use comanda_invoicing::billing::{
    Billing,
    debit::{self, DebitReasonCode},
};

/// Quotes a debit note. Refuses with 409 a document that none can be issued for.
pub(super) fn quote_debit_note(
    billing: &Billing,
    reason: DebitReasonCode,
    amount: Option<Money>,
) -> Result<DebitQuote> {
    if let Some(text) = debit::debit_note_obstacle(billing) {
        return refuse(Code::Conflict, text).with_current(&billing.row).err();
    }
    let figures = match amount {
        Some(amount) => {
            debit::check_amount(billing, amount)?;
            Some(debit::debit_figures(billing, reason, amount)?)
        }
        None => None,
    };
    Ok(DebitQuote {
        document: billing.full_number.clone(),
        client_id: billing.row.client_id,
        client_name: billing.row.client_name.clone(),
        client_can_owe: billing.row.client_id.is_some() && customer_of_document(&billing.row).is_identified(),
        sold_on_credit: !billing.instalments.is_empty(),
        most: debit::max_debit_amount(billing),
        figures,
    })
}
