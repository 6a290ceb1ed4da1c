//! Collections of clients' debts, as payments, cash and reports read them; only `payments::credit` writes them.

use super::collections_store as store;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{ClientId, CollectionId, CycleId, PaymentOptionId, ReceivableId, UserId},
    money::Money,
};
use serde::Serialize;
use utoipa::ToSchema;

/// Money that a client paid towards a debt. It is no sale: the sale was made on its own day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Collection {
    #[serde(flatten)]
    pub row: CollectionRow,
    /// Number of its receipt: `RC-00000012`.
    pub full_number: String,
    /// The sales on credit that it paid, the oldest first.
    pub parts: Vec<CollectionPart>,
}

/// A collection's own columns, with the names of the rows it refers to.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CollectionRow {
    pub id: CollectionId,
    pub number: i64,
    pub client_id: ClientId,
    pub client_name: String,
    /// `RUC: 20131312955`
    pub client_document: String,
    pub cycle_id: CycleId,
    pub cashbox_name: String,
    pub user_id: UserId,
    pub user_name: String,
    pub payment_option_id: PaymentOptionId,
    /// The name of the payment method.
    pub name: String,
    pub is_cash: bool,
    pub operation_number: Option<String>,
    /// The amount by which the debt was reduced.
    pub amount: Money,
    /// The part of `amount` that was waived by rounding cash.
    pub rounding: Money,
    /// The client's total debt after the collection.
    pub left_due: Money,
    pub created_at: DateTime<Utc>,
}

impl CollectionRow {
    /// Returns the money that was received: the amount less the rounding.
    pub fn received(&self) -> Money {
        self.amount - self.rounding
    }
}

/// The part of a collection that paid one sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CollectionPart {
    #[serde(skip)]
    pub collection_id: CollectionId,
    pub receivable_id: ReceivableId,
    /// `F001-00000347`
    pub document: String,
    pub amount: Money,
}

/// Adds the parts to collections, with one statement for all of them.
pub async fn load_parts_into(tx: &mut Tx, rows: Vec<CollectionRow>) -> Result<Vec<Collection>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CollectionId> = rows.iter().map(|r| r.id).collect();
    let parts = store::load_parts(tx, &ids).await?;
    let complete = |row: CollectionRow| Collection {
        full_number: format!("RC-{:08}", row.number),
        parts: parts.iter().filter(|p| p.collection_id == row.id).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

pub async fn load_collection(tx: &mut Tx, id: CollectionId) -> Result<Collection> {
    let row = store::find_collection(tx, id).await?;
    let one = load_parts_into(tx, row.into_iter().collect()).await?.pop();
    Ok(one).or_not_found("la cobranza")
}

/// Lists the collections of a cycle, the earliest first.
pub async fn list_collections_of_cycle(tx: &mut Tx, cycle: CycleId) -> Result<Vec<Collection>> {
    let rows = store::list_collections_of_cycle(tx, cycle).await?;
    load_parts_into(tx, rows).await
}
