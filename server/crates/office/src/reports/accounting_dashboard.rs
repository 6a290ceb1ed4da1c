//! The accountant's dashboard: sales by day, week, month and year against the preceding period, and margins.

use super::{
    sales::report::{covered_percent, days_before, sum_all},
    store,
};
use chrono::{DateTime, Datelike, Months, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::CycleId,
    money::{Money, Quantity, percent_of},
};
use comanda_ledgers::figures::{self, Cut, DaySum, SalesFilter, Sums};
use comanda_platform::settings::Settings;
use serde::Serialize;
use utoipa::ToSchema;

const TOP_PRODUCTS: usize = 15;

/// The sales of a period up to now, against the same part of the preceding period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SalesSoFar {
    pub total: Money,
    pub documents: i64,
    pub before: Money,
    /// Null where the preceding period had no sales.
    pub change_percent: Option<Quantity>,
}

/// Answer of `GET /accounting-dashboard/summary`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AccountingSummary {
    /// Against the same weekday of last week, up to the same time.
    pub today: SalesSoFar,
    /// From Monday, against the same days of last week, up to the same time.
    pub week: SalesSoFar,
    /// Against the same days of last month, up to the same time.
    pub month: SalesSoFar,
    /// Against the same days of last year, up to the same time.
    pub year: SalesSoFar,
}

/// Sales of a business day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountingDay {
    pub date: NaiveDate,
    pub total: Money,
    pub documents: i64,
}

/// Sales of a week from Monday to Sunday, or to today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountingWeek {
    pub week_start: NaiveDate,
    pub week_end: NaiveDate,
    pub total: Money,
    pub documents: i64,
}

/// Sales of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountingMonth {
    /// `2026-11`
    pub month: String,
    pub total: Money,
    pub documents: i64,
    /// The sales of the same month a year before; for the present month, of the same days up to the same time.
    pub year_before: Money,
}

/// Sales of a year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountingYear {
    pub year: i32,
    pub total: Money,
    pub documents: i64,
}

/// A best-selling product of this month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountingProduct {
    /// `0` for lines without a product.
    pub product_id: i64,
    pub name: String,
    pub quantity: Quantity,
    pub total: Money,
    /// The share of all sales of the month.
    pub share_percent: Option<Quantity>,
}

/// The margin of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountingMargin {
    /// `2026-11`
    pub month: String,
    /// All sales without IGV and without charges outside its base.
    pub net: Money,
    /// The cost of sales with a known cost.
    pub cost: Money,
    /// Net less cost, for sales with a known cost.
    pub margin: Money,
    pub margin_percent: Option<Quantity>,
    /// The share of `net` with a known cost.
    pub covered_percent: Option<Quantity>,
}

/// Loads the dashboard's parts for a fixed moment and, optionally, one cash cycle.
pub(super) struct AccountingDashboard {
    settings: Settings,
    today: NaiveDate,
    now: DateTime<Utc>,
    filter: SalesFilter,
}

impl AccountingDashboard {
    pub(super) async fn open(tx: &mut Tx, cycle: Option<CycleId>, now: DateTime<Utc>) -> Result<Self> {
        let settings = Settings::load(tx).await?;
        Ok(Self {
            today: settings.business_day(now),
            now,
            settings,
            filter: SalesFilter { cycle, ..SalesFilter::default() },
        })
    }

    async fn load_days(&self, tx: &mut Tx, first: NaiveDate) -> Result<Vec<DaySum>> {
        Ok(figures::load_day_sums(tx, (first, self.today), Cut::Day, &self.filter, self.settings.time_zone).await?)
    }

