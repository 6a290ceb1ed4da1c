//! A write in progress: its transaction, its actor, its time, and the events to publish once it is durable.

use super::Actor;
use crate::realtime::{Event, EventKind, Room, WokenAgents};
use chrono::{DateTime, Utc};
use comanda_base::db::{self, Query, Sql, Tx};
use std::{
    any::{Any, TypeId},
    collections::{BTreeMap, HashMap},
};

/// A map with one value of each type.
#[derive(Default)]
pub struct TypeMap(HashMap<TypeId, Box<dyn Any + Send>>);

impl TypeMap {
    /// Returns the value of this type, if there is one.
    pub fn get<T: Any + Send>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
    /// Inserts a value, replacing an earlier one of its type.
    pub fn insert<T: Any + Send>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
    }
}

impl std::fmt::Debug for TypeMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TypeMap({})", self.0.len())
    }
}

/// The context of a use case that writes.
#[derive(Debug)]
pub struct Work<'t> {
    pub tx: &'t mut Tx,
    pub actor: &'t Actor,
    /// The time of all rows of this write.
    pub now: DateTime<Utc>,
    /// Events that are published to browsers after the commit.
    pub events: Vec<Event>,
    /// The print agents to wake after the commit, because this write left jobs for them.
    pub wakes_agents: WokenAgents,
    /// Whether to wake the sender of documents after the commit, because this write left something to send.
    pub wakes_sender: bool,
    /// Whether to wake the valuation of stock after the commit, because this write moved stock.
    pub wakes_valuer: bool,
    /// Values that slices cache for this write, one of each type, such as the loaded settings.
    pub memo: TypeMap,
    before_commit: BTreeMap<&'static str, Sql>,
}

impl<'t> Work<'t> {
    /// Begins a write of `actor` in `tx`.
    pub fn new(tx: &'t mut Tx, actor: &'t Actor, now: DateTime<Utc>) -> Self {
        Self {
            tx,
            actor,
            now,
            events: Vec::new(),
            wakes_agents: WokenAgents::Nobody,
            wakes_sender: false,
            wakes_valuer: false,
            memo: TypeMap::default(),
            before_commit: BTreeMap::new(),
        }
    }
    /// Registers a statement that runs at the end, once per name, because it locks rows for which others wait.
    pub fn before_commit(&mut self, name: &'static str, statement: Sql) {
        self.before_commit.insert(name, statement);
    }
    pub(super) async fn run_before_commit(&mut self) -> db::Result<()> {
        for statement in std::mem::take(&mut self.before_commit).into_values() {
            self.tx.query(statement).run().await?;
        }
        Ok(())
    }
    /// Prepares a statement of this write.
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        self.tx.query(sql)
    }
    /// Adds an event, which is published to a room after the commit.
    pub fn add_event(&mut self, room: Room, kind: EventKind, ids: serde_json::Value) {
        self.events.push(Event { room, kind, ids });
    }
}
