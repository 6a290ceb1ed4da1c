//! The report: counts by kind against the preceding period, by person, reason, hour, area and approver.

use super::{
    acts::{self, ActFilter, ActKind, CancellationAct},
    rates::{self, GroupRates, Person, PersonRates, Post},
};
use crate::reports::{span::DaySpan, store};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result, ids::UserId, money::Money, search::search_key};
use comanda_ledgers::figures::{self, Cut, DaySum, SalesFilter};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The most rows of a list.
const MAX_LISTED: usize = 50;

/// The sums of one kind of act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActSums {
    pub kind: ActKind,
    pub count: i64,
    /// The amount at selling prices.
    pub amount: Money,
    /// The cost of goods that were made, where known.
    pub cost: Money,
    pub before_count: i64,
    pub before_amount: Money,
    pub before_cost: Money,
}

/// The number of acts with the same property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActGroup {
    /// The reason or area as stored, the hour, or a person's id.
    pub key: String,
    /// The readable name.
    pub name: String,
    pub count: i64,
}

/// The time that lines taken off had spent in an area's kitchen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KitchenDelay {
    pub area: String,
    pub lines: i64,
    /// The median time until they were ready or taken off.
    pub median_seconds: i64,
    pub promised_seconds: i64,
}

/// Answer of `GET /cancellation-report`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CancellationReport {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub before_start_date: NaiveDate,
    pub before_end_date: NaiveDate,
    /// Whether the last day is not over.
    pub is_partial: bool,
    /// The number of documents of the house.
    pub sales: i64,
    /// All kinds, including those that did not happen.
    pub kinds: Vec<ActSums>,
    /// Waiters first, then cashiers, then the office; within a post by sales.
    pub people: Vec<PersonRates>,
    /// Each post, and the house; empty when the filter selects one person.
    pub groups: Vec<GroupRates>,
    /// The most frequent first, at most 50.
    pub by_reason: Vec<ActGroup>,
    /// The acts by hour, in the order of a business day.
    pub by_hour: Vec<ActGroup>,
    pub by_area: Vec<ActGroup>,
    /// The delays of those areas, in the same order.
    pub kitchen: Vec<KitchenDelay>,
    /// The approvers.
    pub by_approver: Vec<ActGroup>,
}

/// The query of the report with its context.
#[derive(Debug, Clone)]
pub(in crate::reports) struct CancellationQuery {
    pub span: DaySpan,
    pub filter: ActFilter,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
    pub settings: Settings,
}

/// Loads the acts that pass the filter and whose readable texts contain `term`.
pub(super) async fn load_filtered_acts(
    tx: &mut Tx,
    query: &CancellationQuery,
    term: Option<&str>,
) -> Result<Vec<CancellationAct>> {
    let term = term.map(search_key).unwrap_or_default();
    let all = acts::load_acts(tx, &query.settings, query.span).await?;
    Ok(all
        .into_iter()
        .filter(|act| query.filter.matches(act) && (term.is_empty() || act.contains_text(&term)))
        .collect())
}

pub(in crate::reports) async fn load_report(tx: &mut Tx, query: &CancellationQuery) -> Result<CancellationReport> {
    let before_span = query.span.preceding_span();
    let all_acts: Vec<CancellationAct> = acts::load_acts(tx, &query.settings, query.span)
        .await?
        .into_iter()
        .filter(|act| query.filter.matches_any_user(act))
        .collect();
    let now: Vec<CancellationAct> = all_acts.iter().filter(|act| query.filter.matches(act)).cloned().collect();
    let mut before = acts::load_acts(tx, &query.settings, before_span).await?;
    let until = query.span.preceding_spans_until(query.today, query.now).into_iter().find_map(|(_, until)| until);
    before.retain(|act| query.filter.matches(act) && until.is_none_or(|until| act.at <= until));
    let zone = query.settings.time_zone;
    let cuts = [Cut::Waiter, Cut::Cashier];
    let [by_waiter, by_cashier] =
        figures::load_day_sums_by(tx, query.span.first_and_last(), cuts, &SalesFilter::default(), zone).await?;
    let sales = by_cashier.iter().map(|sum| sum.sums.documents).sum();
    let people = load_people(tx, &all_acts, (&by_waiter, &by_cashier)).await?;
    // The usual rate is everybody's even where the filter selects one person, but the groups' sums are then left out.
    let (mut people, mut groups) = rates::compute_rates(people, &all_acts, sales);
    if let Some(user) = query.filter.user_id {
        people.retain(|person| person.user_id == user);
        groups.clear();
    }
    let hour = |act: &CancellationAct| Some((format!("{:02}", act.hour), format!("{} h", act.hour)));
    let mut by_hour = group_by(&now, hour);
    let begins = query.settings.day_span(query.span.first).0.with_timezone(&zone);
    let begins = chrono::Timelike::hour(&begins);
    by_hour.sort_by_key(|group| (group.key.parse::<u32>().unwrap_or_default() + 24 - begins) % 24);
    let by_area = group_by(&now, |act| act.area.clone().map(|area| (area.clone(), area)));
    Ok(CancellationReport {
        start_date: query.span.first,
        end_date: query.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        is_partial: query.span.last >= query.today,
        sales,
        kinds: ActKind::ALL.map(|kind| sum_kind(kind, &now, &before)).to_vec(),
        people,
        groups,
        by_reason: group_by(&now, |act| {
            let reason = act.reason.clone();
            (!reason.is_empty()).then(|| (reason.clone(), reason))
        }),
        by_hour,
        kitchen: by_area.iter().filter_map(|area| kitchen_delay(&area.key, &now)).collect(),
        by_area,
        by_approver: group_by(&now, |act| Some((act.approver_id?.to_string(), act.approver_name.clone()?))),
    })
}

