//! What the change costs the house in a month at the same prices, by what it sold in the last four weeks.

use super::{coming::ComingChange, margins::PriceParts};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity, part, percent_of},
    words::IgvTreatment,
};
use comanda_ledgers::figures::{self, Cut, Narrowed, SalesChannel, Sums};
use comanda_masterdata::catalog::dish_costs::PricedDish;
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// Business days that stand for a month: all days of the week as often.
const DAYS: u64 = 28;

/// What was sold in the last business days that are over, and what the change takes from it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MonthOfSales {
    pub days: u64,
    /// Without IGV and recargo.
    pub sales: Money,
    pub less_left: Money,
    /// Of the sales, per cent to a tenth; null where nothing was sold.
    pub less_percent: Option<Quantity>,
    pub more_tax: Money,
    /// What the staff gets less, of the accounts at tables.
    pub less_service: Money,
    /// The recargo al consumo of the house, per cent.
    pub service_percent: Quantity,
}

/// What was sold, by product and in all.
pub(super) struct Sold {
    pub by_product: HashMap<i64, Quantity>,
    net_by_product: HashMap<i64, Money>,
    net: Money,
    at_tables: Money,
}

impl Sold {
    /// In the last business days that are over.
    pub async fn load(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> Result<Self> {
        let today = settings.business_day(now);
        let span = (before(today, DAYS), before(today, 1));
        let zone = settings.time_zone;
        let cuts = [Cut::Product, Cut::Channel];
        let [products, channels] = figures::sold_by(tx, span, cuts, &Narrowed::default(), zone).await?;
        let mut by_product: HashMap<i64, Sums> = HashMap::new();
        for day in products {
            if let Ok(id) = day.key.parse() {
                *by_product.entry(id).or_default() += day.sums;
            }
        }
        let at_table = SalesChannel::Table.as_str();
        Ok(Self {
            by_product: by_product.iter().map(|(id, sums)| (*id, sums.quantity)).collect(),
            net_by_product: by_product.iter().map(|(id, sums)| (*id, sums.net)).collect(),
            net: channels.iter().map(|day| day.sums.net).sum(),
            at_tables: channels.iter().filter(|day| day.key == at_table).map(|day| day.sums.net).sum(),
        })
    }

    /// What `change` takes from it. What bears no IGV loses nothing.
    pub fn month(&self, change: &ComingChange, settings: &Settings, dishes: &[PricedDish]) -> MonthOfSales {
        let untaxed = dishes.iter().filter(|dish| dish.igv_treatment != IgvTreatment::Taxed);
        let untaxed: HashSet<i64> = untaxed.map(|dish| dish.product_id.0).collect();
        let untaxed: Money =
            self.net_by_product.iter().filter(|(id, _)| untaxed.contains(id)).map(|(_, net)| *net).sum();
        let taxed = self.net - untaxed;
        let at_tables = part(taxed, self.at_tables.millionths(), self.net.millionths());
        let less = |net: Money, parts: &dyn Fn(Quantity) -> PriceParts| {
            net - parts(change.from).net_under(parts(change.to), net)
        };
        let less_at_tables = less(at_tables, &|igv| PriceParts::at_table(igv, settings));
        let less_left = less_at_tables + less(taxed - at_tables, &PriceParts::without_service);
        let less_service = less_at_tables.percent(settings.service_percent).unwrap_or_default();
        // Prices stay: what is no more left of them, nor of the recargo that they hold, is tax.
        let no_more_held = if settings.prices_include_service { less_service } else { Money::ZERO };
        MonthOfSales {
            days: DAYS,
            sales: self.net,
            less_left,
            less_percent: percent_of(less_left, self.net),
            more_tax: less_left + no_more_held,
            less_service,
            service_percent: settings.service_percent,
        }
    }
}

fn before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}
