//! SQL of `stock_counts`, `stock_count_lines` and `stock_count_entries`, except for the lists.

use super::model::{CountStatus, Recounted};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{CountId, CountLineId, MeasurementId, UserId},
    insert,
    money::{Money, Quantity},
    update,
};
use comanda_ledgers::stock::{Item, ItemKind, counting::CountableItem};
use comanda_platform::use_case::Work;
use uuid::Uuid;

/// The largest number of rows in one statement.
const MAX_ROWS: usize = 500;

/// A line of a count, in base units.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StoredLine {
    pub id: CountLineId,
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category: Option<String>,
    pub codes: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub equivalence: Quantity,
    pub version: i64,
    pub counted: Option<Quantity>,
    pub expected: Option<Quantity>,
    pub entered: Option<Quantity>,
    pub entered_measurement_id: Option<MeasurementId>,
    pub counted_by: Option<UserId>,
    pub counted_by_name: Option<String>,
    pub counted_at: Option<DateTime<Utc>>,
    pub recount_asked_at: Option<DateTime<Utc>>,
    pub recount_by: Option<UserId>,
    pub recount_by_name: Option<String>,
    pub recounted: Option<Recounted>,
    pub unit_cost: Option<Money>,
}

impl StoredLine {
    pub(super) fn item(&self) -> Item {
        Item::from_row(self.item_kind, self.item_id)
    }
}

const LINES: &str =
    "SELECT l.id, l.item_kind, l.item_id, l.name, l.category, l.codes, l.measurement_id, l.measurement, l.equivalence,
        l.version, l.counted, l.expected, l.entered, l.entered_measurement_id, l.counted_by,
        TRIM(u.name || ' ' || u.lastname) AS counted_by_name, l.counted_at, l.recount_asked_at, l.recount_by,
        TRIM(r.name || ' ' || r.lastname) AS recount_by_name, l.recounted, l.unit_cost
     FROM stock_count_lines l LEFT JOIN users u ON u.id = l.counted_by LEFT JOIN users r ON r.id = l.recount_by";

/// Loads all lines of a count, in their order.
pub(super) async fn load_lines(tx: &mut Tx, count: CountId) -> db::Result<Vec<StoredLine>> {
    tx.query(Sql::new(LINES).with("WHERE l.count_id = ?", count).add("ORDER BY l.position, l.id LIMIT 2000"))
        .all()
        .await
}

pub(super) async fn find_line(tx: &mut Tx, count: CountId, line: CountLineId) -> db::Result<Option<StoredLine>> {
    tx.query(Sql::new(LINES).with("WHERE l.count_id = ?", count).with("AND l.id = ?", line)).maybe().await
}

/// Locks the count until the end of the transaction.
pub(super) async fn lock_count(tx: &mut Tx, count: CountId) -> db::Result<CountId> {
    tx.query("SELECT id FROM stock_counts WHERE id = $1").bind(count).for_update().scalar().await
}

/// Finds the count created with this client id.
pub(super) async fn find_by_client(tx: &mut Tx, client: Uuid) -> db::Result<Option<CountId>> {
    let found: Option<(CountId,)> =
        tx.query("SELECT id FROM stock_counts WHERE client_id = $1").bind(client.to_string()).maybe().await?;
    Ok(found.map(|(id,)| id))
}

/// An item of an unfinished count.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ItemInCount {
    pub id: CountId,
    pub number: i64,
    pub name: String,
    pub item: String,
}

/// Finds those of the items that are in unfinished counts.
pub(super) async fn find_items_in_unfinished_counts(tx: &mut Tx, items: &[Item]) -> db::Result<Vec<ItemInCount>> {
    let ids = |kind: ItemKind| items.iter().filter(move |i| i.kind() == kind).map(|i| i.id());
    let sql = Sql::new(
        "SELECT c.id, c.number, c.name, l.name AS item FROM stock_count_lines l JOIN stock_counts c ON c.id = l.count_id
         WHERE l.is_open",
    )
    .list("AND ((l.item_kind = 'PRODUCT' AND l.item_id IN (?))", ids(ItemKind::Product))
    .list("OR (l.item_kind = 'SUPPLY' AND l.item_id IN (?)))", ids(ItemKind::Supply))
    .add("ORDER BY c.id, l.position");
    tx.query(sql).all().await
}

