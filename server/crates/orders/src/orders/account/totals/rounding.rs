//! The céntimos by which the documents of one account are rounded. Each document is rounded by itself, so once one of them was taken back the
//! total of what is left may differ by céntimos from the payments that are left, and nobody owes these.

use super::{Account, Totals};
use crate::orders::account::adjustment::AdjustmentKind;
use comanda_base::money::{Money, SCALE};

/// The most céntimos that each unit of an account is rounded by: its price, recargo and tip, on its document.
const ROUNDED_BY_UNIT: i64 = 2;

impl Account {
    /// Tells whether the total is what was paid, but for the céntimos of rounding.
    pub fn matches_payments(&self) -> bool {
        let units: i64 = self.live_lines().map(|line| line.qty_original.millionths() / SCALE + 1).sum();
        let difference = self.totals.total - self.totals.paid;
        difference.max(-difference) <= Money::centimos(ROUNDED_BY_UNIT * units)
    }
    /// Returns an account that was closed as paid at the total that was paid. Its last discount or charge bears the céntimos, so that
    /// subtotal, discounts and charges still add up to the total, and so does one of its shares. A larger difference is no rounding and
    /// stays.
    pub fn closed_as_paid(mut self) -> Self {
        if !self.matches_payments() {
            return self;
        }
        let rounding = self.totals.paid - self.totals.total;
        if let Some((_, share)) = self.shares.iter_mut().rfind(|(_, share)| !(*share + rounding).is_negative()) {
            *share += rounding;
        }
        self.totals.round_to_paid(rounding);
        self
    }
}

impl Totals {
    fn round_to_paid(&mut self, rounding: Money) {
        let discounts = self.discounts.iter_mut().filter(|discount| !discount.is_courtesy);
        let charges = self.charges.iter_mut().filter(|charge| charge.kind != Some(AdjustmentKind::Tip));
        if let Some(discount) = discounts.last() {
            discount.amount -= rounding;
        } else if let Some(charge) = charges.last() {
            charge.amount += rounding;
        }
        self.total = self.paid;
        self.due = Money::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use crate::orders::{
        account::{
            Account,
            adjustment::{AdjustmentKind, Rate},
        },
        sample::{sample_adjustment, sample_line},
    };
    use comanda_base::money::{Money, Quantity};
    use comanda_platform::settings::{Regime, TaxRule};
    use proptest::prelude::*;

    const TAX: TaxRule = TaxRule {
        percent: Quantity::units(18),
        exonerated: false,
        regime: Regime::General,
        bag_tax: Money::centimos(50),
    };

    fn sum(amounts: impl Iterator<Item = Money>) -> Money {
        amounts.sum()
    }
    fn soles(text: &str) -> Money {
        text.parse().unwrap()
    }
    /// Returns what was left of an account of eight dishes with a discount once the document of the second part was refunded.
    fn remainder(kind: AdjustmentKind, percent: &str, paid: Money) -> Account {
        let lines = [54, 135, 59, 166]
            .iter()
            .enumerate()
            .map(|(i, price)| sample_line(i as i64 + 1, "Plato", &format!("{price}.00"), 1));
        Account::new(lines.collect(), vec![sample_adjustment(kind, Rate::Percent(percent.parse().unwrap()))], paid, TAX)
    }

    #[test]
    fn an_account_closed_as_paid_owes_no_centimo() {
        // 25.07 % of 414.00 is 103.79, which leaves 310.21.
        let account = remainder(AdjustmentKind::Discount, "25.07", soles("310.20")).closed_as_paid();
        assert_eq!(account.totals.total, soles("310.20"));
        assert_eq!(account.totals.due, Money::ZERO);
        assert_eq!(account.totals.discounts[0].amount, soles("103.80"));
    }

    #[test]
    fn more_than_rounding_stays_a_debt() {
        let account = remainder(AdjustmentKind::Discount, "25.07", soles("309.00")).closed_as_paid();
        assert_eq!(account.totals.total, soles("310.21"));
        assert_eq!(account.totals.due, soles("1.21"));
    }

    proptest! {
        #[test]
        fn the_figures_add_up_whatever_was_paid(difference in -16i64..=16, percent in 1u32..=5_000, is_discount: bool) {
            let kind = if is_discount { AdjustmentKind::Discount } else { AdjustmentKind::Service };
            let percent = format!("{}.{:02}", percent / 100, percent % 100);
            let paid = remainder(kind, &percent, Money::ZERO).totals.total + Money::centimos(difference);
            let account = remainder(kind, &percent, paid).closed_as_paid();
            let totals = &account.totals;
            prop_assert_eq!(totals.total, paid);
            let discounts = sum(totals.discounts.iter().map(|discount| discount.amount));
            let charges = sum(totals.charges.iter().map(|charge| charge.amount));
            prop_assert_eq!(totals.subtotal - discounts + charges, paid);
            prop_assert_eq!(sum(account.shares().iter().map(|share| share.1)), paid);
        }
    }
}
