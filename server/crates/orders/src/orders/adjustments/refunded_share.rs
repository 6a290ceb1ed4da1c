//! A fixed discount when part of what it was given on is refunded: the share of the refunded units goes with them, as a percentage does by
//! itself. Else the guest would get back more than was paid for them, and what stays sold would cost less than before.

use crate::orders::{
    account::{Account, Adjustment, AdjustmentKind, Rate},
    store,
};
use comanda_base::{
    error::Result,
    ids::LineId,
    money::{Money, Quantity, distribute},
};
use comanda_platform::use_case::Work;

impl Account {
    /// Returns the adjustments of the account without some units of its lines; `removed` states how many of each line.
    pub fn adjustments_without(&self, removed: impl Fn(LineId) -> Quantity) -> Vec<Adjustment> {
        let reduced = |adjustment: &Adjustment| Adjustment {
            rate: self.rate_without(adjustment, &removed),
            ..adjustment.clone()
        };
        self.adjustments.iter().map(reduced).collect()
    }

    fn rate_without(&self, adjustment: &Adjustment, removed: &impl Fn(LineId) -> Quantity) -> Rate {
        let (AdjustmentKind::Discount, Rate::Fixed(amount)) = (adjustment.kind, adjustment.rate) else {
            return adjustment.rate;
        };
        let (mut stays, mut leaves) = (Money::ZERO, Money::ZERO);
        for line in self.live_lines().filter(|line| adjustment.applies_to(line)) {
            let staying = line.amount(line.qty_original - removed(line.id).min(line.qty_original));
            stays += staying;
            leaves += line.amount(line.qty_original) - staying;
        }
        // Where nothing of it stays there is nothing left to take the discount off.
        if leaves.is_zero() || stays.is_zero() {
            return adjustment.rate;
        }
        distribute(amount.to_centimos(), &[stays, leaves]).first().copied().map_or(adjustment.rate, Rate::Fixed)
    }
}

/// Takes the share of refunded units off the fixed discounts of a locked account, before the units are dismissed.
pub async fn reduce_fixed_discounts(
    work: &mut Work<'_>,
    account: &Account,
    units: &[(LineId, Quantity)],
) -> Result<()> {
    let removed = |id: LineId| units.iter().filter(|(line, _)| *line == id).map(|(_, quantity)| *quantity).sum();
    let changed = account.adjustments_without(removed).into_iter().zip(&account.adjustments);
    let amounts = changed.filter(|(is, was)| is.rate != was.rate).filter_map(|(is, _)| match is.rate {
        Rate::Fixed(amount) => Some((is.id, amount)),
        Rate::Percent(_) => None,
    });
    store::set_fixed_amounts(work.tx, &amounts.collect::<Vec<_>>()).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{
        adjustments::tests::TAX,
        sample::{sample_adjustment, sample_line},
    };
    use comanda_base::money::Quantity;

    fn account(lines: &[(&str, i64)], discount: &str) -> Account {
        let lines = lines.iter().zip(1..).map(|((price, quantity), id)| sample_line(id, "Plato", price, *quantity));
        let discount = sample_adjustment(AdjustmentKind::Discount, Rate::Fixed(discount.parse().unwrap()));
        Account::new(lines.collect(), vec![discount], Money::ZERO, TAX)
    }
    fn left(account: &Account, removed: i64) -> String {
        let rest = account.adjustments_without(|id| if id.0 == 1 { Quantity::units(removed) } else { Quantity::ZERO });
        let Rate::Fixed(amount) = rest[0].rate else { panic!("{rest:?}") };
        amount.to_string()
    }

    #[test]
    fn the_share_of_refunded_units_goes_with_them() {
        let dishes = account(&[("22", 9), ("22", 1)], "22");
        assert_eq!(left(&dishes, 9), "2.20");
        assert_eq!(left(&dishes, 1), "19.80");
        assert_eq!(left(&dishes, 0), "22.00");
        assert_eq!(left(&account(&[("500", 1), ("50", 1)], "55"), 1), "5.00");
        assert_eq!(left(&account(&[("10", 1)], "3"), 1), "3.00", "nothing stays");
    }
}
