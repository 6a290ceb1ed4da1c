//! What a debit note would say, computed by the functions that issue it.

use super::model::DebitQuote;
use crate::payments::reissue::named;
use comanda_base::{
    error::{Code, Result, refuse},
    money::Money,
};
use comanda_invoicing::billing::{
    Billing,
    debit::{self, DebitReasonCode},
};

/// Quotes it.
pub(super) fn quote(billing: &Billing, reason: DebitReasonCode, amount: Option<Money>) -> Result<DebitQuote> {
    if let Some(text) = debit::why_not(billing) {
        return refuse(Code::Conflict, text).current(&billing.row).err();
    }
    let figures = match amount {
        Some(amount) => {
            debit::check_amount(billing, amount)?;
            Some(debit::figures_of(billing, reason, amount)?)
        }
        None => None,
    };
    Ok(DebitQuote {
        document: billing.full_number.clone(),
        client_id: billing.row.client_id,
        client_name: billing.row.client_name.clone(),
        client_can_owe: billing.row.client_id.is_some() && named(&billing.row).is_identified(),
        sold_on_credit: !billing.instalments.is_empty(),
        most: debit::room_left(billing),
        figures,
    })
}
