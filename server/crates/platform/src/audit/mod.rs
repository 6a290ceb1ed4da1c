//! The append-only action log: who did what, when, from where, and who approved it. Written in the transaction of the action.

mod store;

pub use store::has_action_in_cycle;

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

/// One line of the log; only fields that apply are filled in.
#[derive(Debug, Clone, Default)]
pub struct AuditEntry {
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

impl AuditEntry {
    /// Starts a line. `action_type` is in capitals, as the log's filter shows it: `ORDER_SENT`, `LINE_DISMISSED`. Its Spanish name is in
    /// `reports/action_labels.rs`.
    pub fn new(action_type: &'static str) -> Self {
        Self { action_type, ..Self::default() }
    }
    /// Sets the person who approved the action with a PIN.
    pub fn approver(mut self, id: Option<UserId>) -> Self {
        self.approver_id = id;
        self
    }
    /// Sets the thing that was changed.
    pub fn entity(mut self, entity: &'static str, id: i64) -> Self {
        self.entity = entity;
        self.entity_id = Some(id);
        self
    }
    /// Sets the account (request) of the action.
    pub fn request(mut self, id: RequestId) -> Self {
        self.request = Some(id);
        self
    }
    /// Sets the table of the action.
    pub fn table(mut self, id: Option<TableId>) -> Self {
        self.table = id;
        self
    }
    /// Sets the cash cycle of the action.
    pub fn cycle(mut self, id: CycleId) -> Self {
        self.cycle = Some(id);
        self
    }
    /// Sets the amount of the action.
    pub fn amount(mut self, amount: Money) -> Self {
        self.amount = Some(amount);
        self
    }
    /// Sets the reason that the person gave.
    pub fn reason(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }
    /// Sets the states before and after, as JSON objects or arrays.
    pub fn change(mut self, before: Option<Value>, after: Option<Value>) -> Self {
        self.before = before;
        self.after = after;
        self
    }
}

/// Appends a line.
pub async fn log(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>, e: AuditEntry) -> db::Result<()> {
    store::append(tx, row(author_of(actor), &actor.device, now, e)).await
}

/// Appends several lines, in their order.
pub async fn log_all(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>, entries: Vec<AuditEntry>) -> db::Result<()> {
    let rows: Vec<[Arg; 16]> = entries.into_iter().map(|e| row(author_of(actor), &actor.device, now, e)).collect();
    store::append_all(tx, &rows).await
}

/// Appends a line for a user who is not signed in, as when a password is reset by mail.
pub async fn log_as_user(tx: &mut Tx, user: UserId, device: &str, now: DateTime<Utc>, e: AuditEntry) -> db::Result<()> {
    store::append(tx, row(Author::Person(user), device, now, e)).await
}

/// Appends several lines in their order for a user who is not signed in, as when a planned change takes effect.
pub async fn log_all_as_user(
    tx: &mut Tx,
    user: UserId,
    device: &str,
    now: DateTime<Utc>,
    entries: Vec<AuditEntry>,
) -> db::Result<()> {
    let rows: Vec<[Arg; 16]> = entries.into_iter().map(|e| row(Author::Person(user), device, now, e)).collect();
    store::append_all(tx, &rows).await
}

#[derive(Clone, Copy)]
enum Author {
    Person(UserId),
    /// A print agent, which acts without a signed-in user.
    Agent(AgentId),
}

fn author_of(actor: &Actor) -> Author {
    actor.agent_id.map_or(Author::Person(actor.user_id), Author::Agent)
}

fn row(author: Author, device: &str, now: DateTime<Utc>, e: AuditEntry) -> [Arg; 16] {
    let (user, agent) = match author {
        Author::Person(user) => (Some(user), None),
        Author::Agent(agent) => (None, Some(agent)),
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
        Source::current().address_text()
    ]
}
