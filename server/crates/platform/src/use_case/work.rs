//! A write under way: its transaction, who asked, its one point in time, and what is to be told once it is durable.

use super::Actor;
use crate::realtime::{Event, EventKind, Room, Wakes};
use chrono::{DateTime, Utc};
use comanda_base::db::{self, Query, Sql, Tx};
use std::{
    any::{Any, TypeId},
    collections::{BTreeMap, HashMap},
};

/// One value of each type.
#[derive(Default)]
pub struct Memo(HashMap<TypeId, Box<dyn Any + Send>>);

impl Memo {
    /// The value of this type, once there is one.
    pub fn get<T: Any + Send>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
    /// Keeps a value in place of an earlier one.
    pub fn keep<T: Any + Send>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
    }
}

impl std::fmt::Debug for Memo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Memo({})", self.0.len())
    }
}

/// Handed to every use case that writes.
#[derive(Debug)]
pub struct Work<'t> {
    pub tx: &'t mut Tx,
    pub actor: &'t Actor,
    /// One instant for all rows of this write.
    pub now: DateTime<Utc>,
    /// Told to browsers after the commit, never before.
    pub events: Vec<Event>,
    /// Print agents are woken after the commit: this write left jobs for them.
    pub wakes_agents: Wakes,
    /// Who brings documents to the tax authority is woken after the commit: this write left something to send.
    pub wakes_sender: bool,
    /// Who values stock is woken after the commit: this write moved something.
    pub wakes_valuer: bool,
    /// What slices keep of this write, one value of each type: the settings that were read.
    pub memo: Memo,
    before_commit: BTreeMap<&'static str, Sql>,
}

impl<'t> Work<'t> {
    /// A write of `actor` in `tx`.
    pub fn new(tx: &'t mut Tx, actor: &'t Actor, now: DateTime<Utc>) -> Self {
        Self {
            tx,
            actor,
            now,
            events: Vec::new(),
            wakes_agents: Wakes::Nobody,
            wakes_sender: false,
            wakes_valuer: false,
            memo: Memo::default(),
            before_commit: BTreeMap::new(),
        }
    }
    /// A statement that runs when all else is done, once, however often it is asked for by this name: it locks what others wait for.
    pub fn before_commit(&mut self, name: &'static str, statement: Sql) {
        self.before_commit.insert(name, statement);
    }
    pub(super) async fn run_before_commit(&mut self) -> db::Result<()> {
        for statement in std::mem::take(&mut self.before_commit).into_values() {
            self.tx.query(statement).run().await?;
        }
        Ok(())
    }
    /// A statement of this write.
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        self.tx.query(sql)
    }
    /// Tells a room after the commit.
    pub fn tell(&mut self, room: Room, kind: EventKind, ids: serde_json::Value) {
        self.events.push(Event { room, kind, ids });
    }
}