/// A count to be inserted.
#[derive(Debug)]
pub(super) struct NewCount<'n> {
    pub client: Uuid,
    pub number: i64,
    pub name: &'n str,
    pub place: &'n str,
    pub search_key: &'n str,
}

pub(super) async fn insert_count(work: &mut Work<'_>, new: &NewCount<'_>, items: &[CountableItem]) -> Result<CountId> {
    let (now, user) = (work.now, work.actor.user_id);
    let id: CountId = work
        .query(
            "INSERT INTO stock_counts (client_id, number, name, place, search_key, created_at, created_by)
             VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
        )
        .bind(new.client.to_string())
        .bind(new.number)
        .bind(new.name)
        .bind(new.place)
        .bind(new.search_key)
        .bind(now)
        .bind(user)
        .scalar()
        .await?;
    let placed: Vec<(i64, &CountableItem)> = (1_i64..).zip(items).collect();
    for part in placed.chunks(MAX_ROWS) {
        let rows = part.iter().map(|(position, c)| {
            args![
                id,
                *position,
                c.item.kind(),
                c.item.id(),
                c.name.as_str(),
                c.category.clone(),
                c.codes.join("\n"),
                c.unit.id,
                c.unit.symbol.as_str(),
                c.unit.equivalence
            ]
        });
        let statement = Sql::new(
            "INSERT INTO stock_count_lines (count_id, position, item_kind, item_id, name, category, codes, measurement_id,
                                            measurement, equivalence) VALUES",
        );
        work.query(statement.rows(rows)).run().await?;
    }
    Ok(id)
}

/// Finds the entry with this client id: the line, the entered quantity and its unit.
pub(super) async fn find_entry_by_client(
    tx: &mut Tx,
    client: Uuid,
) -> db::Result<Option<(CountLineId, Option<Quantity>, Option<MeasurementId>)>> {
    tx.query("SELECT line_id, entered, measurement_id FROM stock_count_entries WHERE client_id = $1")
        .bind(client.to_string())
        .maybe()
        .await
}

/// An entry of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewEntry {
    pub client: Uuid,
    /// The entered quantity, its unit, and the quantity in the base unit; `None` clears the line.
    pub counted: Option<(Quantity, MeasurementId, Quantity)>,
    pub expected: Quantity,
    pub recounted: Option<Recounted>,
}

/// Inserts an entry and updates its line.
pub(super) async fn insert_entry(work: &mut Work<'_>, line: CountLineId, new: &NewEntry) -> Result<()> {
    let (now, user) = (work.now, work.actor.user_id);
    let entered = new.counted.map(|(quantity, _, _)| quantity);
    let unit = new.counted.map(|(_, unit, _)| unit);
    let base = new.counted.map(|(_, _, base)| base);
    work.query(insert!("stock_count_entries" {
        line_id: line,
        client_id: new.client.to_string(),
        entered: entered,
        measurement_id: unit,
        counted: base,
        expected: new.expected,
        user_id: user,
        at: now,
    }))
    .run()
    .await?;
    work.query(update!("stock_count_lines" {
        entered: entered,
        entered_measurement_id: unit,
        counted: base,
        expected: base.map(|_| new.expected),
        counted_by: base.map(|_| user),
        counted_at: base.map(|_| now),
        recounted: new.recounted;
        "version = version + 1";
        "recount_asked_at = NULL";
        "recount_by = NULL"
    } where id = line))
        .run()
        .await?;
    Ok(())
}

