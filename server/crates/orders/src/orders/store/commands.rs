//! Statements of commands, the sends to the kitchen.

use crate::orders::model::RequestKind;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CommandId, RequestId, UserId},
    search::{contains_pattern, folded},
};

/// The columns of a command, with the name of who sent it.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct CommandRow {
    pub id: CommandId,
    pub client_request_id: RequestId,
    pub number: i64,
    pub created_at: DateTime<Utc>,
    pub user_id: UserId,
    pub user_name: String,
}

pub(in crate::orders) async fn insert_command(
    tx: &mut Tx,
    request: RequestId,
    number: i64,
    day: NaiveDate,
    user: UserId,
    now: DateTime<Utc>,
) -> db::Result<CommandId> {
    tx.query("INSERT INTO commands (client_request_id, number, business_day, user_id, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id")
        .bind(request)
        .bind(number)
        .bind(day)
        .bind(user)
        .bind(now)
        .scalar()
        .await
}

pub(in crate::orders) async fn find_command(tx: &mut Tx, id: CommandId) -> db::Result<Option<CommandRow>> {
    tx.query(
        "SELECT k.id, k.client_request_id, k.number, k.created_at, k.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM commands k JOIN users u ON u.id = k.user_id WHERE k.id = $1",
    )
    .bind(id)
    .maybe()
    .await
}

/// Lists who sent these commands.
pub(in crate::orders) async fn list_senders(
    tx: &mut Tx,
    commands: &[CommandId],
) -> db::Result<Vec<(CommandId, UserId)>> {
    let sql = Sql::new("SELECT id, user_id FROM commands WHERE").list("id IN (?)", commands.iter().copied());
    tx.query(sql).all().await
}

/// Lists the commands with lines on an account, whichever account they were sent from, the newest first.
pub(in crate::orders) async fn list_commands_of(tx: &mut Tx, request: RequestId) -> db::Result<Vec<CommandRow>> {
    tx.query(
        "SELECT k.id, k.client_request_id, k.number, k.created_at, k.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM commands k JOIN users u ON u.id = k.user_id 
         WHERE k.id IN (SELECT l.command_id FROM order_lines l WHERE l.client_request_id = $1) ORDER BY k.id DESC",
    )
    .bind(request)
    .all()
    .await
}

/// A command of a day with the place of its account.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct DayRow {
    #[row(flatten)]
    pub command: CommandRow,
    pub kind: RequestKind,
    pub correlative: Option<i64>,
    pub table_name: Option<String>,
    pub salon: Option<String>,
    pub client_name: String,
    pub attendant_name: String,
}

/// The commands of a day that a list shows.
#[derive(Debug, Clone)]
pub(in crate::orders) struct DayCommandSelection {
    pub day: NaiveDate,
    /// A text searched in the number, the table, the names and the dishes.
    pub term: Option<String>,
    /// Only the accounts of this waiter.
    pub attendant: Option<UserId>,
}

impl DayCommandSelection {
    fn narrow(&self, sql: Sql) -> Sql {
        let sql = sql
            .add(
                "FROM commands k JOIN users u ON u.id = k.user_id JOIN client_requests r ON r.id = k.client_request_id",
            )
            .add("JOIN users w ON w.id = r.attendant_id LEFT JOIN dining_tables t ON t.id = r.table_id")
            .add("LEFT JOIN salons s ON s.id = r.salon_id")
            .with("WHERE k.business_day = ?", self.day)
            .when("AND r.attendant_id = ?", self.attendant);
        let Some(term) = self.term.as_deref().map(str::trim).filter(|t| !t.is_empty()) else { return sql };
        sql.with("AND (k.number = ?", term.trim_start_matches('0').parse::<i64>().unwrap_or(-1))
            .with(concat!("OR ", folded!("t.name || ' ' || s.name"), " LIKE ? ESCAPE '!'"), contains_pattern(term))
            .with(concat!("OR ", folded!("r.client_name"), " LIKE ? ESCAPE '!'"), contains_pattern(term))
            .with(concat!("OR ", folded!("u.name || ' ' || u.lastname"), " LIKE ? ESCAPE '!'"), contains_pattern(term))
            .with(concat!("OR ", folded!("w.name || ' ' || w.lastname"), " LIKE ? ESCAPE '!'"), contains_pattern(term))
            .with(
                "OR EXISTS (SELECT 1 FROM order_lines l JOIN products p ON p.id = l.product_id
                 WHERE l.command_id = k.id AND p.search_key LIKE ? ESCAPE '!'))",
                contains_pattern(term),
            )
    }
    /// Counts the commands.
    pub(in crate::orders) async fn count(&self, tx: &mut Tx) -> db::Result<i64> {
        tx.query(self.narrow(Sql::new("SELECT COUNT(*)"))).scalar().await
    }
    /// Lists a page of the commands, the newest first.
    pub(in crate::orders) async fn page(&self, tx: &mut Tx, limit: i64, offset: i64) -> db::Result<Vec<DayRow>> {
        let columns = Sql::new(
            "SELECT k.id, k.client_request_id, k.number, k.created_at, k.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name,
                    r.type AS kind, r.correlative, t.name AS table_name, s.name AS salon, r.client_name,
                    TRIM(w.name || ' ' || w.lastname) AS attendant_name",
        );
        let sql = self.narrow(columns).add("ORDER BY k.number DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
        tx.query(sql).all().await
    }
}
