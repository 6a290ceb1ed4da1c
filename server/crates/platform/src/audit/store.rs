//! All SQL that writes `action_logs`.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Arg, Sql, Tx},
    ids::CycleId,
};

macro_rules! insert_into {
    ($values:literal) => {
        concat!(
            "INSERT INTO action_logs (at, action_type, user_id, approver_id, device, entity, entity_id, client_request_id, table_id,
                                      cycle_id, amount, reason, before_value, after_value, print_agent_id, address) VALUES ",
            $values
        )
    };
}

/// The most lines that one statement appends.
const LINES_AT_ONCE: usize = 200;

pub(super) async fn append_all(tx: &mut Tx, rows: &[[Arg; 16]]) -> db::Result<()> {
    for part in rows.chunks(LINES_AT_ONCE) {
        tx.query(Sql::new(insert_into!("")).rows(part.iter().cloned())).run_later().await?;
    }
    Ok(())
}

pub(super) async fn append(tx: &mut Tx, row: [Arg; 16]) -> db::Result<()> {
    let sql = insert_into!("($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)");
    tx.query(Sql::new(sql).bind_row(row)).run_later().await
}

/// Whether the log has one of these actions in a cash cycle since a moment.
pub async fn has_action_in_cycle(
    tx: &mut Tx,
    cycle: CycleId,
    actions: &[&str],
    since: DateTime<Utc>,
) -> db::Result<bool> {
    let sql = Sql::new("SELECT COUNT(*) FROM action_logs WHERE 1 = 1").with("AND cycle_id = ?", cycle);
    let sql = sql.with("AND at >= ?", since).list("AND action_type IN (?)", actions.iter().map(|a| (*a).to_owned()));
    let n: i64 = tx.query(sql).scalar().await?;
    Ok(n > 0)
}
