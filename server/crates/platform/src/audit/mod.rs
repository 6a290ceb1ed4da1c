//! The append-only action log: who did what, when, from where, and who allowed it. Written in the work's own transaction.

mod store;

pub use store::is_done_in_cycle;

use crate::use_case::Actor;
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Arg, Tx},
    ids::{AgentId, CycleId, RequestId, TableId, UserId},
    money::Money,
    source::Source,
};
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
    store::append(tx, row(by(actor), &actor.device, now, e)).await
}

/// Appends several lines, in their order.
pub async fn log_all(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>, entries: Vec<Entry>) -> db::Result<()> {
    let rows: Vec<[Arg; 16]> = entries.into_iter().map(|e| row(by(actor), &actor.device, now, e)).collect();
    store::append_all(tx, &rows).await
}

/// Appends a line of somebody who is not signed in: a new password by mail.
pub async fn log_of(tx: &mut Tx, user: UserId, device: &str, now: DateTime<Utc>, e: Entry) -> db::Result<()> {
    store::append(tx, row(By::Person(user), device, now, e)).await
}

/// Appends several lines of somebody who is not signed in, in their order: what they planned happens by itself.
pub async fn log_all_of(
    tx: &mut Tx,
    user: UserId,
    device: &str,
    now: DateTime<Utc>,
    entries: Vec<Entry>,
) -> db::Result<()> {
    let rows: Vec<[Arg; 16]> = entries.into_iter().map(|e| row(By::Person(user), device, now, e)).collect();
    store::append_all(tx, &rows).await
}

#[derive(Clone, Copy)]
enum By {
    Person(UserId),
    /// A print agent, at whose machine nobody is signed in.
    Agent(AgentId),
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