/// Marks these lines as to be recounted.
pub(super) async fn mark_for_recount(work: &mut Work<'_>, lines: &[CountLineId], user: Option<UserId>) -> Result<()> {
    let now = work.now;
    let sql = Sql::new(
        "UPDATE stock_count_lines SET version = version + 1, recount_asked_at = $1, recount_by = $2, recounted = NULL WHERE 1 = 1",
    )
    .bind(now)
    .bind(user)
    .list("AND id IN (?)", lines.iter().copied());
    work.query(sql).run().await?;
    Ok(())
}

/// Finds the role of an active user.
pub(super) async fn find_role(tx: &mut Tx, user: UserId) -> db::Result<Option<i64>> {
    let found: Option<(i64,)> = tx
        .query("SELECT role_id FROM users WHERE id = $1 AND status = 'ACTIVE' AND deleted_at IS NULL AND NOT is_super_admin")
        .bind(user)
        .maybe()
        .await?;
    Ok(found.map(|(role,)| role))
}

/// Sets the status of a count and the value of its differences.
pub(super) async fn set_status(
    tx: &mut Tx,
    count: CountId,
    (status, value): (CountStatus, Option<Money>),
) -> db::Result<u64> {
    tx.query("UPDATE stock_counts SET status = $1, value = $2 WHERE id = $3")
        .bind(status)
        .bind(value)
        .bind(count)
        .run()
        .await
}

/// Sets these lines to zero, each with its expected stock.
pub(super) async fn set_lines_to_zero(work: &mut Work<'_>, lines: &[(CountLineId, Quantity)]) -> Result<()> {
    let (now, user) = (work.now, work.actor.user_id);
    for part in lines.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "UPDATE stock_count_lines SET version = version + 1, counted = 0, expected = v.column2, counted_by = $1, counted_at = $2
             FROM (VALUES",
        )
        .bind(user)
        .bind(now)
        .rows(part.iter().map(|(line, expected)| args![*line, *expected]))
        .add(") AS v WHERE stock_count_lines.id = v.column1");
        work.query(sql).run().await?;
    }
    Ok(())
}

/// Stores the cost of one base unit at the time of approval with each line.
pub(super) async fn update_unit_costs(tx: &mut Tx, costs: &[(CountLineId, Money)]) -> db::Result<()> {
    for part in costs.chunks(MAX_ROWS) {
        let sql = Sql::new("UPDATE stock_count_lines SET unit_cost = v.column2 FROM (VALUES")
            .rows(part.iter().map(|(line, cost)| args![*line, *cost]))
            .add(") AS v WHERE stock_count_lines.id = v.column1");
        tx.query(sql).run().await?;
    }
    Ok(())
}

pub(super) async fn mark_approved(
    work: &mut Work<'_>,
    count: CountId,
    (client, value): (Option<String>, Money),
) -> Result<()> {
    let (now, user) = (work.now, work.actor.user_id);
    work.query(
        "UPDATE stock_counts SET status = 'APPROVED', approved_at = $1, approved_by = $2, approval_client_id = $3, value = $4
         WHERE id = $5",
    )
    .bind(now)
    .bind(user)
    .bind(client)
    .bind(value)
    .bind(count)
    .run()
    .await?;
    close_lines(work.tx, count).await?;
    Ok(())
}

pub(super) async fn mark_cancelled(work: &mut Work<'_>, count: CountId, reason: &str) -> Result<()> {
    let (now, user) = (work.now, work.actor.user_id);
    work.query(
        "UPDATE stock_counts SET status = 'CANCELLED', cancelled_at = $1, cancelled_by = $2, cancel_reason = $3 WHERE id = $4",
    )
    .bind(now)
    .bind(user)
    .bind(reason)
    .bind(count)
    .run()
    .await?;
    close_lines(work.tx, count).await?;
    Ok(())
}

/// Releases the items of the count for other counts.
async fn close_lines(tx: &mut Tx, count: CountId) -> db::Result<u64> {
    tx.query("UPDATE stock_count_lines SET is_open = FALSE WHERE count_id = $1").bind(count).run().await
}
