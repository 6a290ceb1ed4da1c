//! The call that shows the law's table.

use super::tax::{RateState, issue_date};
use crate::{
    http::{Answer, ok},
    law::{self, LegalFact, LegalSubject, RateParts},
    state::App,
    use_case::{Action, Actor},
};
use axum::Json;
use chrono::NaiveDate;
use comanda_base::{error::Result, money::Quantity};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_law))
}

/// A row of the law's table as people read it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedFact {
    pub key: LegalSubject,
    pub name: &'static str,
    /// `10.5 %`, `S/ 5,500`.
    pub value: String,
    /// Of a rate of IGV: what is charged, per cent.
    pub percent: Option<Quantity>,
    pub valid_from: NaiveDate,
    /// Its last day; null where no end is known.
    pub valid_until: Option<NaiveDate>,
    /// The norm that says so.
    pub source: &'static str,
    /// Where it was read; null: nowhere on the web.
    pub source_url: Option<&'static str>,
    pub read_on: NaiveDate,
    pub state: RateState,
}

impl ListedFact {
    fn new(fact: &LegalFact, today: NaiveDate) -> Self {
        let state = match () {
            () if fact.holds_on(today) => RateState::Now,
            () if fact.valid_from > today => RateState::Future,
            () => RateState::Past,
        };
        Self {
            key: fact.subject,
            name: fact.name,
            value: fact.text(),
            percent: fact.rate().map(RateParts::total),
            valid_from: fact.valid_from,
            valid_until: fact.valid_until,
            source: fact.source,
            source_url: fact.source_url,
            read_on: fact.read_on,
            state,
        }
    }
}

/// Answer of `GET /law`.
#[derive(Debug, Serialize, ToSchema)]
pub struct LawTable {
    pub facts: Vec<ListedFact>,
}

/// What the law says, by subject and day, as this version of the program knows it.
#[utoipa::path(get, path = "/law", tag = "settings", responses((status = 200, body = Answer<LawTable>)))]
async fn list_law(actor: Actor) -> Result<Json<Answer<LawTable>>> {
    actor.must(Action::SeeSettings)?;
    let today = issue_date(actor.app.clock().now());
    Ok(ok(LawTable { facts: law::facts().iter().map(|fact| ListedFact::new(fact, today)).collect() }))
}
