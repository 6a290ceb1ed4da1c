//! The append-only action log: who did what, when, from where, and who allowed it. Written in the work's own transaction.

use crate::{
    db::{self, Sql, Tx},
    http::{Actor, Source},
    ids::{AgentId, CycleId, RequestId, TableId, UserId},
    money::Money,
};
use chrono::{DateTime, Utc};
use serde_json::Value;

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
    let by = actor.agent_id.map_or(By::Person(actor.user_id), By::Agent);
    append(tx, by, &actor.device, now, e).await
}

/// Appends a line of somebody who is not signed in: a new password by mail.
pub async fn log_of(tx: &mut Tx, user: UserId, device: &str, now: DateTime<Utc>, e: Entry) -> db::Result<()> {
    append(tx, By::Person(user), device, now, e).await
}

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

async fn append(tx: &mut Tx, by: By, device: &str, now: DateTime<Utc>, e: Entry) -> db::Result<()> {
    let (user, agent) = match by {
        By::Person(user) => (Some(user), None),
        By::Agent(agent) => (None, Some(agent)),
    };
    tx.query(
        "INSERT INTO action_logs (at, action_type, user_id, approver_id, device, entity, entity_id, client_request_id, table_id,
                                  cycle_id, amount, reason, before_value, after_value, print_agent_id, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
    )
    .bind(now)
    .bind(e.action_type)
    .bind(user)
    .bind(e.approver_id)
    .bind(device)
    .bind(e.entity)
    .bind(e.entity_id)
    .bind(e.request)
    .bind(e.table)
    .bind(e.cycle)
    .bind(e.amount)
    .bind(e.reason)
    .bind(e.before)
    .bind(e.after)
    .bind(agent)
    .bind(Source::current().text())
    .run()
    .await?;
    Ok(())
}