    pub(super) async fn load_summary(&self, tx: &mut Tx) -> Result<AccountingSummary> {
        let today = self.today;
        let (month, year) = (first_of_month(today), first_of_year(today));
        let monday = days_before(today, u64::from(today.weekday().num_days_from_monday()));
        let days = self.load_days(tx, months_back(year, 12)).await?;
        let so_far = |now: (NaiveDate, NaiveDate), before: Money| {
            let now = sum_between(&days, now);
            let change_percent = percent_of(now.total - before, before);
            SalesSoFar { total: now.total, documents: now.documents, before, change_percent }
        };
        let until_eve = |first, day: NaiveDate| sum_between(&days, (first, days_before(day, 1))).total;
        let (week_ago, month_ago, year_ago) = (days_before(today, 7), months_back(today, 1), months_back(today, 12));
        let same_hours = self.load_until_time_of_day(tx, week_ago).await?;
        let month_before =
            until_eve(months_back(month, 1), month_ago) + self.load_until_time_of_day(tx, month_ago).await?;
        let year_before =
            until_eve(months_back(year, 12), year_ago) + self.load_until_time_of_day(tx, year_ago).await?;
        Ok(AccountingSummary {
            today: so_far((today, today), same_hours),
            week: so_far((monday, today), until_eve(days_before(monday, 7), week_ago) + same_hours),
            month: so_far((month, today), month_before),
            year: so_far((year, today), year_before),
        })
    }

    /// Loads the sales of an earlier day up to the present time of day.
    async fn load_until_time_of_day(&self, tx: &mut Tx, day: NaiveDate) -> Result<Money> {
        let filter = SalesFilter { until: Some(self.now - (self.today - day)), ..self.filter };
        let sold = figures::load_day_sums(tx, (day, day), Cut::Day, &filter, self.settings.time_zone).await?;
        Ok(sum_all(&sold).total)
    }

    pub(super) async fn load_by_day(&self, tx: &mut Tx, days: u64) -> Result<Vec<AccountingDay>> {
        let first = days_before(self.today, days - 1);
        let sold = self.load_days(tx, first).await?;
        let day = |date| {
            let sums = sum_between(&sold, (date, date));
            AccountingDay { date, total: sums.total, documents: sums.documents }
        };
        Ok(first.iter_days().take_while(|day| *day <= self.today).map(day).collect())
    }

    pub(super) async fn load_by_week(&self, tx: &mut Tx, weeks: u64) -> Result<Vec<AccountingWeek>> {
        let monday = days_before(self.today, u64::from(self.today.weekday().num_days_from_monday()));
        let first = days_before(monday, (weeks - 1) * 7);
        let sold = self.load_days(tx, first).await?;
        let week = |week_start: NaiveDate| {
            let week_end = week_start.iter_days().nth(6).unwrap_or(week_start).min(self.today);
            let sums = sum_between(&sold, (week_start, week_end));
            AccountingWeek { week_start, week_end, total: sums.total, documents: sums.documents }
        };
        Ok(first.iter_weeks().take_while(|day| *day <= self.today).map(week).collect())
    }

    pub(super) async fn load_by_month(&self, tx: &mut Tx, months: u32) -> Result<Vec<AccountingMonth>> {
        let spans = self.month_spans(months);
        let Some((first, _)) = spans.first().copied() else { return Ok(Vec::new()) };
        let sold = self.load_days(tx, months_back(first, 12)).await?;
        let year_ago = months_back(self.today, 12);
        let same_hours = self.load_until_time_of_day(tx, year_ago).await?;
        let month = |(first, last): (NaiveDate, NaiveDate)| {
            let sums = sum_between(&sold, (first, last));
            let then = |last| sum_between(&sold, (months_back(first, 12), last)).total;
            let is_now = last == self.today;
            let year_before =
                if is_now { then(days_before(year_ago, 1)) + same_hours } else { then(months_back(last, 12)) };
            AccountingMonth { month: month_text(first), total: sums.total, documents: sums.documents, year_before }
        };
        Ok(spans.into_iter().map(month).collect())
    }

    pub(super) async fn load_by_year(&self, tx: &mut Tx, years: u32) -> Result<Vec<AccountingYear>> {
        let first = months_back(first_of_year(self.today), 12 * (years - 1));
        let sold = self.load_days(tx, first).await?;
        let year = |year: i32| {
            let sums_of_year = sold.iter().filter(|sum| sum.business_day.year() == year).cloned().collect::<Vec<_>>();
            let sums = sum_all(&sums_of_year);
            AccountingYear { year, total: sums.total, documents: sums.documents }
        };
        Ok((first.year()..=self.today.year()).map(year).collect())
    }

