//! SQL of statements, their lines and the users' marks.

use super::{statement::ParsedLine, words::MarkKind};
use crate::reports::MoneyMove;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::PaymentOptionId,
    insert,
    money::Money,
};
use comanda_platform::use_case::Work;
use serde::Serialize;
use utoipa::ToSchema;

/// The most rows of one INSERT.
const MAX_ROWS: usize = 500;
/// The most lines loaded at once: several files of a quarter.
pub(super) const MAX_LINES: i64 = 60_000;

/// An uploaded file, and the business days it covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Statement {
    pub id: i64,
    pub payment_option_id: PaymentOptionId,
    pub first_day: NaiveDate,
    pub last_day: NaiveDate,
    pub file_name: String,
    /// The number of lines that count.
    pub lines: i64,
    /// The number of lines of other days or of failed operations.
    pub left_out: i64,
    pub user_name: String,
    pub created_at: DateTime<Utc>,
    #[serde(skip)]
    pub content_hash: String,
}

/// A line of an uploaded file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct StatementLine {
    #[serde(skip)]
    pub statement_id: i64,
    /// The line number in the file.
    pub line: i64,
    pub business_day: NaiveDate,
    /// Null where the file has no times.
    pub at: Option<DateTime<Utc>>,
    /// Empty where the line has no number.
    pub operation_number: String,
    /// Negative for outgoing money.
    pub amount: Money,
    /// The key by which marks refer to this line.
    pub mark_key: String,
}

/// A user's mark on an operation, on a line or on both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
#[schema(as = ReconciliationMark)]
pub struct Mark {
    pub id: i64,
    #[serde(skip)]
    pub payment_option_id: PaymentOptionId,
    pub mark: MarkKind,
    #[serde(skip)]
    pub business_day: NaiveDate,
    #[serde(skip)]
    pub movement: Option<MoneyMove>,
    #[serde(skip)]
    pub entry_id: Option<i64>,
    #[serde(skip)]
    pub line_key: Option<String>,
    /// Empty for joined cases.
    pub note: String,
    pub user_name: String,
    pub created_at: DateTime<Utc>,
}

const STATEMENT: &str = "SELECT s.id, s.payment_option_id, s.first_day, s.last_day, s.file_name, s.lines, s.left_out,
    TRIM(u.name || ' ' || u.lastname) AS user_name, s.created_at, s.content_hash
    FROM payment_statements s JOIN users u ON u.id = s.user_id WHERE 1 = 1";

/// Loads the statements that cover some of these days, the latest first.
pub(super) async fn load_statements(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    option: Option<PaymentOptionId>,
) -> db::Result<Vec<Statement>> {
    let sql = Sql::new(STATEMENT).with("AND s.last_day >= ?", first).with("AND s.first_day <= ?", last);
    tx.query(sql.when("AND s.payment_option_id = ?", option).add("ORDER BY s.id DESC LIMIT 5000")).all().await
}

/// Loads the lines of these statements on these days, at most one more than [`MAX_LINES`].
pub(super) async fn load_lines(
    tx: &mut Tx,
    statements: &[i64],
    (first, last): (NaiveDate, NaiveDate),
) -> db::Result<Vec<StatementLine>> {
    let sql = Sql::new(
        "SELECT statement_id, line, business_day, at, operation_number, amount, mark_key FROM payment_statement_lines WHERE 1 = 1",
    )
    .list("AND statement_id IN (?)", statements.iter().copied())
    .with("AND business_day >= ?", first)
    .with("AND business_day <= ?", last);
    tx.query(sql.with("ORDER BY statement_id, line LIMIT ?", MAX_LINES + 1)).all().await
}

const MARK: &str =
    "SELECT m.id, m.payment_option_id, m.mark, m.business_day, m.movement, m.entry_id, m.line_key, m.note,
    TRIM(u.name || ' ' || u.lastname) AS user_name, m.created_at
    FROM reconciliation_marks m JOIN users u ON u.id = m.user_id WHERE 1 = 1";

/// Loads the marks on cases of these days, the latest first.
pub(super) async fn load_marks(
    tx: &mut Tx,
    (first, last): (NaiveDate, NaiveDate),
    option: Option<PaymentOptionId>,
) -> db::Result<Vec<Mark>> {
    let sql = Sql::new(MARK)
        .with("AND m.business_day >= ?", first)
        .with("AND m.business_day <= ?", last)
        .when("AND m.payment_option_id = ?", option);
    tx.query(sql.with("ORDER BY m.id DESC LIMIT ?", MAX_LINES)).all().await
}

