//! The report: sums of a period by one grouping.

use crate::reports::{span::DaySpan, store};
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity, SCALE, div_round, percent_of},
    words::text_enum,
};
use comanda_ledgers::figures::{self, Cut, DaySum, SalesFilter, Sums};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

text_enum!(
    /// The grouping of a sales report.
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
    /// Returns the cut of the stored sums from which this grouping is computed.
    pub(super) fn base_grouping(self) -> Cut {
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
    /// Whether the keys are consecutive and listed without gaps.
    fn has_consecutive_keys(self) -> bool {
        matches!(self, Self::Day | Self::Hour | Self::Weekday)
    }
}

/// The sums of some sales. Credit notes are negative and do not count as documents, except in their own row by DOCUMENT. Rows by CATEGORY
/// have zero documents, accounts and persons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesSums {
    pub documents: i64,
    pub accounts: i64,
    /// The persons of those accounts.
    pub persons: i64,
    /// The quantity of products; zero for other groupings.
    pub quantity: Quantity,
    pub total: Money,
    /// Sales without IGV and without charges outside its base.
    pub net: Money,
    /// The average total of a document; null where there is none.
    pub average: Option<Money>,
    pub per_person: Option<Money>,
    /// Net less cost, for sales with a known cost; null where there are none.
    pub margin: Option<Money>,
    /// The margin in per cent of the net of the same sales.
    pub margin_percent: Option<Quantity>,
    /// The share of `net` with a known cost.
    pub covered_percent: Option<Quantity>,
}

impl From<Sums> for SalesSums {
    fn from(s: Sums) -> Self {
        let each = |n: i64| (n > 0).then(|| super::super::figures::average_amount(s.total, n));
        let margin = (!s.covered.is_zero()).then(|| (s.covered - s.cost).to_centimos());
        Self {
            documents: s.documents,
            accounts: s.accounts,
            persons: s.persons,
            quantity: round_to_thousandths(s.quantity),
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

/// Returns the share of the net with a known cost, at most 100: refunds without a known cost would push it above.
pub(in crate::reports) fn covered_percent(covered: Money, net: Money) -> Option<Quantity> {
    percent_of(covered, net).map(|percent| percent.min(Quantity::units(100)))
}

/// Rounds a quantity to thousandths: a split account has fractions of dishes, and what is sold by weight has grams.
pub(in crate::reports) fn round_to_thousandths(quantity: Quantity) -> Quantity {
    let thousandth = i128::from(SCALE / 1000);
    let rounded = div_round(i128::from(quantity.millionths()), thousandth) * thousandth;
    Quantity::from_millionths(i64::try_from(rounded).unwrap_or_default())
}

/// A row of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesReportRow {
    /// A day, an hour `0` to `23`, a weekday `1` to `7`, a channel, or an id; `0` for sales without one. Among products and categories
    /// `-1` is the recargo with the tips on documents, and `-2` charges that belong to no dish.
    pub key: String,
    /// Empty for a day, an hour, a weekday and a channel, and where the id no longer exists.
    pub name: String,
    pub sums: SalesSums,
    /// The total of the same key in the preceding period.
    pub before: Money,
    /// The change against the preceding period; null where that was zero.
    pub change_percent: Option<Quantity>,
    /// The share of the total of all rows.
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
    /// Whether the last day is not over.
    pub is_partial: bool,
    pub totals: SalesSums,
    pub before: SalesSums,
    /// Days, hours and weekdays are in order and without gaps; other keys by total, the largest first.
    pub rows: Vec<SalesReportRow>,
}

/// The query of the report with its context.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct SalesQuery {
    pub span: DaySpan,
    pub by: SalesCut,
    pub filter: SalesFilter,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
    pub zone: Tz,
}

pub(in crate::reports) async fn load_report(tx: &mut Tx, query: SalesQuery) -> Result<SalesReport> {
    let before_span = query.span.preceding_span();
    let now = load_sums(tx, query, (query.span, None)).await?;
    let before = load_preceding_sums(tx, query).await?;
    let names = load_names(tx, query.by).await?;
    let product_categories =
        if query.by == SalesCut::Category { store::load_product_categories(tx).await? } else { HashMap::new() };
    let key = |sum: &DaySum| match query.by {
        SalesCut::Weekday => sum.business_day.weekday().number_from_monday().to_string(),
        SalesCut::Category if figures::is_own_line(&sum.key) => sum.key.clone(),
        SalesCut::Category => product_categories.get(&sum.key).cloned().unwrap_or_else(|| "0".to_owned()),
        _ => sum.key.clone(),
    };
    let mut rows = by_key(&now.by_group, &key);
    if query.by == SalesCut::Category {
        // A document may have several products of one category, so sums by product cannot tell the number of documents.
        rows.values_mut().for_each(|sums| (sums.documents, sums.accounts, sums.persons) = (0, 0, 0));
    }
    let mut rows_before = by_key(&before.by_group, &key);
    if query.by == SalesCut::Day {
        rows_before = shift_days(rows_before, query.span, before_span);
    }
    let keys: Vec<String> = match query.by.has_consecutive_keys() {
        true => consecutive_keys(query, &rows, &rows_before),
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
        start_date: query.span.first,
        end_date: query.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        by: query.by,
        is_partial: query.span.last >= query.today,
        totals: now.totals.into(),
        before: before.totals.into(),
        rows: keys.into_iter().map(row).collect(),
    })
}

