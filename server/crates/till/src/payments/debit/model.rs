//! The request and the quote of a debit note.

use comanda_base::{ids::ClientId, money::Money};
use comanda_invoicing::billing::{
    Instalment,
    debit::{DebitFigures, DebitReasonCode},
};
use comanda_platform::people::pin::PinGiven;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Body of `POST /billings/{id}/debit-note`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct DebitNoteRequest {
    pub reason_code: DebitReasonCode,
    pub reason: String,
    /// The amount to add, with IGV: from 1.00, and together with the other debit notes at most the document total.
    pub amount: Money,
    #[serde(flatten)]
    pub pin: PinGiven,
    /// The amounts by payment option; on credit they are owed by the client.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Money>)]
    pub payment_options: BTreeMap<String, Money>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    /// The due dates of the amount on credit, which add up to it to the céntimo.
    #[serde(default)]
    pub instalments: Vec<Instalment>,
    /// The address to mail the document to.
    pub email: Option<String>,
    /// Whether the receipt is printed; absent: it is.
    pub print: Option<bool>,
}

/// The preview of a debit note.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DebitQuote {
    /// The document that it adds to: `F001-00000347`.
    pub document: String,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    /// Whether the client has an identity document and so can owe it.
    pub client_can_owe: bool,
    /// Whether the document was sold on credit.
    pub sold_on_credit: bool,
    /// The most that may still be added.
    pub most: Money,
    /// The figures of the debit note; null until an amount is given.
    pub figures: Option<DebitFigures>,
}
