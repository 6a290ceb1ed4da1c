//! The report: how much of each kind against the period before, by person, reason, hour, area and who agreed.

use super::{
    acts::{self, ActFilter, ActKind, CancellationAct},
    rates::{self, GroupRates, PersonRates, Post, Somebody},
};
use crate::reports::{span::Span, store};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result, ids::UserId, money::Money, search::search_key};
use comanda_ledgers::figures::{self, Cut, DaySum, Narrowed};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Reasons, areas and people that a list names.
const LISTED: usize = 50;

/// What one kind comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActSums {
    pub kind: ActKind,
    pub count: i64,
    /// At what was to be paid.
    pub amount: Money,
    /// Of goods that were made, where that is known.
    pub cost: Money,
    pub before_count: i64,
    pub before_amount: Money,
    pub before_cost: Money,
}

/// How many acts have something in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActGroup {
    /// A reason or an area as it is written, an hour, or a person's id.
    pub key: String,
    /// As people read it.
    pub name: String,
    pub count: i64,
}

/// How long lines that were taken off had been in an area's kitchen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KitchenDelay {
    pub area: String,
    pub lines: i64,
    /// Half of them had been there as long at most, until they were ready or taken off.
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
    /// The last day is not over.
    pub is_partial: bool,
    /// Documents of the house.
    pub sales: i64,
    /// All kinds, also those that did not happen.
    pub kinds: Vec<ActSums>,
    /// Waiters first, then cashiers, then the office; within a post by sales.
    pub people: Vec<PersonRates>,
    /// Each post, and the house; of one person alone none.
    pub groups: Vec<GroupRates>,
    /// The most frequent first, at most 50.
    pub by_reason: Vec<ActGroup>,
    /// In the order of a business day.
    pub by_hour: Vec<ActGroup>,
    pub by_area: Vec<ActGroup>,
    /// Of each of those areas, in the same order.
    pub kitchen: Vec<KitchenDelay>,
    /// Who agreed.
    pub by_approver: Vec<ActGroup>,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub(in crate::reports) struct Asked {
    pub span: Span,
    pub filter: ActFilter,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
    pub settings: Settings,
}

/// Acts that the filter lets through; `term` is searched in what people read of them.
pub(super) async fn filtered(tx: &mut Tx, asked: &Asked, term: Option<&str>) -> Result<Vec<CancellationAct>> {
    let term = term.map(search_key).unwrap_or_default();
    let all = acts::acts(tx, &asked.settings, asked.span).await?;
    Ok(all.into_iter().filter(|act| asked.filter.lets(act) && (term.is_empty() || act.has(&term))).collect())
}

pub(in crate::reports) async fn report(tx: &mut Tx, asked: &Asked) -> Result<CancellationReport> {
    let before_span = asked.span.before();
    let of_anybody: Vec<CancellationAct> = acts::acts(tx, &asked.settings, asked.span)
        .await?
        .into_iter()
        .filter(|act| asked.filter.lets_of_anybody(act))
        .collect();
    let now: Vec<CancellationAct> = of_anybody.iter().filter(|act| asked.filter.lets(act)).cloned().collect();
    let mut before = acts::acts(tx, &asked.settings, before_span).await?;
    let until = asked.span.before_until(asked.today, asked.now).into_iter().find_map(|(_, until)| until);
    before.retain(|act| asked.filter.lets(act) && until.is_none_or(|until| act.at <= until));
    let zone = asked.settings.time_zone;
    let cuts = [Cut::Waiter, Cut::Cashier];
    let [by_waiter, by_cashier] = figures::sold_by(tx, asked.span.pair(), cuts, &Narrowed::default(), zone).await?;
    let sales = by_cashier.iter().map(|sum| sum.sums.documents).sum();
    let everybody = everybody(tx, &of_anybody, (&by_waiter, &by_cashier)).await?;
    // What is usual is everybody's, also where one person is looked at; the sums of all are not theirs.
    let (mut people, mut groups) = rates::rates(everybody, &of_anybody, sales);
    if let Some(user) = asked.filter.user_id {
        people.retain(|person| person.user_id == user);
        groups.clear();
    }
    let hour = |act: &CancellationAct| Some((format!("{:02}", act.hour), format!("{} h", act.hour)));
    let mut by_hour = grouped(&now, hour);
    let begins = asked.settings.span_of(asked.span.first).0.with_timezone(&zone);
    let begins = chrono::Timelike::hour(&begins);
    by_hour.sort_by_key(|group| (group.key.parse::<u32>().unwrap_or_default() + 24 - begins) % 24);
    let by_area = grouped(&now, |act| act.area.clone().map(|area| (area.clone(), area)));
    Ok(CancellationReport {
        start_date: asked.span.first,
        end_date: asked.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        is_partial: asked.span.last >= asked.today,
        sales,
        kinds: ActKind::ALL.map(|kind| sums(kind, &now, &before)).to_vec(),
        people,
        groups,
        by_reason: grouped(&now, |act| {
            let reason = act.reason.clone();
            (!reason.is_empty()).then(|| (reason.clone(), reason))
        }),
        by_hour,
        kitchen: by_area.iter().filter_map(|area| delay(&area.key, &now)).collect(),
        by_area,
        by_approver: grouped(&now, |act| Some((act.approver_id?.to_string(), act.approver_name.clone()?))),
    })
}