pub(super) async fn find_mark(tx: &mut Tx, id: i64) -> db::Result<Option<Mark>> {
    tx.query(Sql::new(MARK).with("AND m.id = ?", id)).maybe().await
}

/// Locks a payment method, so that its files and marks are written one after the other.
pub(super) async fn lock_option(tx: &mut Tx, option: PaymentOptionId) -> db::Result<Option<(PaymentOptionId,)>> {
    tx.query("SELECT id FROM payment_options WHERE id = $1").bind(option).for_update().maybe().await
}

/// A file to be inserted.
#[derive(Debug)]
pub(super) struct NewStatement<'f> {
    pub option: PaymentOptionId,
    pub days: (NaiveDate, NaiveDate),
    pub file_name: &'f str,
    pub content_hash: &'f str,
    /// The lines, including those of the nights around the file's days.
    pub lines: &'f [ParsedLine],
    /// The number of lines on the file's own days.
    pub own_lines: i64,
    pub left_out: i64,
}

pub(super) async fn insert_statement(work: &mut Work<'_>, new: &NewStatement<'_>) -> db::Result<i64> {
    let (user, now) = (work.actor.user_id, work.now);
    let id: i64 = work
        .query(insert!("payment_statements" {
            payment_option_id: new.option,
            first_day: new.days.0,
            last_day: new.days.1,
            file_name: new.file_name,
            content_hash: new.content_hash,
            lines: new.own_lines,
            left_out: new.left_out,
            user_id: user,
            created_at: now,
        } returning "id"))
        .scalar()
        .await?;
    for part in new.lines.chunks(MAX_ROWS) {
        let rows = part.iter().map(|l| {
            args![id, l.line, l.business_day, l.at, l.operation_number.as_str(), l.amount, l.mark_key.as_str()]
        });
        let sql = Sql::new(
            "INSERT INTO payment_statement_lines (statement_id, line, business_day, at, operation_number, amount, mark_key) VALUES",
        );
        work.query(sql.rows(rows)).run().await?;
    }
    Ok(id)
}

pub(super) async fn delete_statement(tx: &mut Tx, id: i64) -> db::Result<u64> {
    tx.query("DELETE FROM payment_statement_lines WHERE statement_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM payment_statements WHERE id = $1").bind(id).run().await
}

/// A mark to be inserted.
#[derive(Debug)]
pub(super) struct NewMark<'n> {
    pub option: PaymentOptionId,
    pub mark: MarkKind,
    pub business_day: NaiveDate,
    pub operation: Option<(MoneyMove, i64)>,
    pub line_key: Option<&'n str>,
    pub note: &'n str,
}

/// Inserts a mark, replacing earlier marks on either side. Returns its id.
pub(super) async fn replace_mark(work: &mut Work<'_>, new: &NewMark<'_>) -> db::Result<i64> {
    let (user, now) = (work.actor.user_id, work.now);
    if let Some((movement, entry)) = new.operation {
        let delete =
            "DELETE FROM reconciliation_marks WHERE payment_option_id = $1 AND movement = $2 AND entry_id = $3";
        work.query(delete).bind(new.option).bind(movement).bind(entry).run().await?;
    }
    if let Some(key) = new.line_key {
        let delete = "DELETE FROM reconciliation_marks WHERE payment_option_id = $1 AND line_key = $2";
        work.query(delete).bind(new.option).bind(key).run().await?;
    }
    work.query(insert!("reconciliation_marks" {
        payment_option_id: new.option,
        mark: new.mark,
        business_day: new.business_day,
        movement: new.operation.map(|o| o.0),
        entry_id: new.operation.map(|o| o.1),
        line_key: new.line_key,
        note: new.note,
        user_id: user,
        created_at: now,
    } returning "id"))
        .scalar()
        .await
}

/// Returns false when there is no mark of that id.
pub(super) async fn delete_mark(tx: &mut Tx, option: PaymentOptionId, id: i64) -> db::Result<bool> {
    let query = tx.query("DELETE FROM reconciliation_marks WHERE payment_option_id = $1 AND id = $2");
    Ok(query.bind(option).bind(id).run().await? > 0)
}
