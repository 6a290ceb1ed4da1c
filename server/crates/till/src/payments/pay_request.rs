//! The request body of a payment.

use super::split::PaymentScope;
use comanda_base::{
    error::{Result, invalid},
    ids::{ClientId, LineId, PromotionId, RequestId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{Instalment, contingency::PaperForm};
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Units of a line to pay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PayLine {
    pub id: LineId,
    pub qty: Quantity,
}

/// An equal share of the account.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct PayShare {
    /// The number of people who share.
    pub of: i64,
}

/// Body of `POST /payments`. Without products, share or amount it pays everything due.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PayRequest {
    pub client_request_id: RequestId,
    /// The amounts handed over, by name of the payment option: `{"Efectivo": "50.00"}`.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Money>)]
    pub payment_options: BTreeMap<String, Money>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    /// 1 boleta, 2 factura, 3 nota de venta.
    pub billing_type_id: i64,
    pub client_id: Option<ClientId>,
    pub products: Option<Vec<PayLine>>,
    pub share: Option<PayShare>,
    pub amount: Option<Money>,
    /// Whether the document has a single line, POR CONSUMO.
    #[serde(default)]
    pub by_consumption: bool,
    /// The address to mail the document to; stored for a client without an address. A nota de venta is not mailed.
    pub email: Option<String>,
    /// Whether the receipt is printed; absent: it is.
    pub print: Option<bool>,
    /// The promotions to print after the receipt, each on a paper of its own.
    #[serde(default)]
    pub promotion_ids: Vec<PromotionId>,
    /// The due dates of the amount sold on credit, in chronological order; they add up to it to the céntimo.
    #[serde(default)]
    pub instalments: Vec<Instalment>,
    /// The data of the paper document, where it was written by hand while nothing could be issued electronically.
    pub contingency: Option<PaperForm>,
    /// The charge that the screen showed; a different one is refused with 409.
    pub expected_total: Option<Money>,
}

impl PayRequest {
    pub(super) fn scope(&self) -> Result<PaymentScope> {
        match (&self.products, self.share, self.amount) {
            (None, None, None) => Ok(PaymentScope::All),
            (Some(lines), None, None) => Ok(PaymentScope::Lines(lines.iter().map(|l| (l.id, l.qty)).collect())),
            (None, Some(share), None) => Ok(PaymentScope::Share(share.of)),
            (None, None, Some(amount)) => Ok(PaymentScope::Amount(amount)),
            _ => invalid("products", "Elige una sola forma de dividir: platos, partes o monto.").err(),
        }
    }
}
