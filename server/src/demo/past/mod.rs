//! What the demo restaurant sold before today: whole business days of accounts, payments, documents and closed cash cycles whose
//! figures agree with each other. First it is made up (`invent`, pure), then written in bulk.

mod invent;
mod kitchen;
mod random;
mod store;

use super::store::{catalog::Sold, guests::Guest, house::House, rooms::Spot};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result, ids::UserId, money::Money};
use comanda_orders::orders::RequestKind;
use comanda_platform::settings::{Settings, tax};

/// The restaurant that sells.
#[derive(Debug)]
pub(super) struct Scene<'s> {
    pub house: &'s House,
    pub spots: &'s [Spot],
    pub people: &'s [Guest],
    pub firms: &'s [Guest],
    pub sold: &'s [Sold],
}

/// A cash cycle from opening to closing.
#[derive(Debug)]
struct Shift {
    day: NaiveDate,
    turn: &'static str,
    opened: DateTime<Utc>,
    closed: DateTime<Utc>,
    open_amount: Money,
    expense: Option<(&'static str, Money)>,
    /// Counted less expected, in cash.
    difference: Money,
}

/// A line of a past account.
#[derive(Debug)]
struct PastLine<'s> {
    product: &'s Sold,
    /// Place among the product's variants.
    variant: Option<usize>,
    /// Place among the product's toppings.
    topping: Option<usize>,
    quantity: i64,
    base: Money,
    comment: &'static str,
    /// From sending to ready; none where nobody told the monitor.
    prepared_seconds: Option<i64>,
}

impl PastLine<'_> {
    fn variant_amount(&self) -> Money {
        self.variant.map_or(Money::ZERO, |v| self.product.variants[v].2)
    }
    fn toppings_amount(&self) -> Money {
        self.topping.map_or(Money::ZERO, |t| self.product.toppings[t].2)
    }
    fn times(&self, each: Money) -> Money {
        Money::from_millionths(each.millionths() * self.quantity)
    }
    fn total(&self) -> Money {
        self.times(self.base + self.variant_amount() + self.toppings_amount())
    }
}

/// What was handed over by one method.
#[derive(Debug)]
struct Handed {
    option: &'static str,
    amount: Money,
    tendered: Money,
    operation_number: Option<String>,
}

/// A past account, paid and closed.
#[derive(Debug)]
struct PastSale<'s> {
    /// Place among the shifts.
    shift: usize,
    kind: RequestKind,
    correlative: Option<i64>,
    spot: Option<Spot>,
    persons: i64,
    attendant: UserId,
    guest: Option<&'s Guest>,
    /// Number of its command in its day.
    command: i64,
    opened: DateTime<Utc>,
    sent: DateTime<Utc>,
    paid: DateTime<Utc>,
    lines: Vec<PastLine<'s>>,
    handed: Vec<Handed>,
    billing_type: i64,
}

impl PastSale<'_> {
    fn total(&self) -> Money {
        self.lines.iter().map(PastLine::total).sum()
    }
}

/// When the first of `past_days` business days that end with yesterday began.
pub(super) async fn begins(tx: &mut Tx, past_days: u32, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let settings = Settings::load(tx).await?;
    Ok(settings.day_begins(settings.business_day(now) - Days::new(past_days.into())))
}

/// Writes `past_days` business days that end with yesterday.
pub(super) async fn seed(tx: &mut Tx, scene: &Scene<'_>, past_days: u32, now: DateTime<Utc>) -> Result<()> {
    if past_days == 0 {
        return Ok(());
    }
    let today = Settings::load(tx).await?.business_day(now);
    let rule = tax::rule_at(tx, now).await?;
    let days = (1..=u64::from(past_days)).rev().filter_map(|back| today.checked_sub_days(Days::new(back)));
    let (shifts, sales) = invent::days(scene, days);
    let cycles = store::cycles::insert_all(tx, scene, &shifts, &sales).await?;
    let accounts = store::accounts::insert_all(tx, &shifts, &sales).await?;
    store::documents::insert_all(tx, scene, &shifts, &sales, &cycles, &accounts, rule).await
}

/// Takes what the month's sales used out of the store room, and has SUNAT refuse one document.
pub(super) async fn complete_month(tx: &mut Tx, begins: DateTime<Utc>) -> Result<()> {
    store::used::take_out(tx, begins).await?;
    store::refused::refuse_last(tx).await
}
