//! All SQL that reads `collections` and `collection_parts`.

use super::{
    collections::{CollectionPart, CollectionRow},
    store::GivenBack,
};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ClientId, CollectionId, CycleId, UserId},
};

const FROM_COLLECTIONS: &str =
    "FROM collections c JOIN users u ON u.id = c.user_id JOIN payment_options o ON o.id = c.payment_option_id
     WHERE 1 = 1";

/// Selects collections, to be narrowed.
fn collections() -> Sql {
    Sql::new(
        "SELECT c.id, c.number, c.client_id, c.client_name, c.client_document, c.cycle_id, c.cashbox_name, c.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name, c.payment_option_id, o.name, o.is_cash, c.operation_number,
                c.amount, c.rounding, c.left_due, c.created_at",
    )
    .add(FROM_COLLECTIONS)
}

/// What a cycle took for debts by method, rounding left out; methods without collections are not named.
pub async fn collected(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<GivenBack>> {
    tx.query(
        "SELECT payment_option_id, CAST(SUM(amount - rounding) AS BIGINT) AS amount FROM collections WHERE cycle_id = $1
         GROUP BY payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

pub(super) async fn collection(tx: &mut Tx, id: CollectionId) -> db::Result<Option<CollectionRow>> {
    tx.query(collections().with("AND c.id = ?", id)).maybe().await
}

/// The first one first.
pub(super) async fn collections_of_cycle(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<CollectionRow>> {
    tx.query(collections().with("AND c.cycle_id = ?", cycle).add("ORDER BY c.id LIMIT 1000")).all().await
}

/// Which collections a list is of.
#[derive(Debug, Clone, Copy, Default)]
pub struct WantedCollections {
    pub client: Option<ClientId>,
    pub cycle: Option<CycleId>,
    /// Only those that this person took.
    pub by: Option<UserId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

impl WantedCollections {
    fn narrow(self, sql: Sql) -> Sql {
        sql.when("AND c.client_id = ?", self.client)
            .when("AND c.cycle_id = ?", self.cycle)
            .when("AND c.user_id = ?", self.by)
            .when("AND c.business_day >= ?", self.date_from)
            .when("AND c.business_day <= ?", self.date_to)
    }
}

pub async fn count_wanted_collections(tx: &mut Tx, wanted: WantedCollections) -> db::Result<i64> {
    tx.query(wanted.narrow(Sql::new("SELECT COUNT(*)").add(FROM_COLLECTIONS))).scalar().await
}

/// A page of them, the latest first.
pub async fn wanted_collections(
    tx: &mut Tx,
    wanted: WantedCollections,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<CollectionRow>> {
    let page = wanted.narrow(collections()).add("ORDER BY c.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn parts(tx: &mut Tx, collections: &[CollectionId]) -> db::Result<Vec<CollectionPart>> {
    let sql = Sql::new("SELECT collection_id, receivable_id, document, amount FROM collection_parts");
    tx.query(sql.list("WHERE collection_id IN (?)", collections.iter().copied()).add("ORDER BY id")).all().await
}
