//! Commands: the sends to the kitchen.

use crate::{
    db::{self, Tx},
    ids::{CommandId, RequestId, UserId},
    orders::model::CommandSummary,
};
use chrono::{DateTime, NaiveDate, Utc};

/// A command's own row with the name of who sent it.
#[derive(Debug, Clone, sqlx::FromRow)]
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
    by: UserId,
    now: DateTime<Utc>,
) -> db::Result<CommandId> {
    tx.query("INSERT INTO commands (client_request_id, number, business_day, user_id, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id")
        .bind(request)
        .bind(number)
        .bind(day)
        .bind(by)
        .bind(now)
        .scalar()
        .await
}

pub(in crate::orders) async fn commands_of(tx: &mut Tx, request: RequestId) -> db::Result<Vec<CommandSummary>> {
    tx.query(
        "SELECT k.id, k.number, k.created_at, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM commands k JOIN users u ON u.id = k.user_id 
         WHERE k.id IN (SELECT l.command_id FROM order_lines l WHERE l.client_request_id = $1) ORDER BY k.id",
    )
    .bind(request)
    .all()
    .await
}

pub(in crate::orders) async fn command(tx: &mut Tx, id: CommandId) -> db::Result<Option<CommandRow>> {
    tx.query(
        "SELECT k.id, k.client_request_id, k.number, k.created_at, k.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM commands k JOIN users u ON u.id = k.user_id WHERE k.id = $1",
    )
    .bind(id)
    .maybe()
    .await
}

/// The commands with lines on an account, whoever's they were when they were sent, the newest first.
pub(in crate::orders) async fn command_rows_of(tx: &mut Tx, request: RequestId) -> db::Result<Vec<CommandRow>> {
    tx.query(
        "SELECT k.id, k.client_request_id, k.number, k.created_at, k.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM commands k JOIN users u ON u.id = k.user_id 
         WHERE k.id IN (SELECT l.command_id FROM order_lines l WHERE l.client_request_id = $1) ORDER BY k.id DESC",
    )
    .bind(request)
    .all()
    .await
}
