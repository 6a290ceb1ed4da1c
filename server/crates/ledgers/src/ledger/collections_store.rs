//! All SQL that reads `collections` and `collection_parts`.

use super::{
    collections::{CollectionPart, CollectionRow},
    store::MethodAmount,
};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{ClientId, CollectionId, CycleId, UserId},
};

const FROM_COLLECTIONS: &str =
    "FROM collections c JOIN users u ON u.id = c.user_id JOIN payment_options o ON o.id = c.payment_option_id
     WHERE 1 = 1";

/// Begins the query of collections; callers append `AND …` conditions.
fn select_collections() -> Sql {
    Sql::new(
        "SELECT c.id, c.number, c.client_id, c.client_name, c.client_document, c.cycle_id, c.cashbox_name, c.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name, c.payment_option_id, o.name, o.is_cash, c.operation_number,
                c.amount, c.rounding, c.left_due, c.created_at",
    )
    .add(FROM_COLLECTIONS)
}

/// Sums the debts that a cycle collected by payment method, less rounding; methods without collections are left out.
pub async fn load_collected_by_method(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<MethodAmount>> {
    tx.query(
        "SELECT payment_option_id, CAST(SUM(amount - rounding) AS BIGINT) AS amount FROM collections WHERE cycle_id = $1
         GROUP BY payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

pub(super) async fn find_collection(tx: &mut Tx, id: CollectionId) -> db::Result<Option<CollectionRow>> {
    tx.query(select_collections().with("AND c.id = ?", id)).maybe().await
}

/// Lists the collections of a cycle, the earliest first.
pub(super) async fn collections_of_cycle(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<CollectionRow>> {
    tx.query(select_collections().with("AND c.cycle_id = ?", cycle).add("ORDER BY c.id LIMIT 1000")).all().await
}

/// The filter of a list of collections.
#[derive(Debug, Clone, Copy, Default)]
pub struct CollectionFilter {
    pub client: Option<ClientId>,
    pub cycle: Option<CycleId>,
    /// Restricts the list to collections that this user received.
    pub by: Option<UserId>,
    /// The first and last business day.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

impl CollectionFilter {
    fn add_conditions(self, sql: Sql) -> Sql {
        sql.when("AND c.client_id = ?", self.client)
            .when("AND c.cycle_id = ?", self.cycle)
            .when("AND c.user_id = ?", self.by)
            .when("AND c.business_day >= ?", self.date_from)
            .when("AND c.business_day <= ?", self.date_to)
    }
}

pub async fn count_collections(tx: &mut Tx, filter: CollectionFilter) -> db::Result<i64> {
    tx.query(filter.add_conditions(Sql::new("SELECT COUNT(*)").add(FROM_COLLECTIONS))).scalar().await
}

/// Lists a page of collections, the latest first.
pub async fn list_collections(
    tx: &mut Tx,
    filter: CollectionFilter,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<CollectionRow>> {
    let page = filter
        .add_conditions(select_collections())
        .add("ORDER BY c.id DESC")
        .with("LIMIT ?", limit)
        .with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn load_parts(tx: &mut Tx, collections: &[CollectionId]) -> db::Result<Vec<CollectionPart>> {
    let sql = Sql::new("SELECT collection_id, receivable_id, document, amount FROM collection_parts");
    tx.query(sql.list("WHERE collection_id IN (?)", collections.iter().copied()).add("ORDER BY id")).all().await
}
