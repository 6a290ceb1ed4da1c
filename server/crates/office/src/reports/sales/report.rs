//! The report: sums of a period by one cut.

use crate::reports::{span::Span, store};
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity, SCALE, div_round, percent_of},
    words::words,
};
use comanda_ledgers::figures::{self, Cut, DaySum, Narrowed, Sums};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

words!(
    /// What a sales report is cut by.
    SalesCut {
        Day = "DAY",
        Hour = "HOUR",
        /// `1` is Monday.
        Weekday = "WEEKDAY",
        Channel = "CHANNEL",
        Waiter = "WAITER",
        Cashier = "CASHIER",
        Category = "CATEGORY",
        Product = "PRODUCT",
        Table = "TABLE",
        Document = "DOCUMENT",
    }
);

impl SalesCut {
    /// The cut that it is made of.
    pub(super) fn basis(self) -> Cut {
        match self {
            Self::Day | Self::Weekday => Cut::Day,
            Self::Hour => Cut::Hour,
            Self::Channel => Cut::Channel,
            Self::Waiter => Cut::Waiter,
            Self::Cashier => Cut::Cashier,
            Self::Category | Self::Product => Cut::Product,
            Self::Table => Cut::Table,
            Self::Document => Cut::Document,
        }
    }
    /// Its keys come one after the other, and none is left out.
    fn is_in_order(self) -> bool {
        matches!(self, Self::Day | Self::Hour | Self::Weekday)
    }
}

/// What some sales come to. Credit notes are negative and no documents, but for their own row by DOCUMENT; rows by CATEGORY say nothing of documents, accounts and persons:
/// zero.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesSums {
    pub documents: i64,
    pub accounts: i64,
    /// Of those accounts.
    pub persons: i64,
    /// Of products; zero by anything else.
    pub quantity: Quantity,
    pub total: Money,
    /// Without IGV and charges outside its base.
    pub net: Money,
    /// For each document; null where there is none.
    pub average: Option<Money>,
    pub per_person: Option<Money>,
    /// Net less cost, of what has a known cost; null where nothing has.
    pub margin: Option<Money>,
    /// Of the net of the same.
    pub margin_percent: Option<Quantity>,
    /// How much of `net` has a known cost.
    pub covered_percent: Option<Quantity>,
}

impl From<Sums> for SalesSums {
    fn from(s: Sums) -> Self {
        let each = |n: i64| (n > 0).then(|| super::super::figures::average(s.total, n));
        let margin = (!s.covered.is_zero()).then(|| (s.covered - s.cost).to_centimos());
        Self {
            documents: s.documents,
            accounts: s.accounts,
            persons: s.persons,
            quantity: hundredths(s.quantity),
            total: s.total,
            net: s.net,
            average: each(s.documents),
            per_person: each(s.persons),
            margin,
            margin_percent: margin.and_then(|margin| percent_of(margin, s.covered)),
            covered_percent: covered_percent(s.covered, s.net),
        }
    }
}

/// How much of the net has a known cost: where what went back had none, no more than all of it.
pub(in crate::reports) fn covered_percent(covered: Money, net: Money) -> Option<Quantity> {
    percent_of(covered, net).map(|percent| percent.min(Quantity::units(100)))
}

/// Shares of an account have shares of its dishes: 0.33 are enough.
pub(in crate::reports) fn hundredths(quantity: Quantity) -> Quantity {
    let hundredth = i128::from(SCALE / 100);
    let rounded = div_round(i128::from(quantity.millionths()), hundredth) * hundredth;
    Quantity::from_millionths(i64::try_from(rounded).unwrap_or_default())
}

/// One key of the cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesReportRow {
    /// A day, an hour `0` to `23`, a weekday `1` to `7`, a channel, or an id; `0`: none of them. Among products and categories `-1` is the
    /// recargo with the tips on documents, and `-2` what is charged for no dish.
    pub key: String,
    /// Empty of a day, an hour, a weekday and a channel, and where nothing has this id any more.
    pub name: String,
    pub sums: SalesSums,
    /// What the same came to in the period before.
    pub before: Money,
    /// Against it; null where it was nothing.
    pub change_percent: Option<Quantity>,
    /// Of the total of all rows.
    pub share_percent: Option<Quantity>,
}

/// Answer of `GET /sales-total-report`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SalesReport {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub before_start_date: NaiveDate,
    pub before_end_date: NaiveDate,
    pub by: SalesCut,
    /// The last day is not over.
    pub is_partial: bool,
    pub totals: SalesSums,
    pub before: SalesSums,
    /// Days, hours and weekdays in order and without gaps; all else by its total, the largest first.
    pub rows: Vec<SalesReportRow>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct Asked {
    pub span: Span,
    pub by: SalesCut,
    pub narrowed: Narrowed,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
    pub zone: Tz,
}

