//! A write under way: its transaction, who asked, its one point in time, and what is to be told once it is durable.

use super::Actor;
use crate::{
    db::{Query, Sql, Tx},
    error::Result,
    realtime::{Event, Room},
    settings::Settings,
};
use chrono::{DateTime, NaiveDate, Utc};

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
    pub wakes_agents: bool,
    settings: Option<Settings>,
}

impl<'t> Work<'t> {
    /// A write of `actor` in `tx`.
    pub fn new(tx: &'t mut Tx, actor: &'t Actor, now: DateTime<Utc>) -> Self {
        Self { tx, actor, now, events: Vec::new(), wakes_agents: false, settings: None }
    }
    /// A statement of this write.
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        self.tx.query(sql)
    }
    /// The company's settings as this transaction sees them, read once.
    pub async fn settings(&mut self) -> Result<&Settings> {
        if self.settings.is_none() {
            self.settings = Some(Settings::load(self.tx).await?);
        }
        Ok(self.settings.get_or_insert_with(Settings::default))
    }
    /// The business day of this write.
    pub async fn business_day(&mut self) -> Result<NaiveDate> {
        let now = self.now;
        Ok(self.settings().await?.business_day(now))
    }
    /// Tells a room after the commit.
    pub fn tell(&mut self, room: Room, kind: &'static str, ids: serde_json::Value) {
        self.events.push(Event { room, kind, ids });
    }
}