/// The sums of a period.
struct PeriodSums {
    by_group: Vec<DaySum>,
    totals: Sums,
}

/// Loads the sums of the preceding period, as far as this period has come.
async fn load_preceding_sums(tx: &mut Tx, query: SalesQuery) -> Result<PeriodSums> {
    let mut all = PeriodSums { by_group: Vec::new(), totals: Sums::default() };
    for part in query.span.preceding_spans_until(query.today, query.now) {
        let part = load_sums(tx, query, part).await?;
        all.by_group.extend(part.by_group);
        all.totals += part.totals;
    }
    Ok(all)
}

async fn load_sums(
    tx: &mut Tx,
    query: SalesQuery,
    (span, until): (DaySpan, Option<DateTime<Utc>>),
) -> Result<PeriodSums> {
    let (filter, zone) = (&SalesFilter { until, ..query.filter }, query.zone);
    // Some cuts have the same account in several rows, so the totals are summed by day.
    let (by_group, by_day) = match query.by.base_grouping() {
        Cut::Day => {
            let by_day = figures::load_day_sums(tx, span.first_and_last(), Cut::Day, filter, zone).await?;
            (by_day.clone(), by_day)
        }
        cut => figures::load_day_sums_by(tx, span.first_and_last(), [cut, Cut::Day], filter, zone).await?.into(),
    };
    let mut totals = sum_all(&by_day);
    totals.quantity = sum_all(&by_group).quantity;
    Ok(PeriodSums { by_group, totals })
}

/// Returns the total of all sums.
pub(in crate::reports) fn sum_all(sums: &[DaySum]) -> Sums {
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

/// Moves each day of the preceding period to the corresponding day of this one.
fn shift_days(before: BTreeMap<String, Sums>, span: DaySpan, before_span: DaySpan) -> BTreeMap<String, Sums> {
    let days = span.first.iter_days().take_while(|day| *day <= span.last);
    let days_before = before_span.first.iter_days();
    days.zip(days_before).filter_map(|(day, then)| Some((day.to_string(), *before.get(&then.to_string())?))).collect()
}

fn consecutive_keys(query: SalesQuery, rows: &BTreeMap<String, Sums>, before: &BTreeMap<String, Sums>) -> Vec<String> {
    match query.by {
        SalesCut::Day => {
            query.span.first.iter_days().take_while(|day| *day <= query.span.last).map(|day| day.to_string()).collect()
        }
        SalesCut::Weekday => (1..=7).map(|n| n.to_string()).collect(),
        _ => {
            // From the first to the last hour with sales, in the order of a business day that begins at 5.
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

async fn load_names(tx: &mut Tx, cut: SalesCut) -> Result<HashMap<String, String>> {
    Ok(match cut {
        SalesCut::Day | SalesCut::Hour | SalesCut::Weekday | SalesCut::Channel => HashMap::new(),
        SalesCut::Waiter | SalesCut::Cashier => store::load_people_names(tx).await?,
        SalesCut::Category => store::load_category_names(tx).await?,
        SalesCut::Product => store::load_product_names_with_unit(tx).await?,
        SalesCut::Table => store::load_table_names(tx).await?,
        SalesCut::Document => store::load_document_type_names(tx).await?,
    })
}

/// Returns the day that lies `days` days before.
pub(in crate::reports) fn days_before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}