pub(in crate::reports) async fn report(tx: &mut Tx, asked: Asked) -> Result<SalesReport> {
    let before_span = asked.span.before();
    let now = sums(tx, asked, (asked.span, None)).await?;
    let before = sums_before(tx, asked).await?;
    let names = names(tx, asked.by).await?;
    let of_category =
        if asked.by == SalesCut::Category { store::categories_of_products(tx).await? } else { HashMap::new() };
    let key = |sum: &DaySum| match asked.by {
        SalesCut::Weekday => sum.business_day.weekday().number_from_monday().to_string(),
        SalesCut::Category if figures::is_own_line(&sum.key) => sum.key.clone(),
        SalesCut::Category => of_category.get(&sum.key).cloned().unwrap_or_else(|| "0".to_owned()),
        _ => sum.key.clone(),
    };
    let mut rows = by_key(&now.by_cut, &key);
    if asked.by == SalesCut::Category {
        // Several products of a document may be of one category: how many documents those are is not known from sums of products.
        rows.values_mut().for_each(|sums| (sums.documents, sums.accounts, sums.persons) = (0, 0, 0));
    }
    let mut rows_before = by_key(&before.by_cut, &key);
    if asked.by == SalesCut::Day {
        rows_before = shifted(rows_before, asked.span, before_span);
    }
    let keys: Vec<String> = match asked.by.is_in_order() {
        true => in_order(asked, &rows, &rows_before),
        false => {
            let mut keys: Vec<String> = rows.keys().cloned().collect();
            keys.extend(rows_before.keys().filter(|k| !rows.contains_key(*k)).cloned());
            keys.sort_by_cached_key(|k| (std::cmp::Reverse(rows.get(k).map(|s| s.total)), k.clone()));
            keys
        }
    };
    let row = |key: String| {
        let sums = rows.get(&key).copied().unwrap_or_default();
        let before = rows_before.get(&key).map(|s| s.total).unwrap_or_default();
        SalesReportRow {
            name: names.get(&key).cloned().unwrap_or_default(),
            before,
            change_percent: percent_of(sums.total - before, before),
            share_percent: percent_of(sums.total, now.totals.total),
            sums: sums.into(),
            key,
        }
    };
    Ok(SalesReport {
        start_date: asked.span.first,
        end_date: asked.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        by: asked.by,
        is_partial: asked.span.last >= asked.today,
        totals: now.totals.into(),
        before: before.totals.into(),
        rows: keys.into_iter().map(row).collect(),
    })
}

/// Sums of a period.
struct Summed {
    by_cut: Vec<DaySum>,
    totals: Sums,
}

/// Of the period before, as much of it as there is of this one.
async fn sums_before(tx: &mut Tx, asked: Asked) -> Result<Summed> {
    let mut all = Summed { by_cut: Vec::new(), totals: Sums::default() };
    for part in asked.span.before_until(asked.today, asked.now) {
        let part = sums(tx, asked, part).await?;
        all.by_cut.extend(part.by_cut);
        all.totals += part.totals;
    }
    Ok(all)
}

async fn sums(tx: &mut Tx, asked: Asked, (span, until): (Span, Option<DateTime<Utc>>)) -> Result<Summed> {
    let (narrowed, zone) = (&Narrowed { until, ..asked.narrowed }, asked.zone);
    // Accounts stand in several rows of some cuts: of all they are counted by day.
    let (by_cut, by_day) = match asked.by.basis() {
        Cut::Day => {
            let by_day = figures::sold(tx, span.pair(), Cut::Day, narrowed, zone).await?;
            (by_day.clone(), by_day)
        }
        cut => figures::sold_by(tx, span.pair(), [cut, Cut::Day], narrowed, zone).await?.into(),
    };
    let mut totals = all(&by_day);
    totals.quantity = all(&by_cut).quantity;
    Ok(Summed { by_cut, totals })
}

/// Together.
pub(in crate::reports) fn all(sums: &[DaySum]) -> Sums {
    sums.iter().fold(Sums::default(), |mut all, one| {
        all += one.sums;
        all
    })
}

fn by_key(sums: &[DaySum], key: &impl Fn(&DaySum) -> String) -> BTreeMap<String, Sums> {
    let mut rows = BTreeMap::<String, Sums>::new();
    for sum in sums {
        *rows.entry(key(sum)).or_default() += sum.sums;
    }
    rows
}

/// The days of the period before, each at its place in this one.
fn shifted(before: BTreeMap<String, Sums>, span: Span, before_span: Span) -> BTreeMap<String, Sums> {
    let days = span.first.iter_days().take_while(|day| *day <= span.last);
    let days_before = before_span.first.iter_days();
    days.zip(days_before).filter_map(|(day, then)| Some((day.to_string(), *before.get(&then.to_string())?))).collect()
}

fn in_order(asked: Asked, rows: &BTreeMap<String, Sums>, before: &BTreeMap<String, Sums>) -> Vec<String> {
    match asked.by {
        SalesCut::Day => {
            asked.span.first.iter_days().take_while(|day| *day <= asked.span.last).map(|day| day.to_string()).collect()
        }
        SalesCut::Weekday => (1..=7).map(|n| n.to_string()).collect(),
        _ => {
            // From the first hour of a business day to the last in which anything was sold.
            let hours = || rows.keys().chain(before.keys()).filter_map(|key| key.parse::<u32>().ok());
            let begins = 5;
            let place = |hour: u32| (hour + 24 - begins) % 24;
            let span = hours().map(place).min().zip(hours().map(place).max());
            span.map_or_else(Vec::new, |(first, last)| {
                (first..=last).map(|p| ((p + begins) % 24).to_string()).collect()
            })
        }
    }
}

async fn names(tx: &mut Tx, by: SalesCut) -> Result<HashMap<String, String>> {
    Ok(match by {
        SalesCut::Day | SalesCut::Hour | SalesCut::Weekday | SalesCut::Channel => HashMap::new(),
        SalesCut::Waiter | SalesCut::Cashier => store::names_of_people(tx).await?,
        SalesCut::Category => store::names_of_categories(tx).await?,
        SalesCut::Product => store::names_of_products(tx).await?,
        SalesCut::Table => store::names_of_tables(tx).await?,
        SalesCut::Document => store::names_of_documents(tx).await?,
    })
}

/// The day so many days before.
pub(in crate::reports) fn back(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}
