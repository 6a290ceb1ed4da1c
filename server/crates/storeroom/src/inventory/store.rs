//! All SQL of `inventory_movements` and `inventory_movement_items`.

use super::{
    answer::{StoredItem, StoredMovement},
    model::{InventoryDirection, InventoryReason, InventoryStatus},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{MeasurementId, MovementId, UserId},
    insert,
    listing::{Days, Paging, Rows},
    money::{Money, Quantity},
    search::contains_pattern,
    update,
};
use comanda_ledgers::stock::ItemKind;

const MOVEMENTS: &str = "SELECT m.id, m.item_kind, m.number, m.direction, m.reason, m.name, m.description, m.status, m.at, m.responsible,
            m.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name,
            (SELECT COUNT(*) FROM inventory_movement_items i WHERE i.movement_id = m.id) AS items_count,
            CASE WHEN m.direction = 'in'
                 THEN (SELECT CASE WHEN COUNT(*) = COUNT(i.cost) THEN CAST(SUM(i.cost) AS BIGINT) END
                       FROM inventory_movement_items i WHERE i.movement_id = m.id)
                 ELSE (SELECT CASE WHEN COUNT(*) = COUNT(s.value) THEN CAST(-SUM(s.value) AS BIGINT) END
                       FROM stock_moves s WHERE s.source = m.source AND s.line_id IS NULL AND NOT s.reversed) END AS total,
            m.created_at, m.approvals, m.source AS moved_as, m.rejected_at, TRIM(r.name || ' ' || r.lastname) AS rejected_by, m.reject_reason";

const FROM_MOVEMENTS: &str = "FROM inventory_movements m JOIN users u ON u.id = m.user_id
     LEFT JOIN users r ON r.id = m.rejected_by WHERE 1 = 1";

/// The columns by which lists can be sorted.
const COLUMNS: [(&str, &str); 6] = [
    ("date", "m.at"),
    ("number", "m.number"),
    ("name", "m.name"),
    ("type", "m.direction"),
    ("status", "m.status"),
    ("responsible", "m.responsible"),
];

/// The conditions of a list of movements.
#[derive(Debug)]
pub(super) struct MovementFilter<'w> {
    pub kind: ItemKind,
    /// Restricts the list to the movements that this user recorded.
    pub by: Option<UserId>,
    pub directions: Option<Vec<String>>,
    pub reasons: Option<Vec<String>>,
    pub states: Option<Vec<String>>,
    pub days: Days,
    /// A text searched in name, responsible and items.
    pub term: Option<&'w str>,
}

impl MovementFilter<'_> {
    fn add_conditions(&self, sql: Sql) -> Sql {
        let mut sql = sql
            .add(FROM_MOVEMENTS)
            .with("AND m.item_kind = ?", self.kind)
            .when("AND m.user_id = ?", self.by)
            .when("AND m.business_day >= ?", self.days.date_from)
            .when("AND m.business_day <= ?", self.days.date_to)
            .when("AND m.search_key LIKE ? ESCAPE '!'", self.term.map(contains_pattern));
        for (column, values) in [
            ("AND m.direction IN (?)", &self.directions),
            ("AND m.reason IN (?)", &self.reasons),
            ("AND m.status IN (?)", &self.states),
        ] {
            if let Some(values) = values {
                sql = sql.list(column, values.iter().map(String::as_str));
            }
        }
        sql
    }
}

/// Loads a page of movements, the latest first unless another order is asked for.
pub(super) async fn load_page(
    tx: &mut Tx,
    filter: &MovementFilter<'_>,
    paging: &Paging,
) -> Result<Rows<StoredMovement>> {
    let list = filter.add_conditions(Sql::new(MOVEMENTS));
    let list = match paging.sort.as_deref() {
        None | Some("") => list.add("ORDER BY m.at DESC, m.id DESC"),
        Some(_) => paging.add_order_by(list, &COLUMNS, "m.id")?,
    };
    paging.load_page(tx, filter.add_conditions(Sql::new("SELECT COUNT(*)")), list).await
}

/// Finds a movement of this kind, and of this user where one is given.
pub(super) async fn find_movement(
    tx: &mut Tx,
    kind: ItemKind,
    id: MovementId,
    user: Option<UserId>,
) -> db::Result<Option<StoredMovement>> {
    let sql = Sql::new(MOVEMENTS).add(FROM_MOVEMENTS).with("AND m.item_kind = ?", kind).with("AND m.id = ?", id);
    tx.query(sql.when("AND m.user_id = ?", user)).maybe().await
}

/// Locks the movement until the end of the transaction; returns whether it exists.
pub(super) async fn lock_movement(tx: &mut Tx, kind: ItemKind, id: MovementId) -> db::Result<bool> {
    let found: Option<(MovementId,)> = tx
        .query("SELECT id FROM inventory_movements WHERE id = $1 AND item_kind = $2")
        .bind(id)
        .bind(kind)
        .for_update()
        .maybe()
        .await?;
    Ok(found.is_some())
}

