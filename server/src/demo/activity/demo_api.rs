//! Calls of the API by the demo's users, at chosen times.

use crate::{
    demo::{DOMAIN, store::names},
    router::{Call, InProcess},
};
use anyhow::{Context, anyhow};
use chrono::{DateTime, Days, Duration, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use comanda_base::{ids::UserId, money::Quantity, transact};
use comanda_platform::{
    companies::Company,
    people::session::{self, SignInPlace},
    settings::{Settings, wall_clock},
    state::App,
};
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};

/// A client of the API for the demo company, whose clock is set before each call.
pub(super) struct DemoApi {
    app: App,
    company: Arc<Company>,
    calls: InProcess,
    zone: Tz,
    today: NaiveDate,
    ids: HashMap<(&'static str, String), i64>,
}

impl DemoApi {
    pub async fn open(app: &App, company: &Arc<Company>, calls: InProcess, now: DateTime<Utc>) -> anyhow::Result<Self> {
        let mut tx = company.db.read().await?;
        let settings = Settings::load(&mut tx).await?;
        let ids = names::load_ids(&mut tx).await?;
        let (zone, today) = (settings.time_zone, settings.business_day(now));
        Ok(Self { app: app.clone(), company: company.clone(), calls, zone, today, ids })
    }

    /// Returns the day that was `ago` days ago; negative numbers are in the future.
    pub fn day_ago(&self, ago: i64) -> NaiveDate {
        let days = Days::new(ago.unsigned_abs());
        if ago >= 0 { self.today - days } else { self.today + days }
    }

    /// Returns a time such as `18:05` of that day by the house's clock.
    pub fn time_of_day(&self, ago: i64, time: &str) -> anyhow::Result<DateTime<Utc>> {
        let time: NaiveTime = format!("{time}:00").parse()?;
        Ok(wall_clock::first_instant(self.day_ago(ago).and_time(time), self.zone))
    }

    /// Sets the clock to a time of that day.
    pub fn set_clock(&self, ago: i64, time: &str) -> anyhow::Result<()> {
        self.app.clock().set(self.time_of_day(ago, time)?);
        Ok(())
    }

    /// Moves the clock forward by some minutes.
    pub fn advance_clock(&self, minutes: i64) {
        let clock = self.app.clock();
        clock.set(clock.now() + Duration::minutes(minutes));
    }

    /// Returns the id of a `supply`, `product`, `unit` (by its symbol) or `table` by its name.
    pub fn id(&self, kind: &'static str, name: &str) -> anyhow::Result<i64> {
        self.ids.get(&(kind, name.to_owned())).copied().with_context(|| format!("the demo has no {kind} {name}"))
    }

    pub async fn post(&self, username: &str, path: &str, body: Value) -> anyhow::Result<Value> {
        self.call("POST", username, path, body).await
    }

    pub async fn put(&self, username: &str, path: &str, body: Value) -> anyhow::Result<Value> {
        self.call("PUT", username, path, body).await
    }

    /// Loads the stock of a supply, in its own unit.
    pub async fn load_stock(&self, supply: &str) -> anyhow::Result<Quantity> {
        let id = self.id("supply", supply)?;
        let found = self.call("GET", "admin", &format!("/supplies/{id}"), Value::Null).await?;
        found["stock"].as_str().context("a supply has stock")?.parse().map_err(|_| anyhow!("{found} has no stock"))
    }

    async fn call(&self, method: &str, username: &str, path: &str, body: Value) -> anyhow::Result<Value> {
        let token = self.start_session(username).await?;
        self.calls.answer(Call { host: DOMAIN, token: &token, method, path }, &body).await
    }

    /// Starts a new session for the user, because days lie between two calls.
    async fn start_session(&self, username: &str) -> anyhow::Result<String> {
        let user = self
            .ids
            .get(&("user", username.to_owned()))
            .copied()
            .ok_or_else(|| anyhow!("nobody is called {username}"))?;
        let now = self.app.clock().now();
        let token: comanda_base::error::Result<String> = transact!(self.company.db, |tx| {
            session::start_session(tx, UserId(user), false, &SignInPlace::default(), now).await
        });
        Ok(token?)
    }
}