    pub(super) async fn load_top_products(&self, tx: &mut Tx) -> Result<Vec<AccountingProduct>> {
        let span = (first_of_month(self.today), self.today);
        let sold = figures::load_day_sums(tx, span, Cut::Product, &self.filter, self.settings.time_zone).await?;
        let names = store::load_product_names_with_unit(tx).await?;
        let total = sum_all(&sold).total;
        let mut products: Vec<AccountingProduct> = Vec::new();
        for sum in sold.iter().filter(|sum| !figures::is_own_line(&sum.key)) {
            let product_id = sum.key.parse().unwrap_or_default();
            if let Some(known) = products.iter_mut().find(|p| p.product_id == product_id) {
                known.quantity += sum.sums.quantity;
                known.total += sum.sums.total;
            } else {
                let name = names.get(&sum.key).cloned().unwrap_or_default();
                let (quantity, total) = (sum.sums.quantity, sum.sums.total);
                products.push(AccountingProduct { product_id, name, quantity, total, share_percent: None });
            }
        }
        products.sort_by(|a, b| (b.total, &a.name).cmp(&(a.total, &b.name)));
        products.truncate(TOP_PRODUCTS);
        for product in &mut products {
            product.share_percent = percent_of(product.total, total);
        }
        Ok(products)
    }

    pub(super) async fn load_margin_by_month(&self, tx: &mut Tx, months: u32) -> Result<Vec<AccountingMargin>> {
        let spans = self.month_spans(months);
        let Some((first, _)) = spans.first().copied() else { return Ok(Vec::new()) };
        let sold = self.load_days(tx, first).await?;
        let month = |(first, last): (NaiveDate, NaiveDate)| {
            let sums = sum_between(&sold, (first, last));
            let margin = (sums.covered - sums.cost).to_centimos();
            AccountingMargin {
                month: month_text(first),
                net: sums.net,
                cost: sums.cost.to_centimos(),
                margin,
                margin_percent: percent_of(margin, sums.covered),
                covered_percent: covered_percent(sums.covered, sums.net),
            }
        };
        Ok(spans.into_iter().map(month).collect())
    }

    /// Returns the first and last day of the last months; the present month ends today.
    fn month_spans(&self, months: u32) -> Vec<(NaiveDate, NaiveDate)> {
        let this = first_of_month(self.today);
        let month = |n: u32| {
            let first = months_back(this, n);
            let next = first.checked_add_months(Months::new(1)).unwrap_or(first);
            (first, days_before(next, 1).min(self.today))
        };
        (0..months).rev().map(month).collect()
    }
}

/// Returns the requested number of days, weeks, months or years. Refuses with 422 a number outside of 1 to `most`.
pub(super) fn validated_count(field: &str, requested: Option<u32>, usual: u32, most: u32) -> Result<u32> {
    let count = requested.unwrap_or(usual);
    if (1..=most).contains(&count) {
        return Ok(count);
    }
    invalid(field, format!("Va de 1 a {most}.")).err()
}

fn sum_between(days: &[DaySum], (first, last): (NaiveDate, NaiveDate)) -> Sums {
    let mut sums = Sums::default();
    days.iter().filter(|sum| (first..=last).contains(&sum.business_day)).for_each(|sum| sums += sum.sums);
    sums
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

fn first_of_year(day: NaiveDate) -> NaiveDate {
    NaiveDate::from_ymd_opt(day.year(), 1, 1).unwrap_or(day)
}

fn months_back(day: NaiveDate, months: u32) -> NaiveDate {
    day.checked_sub_months(Months::new(months)).unwrap_or(day)
}

fn month_text(day: NaiveDate) -> String {
    day.format("%Y-%m").to_string()
}
