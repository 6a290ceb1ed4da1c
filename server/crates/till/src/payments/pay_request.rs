//! What a payment is asked for with.

use super::split::Part;
use comanda_base::{
    error::{Result, invalid},
    ids::{ClientId, LineId, PromotionId, RequestId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{Instalment, contingency::PaperForm};
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Units of a line to be paid.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PayLine {
    pub id: LineId,
    pub qty: Quantity,
}

/// An equal share.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct PayShare {
    /// Among how many.
    pub of: i64,
}

/// Body of `POST /payments`. Without products, share or amount it pays all that is due.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PayRequest {
    pub client_request_id: RequestId,
    /// What was handed over, by the option's name: `{"Efectivo": "50.00"}`.
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
    /// One line 'POR CONSUMO' on the document.
    #[serde(default)]
    pub by_consumption: bool,
    /// Where the client wants the document mailed; remembered of a client who had no address. A nota de venta is not mailed.
    pub email: Option<String>,
    /// False: no paper.
    pub print: Option<bool>,
    /// Promotions to print after the receipt, each on a paper of its own.
    #[serde(default)]
    pub promotion_ids: Vec<PromotionId>,
    /// Of what is sold on credit: when it falls due, in the order of the days. They come to it to the céntimo.
    #[serde(default)]
    pub instalments: Vec<Instalment>,
    /// It was written on paper while nothing could be issued electronically: what the paper says.
    pub contingency: Option<PaperForm>,
    /// What the screen showed as the charge: another one is 409 instead of a surprise.
    pub expected_total: Option<Money>,
}

impl PayRequest {
    pub(super) fn part(&self) -> Result<Part> {
        match (&self.products, self.share, self.amount) {
            (None, None, None) => Ok(Part::All),
            (Some(lines), None, None) => Ok(Part::Lines(lines.iter().map(|l| (l.id, l.qty)).collect())),
            (None, Some(share), None) => Ok(Part::Share(share.of)),
            (None, None, Some(amount)) => Ok(Part::Amount(amount)),
            _ => invalid("products", "Elige una sola forma de dividir: platos, partes o monto.").err(),
        }
    }
}
