//! Estimates what the change costs the house in a month at the same prices, from the sales of the last four weeks.

use super::{coming_change::ComingChange, margins::PriceParts};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity, fraction, percent_of},
    words::IgvTreatment,
};
use comanda_ledgers::figures::{self, Cut, SalesChannel, SalesFilter, Sums};
use comanda_masterdata::catalog::dish_costs::PricedDish;
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// The business days that represent a month; each day of the week occurs equally often.
const DAYS: u64 = 28;

/// The sales of the last finished business days, and what the change takes from them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MonthOfSales {
    pub days: u64,
    /// Sales without IGV and recargo.
    pub sales: Money,
    pub less_left: Money,
    /// The loss in per cent of the sales, to a tenth; null where nothing was sold.
    pub less_percent: Option<Quantity>,
    pub more_tax: Money,
    /// The recargo that the staff loses on accounts at tables.
    pub less_service: Money,
    /// The house's recargo al consumo, per cent.
    pub service_percent: Quantity,
}

/// Recent sales, by product and in total.
pub(super) struct RecentSales {
    pub by_product: HashMap<i64, Quantity>,
    net_by_product: HashMap<i64, Money>,
    net: Money,
    at_tables: Money,
}

impl RecentSales {
    /// Loads the sales of the last [`DAYS`] finished business days.
    pub async fn load(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> Result<Self> {
        let today = settings.business_day(now);
        let span = (days_before(today, DAYS), days_before(today, 1));
        let zone = settings.time_zone;
        let cuts = [Cut::Product, Cut::Channel];
        let [products, channels] = figures::load_day_sums_by(tx, span, cuts, &SalesFilter::default(), zone).await?;
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

    /// Computes what `change` takes from these sales. Products without IGV lose nothing.
    pub fn monthly_cost(&self, change: &ComingChange, settings: &Settings, dishes: &[PricedDish]) -> MonthOfSales {
        let untaxed = dishes.iter().filter(|dish| dish.igv_treatment != IgvTreatment::Taxed);
        let untaxed: HashSet<i64> = untaxed.map(|dish| dish.product_id.0).collect();
        let untaxed: Money =
            self.net_by_product.iter().filter(|(id, _)| untaxed.contains(id)).map(|(_, net)| *net).sum();
        let taxed = self.net - untaxed;
        let at_tables = fraction(taxed, self.at_tables.millionths(), self.net.millionths());
        let loss = |net: Money, parts: &dyn Fn(Quantity) -> PriceParts| {
            net - parts(change.from).net_under(parts(change.to), net)
        };
        let loss_at_tables = loss(at_tables, &|igv| PriceParts::at_table(igv, settings));
        let less_left = loss_at_tables + loss(taxed - at_tables, &PriceParts::without_service);
        let less_service = loss_at_tables.percent(settings.service_percent).unwrap_or_default();
        // Prices stay, so whatever the net amount and the included recargo lose becomes tax.
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

fn days_before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}
