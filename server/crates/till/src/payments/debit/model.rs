//! What is asked for a debit note, and what it would come to.

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
    /// What is added, IGV included: from 1.00, and with the other debit notes at most the document's total.
    pub amount: Money,
    #[serde(flatten)]
    pub pin: PinGiven,
    /// How it is paid, by the option's name; on credit it is owed by the client.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Money>)]
    pub payment_options: BTreeMap<String, Money>,
    #[serde(default)]
    pub operation_numbers: BTreeMap<String, String>,
    /// Of what is owed: when it falls due. They come to it to the céntimo.
    #[serde(default)]
    pub instalments: Vec<Instalment>,
    /// Where the client wants it mailed.
    pub email: Option<String>,
    /// False: no paper.
    pub print: Option<bool>,
}

/// A quote tells what a debit note would say.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DebitQuote {
    /// What it adds to: `F001-00000347`.
    pub document: String,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    /// Somebody with a document, who can owe it.
    pub client_can_owe: bool,
    /// The document was sold on credit.
    pub sold_on_credit: bool,
    /// The most that may still be added.
    pub most: Money,
    /// None until an amount is asked about.
    pub figures: Option<DebitFigures>,
}
