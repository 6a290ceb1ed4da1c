//! The open amounts of instalments: collections pay the first ones first, reductions take the last ones off first. Pure.

use chrono::{Days, NaiveDate};
use comanda_base::money::Money;
use comanda_invoicing::billing::Instalment;

/// Returns the open amount of each instalment, in their order.
pub fn open_amounts(agreed: &[Instalment], reduced: Money, collected: Money) -> Vec<Money> {
    let mut open: Vec<Money> = agreed.iter().map(|i| i.amount).collect();
    take(open.iter_mut().rev(), reduced);
    take(open.iter_mut(), collected);
    open
}

fn take<'m>(parts: impl Iterator<Item = &'m mut Money>, mut amount: Money) {
    for part in parts {
        let part_taken = part.at_most(amount);
        *part -= part_taken;
        amount -= part_taken;
    }
}

/// Returns the open instalments; what is due by today is put off to tomorrow.
pub fn remaining_from_tomorrow(
    agreed: &[Instalment],
    reduced: Money,
    collected: Money,
    today: NaiveDate,
) -> Vec<Instalment> {
    let tomorrow = today.checked_add_days(Days::new(1)).unwrap_or(today);
    let mut upcoming: Vec<Instalment> = Vec::new();
    for (instalment, amount) in agreed.iter().zip(open_amounts(agreed, reduced, collected)) {
        let due_on = instalment.due_on.max(tomorrow);
        match upcoming.last_mut() {
            _ if amount.is_zero() => {}
            Some(last) if last.due_on == due_on => last.amount += amount,
            _ => upcoming.push(Instalment { amount, due_on }),
        }
    }
    upcoming
}

/// Allocates an amount to debts, the first one first. Returns the share of each.
pub fn allocate_to_debts(dues: &[Money], amount: Money) -> Vec<Money> {
    let mut remaining = dues.to_vec();
    take(remaining.iter_mut(), amount);
    dues.iter().zip(remaining).map(|(due, remaining)| *due - remaining).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agreed(list: &[(&str, &str)]) -> Vec<Instalment> {
        let instalment = |(amount, due_on): &(&str, &str)| Instalment {
            amount: amount.parse().unwrap(),
            due_on: due_on.parse().unwrap(),
        };
        list.iter().map(instalment).collect()
    }
    fn texts(amounts: &[Money]) -> Vec<String> {
        amounts.iter().map(Money::to_string).collect()
    }

    #[test]
    fn payments_reduce_the_first_instalments_and_returns_the_last() {
        let three = agreed(&[("40", "2026-12-01"), ("40", "2027-01-01"), ("20", "2027-02-01")]);
        let remaining = |reduced: &str, collected: &str| {
            texts(&open_amounts(&three, reduced.parse().unwrap(), collected.parse().unwrap()))
        };
        assert_eq!(remaining("0", "50"), ["0.00", "30.00", "20.00"]);
        assert_eq!(remaining("30", "0"), ["40.00", "30.00", "0.00"]);
        assert_eq!(remaining("30", "70"), ["0.00", "0.00", "0.00"]);
    }

    #[test]
    fn a_due_date_in_the_past_moves_to_tomorrow() {
        let three = agreed(&[("40", "2026-12-01"), ("40", "2027-01-01"), ("20", "2027-02-01")]);
        let to_come =
            remaining_from_tomorrow(&three, Money::units(10), Money::units(15), "2027-01-15".parse().unwrap());
        assert_eq!(to_come, agreed(&[("65", "2027-01-16"), ("10", "2027-02-01")]));
        assert!(
            remaining_from_tomorrow(&three, Money::units(100), Money::ZERO, "2026-11-01".parse().unwrap()).is_empty()
        );
    }

    proptest! {
        #[test]
        fn open_amounts_add_up_to_the_amount_due(
            amounts in prop::collection::vec(1i64..10_000, 1..24), back in 0i64..=100, paid in 0i64..=100,
        ) {
            let day: NaiveDate = "2026-12-01".parse().unwrap();
            let agreed: Vec<Instalment> =
                (0..).zip(&amounts).map(|(i, a)| Instalment { amount: Money::centimos(*a), due_on: day + Days::new(i) }).collect();
            let total: i64 = amounts.iter().sum();
            let reduced = total * back / 100;
            let collected = (total - reduced) * paid / 100;
            let open = open_amounts(&agreed, Money::centimos(reduced), Money::centimos(collected));
            prop_assert_eq!(open.iter().copied().sum::<Money>(), Money::centimos(total - reduced - collected));
            prop_assert!(open.iter().all(|a| !a.is_negative()));
        }
    }
}
