//! Collections of what clients owe, as payments, cash and reports read them; only `payments::credit` writes them.

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

/// Money that a client paid of what they owed. It is no sale: that was made on its own day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Collection {
    #[serde(flatten)]
    pub row: CollectionRow,
    /// Number of its receipt: `RC-00000012`.
    pub full_number: String,
    /// Which sales it paid, the oldest first.
    pub parts: Vec<CollectionPart>,
}

/// A collection's own columns, with the names that go with them.
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
    /// Of the way to pay.
    pub name: String,
    pub is_cash: bool,
    pub operation_number: Option<String>,
    /// What the debt became less.
    pub amount: Money,
    /// Of it, given up by rounding cash.
    pub rounding: Money,
    /// What the client owed in all after it.
    pub left_due: Money,
    pub created_at: DateTime<Utc>,
}

impl CollectionRow {
    /// What was taken.
    pub fn received(&self) -> Money {
        self.amount - self.rounding
    }
}

/// What a collection paid of one sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CollectionPart {
    #[serde(skip)]
    pub collection_id: CollectionId,
    pub receivable_id: ReceivableId,
    /// `F001-00000347`
    pub document: String,
    pub amount: Money,
}

/// Completes collections with their parts: one statement however many there are.
pub async fn completed(tx: &mut Tx, rows: Vec<CollectionRow>) -> Result<Vec<Collection>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CollectionId> = rows.iter().map(|r| r.id).collect();
    let parts = store::parts(tx, &ids).await?;
    let complete = |row: CollectionRow| Collection {
        full_number: format!("RC-{:08}", row.number),
        parts: parts.iter().filter(|p| p.collection_id == row.id).cloned().collect(),
        row,
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// One collection.
pub async fn collection(tx: &mut Tx, id: CollectionId) -> Result<Collection> {
    let row = store::collection(tx, id).await?;
    let one = completed(tx, row.into_iter().collect()).await?.pop();
    Ok(one).or_not_found("la cobranza")
}

/// What came into a cycle by collections, the first one first.
pub async fn collections_of_cycle(tx: &mut Tx, cycle: CycleId) -> Result<Vec<Collection>> {
    let rows = store::collections_of_cycle(tx, cycle).await?;
    completed(tx, rows).await
}
