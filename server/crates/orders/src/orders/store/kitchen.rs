//! Statements of the kitchen: commands in work, and the quantities of dishes that a day ordered.

use super::lines;
use crate::orders::{
    lists::to_collect,
    model::{Line, RequestKind},
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use comanda_base::{
    allergens::Allergen,
    db::{self, Sql, Tx},
    error::Result,
    ids::{CommandId, LineId, RequestId},
    money::Quantity,
    words::WordSet,
};

/// The most waiting dishes: more than any kitchen holds.
const MAX_WAITING: i64 = 2_000;

/// A sent command, or its part on one account, with its place: lines of one command may have moved to other tables.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct CommandHead {
    pub id: CommandId,
    pub number: i64,
    pub client_request_id: RequestId,
    pub kind: RequestKind,
    pub table_name: Option<String>,
    pub salon: Option<String>,
    pub correlative: Option<i64>,
    pub client_name: String,
    pub persons: i64,
    pub allergens: WordSet<Allergen>,
    pub allergy_note: String,
    pub waiter: String,
    pub sent_at: DateTime<Utc>,
}

const HEAD: &str =
    "SELECT k.id, k.number, r.id AS client_request_id, r.type AS kind, t.name AS table_name, s.name AS salon, r.correlative,
        CASE WHEN r.client_name <> '' THEN r.client_name WHEN c.business_name <> '' THEN c.business_name
             ELSE TRIM(COALESCE(c.name, '') || ' ' || COALESCE(c.last_name, '')) END AS client_name,
        r.persons, r.allergens, r.allergy_note, TRIM(u.name || ' ' || u.lastname) AS waiter, k.created_at AS sent_at";
const PLACES: &str = "JOIN commands k ON k.id = w.command_id JOIN client_requests r ON r.id = w.client_request_id
     JOIN users u ON u.id = k.user_id LEFT JOIN clients c ON c.id = r.client_id LEFT JOIN dining_tables t ON t.id = r.table_id LEFT JOIN salons s ON s.id = t.salon_id";

/// Lists the commands sent since `since` that the kitchen still has work with, the oldest first.
pub async fn list_commands_in_work(tx: &mut Tx, since: DateTime<Utc>, most: i64) -> db::Result<Vec<CommandHead>> {
    let sql = Sql::new(HEAD)
        .with(
            "FROM (SELECT DISTINCT l.command_id, l.client_request_id FROM order_lines l WHERE l.sent_at >= ?
               AND (l.status IN ('PENDING', 'PROCESSING')
                    OR (l.status = 'DISMISSED' AND l.dismissal_acknowledged_at IS NULL))) w",
            since,
        )
        .add(PLACES)
        .with("ORDER BY k.id, r.id LIMIT ?", most);
    tx.query(sql).all().await
}

/// Lists the commands finished since `since`, the last ones first.
pub async fn list_commands_done(tx: &mut Tx, since: DateTime<Utc>, most: i64) -> db::Result<Vec<CommandHead>> {
    let sql = Sql::new(HEAD)
        .with(
            "FROM (SELECT DISTINCT l.command_id, l.client_request_id FROM order_lines l
                   WHERE l.sent_at >= ? AND l.status = 'PREPARED') w",
            since,
        )
        .add(PLACES)
        .add(
            "WHERE NOT EXISTS (SELECT 1 FROM order_lines o
               WHERE o.command_id = w.command_id AND o.client_request_id = w.client_request_id
               AND (o.status IN ('PENDING', 'PROCESSING')
                    OR (o.status = 'DISMISSED' AND o.dismissal_acknowledged_at IS NULL)))",
        )
        .with("ORDER BY k.id DESC, r.id LIMIT ?", most);
    tx.query(sql).all().await
}

/// Lists the lines of these commands.
pub async fn list_lines_of_commands(tx: &mut Tx, commands: &[CommandId]) -> Result<Vec<Line>> {
    lines::list_lines_of_commands(tx, commands).await
}

/// An open account of which something waits to be fired, with its table.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct HeldAccount {
    pub id: RequestId,
    pub table_name: String,
    pub salon: Option<String>,
    pub waiter: String,
    pub allergens: WordSet<Allergen>,
    pub allergy_note: String,
}

