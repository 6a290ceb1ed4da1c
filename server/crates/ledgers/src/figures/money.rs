//! Money that came in by each payment method: payments less change, refunds, and collections of debts, with the tips among them. The sums
//! of days that are over are kept, like those of sales.

use super::{
    days::unstored_spans,
    days_store,
    money_store::{self as store, TippedPart},
};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::{CashboxId, CycleId, PaymentOptionId, UserId},
    money::{Money, spread_by_weights},
};
use std::collections::BTreeMap;

/// The money that one user received by one payment method in a cash cycle on a business day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct ReceivedMoney {
    pub business_day: NaiveDate,
    pub payment_option_id: PaymentOptionId,
    pub user_id: UserId,
    pub cycle_id: CycleId,
    /// Payments, less change.
    pub received: Money,
    pub refunds: Money,
    pub collections: Money,
    /// The tips within `received`: what was paid beyond the documents, less the part of it that was refunded.
    pub tips: Money,
    /// The number of payments, refunds and collections.
    pub operations: i64,
}

/// The filter of the money to add up.
#[derive(Debug, Clone, Copy, Default)]
pub struct MoneyFilter {
    /// The first and last business day on which the money came in.
    pub days: (NaiveDate, NaiveDate),
    pub user: Option<UserId>,
    pub cashbox: Option<CashboxId>,
    pub option: Option<PaymentOptionId>,
    /// Counts only operations up to this moment.
    pub until: Option<DateTime<Utc>>,
    /// Counts only cycles that were opened between these business days.
    pub opened: Option<(NaiveDate, NaiveDate)>,
}

impl MoneyFilter {
    /// Selects all money of the cycles that were opened between these business days, whenever it came in.
    pub fn for_cycles(opened: (NaiveDate, NaiveDate), cashbox: Option<CashboxId>) -> Self {
        // A restaurant may change the hour at which its day begins while a cycle is open, so the money may bear an earlier day.
        let first = opened.0.checked_sub_days(Days::new(2)).unwrap_or(opened.0);
        let last = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(NaiveDate::MAX);
        Self { days: (first, last), cashbox, opened: Some(opened), ..Self::default() }
    }
}

/// Loads the money by method, user, business day and cycle, in no order. Sales on credit are included under their method.
pub async fn load_received_money(tx: &mut Tx, filter: &MoneyFilter) -> db::Result<Vec<ReceivedMoney>> {
    let kept = if filter.until.is_none() { days_store::list_stored_days(tx, filter.days).await? } else { Vec::new() };
    let mut all = if kept.is_empty() { Vec::new() } else { store::load_stored_sums(tx, filter).await? };
    for days in unstored_spans(filter.days, &kept) {
        all.extend(sum_operations(tx, &MoneyFilter { days, ..*filter }).await?);
    }
    Ok(all)
}

/// Adds up the same money from payments, refunds and collections, without the kept sums.
pub(super) async fn sum_operations(tx: &mut Tx, filter: &MoneyFilter) -> db::Result<Vec<ReceivedMoney>> {
    let mut all: BTreeMap<_, ReceivedMoney> =
        store::sum_by_method(tx, filter).await?.into_iter().map(|money| (money_key(&money), money)).collect();
    for tip in split_tips(&store::load_tipped_parts(tx, filter, None).await?) {
        if filter.option.is_none_or(|option| option == tip.payment_option_id) {
            all.entry(money_key(&tip)).and_modify(|money| money.tips += tip.tips).or_insert(tip);
        }
    }
    Ok(all.into_values().collect())
}

/// Loads the tips of a business day on the accounts that a user attends, by payment method.
pub async fn load_attendant_tips(
    tx: &mut Tx,
    day: NaiveDate,
    attendant: UserId,
) -> db::Result<BTreeMap<PaymentOptionId, Money>> {
    let filter = MoneyFilter { days: (day, day), ..MoneyFilter::default() };
    let mut by_option = BTreeMap::new();
    for money in split_tips(&store::load_tipped_parts(tx, &filter, Some(attendant)).await?) {
        *by_option.entry(money.payment_option_id).or_insert(Money::ZERO) += money.tips;
    }
    Ok(by_option)
}

fn money_key(money: &ReceivedMoney) -> (NaiveDate, PaymentOptionId, UserId, CycleId) {
    (money.business_day, money.payment_option_id, money.user_id, money.cycle_id)
}

/// Divides each tip over the methods of its payment in proportion, exact to the céntimo; credit gets none of it if there is another method.
fn split_tips(parts: &[TippedPart]) -> Vec<ReceivedMoney> {
    let payments = parts.chunk_by(|a, b| (a.is_refund, a.id) == (b.is_refund, b.id));
    payments
        .flat_map(|parts| {
            let has_other = parts.iter().any(|part| !part.is_credit && !part.amount.is_zero());
            let weight = |part: &TippedPart| if has_other && part.is_credit { Money::ZERO } else { part.amount };
            let shares = spread_by_weights(parts[0].tip, &parts.iter().map(weight).collect::<Vec<_>>());
            parts.iter().zip(shares).filter(|(_, tips)| !tips.is_zero()).map(|(part, tips)| ReceivedMoney {
                business_day: part.business_day,
                payment_option_id: part.payment_option_id,
                user_id: part.user_id,
                cycle_id: part.cycle_id,
                received: Money::ZERO,
                refunds: Money::ZERO,
                collections: Money::ZERO,
                tips,
                operations: 0,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(id: i64, is_refund: bool, tip: &str, (option, is_credit, amount): (i64, bool, &str)) -> TippedPart {
        TippedPart {
            id,
            is_refund,
            business_day: NaiveDate::from_ymd_opt(2026, 11, 26).unwrap(),
            user_id: UserId(3),
            cycle_id: CycleId(7),
            tip: tip.parse().unwrap(),
            payment_option_id: PaymentOptionId(option),
            is_credit,
            amount: amount.parse().unwrap(),
        }
    }

    #[test]
    fn a_tip_is_divided_over_the_methods_of_its_payment() {
        let parts = [
            part(1, false, "10.00", (1, false, "30.00")),
            part(1, false, "10.00", (2, false, "60.00")),
            part(2, false, "5.00", (2, false, "20.00")),
            part(2, false, "5.00", (5, true, "80.00")),
            part(3, false, "0.50", (5, true, "12.00")),
            // A refund of the same number is another operation.
            part(1, true, "-10.00", (1, false, "30.00")),
        ];
        let found: Vec<_> = split_tips(&parts).iter().map(|m| (m.payment_option_id.0, m.tips.to_string())).collect();
        let expected = [(1, "3.33"), (2, "6.67"), (2, "5.00"), (5, "0.50"), (1, "-10.00")];
        assert_eq!(found, expected.map(|(option, tips)| (option, tips.to_owned())));
    }
}
