//! The call that lists the legal facts.

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

/// A legal fact as screens show it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedFact {
    pub key: LegalSubject,
    pub name: &'static str,
    /// The formatted value, like `10.5 %` or `S/ 5,500`.
    pub value: String,
    /// For a rate of IGV: the charged rate in per cent.
    pub percent: Option<Quantity>,
    pub valid_from: NaiveDate,
    /// The last day; null where no end is known.
    pub valid_until: Option<NaiveDate>,
    /// The law or regulation.
    pub source: &'static str,
    /// The page on which it was read; null: not on the web.
    pub source_url: Option<&'static str>,
    pub read_on: NaiveDate,
    pub state: RateState,
}

impl ListedFact {
    fn new(fact: &LegalFact, today: NaiveDate) -> Self {
        let state = match () {
            () if fact.is_valid_on(today) => RateState::Now,
            () if fact.valid_from > today => RateState::Future,
            () => RateState::Past,
        };
        Self {
            key: fact.subject,
            name: fact.name,
            value: fact.value_text(),
            percent: fact.rate_parts().map(RateParts::total),
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

/// Lists the legal facts by subject and day, as this version of the program knows them.
#[utoipa::path(get, path = "/law", tag = "settings", responses((status = 200, body = Answer<LawTable>)))]
async fn list_law(actor: Actor) -> Result<Json<Answer<LawTable>>> {
    actor.require(Action::SeeSettings)?;
    let today = issue_date(actor.app.clock().now());
    Ok(ok(LawTable { facts: law::list_facts().iter().map(|fact| ListedFact::new(fact, today)).collect() }))
}
