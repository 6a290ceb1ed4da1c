//! The append-only action log: who did what, when, from where, and who allowed it. Written in the work's own transaction.

use crate::{
    args,
    db::{self, Arg, Sql, Tx},
    ids::{AgentId, CycleId, RequestId, TableId, UserId},
    money::Money,
    source::Source,
    use_case::Actor,
};
use chrono::{DateTime, Utc};
use serde_json::Value;

macro_rules! insert_into {
    ($values:literal) => {
        concat!(
            "INSERT INTO action_logs (at, action_type, user_id, approver_id, device, entity, entity_id, client_request_id, table_id,
                                      cycle_id, amount, reason, before_value, after_value, print_agent_id, address) VALUES ",
            $values
        )
    };
}

/// One line of the log; only what applies is filled in.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    action_type: &'static str,
    approver_id: Option<UserId>,
    entity: &'static str,
    entity_id: Option<i64>,
    request: Option<RequestId>,
    table: Option<TableId>,
    cycle: Option<CycleId>,
    amount: Option<Money>,
    reason: Option<String>,
    before: Option<Value>,
    after: Option<Value>,
}

impl Entry {
    /// `action_type` in capitals, as the log's filter shows it: `ORDER_SENT`, `LINE_DISMISSED`. Its name for people stands in
    /// `reports/action_labels.rs`.
    pub fn new(action_type: &'static str) -> Self {
        Self { action_type, ..Self::default() }
    }
    /// Who allowed it with a PIN.
    pub fn approver(mut self, id: Option<UserId>) -> Self {
        self.approver_id = id;
        self
    }
    /// What it was done to.
    pub fn entity(mut self, entity: &'static str, id: i64) -> Self {
        self.entity = entity;
        self.entity_id = Some(id);
        self
    }
    /// At which account.
    pub fn request(mut self, id: RequestId) -> Self {
        self.request = Some(id);
        self
    }
    /// At which table.
    pub fn table(mut self, id: Option<TableId>) -> Self {
        self.table = id;
        self
    }
    /// In which cash cycle.
    pub fn cycle(mut self, id: CycleId) -> Self {
        self.cycle = Some(id);
        self
    }
    /// For how much.
    pub fn amount(mut self, amount: Money) -> Self {
        self.amount = Some(amount);
        self
    }
    /// Why, in the words of who did it.
    pub fn reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }
    /// What it was and what it became (objects or arrays).
    pub fn change(mut self, before: Option<Value>, after: Option<Value>) -> Self {
        self.before = before;
        self.after = after;
        self
    }
}

/// Appends a line.
pub async fn log(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>, e: Entry) -> db::Result<()> {
    append(tx, row(by(actor), &actor.device, now, e)).await
}

/// Lines that one statement appends.
const LINES_AT_ONCE: usize = 200;

/// Appends several lines, in their order.
pub async fn log_all(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>, entries: Vec<Entry>) -> db::Result<()> {
    let rows: Vec<[Arg; 16]> = entries.into_iter().map(|e| row(by(actor), &actor.device, now, e)).collect();
    for part in rows.chunks(LINES_AT_ONCE) {
        tx.query(Sql::new(insert_into!("")).rows(part.iter().cloned())).run().await?;
    }
    Ok(())
}

/// Appends a line of somebody who is not signed in: a new password by mail.
pub async fn log_of(tx: &mut Tx, user: UserId, device: &str, now: DateTime<Utc>, e: Entry) -> db::Result<()> {
    append(tx, row(By::Person(user), device, now, e)).await
}

#[derive(Clone, Copy)]
enum By {
    Person(UserId),
    /// A print agent, at whose machine nobody is signed in.
    Agent(AgentId),
}

/// Whether one of these was done in a cash cycle since a moment.
pub async fn is_done_in_cycle(tx: &mut Tx, cycle: CycleId, actions: &[&str], since: DateTime<Utc>) -> db::Result<bool> {
    let sql = Sql::new("SELECT COUNT(*) FROM action_logs WHERE 1 = 1").with("AND cycle_id = ?", cycle);
    let sql = sql.with("AND at >= ?", since).list("AND action_type IN (?)", actions.iter().map(|a| (*a).to_owned()));
    let n: i64 = tx.query(sql).scalar().await?;
    Ok(n > 0)
}

fn by(actor: &Actor) -> By {
    actor.agent_id.map_or(By::Person(actor.user_id), By::Agent)
}

fn row(by: By, device: &str, now: DateTime<Utc>, e: Entry) -> [Arg; 16] {
    let (user, agent) = match by {
        By::Person(user) => (Some(user), None),
        By::Agent(agent) => (None, Some(agent)),
    };
    args![
        now,
        e.action_type,
        user,
        e.approver_id,
        device,
        e.entity,
        e.entity_id,
        e.request,
        e.table,
        e.cycle,
        e.amount,
        e.reason,
        e.before,
        e.after,
        agent,
        Source::current().text()
    ]
}

async fn append(tx: &mut Tx, row: [Arg; 16]) -> db::Result<()> {
    let sql = insert_into!("($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)");
    tx.query(Sql::new(sql).bind_row(row)).run().await?;
    Ok(())
}
