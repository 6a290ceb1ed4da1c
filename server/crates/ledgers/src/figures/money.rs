//! Money that came in by each way to pay: payments less change, refunds, and what was collected of debts, with the tips in it. Of days
//! that are over it is kept, as sales are.

use super::{
    days::gaps,
    days_store,
    money_store::{self as store, TippedPart},
};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::{CashboxId, CycleId, PaymentOptionId, UserId},
    money::{Money, spread},
};
use std::collections::BTreeMap;

/// What one way to pay brought somebody in a cycle on a business day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct MoneyIn {
    pub business_day: NaiveDate,
    pub payment_option_id: PaymentOptionId,
    pub user_id: UserId,
    pub cycle_id: CycleId,
    /// Less change.
    pub received: Money,
    pub refunds: Money,
    pub collections: Money,
    /// Within it: what was given beside the documents, less what of that went back.
    pub tips: Money,
    /// Payments, refunds and collections.
    pub operations: i64,
}

/// Which of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct WantedMoney {
    /// The business days that it came in on.
    pub days: (NaiveDate, NaiveDate),
    pub user: Option<UserId>,
    pub cashbox: Option<CashboxId>,
    pub option: Option<PaymentOptionId>,
    /// Not later than this.
    pub until: Option<DateTime<Utc>>,
    /// Only of cycles that were opened on these business days.
    pub opened: Option<(NaiveDate, NaiveDate)>,
}

impl WantedMoney {
    /// All money of cycles that were opened on these business days, whenever it came in.
    pub fn of_cycles(opened: (NaiveDate, NaiveDate), cashbox: Option<CashboxId>) -> Self {
        // A house may change the hour at which its day begins while a cycle is open.
        let first = opened.0.checked_sub_days(Days::new(2)).unwrap_or(opened.0);
        let last = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(NaiveDate::MAX);
        Self { days: (first, last), cashbox, opened: Some(opened), ..Self::default() }
    }
}

/// What each way to pay brought each person, day by day and cycle by cycle, in no order. What was sold on credit is among it.
pub async fn money_in(tx: &mut Tx, wanted: &WantedMoney) -> db::Result<Vec<MoneyIn>> {
    let kept = if wanted.until.is_none() { days_store::kept(tx, wanted.days).await? } else { Vec::new() };
    let mut all = if kept.is_empty() { Vec::new() } else { store::kept(tx, wanted).await? };
    for days in gaps(wanted.days, &kept) {
        all.extend(add_up(tx, &WantedMoney { days, ..*wanted }).await?);
    }
    Ok(all)
}

/// The same from the rows themselves.
pub(super) async fn add_up(tx: &mut Tx, wanted: &WantedMoney) -> db::Result<Vec<MoneyIn>> {
    let mut all: BTreeMap<_, MoneyIn> =
        store::moved(tx, wanted).await?.into_iter().map(|money| (key(&money), money)).collect();
    for tip in tips(&store::tipped_parts(tx, wanted, None).await?) {
        if wanted.option.is_none_or(|option| option == tip.payment_option_id) {
            all.entry(key(&tip)).and_modify(|money| money.tips += tip.tips).or_insert(tip);
        }
    }
    Ok(all.into_values().collect())
}

/// Tips of a business day at the accounts that somebody attends, by way to pay.
pub async fn tips_of(tx: &mut Tx, day: NaiveDate, attendant: UserId) -> db::Result<BTreeMap<PaymentOptionId, Money>> {
    let wanted = WantedMoney { days: (day, day), ..WantedMoney::default() };
    let mut by_option = BTreeMap::new();
    for money in tips(&store::tipped_parts(tx, &wanted, Some(attendant)).await?) {
        *by_option.entry(money.payment_option_id).or_insert(Money::ZERO) += money.tips;
    }
    Ok(by_option)
}

fn key(money: &MoneyIn) -> (NaiveDate, PaymentOptionId, UserId, CycleId) {
    (money.business_day, money.payment_option_id, money.user_id, money.cycle_id)
}

/// Each tip by the ways that its payment was made in, in proportion and to the céntimo; none of it by credit, where there is another.
fn tips(parts: &[TippedPart]) -> Vec<MoneyIn> {
    let of_one = parts.chunk_by(|a, b| (a.is_refund, a.id) == (b.is_refund, b.id));
    of_one
        .flat_map(|parts| {
            let has_other = parts.iter().any(|part| !part.is_credit && !part.amount.is_zero());
            let weight = |part: &TippedPart| if has_other && part.is_credit { Money::ZERO } else { part.amount };
            let shares = spread(parts[0].tip, &parts.iter().map(weight).collect::<Vec<_>>());
            parts.iter().zip(shares).filter(|(_, tips)| !tips.is_zero()).map(|(part, tips)| MoneyIn {
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
    fn a_tip_is_of_the_ways_that_it_was_paid_in() {
        let parts = [
            part(1, false, "10.00", (1, false, "30.00")),
            part(1, false, "10.00", (2, false, "60.00")),
            part(2, false, "5.00", (2, false, "20.00")),
            part(2, false, "5.00", (5, true, "80.00")),
            part(3, false, "0.50", (5, true, "12.00")),
            // A refund of the same number is another operation.
            part(1, true, "-10.00", (1, false, "30.00")),
        ];
        let found: Vec<_> = tips(&parts).iter().map(|m| (m.payment_option_id.0, m.tips.to_string())).collect();
        let expected = [(1, "3.33"), (2, "6.67"), (2, "5.00"), (5, "0.50"), (1, "-10.00")];
        assert_eq!(found, expected.map(|(option, tips)| (option, tips.to_owned())));
    }
}
