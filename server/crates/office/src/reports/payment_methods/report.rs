//! The report: money by payment method. Sales on credit are no money and are reported separately.

use crate::reports::{
    cashier_filter::CashierFilter,
    span::DaySpan,
    store::{self, MoneyOperation},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{PaymentOptionId, UserId},
    money::{Money, Quantity, percent_of},
};
use comanda_ledgers::figures::{self, MoneyFilter, ReceivedMoney};
use comanda_masterdata::payment_options::{self, PaymentOption};
use serde::Serialize;
use std::{
    collections::{BTreeMap, HashMap},
    ops::AddAssign,
};
use utoipa::ToSchema;

/// Sums of money.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodSums {
    /// Money received, less change.
    pub received: Money,
    pub refunds: Money,
    /// Collected debts, from sales of another day.
    pub collections: Money,
    /// Received less refunds, plus collections.
    pub total: Money,
    /// The part of the total that is tips outside of documents, less their refunds.
    pub tips: Money,
    /// The number of payments, refunds and collections.
    pub operations: i64,
}

impl AddAssign<&ReceivedMoney> for MethodSums {
    fn add_assign(&mut self, m: &ReceivedMoney) {
        self.received += m.received;
        self.refunds += m.refunds;
        self.collections += m.collections;
        self.total += m.received - m.refunds + m.collections;
        self.tips += m.tips;
        self.operations += m.operations;
    }
}

/// A payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodRow {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    pub sums: MethodSums,
    /// The total of the preceding period.
    pub before: Money,
    /// The change against the preceding period; null where that was zero.
    pub change_percent: Option<Quantity>,
    /// The share of the method in all money of the period, in per cent.
    pub share_percent: Option<Quantity>,
}

/// The total of one payment method on a day or of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodTotal {
    pub payment_option_id: PaymentOptionId,
    pub total: Money,
}

/// The money of a business day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodDay {
    pub date: NaiveDate,
    pub total: Money,
    /// The methods with any operation.
    pub methods: Vec<MethodTotal>,
}

/// Sums up the payments that one cashier took during the period, in total and by payment method.
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
    /// Whether the last day is not over.
    pub is_partial: bool,
    pub totals: MethodSums,
    pub before: Money,
    /// The part of `totals.total` that is tips outside of documents.
    pub tips: Money,
    /// The methods, the highest total first.
    pub methods: Vec<MethodRow>,
    /// Sales on credit less refunds, which are no money yet.
    pub credit: Money,
    /// All days in order.
    pub days: Vec<MethodDay>,
    /// The cashiers, the highest total first.
    pub cashiers: Vec<MethodCashier>,
}

/// The query of the report with its context.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct PaymentMethodQuery {
    pub span: DaySpan,
    pub cashier: CashierFilter,
    pub today: NaiveDate,
    pub now: DateTime<Utc>,
}

impl PaymentMethodQuery {
    pub(super) fn money_filter(&self, span: DaySpan) -> MoneyFilter {
        MoneyFilter {
            days: span.first_and_last(),
            user: self.cashier.user_id,
            cashbox: self.cashier.cashbox_id,
            ..MoneyFilter::default()
        }
    }
}

