//! The report: money by way to pay. What was sold on credit is no money, and stands apart.

use crate::reports::{
    of_person::OfPerson,
    span::Span,
    store::{self, MoneyOperation},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{PaymentOptionId, UserId},
    money::{Money, Quantity, percent_of},
};
use comanda_ledgers::figures::{self, MoneyIn, WantedMoney};
use comanda_masterdata::payment_options::{self, PaymentOption};
use serde::Serialize;
use std::{
    collections::{BTreeMap, HashMap},
    ops::AddAssign,
};
use utoipa::ToSchema;

/// What some money comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodSums {
    /// Less change.
    pub received: Money,
    pub refunds: Money,
    /// Collected of debts: sales of another day.
    pub collections: Money,
    /// Received less refunds, and what was collected.
    pub total: Money,
    /// Within it: what was given beside the documents, less what of that went back.
    pub tips: Money,
    /// Payments, refunds and collections.
    pub operations: i64,
}

impl AddAssign<&MoneyIn> for MethodSums {
    fn add_assign(&mut self, m: &MoneyIn) {
        self.received += m.received;
        self.refunds += m.refunds;
        self.collections += m.collections;
        self.total += m.received - m.refunds + m.collections;
        self.tips += m.tips;
        self.operations += m.operations;
    }
}

/// A way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodRow {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    pub sums: MethodSums,
    /// What it came to in the period before.
    pub before: Money,
    /// Against it; null where it was nothing.
    pub change_percent: Option<Quantity>,
    /// Of all money.
    pub share_percent: Option<Quantity>,
}

/// What one way to pay comes to on a day or with a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodTotal {
    pub payment_option_id: PaymentOptionId,
    pub total: Money,
}

/// A business day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodDay {
    pub date: NaiveDate,
    pub total: Money,
    /// Of ways that brought anything.
    pub methods: Vec<MethodTotal>,
}

/// Who collected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodCashier {
    pub user_id: UserId,
    pub name: String,
    pub sums: MethodSums,
    pub methods: Vec<MethodTotal>,
}

/// Answer of `GET /payment-method-report`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentMethodReport {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub before_start_date: NaiveDate,
    pub before_end_date: NaiveDate,
    /// The last day is not over.
    pub is_partial: bool,
    pub totals: MethodSums,
    pub before: Money,
    /// Of `totals.total`: what was given beside the documents.
    pub tips: Money,
    /// The most first.
    pub methods: Vec<MethodRow>,
    /// Sold on credit, less what went back: no money yet.
    pub credit: Money,
    /// All days in order.
    pub days: Vec<MethodDay>,
    /// The most first.
    pub cashiers: Vec<MethodCashier>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct Asked {
    pub span: Span,
    pub of: OfPerson,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
}

impl Asked {
    pub(super) fn wanted(&self, span: Span) -> WantedMoney {
        WantedMoney { days: span.pair(), user: self.of.user_id, cashbox: self.of.cashbox_id, ..WantedMoney::default() }
    }
}

pub(in crate::reports) async fn report(tx: &mut Tx, asked: Asked) -> Result<PaymentMethodReport> {
    let before_span = asked.span.before();
    let options = payment_options::payment_options(tx).await?;
    let (on_credit, now) = apart(figures::money_in(tx, &asked.wanted(asked.span)).await?, &options);
    let mut money_before = Vec::new();
    for (span, until) in asked.span.before_until(asked.today, asked.now) {
        money_before.extend(figures::money_in(tx, &WantedMoney { until, ..asked.wanted(span) }).await?);
    }
    let (_, before) = apart(money_before, &options);
    let names = store::names_of_people(tx).await?;
    let totals = sum(&now);
    let total_before = sum(&before).total;
    let mut methods: Vec<MethodRow> =
        options.iter().filter_map(|option| method(option, &now, &before, totals.total)).collect();
    methods.sort_by_key(|method| std::cmp::Reverse(method.sums.total));
    let day = |date: NaiveDate| {
        let of_day: Vec<MoneyIn> = now.iter().filter(|m| m.business_day == date).copied().collect();
        MethodDay { date, total: sum(&of_day).total, methods: by_method(&of_day) }
    };
    let days = asked.span.first.iter_days().take_while(|d| *d <= asked.span.last).map(day).collect();
    Ok(PaymentMethodReport {
        start_date: asked.span.first,
        end_date: asked.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        is_partial: asked.span.last >= asked.today,
        totals,
        before: total_before,
        tips: totals.tips,
        methods,
        credit: sum(&on_credit).total,
        days,
        cashiers: cashiers(&now, &names),
    })
}

/// Payments, refunds and collections of business days, the latest first and so many at most.
pub async fn operations_of(
    tx: &mut Tx,
    days: (NaiveDate, NaiveDate),
    option: Option<PaymentOptionId>,
    at_most: i64,
) -> Result<Vec<MoneyOperation>> {
    let wanted = WantedMoney { days, option, ..WantedMoney::default() };
    Ok(store::money_operations(tx, &wanted, None, (at_most, 0)).await?)
}

/// What was sold on credit, and all else.
fn apart(all: Vec<MoneyIn>, options: &[PaymentOption]) -> (Vec<MoneyIn>, Vec<MoneyIn>) {
    let is_credit = |m: &MoneyIn| options.iter().any(|o| o.id == m.payment_option_id && o.is_credit());
    all.into_iter().partition(is_credit)
}

fn sum(all: &[MoneyIn]) -> MethodSums {
    let mut sums = MethodSums::default();
    all.iter().for_each(|m| sums += m);
    sums
}

/// None where it brought nothing, then and before.
fn method(option: &PaymentOption, now: &[MoneyIn], before: &[MoneyIn], all: Money) -> Option<MethodRow> {
    let of = |money: &[MoneyIn]| -> Vec<MoneyIn> {
        money.iter().filter(|m| m.payment_option_id == option.id).copied().collect()
    };
    let (sums, before) = (sum(&of(now)), sum(&of(before)));
    let is_used = sums.operations + before.operations > 0;
    is_used.then(|| MethodRow {
        payment_option_id: option.id,
        name: option.name.clone(),
        is_cash: option.is_cash,
        before: before.total,
        change_percent: percent_of(sums.total - before.total, before.total),
        share_percent: percent_of(sums.total, all),
        sums,
    })
}

fn by_method(money: &[MoneyIn]) -> Vec<MethodTotal> {
    let mut sums = BTreeMap::<PaymentOptionId, MethodSums>::new();
    money.iter().for_each(|m| *sums.entry(m.payment_option_id).or_default() += m);
    sums.into_iter().map(|(payment_option_id, sums)| MethodTotal { payment_option_id, total: sums.total }).collect()
}

fn cashiers(money: &[MoneyIn], names: &HashMap<String, String>) -> Vec<MethodCashier> {
    let mut of = BTreeMap::<UserId, Vec<MoneyIn>>::new();
    money.iter().for_each(|m| of.entry(m.user_id).or_default().push(*m));
    let cashier = |(user_id, money): (UserId, Vec<MoneyIn>)| MethodCashier {
        user_id,
        name: names.get(&user_id.to_string()).cloned().unwrap_or_default(),
        sums: sum(&money),
        methods: by_method(&money),
    };
    let mut cashiers: Vec<MethodCashier> = of.into_iter().map(cashier).collect();
    cashiers.sort_by_key(|cashier| std::cmp::Reverse(cashier.sums.total));
    cashiers
}