fn sum_kind(kind: ActKind, now: &[CancellationAct], before: &[CancellationAct]) -> ActSums {
    let count_and_sums = |acts: &[CancellationAct]| {
        let acts_of_kind = acts.iter().filter(|act| act.kind == kind);
        acts_of_kind.fold((0, Money::ZERO, Money::ZERO), |(count, amount, cost), act| {
            (count + 1, amount + act.amount.unwrap_or_default(), cost + act.cost.unwrap_or_default())
        })
    };
    let (count, amount, cost) = count_and_sums(now);
    let (before_count, before_amount, before_cost) = count_and_sums(before);
    let (cost, before_cost) = (cost.to_centimos(), before_cost.to_centimos());
    ActSums { kind, count, amount, cost, before_count, before_amount, before_cost }
}

/// Loads the people with sales or acts.
async fn load_people(
    tx: &mut Tx,
    acts: &[CancellationAct],
    (by_waiter, by_cashier): (&[DaySum], &[DaySum]),
) -> Result<Vec<Person>> {
    let sum_of = |sums: &[DaySum], id: UserId, count: fn(&DaySum) -> i64| -> i64 {
        let key = id.to_string();
        sums.iter().filter(|sum| sum.key == key).map(count).sum()
    };
    let to_person_row = |person: store::PersonRole| {
        let post = Post::for_role(person.role_id);
        let sales = match post {
            Post::Waiter => sum_of(by_waiter, person.id, |sum| sum.sums.accounts),
            Post::Cashier | Post::Office => sum_of(by_cashier, person.id, |sum| sum.sums.documents),
        };
        let did = acts.iter().any(|act| act.user_id == person.id);
        (sales > 0 || did).then_some(Person { user_id: person.id, name: person.name, post, sales })
    };
    Ok(store::list_people_with_roles(tx).await?.into_iter().filter_map(to_person_row).collect())
}

/// Returns the delay of an area's lines.
fn kitchen_delay(area: &str, acts: &[CancellationAct]) -> Option<KitchenDelay> {
    let area_acts = acts.iter().filter(|act| act.area.as_deref() == Some(area));
    let mut waits: Vec<(i64, i64)> =
        area_acts.filter_map(|act| Some((act.waited_seconds?, act.promised_seconds?))).collect();
    waits.sort_unstable();
    let (median_seconds, promised_seconds) = *waits.get(waits.len().saturating_sub(1) / 2)?;
    let lines = i64::try_from(waits.len()).unwrap_or(i64::MAX);
    Some(KitchenDelay { area: area.to_owned(), lines, median_seconds, promised_seconds })
}

fn group_by(acts: &[CancellationAct], key: impl Fn(&CancellationAct) -> Option<(String, String)>) -> Vec<ActGroup> {
    let mut counts = BTreeMap::<(String, String), i64>::new();
    for act in acts {
        if let Some(key) = key(act) {
            *counts.entry(key).or_default() += 1;
        }
    }
    let mut groups: Vec<ActGroup> =
        counts.into_iter().map(|((key, name), count)| ActGroup { key, name, count }).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups.truncate(MAX_LISTED);
    groups
}