fn sums(kind: ActKind, now: &[CancellationAct], before: &[CancellationAct]) -> ActSums {
    let of = |acts: &[CancellationAct]| {
        let own = acts.iter().filter(|act| act.kind == kind);
        own.fold((0, Money::ZERO, Money::ZERO), |(count, amount, cost), act| {
            (count + 1, amount + act.amount.unwrap_or_default(), cost + act.cost.unwrap_or_default())
        })
    };
    let (count, amount, cost) = of(now);
    let (before_count, before_amount, before_cost) = of(before);
    let (cost, before_cost) = (cost.to_centimos(), before_cost.to_centimos());
    ActSums { kind, count, amount, cost, before_count, before_amount, before_cost }
}

/// Who sold anything, or did any of it.
async fn everybody(
    tx: &mut Tx,
    acts: &[CancellationAct],
    (by_waiter, by_cashier): (&[DaySum], &[DaySum]),
) -> Result<Vec<Somebody>> {
    let of = |sums: &[DaySum], id: UserId, count: fn(&DaySum) -> i64| -> i64 {
        let key = id.to_string();
        sums.iter().filter(|sum| sum.key == key).map(count).sum()
    };
    let somebody = |person: store::PersonRole| {
        let post = Post::of(person.role_id);
        let sales = match post {
            Post::Waiter => of(by_waiter, person.id, |sum| sum.sums.accounts),
            Post::Cashier | Post::Office => of(by_cashier, person.id, |sum| sum.sums.documents),
        };
        let did = acts.iter().any(|act| act.user_id == person.id);
        (sales > 0 || did).then_some(Somebody { user_id: person.id, name: person.name, post, sales })
    };
    Ok(store::people_with_roles(tx).await?.into_iter().filter_map(somebody).collect())
}

/// Of the lines of an area.
fn delay(area: &str, acts: &[CancellationAct]) -> Option<KitchenDelay> {
    let own = acts.iter().filter(|act| act.area.as_deref() == Some(area));
    let mut waits: Vec<(i64, i64)> = own.filter_map(|act| Some((act.waited_seconds?, act.promised_seconds?))).collect();
    waits.sort_unstable();
    let (median_seconds, promised_seconds) = *waits.get(waits.len().saturating_sub(1) / 2)?;
    let lines = i64::try_from(waits.len()).unwrap_or(i64::MAX);
    Some(KitchenDelay { area: area.to_owned(), lines, median_seconds, promised_seconds })
}

fn grouped(acts: &[CancellationAct], key: impl Fn(&CancellationAct) -> Option<(String, String)>) -> Vec<ActGroup> {
    let mut counts = BTreeMap::<(String, String), i64>::new();
    for act in acts {
        if let Some(key) = key(act) {
            *counts.entry(key).or_default() += 1;
        }
    }
    let mut groups: Vec<ActGroup> =
        counts.into_iter().map(|((key, name), count)| ActGroup { key, name, count }).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups.truncate(LISTED);
    groups
}