pub(in crate::reports) async fn load_report(tx: &mut Tx, query: PaymentMethodQuery) -> Result<PaymentMethodReport> {
    let before_span = query.span.preceding_span();
    let options = payment_options::list_payment_options(tx).await?;
    let (on_credit, now) =
        separate_credit(figures::load_received_money(tx, &query.money_filter(query.span)).await?, &options);
    let mut money_before = Vec::new();
    for (span, until) in query.span.preceding_spans_until(query.today, query.now) {
        money_before
            .extend(figures::load_received_money(tx, &MoneyFilter { until, ..query.money_filter(span) }).await?);
    }
    let (_, before) = separate_credit(money_before, &options);
    let names = store::load_people_names(tx).await?;
    let totals = sum_money(&now);
    let total_before = sum_money(&before).total;
    let mut methods: Vec<MethodRow> =
        options.iter().filter_map(|option| method_row(option, &now, &before, totals.total)).collect();
    methods.sort_by_key(|method| std::cmp::Reverse(method.sums.total));
    let day = |date: NaiveDate| {
        let day_money: Vec<ReceivedMoney> = now.iter().filter(|m| m.business_day == date).copied().collect();
        MethodDay { date, total: sum_money(&day_money).total, methods: totals_by_method(&day_money) }
    };
    let days = query.span.first.iter_days().take_while(|d| *d <= query.span.last).map(day).collect();
    Ok(PaymentMethodReport {
        start_date: query.span.first,
        end_date: query.span.last,
        before_start_date: before_span.first,
        before_end_date: before_span.last,
        is_partial: query.span.last >= query.today,
        totals,
        before: total_before,
        tips: totals.tips,
        methods,
        credit: sum_money(&on_credit).total,
        days,
        cashiers: group_by_cashier(&now, &names),
    })
}

/// Loads payments, refunds and collections of business days, the latest first and at most `max_rows`.
pub async fn load_operations(
    tx: &mut Tx,
    days: (NaiveDate, NaiveDate),
    option: Option<PaymentOptionId>,
    max_rows: i64,
) -> Result<Vec<MoneyOperation>> {
    let criteria = MoneyFilter { days, option, ..MoneyFilter::default() };
    Ok(store::list_money_operation_rows(tx, &criteria, None, (max_rows, 0)).await?)
}

/// Separates sales on credit from all other money.
fn separate_credit(all: Vec<ReceivedMoney>, options: &[PaymentOption]) -> (Vec<ReceivedMoney>, Vec<ReceivedMoney>) {
    let is_credit = |m: &ReceivedMoney| options.iter().any(|o| o.id == m.payment_option_id && o.is_credit());
    all.into_iter().partition(is_credit)
}

fn sum_money(all: &[ReceivedMoney]) -> MethodSums {
    let mut sums = MethodSums::default();
    all.iter().for_each(|m| sums += m);
    sums
}

/// Returns the row of a method; `None` without any operation in both periods.
fn method_row(
    option: &PaymentOption,
    now: &[ReceivedMoney],
    before: &[ReceivedMoney],
    all: Money,
) -> Option<MethodRow> {
    let money_of_method = |money: &[ReceivedMoney]| -> Vec<ReceivedMoney> {
        money.iter().filter(|m| m.payment_option_id == option.id).copied().collect()
    };
    let (sums, before) = (sum_money(&money_of_method(now)), sum_money(&money_of_method(before)));
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

fn totals_by_method(money: &[ReceivedMoney]) -> Vec<MethodTotal> {
    let mut sums = BTreeMap::<PaymentOptionId, MethodSums>::new();
    money.iter().for_each(|m| *sums.entry(m.payment_option_id).or_default() += m);
    sums.into_iter().map(|(payment_option_id, sums)| MethodTotal { payment_option_id, total: sums.total }).collect()
}

fn group_by_cashier(money: &[ReceivedMoney], names: &HashMap<String, String>) -> Vec<MethodCashier> {
    let mut by_cashier = BTreeMap::<UserId, Vec<ReceivedMoney>>::new();
    money.iter().for_each(|m| by_cashier.entry(m.user_id).or_default().push(*m));
    let cashier = |(user_id, money): (UserId, Vec<ReceivedMoney>)| MethodCashier {
        user_id,
        name: names.get(&user_id.to_string()).cloned().unwrap_or_default(),
        sums: sum_money(&money),
        methods: totals_by_method(&money),
    };
    let mut cashiers: Vec<MethodCashier> = by_cashier.into_iter().map(cashier).collect();
    cashiers.sort_by_key(|cashier| std::cmp::Reverse(cashier.sums.total));
    cashiers
}