/// Lists the open accounts of which something waits to be fired, the longest waiting first.
pub async fn list_held_accounts(tx: &mut Tx, most: i64) -> db::Result<Vec<HeldAccount>> {
    tx.query(
        "SELECT r.id, COALESCE(t.name, '') AS table_name, s.name AS salon, TRIM(u.name || ' ' || u.lastname) AS waiter,
                r.allergens, r.allergy_note
         FROM (SELECT l.client_request_id, MIN(l.held_at) AS held_at FROM order_lines l
               WHERE l.held_at IS NOT NULL AND l.command_id IS NULL AND l.status <> 'DISMISSED' GROUP BY l.client_request_id) w
         JOIN client_requests r ON r.id = w.client_request_id JOIN users u ON u.id = r.attendant_id
         LEFT JOIN dining_tables t ON t.id = r.table_id LEFT JOIN salons s ON s.id = t.salon_id
         WHERE r.closed_at IS NULL ORDER BY w.held_at, r.id LIMIT $1",
    )
    .bind(most)
    .all()
    .await
}

/// Lists the lines of these accounts.
pub async fn list_lines_of_accounts(tx: &mut Tx, accounts: &[RequestId]) -> Result<Vec<Line>> {
    lines::list_lines_of(tx, accounts).await
}

/// The marks of a line for the kitchen.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct LineMark {
    pub id: LineId,
    /// Whether it was dismissed and the kitchen has seen that.
    pub dismissal_seen: bool,
    /// The previous table, until the kitchen has seen the change.
    pub moved_from: Option<String>,
}

/// Lists the marks of the lines of these commands; most lines have none.
pub async fn list_line_marks(tx: &mut Tx, commands: &[CommandId]) -> db::Result<Vec<LineMark>> {
    let sql = Sql::new(
        "SELECT id, dismissal_acknowledged_at IS NOT NULL AS dismissal_seen, moved_from FROM order_lines
         WHERE (dismissal_acknowledged_at IS NOT NULL OR moved_from IS NOT NULL)",
    );
    tx.query(sql.list("AND command_id IN (?)", commands.iter().copied())).all().await
}

/// The figures of the kitchen on a business day.
#[derive(Debug, Clone, Copy, Default, comanda_from_row::FromRow)]
pub struct DayFigures {
    pub commands: i64,
    /// The lines that are or were ready; `ready_seconds` is their total preparation time.
    pub ready_lines: i64,
    pub ready_seconds: i64,
}

/// Loads the number of commands of a business day and the preparation time of its lines; a line that was split later counts once.
pub async fn load_day_figures(tx: &mut Tx, day: NaiveDate) -> db::Result<DayFigures> {
    tx.query(
        "SELECT COUNT(DISTINCT k.id) AS commands, COUNT(l.prepared_seconds) AS ready_lines,
                CAST(COALESCE(SUM(l.prepared_seconds), 0) AS BIGINT) AS ready_seconds
         FROM commands k JOIN order_lines l ON l.command_id = k.id AND l.split_from_id IS NULL WHERE k.business_day = $1",
    )
    .bind(day)
    .one()
    .await
}

/// The time for which a paid order that was never marked as ready counts as waiting.
const WAITED_FOR_PAID: Duration = Duration::hours(2);

/// A dish that guests wait for: a line, or a dish of a combo.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct WaitingDish {
    pub client_request_id: RequestId,
    pub kind: RequestKind,
    pub correlative: Option<i64>,
    pub table_name: Option<String>,
    pub name: String,
    pub quantity: Quantity,
    pub sent_at: DateTime<Utc>,
    pub area: String,
    /// The minutes after which it is late.
    pub late_minutes: i64,
}

impl WaitingDish {
    /// Returns the usual name of the account: `Mesa 12`, `LLEVAR #18`.
    pub fn label(&self) -> String {
        to_collect::account_label(self.kind, self.correlative, self.table_name.as_deref())
    }
    /// Returns the whole minutes since it was sent.
    pub fn minutes(&self, now: DateTime<Utc>) -> i64 {
        (now - self.sent_at).num_minutes()
    }
    pub fn is_late(&self, now: DateTime<Utc>) -> bool {
        self.minutes(now) >= self.late_minutes
    }
}