/// Loads the items of a movement in the order in which they were entered.
pub(super) async fn load_items(tx: &mut Tx, id: MovementId) -> db::Result<Vec<StoredItem>> {
    tx.query(
        "SELECT i.id, i.item_id, i.name, i.measurement_id, i.measurement, i.quantity, i.base_quantity, i.base_measurement,
                i.unit_price, i.cost, s.value
         FROM inventory_movement_items i JOIN inventory_movements m ON m.id = i.movement_id
         LEFT JOIN stock_moves s ON s.source = m.source AND s.line_id IS NULL AND NOT s.reversed
              AND s.item_kind = m.item_kind AND s.item_id = i.item_id
         WHERE i.movement_id = $1 ORDER BY i.id",
    )
    .bind(id)
    .all()
    .await
}

/// The row of a movement to be inserted.
#[derive(Debug)]
pub(super) struct NewMovementRow<'n> {
    pub kind: ItemKind,
    pub number: i64,
    pub direction: InventoryDirection,
    pub reason: InventoryReason,
    pub name: &'n str,
    pub description: &'n str,
    pub responsible: &'n str,
    pub search_key: &'n str,
    pub status: InventoryStatus,
    pub at: DateTime<Utc>,
    pub day: NaiveDate,
    pub user: UserId,
    pub created_at: DateTime<Utc>,
}

/// The row of an item to be inserted.
#[derive(Debug)]
pub(super) struct NewItem {
    pub item_id: i64,
    pub name: String,
    pub measurement_id: MeasurementId,
    pub measurement: String,
    pub quantity: Quantity,
    pub base_quantity: Quantity,
    pub base_measurement: String,
    pub unit_price: Option<Money>,
    pub cost: Option<Money>,
}

pub(super) async fn insert_movement(
    tx: &mut Tx,
    new: &NewMovementRow<'_>,
    items: &[NewItem],
) -> db::Result<MovementId> {
    let id: MovementId = tx
        .query(insert!("inventory_movements" {
            item_kind: new.kind,
            number: new.number,
            direction: new.direction,
            reason: new.reason,
            name: new.name,
            description: new.description,
            responsible: new.responsible,
            search_key: new.search_key,
            status: new.status,
            at: new.at,
            business_day: new.day,
            user_id: new.user,
            created_at: new.created_at,
        } returning "id"))
        .scalar()
        .await?;
    let rows = items.iter().map(|i| {
        args![
            id,
            i.item_id,
            i.name.as_str(),
            i.measurement_id,
            i.measurement.as_str(),
            i.quantity,
            i.base_quantity,
            i.base_measurement.as_str(),
            i.unit_price,
            i.cost
        ]
    });
    let statement = Sql::new(
        "INSERT INTO inventory_movement_items (movement_id, item_id, name, measurement_id, measurement, quantity, base_quantity,
                                               base_measurement, unit_price, cost) VALUES",
    );
    tx.query(statement.rows(rows)).run().await?;
    Ok(id)
}

/// Marks the movement as approved and stores the source of its stock moves.
pub(super) async fn mark_approved(tx: &mut Tx, id: MovementId, source: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE inventory_movements SET status = 'APPROVED', approvals = approvals + 1, source = $1, rejected_at = NULL,
                rejected_by = NULL, reject_reason = NULL WHERE id = $2",
    )
    .bind(source)
    .bind(id)
    .run()
    .await
}

pub(super) async fn mark_rejected(
    tx: &mut Tx,
    id: MovementId,
    (user, at): (UserId, DateTime<Utc>),
    reason: Option<&str>,
) -> db::Result<u64> {
    tx.query(update!("inventory_movements" {
        status: InventoryStatus::Rejected,
        rejected_at: at,
        rejected_by: user,
        reject_reason: reason,
    } where id = id))
        .run()
        .await
}

/// Updates the texts and the search key.
pub(super) async fn set_movement_texts(
    tx: &mut Tx,
    id: MovementId,
    [name, description, responsible, search_key]: [&str; 4],
) -> db::Result<u64> {
    tx.query(
        "UPDATE inventory_movements SET name = $1, description = $2, responsible = $3, search_key = $4 WHERE id = $5",
    )
    .bind(name)
    .bind(description)
    .bind(responsible)
    .bind(search_key)
    .bind(id)
    .run()
    .await
}

pub(super) async fn delete_movement(tx: &mut Tx, id: MovementId) -> db::Result<u64> {
    tx.query("DELETE FROM inventory_movement_items WHERE movement_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM inventory_movements WHERE id = $1").bind(id).run().await
}
