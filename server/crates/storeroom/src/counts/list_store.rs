//! SQL that lists counts.

use super::answer::StockCountRow;
use super::model::{CountStatus, full_number};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::CountId,
    listing::{Paging, Rows},
    money::Money,
    search::contains_pattern,
};
use comanda_ledgers::stock::{Item, ItemKind};
use std::collections::HashMap;

/// The stored row of a count.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct StoredCount {
    pub id: CountId,
    pub number: i64,
    pub name: String,
    pub place: String,
    pub status: CountStatus,
    pub lines_count: i64,
    pub counted: i64,
    pub value: Option<Money>,
    pub created_at: DateTime<Utc>,
    pub created_by: String,
    pub approved_at: Option<DateTime<Utc>>,
    pub approved_by: Option<String>,
    pub approval_client_id: Option<String>,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub cancelled_by: Option<String>,
    pub cancel_reason: Option<String>,
    pub started_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
}

impl StoredCount {
    /// Converts the row to the form that lists show.
    pub(super) fn to_row(&self, counters: Vec<String>, sees_values: bool) -> StockCountRow {
        let is_seen = sees_values && self.status != CountStatus::Open;
        StockCountRow {
            id: self.id,
            number: self.number,
            full_number: full_number(self.number),
            name: self.name.clone(),
            place: self.place.clone(),
            status: self.status,
            lines_count: self.lines_count,
            counted: self.counted,
            created_at: self.created_at,
            created_by: self.created_by.clone(),
            counters,
            approved_at: self.approved_at,
            approved_by: self.approved_by.clone(),
            value: self.value.filter(|_| is_seen),
        }
    }
}

const COUNTS: &str = "SELECT c.id, c.number, c.name, c.place, c.status,
        (SELECT COUNT(*) FROM stock_count_lines l WHERE l.count_id = c.id) AS lines_count,
        (SELECT COUNT(*) FROM stock_count_lines l WHERE l.count_id = c.id AND l.counted IS NOT NULL
             AND l.recount_asked_at IS NULL) AS counted,
        c.value, c.created_at, TRIM(u.name || ' ' || u.lastname) AS created_by, c.approved_at,
        TRIM(a.name || ' ' || a.lastname) AS approved_by, c.approval_client_id, c.cancelled_at,
        TRIM(x.name || ' ' || x.lastname) AS cancelled_by, c.cancel_reason,
        (SELECT MIN(l.counted_at) FROM stock_count_lines l WHERE l.count_id = c.id) AS started_at,
        (SELECT MAX(l.counted_at) FROM stock_count_lines l WHERE l.count_id = c.id) AS ended_at";

const FROM_COUNTS: &str =
    "FROM stock_counts c JOIN users u ON u.id = c.created_by LEFT JOIN users a ON a.id = c.approved_by
     LEFT JOIN users x ON x.id = c.cancelled_by WHERE 1 = 1";

/// The conditions of a list of counts.
#[derive(Debug, Default)]
pub(super) struct CountFilter<'w> {
    pub states: Option<Vec<CountStatus>>,
    /// A text searched in number, name and place.
    pub term: Option<&'w str>,
}

impl CountFilter<'_> {
    fn add_conditions(&self, sql: Sql) -> Sql {
        let term = self.term.filter(|term| !term.trim().is_empty()).map(contains_pattern);
        let sql = sql.add(FROM_COUNTS).when("AND c.search_key LIKE ? ESCAPE '!'", term);
        match &self.states {
            Some(states) => sql.list("AND c.status IN (?)", states.iter().copied()),
            None => sql,
        }
    }
}

const SORTED_BY: [(&str, &str); 4] = [
    ("status", "CASE c.status WHEN 'REVIEW' THEN 0 WHEN 'OPEN' THEN 1 ELSE 2 END"),
    ("created_at", "c.created_at"),
    ("number", "c.number"),
    ("name", "c.name"),
];

/// Loads a page of counts, unfinished ones first, then the latest first.
pub(super) async fn load_page(tx: &mut Tx, filter: &CountFilter<'_>, paging: &Paging) -> Result<Rows<StoredCount>> {
    let list =
        paging.add_order_by(filter.add_conditions(Sql::new(COUNTS)), &SORTED_BY, "c.created_at DESC, c.id DESC")?;
    paging.load_page(tx, filter.add_conditions(Sql::new("SELECT COUNT(*)")), list).await
}

pub(super) async fn find_by_id(tx: &mut Tx, id: CountId) -> db::Result<Option<StoredCount>> {
    tx.query(Sql::new(COUNTS).add(FROM_COUNTS).with("AND c.id = ?", id)).maybe().await
}

/// Loads the names of the users who counted in these counts, in the order in which they began.
pub(super) async fn load_counters(tx: &mut Tx, counts: &[CountId]) -> db::Result<HashMap<CountId, Vec<String>>> {
    let sql = Sql::new(
        "SELECT l.count_id, TRIM(u.name || ' ' || u.lastname) AS name FROM stock_count_entries e
         JOIN stock_count_lines l ON l.id = e.line_id JOIN users u ON u.id = e.user_id",
    )
    .list("WHERE l.count_id IN (?)", counts.iter().copied())
    .add("GROUP BY l.count_id, u.id, u.name, u.lastname ORDER BY l.count_id, MIN(e.id)");
    let rows: Vec<(CountId, String)> = tx.query(sql).all().await?;
    let mut counters: HashMap<CountId, Vec<String>> = HashMap::new();
    for (count, name) in rows {
        counters.entry(count).or_default().push(name);
    }
    Ok(counters)
}

/// Loads the moment of the last approved count of each item, from `from` until before `until`.
pub(super) async fn load_last_counted(
    tx: &mut Tx,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
) -> db::Result<HashMap<Item, DateTime<Utc>>> {
    let rows: Vec<(ItemKind, i64, DateTime<Utc>)> = tx
        .query(
            "SELECT l.item_kind, l.item_id, MAX(c.approved_at) FROM stock_counts c JOIN stock_count_lines l ON l.count_id = c.id
             WHERE c.status = 'APPROVED' AND c.approved_at >= $1 AND c.approved_at < $2 AND l.counted IS NOT NULL
             GROUP BY l.item_kind, l.item_id",
        )
        .bind(from)
        .bind(until)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(kind, id, at)| (Item::from_row(kind, id), at)).collect())
}