/// Lists the dishes sent since `since` that are not ready, the oldest first. Closed tables do not wait; a take-away is paid before it is
/// ready, and may wait for some time after.
pub async fn list_waiting_dishes(
    tx: &mut Tx,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> db::Result<Vec<WaitingDish>> {
    let sql = Sql::new(
        "SELECT l.client_request_id, r.type AS kind, r.correlative, t.name AS table_name, COALESCE(c.name, l.name) AS name,
                l.quantity * COALESCE(c.quantity, 1000000) / 1000000 AS quantity, l.sent_at, a.name AS area, a.late_minutes
         FROM order_lines l JOIN client_requests r ON r.id = l.client_request_id
         LEFT JOIN order_line_components c ON c.line_id = l.id LEFT JOIN dining_tables t ON t.id = r.table_id
         JOIN production_areas a ON a.id = COALESCE(c.production_area_id, l.production_area_id)
         WHERE l.status IN ('PENDING', 'PROCESSING') AND COALESCE(c.status, l.status) IN ('PENDING', 'PROCESSING')",
    );
    let sql = sql
        .with("AND l.sent_at >= ?", since)
        .with("AND (r.closed_at IS NULL OR (r.type <> 'TABLE' AND r.closed_at >= ?))", now - WAITED_FOR_PAID);
    tx.query(sql.add("ORDER BY l.sent_at, l.id").with("LIMIT ?", MAX_WAITING)).all().await
}

/// A dish that is or was ready: a line, or a dish of a combo.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct PreparedDish {
    pub area: String,
    pub quantity: Quantity,
    /// The seconds from sending to ready.
    pub seconds: i64,
    pub late_minutes: i64,
}

/// Lists the dishes of the commands of a business day that are or were ready.
pub async fn list_prepared_dishes(tx: &mut Tx, day: NaiveDate) -> db::Result<Vec<PreparedDish>> {
    tx.query(
        "SELECT a.name AS area, l.quantity * COALESCE(c.quantity, 1000000) / 1000000 AS quantity,
                COALESCE(c.prepared_seconds, l.prepared_seconds) AS seconds, a.late_minutes
         FROM commands k JOIN order_lines l ON l.command_id = k.id LEFT JOIN order_line_components c ON c.line_id = l.id
         JOIN production_areas a ON a.id = COALESCE(c.production_area_id, l.production_area_id)
         WHERE k.business_day = $1 AND COALESCE(c.prepared_seconds, l.prepared_seconds) IS NOT NULL AND l.status <> 'DISMISSED'",
    )
    .bind(day)
    .all()
    .await
}

/// Lists the quantity of each dish sent on a business day; the dishes of a combo count by themselves.
pub async fn list_dishes_of_day(tx: &mut Tx, day: NaiveDate) -> db::Result<Vec<(String, Quantity)>> {
    tx.query(
        "SELECT COALESCE(c.name, l.name) AS dish, CAST(SUM(l.quantity * COALESCE(c.quantity, 1000000) / 1000000) AS BIGINT)
         FROM commands k JOIN order_lines l ON l.command_id = k.id
         LEFT JOIN order_line_components c ON c.line_id = l.id
         WHERE k.business_day = $1 AND l.status <> 'DISMISSED' GROUP BY COALESCE(c.name, l.name)",
    )
    .bind(day)
    .all()
    .await
}

/// Records that the kitchen has seen the dismissal or change of table of these lines. Returns how many.
pub async fn acknowledge_lines(tx: &mut Tx, lines: &[LineId], now: DateTime<Utc>) -> db::Result<u64> {
    let dismissed = Sql::new("UPDATE order_lines SET dismissal_acknowledged_at = $1")
        .bind(now)
        .add("WHERE status = 'DISMISSED' AND dismissal_acknowledged_at IS NULL")
        .list("AND id IN (?)", lines.iter().copied());
    let moved = Sql::new("UPDATE order_lines SET moved_from = NULL WHERE moved_from IS NOT NULL")
        .list("AND id IN (?)", lines.iter().copied());
    Ok(tx.query(dismissed).run().await? + tx.query(moved).run().await?)
}
