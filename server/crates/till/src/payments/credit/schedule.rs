//! What is still open of each instalment: money collected pays the first ones first, what was taken back takes the last ones off
//! first. Pure.

use chrono::{Days, NaiveDate};
use comanda_base::money::Money;
use comanda_invoicing::billing::Instalment;

/// What is open of each, in their order.
pub fn open(agreed: &[Instalment], reduced: Money, collected: Money) -> Vec<Money> {
    let mut open: Vec<Money> = agreed.iter().map(|i| i.amount).collect();
    take(open.iter_mut().rev(), reduced);
    take(open.iter_mut(), collected);
    open
}

fn take<'m>(parts: impl Iterator<Item = &'m mut Money>, mut amount: Money) {
    for part in parts {
        let takes = part.at_most(amount);
        *part -= takes;
        amount -= takes;
    }
}

/// What is open, with what is due by today put off to tomorrow.
pub fn from_tomorrow(agreed: &[Instalment], reduced: Money, collected: Money, today: NaiveDate) -> Vec<Instalment> {
    let tomorrow = today.checked_add_days(Days::new(1)).unwrap_or(today);
    let mut to_come: Vec<Instalment> = Vec::new();
    for (instalment, amount) in agreed.iter().zip(open(agreed, reduced, collected)) {
        let due_on = instalment.due_on.max(tomorrow);
        match to_come.last_mut() {
            _ if amount.is_zero() => {}
            Some(last) if last.due_on == due_on => last.amount += amount,
            _ => to_come.push(Instalment { amount, due_on }),
        }
    }
    to_come
}

/// So much money over debts, the first one first: what each gets.
pub fn shared(dues: &[Money], amount: Money) -> Vec<Money> {
    let mut left = dues.to_vec();
    take(left.iter_mut(), amount);
    dues.iter().zip(left).map(|(due, left)| *due - left).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agreed(list: &[(&str, &str)]) -> Vec<Instalment> {
        let of = |(amount, due_on): &(&str, &str)| Instalment {
            amount: amount.parse().unwrap(),
            due_on: due_on.parse().unwrap(),
        };
        list.iter().map(of).collect()
    }
    fn texts(amounts: &[Money]) -> Vec<String> {
        amounts.iter().map(Money::to_string).collect()
    }

    #[test]
    fn money_pays_the_first_and_returns_take_off_the_last() {
        let three = agreed(&[("40", "2026-12-01"), ("40", "2027-01-01"), ("20", "2027-02-01")]);
        let left =
            |reduced: &str, collected: &str| texts(&open(&three, reduced.parse().unwrap(), collected.parse().unwrap()));
        assert_eq!(left("0", "50"), ["0.00", "30.00", "20.00"]);
        assert_eq!(left("30", "0"), ["40.00", "30.00", "0.00"]);
        assert_eq!(left("30", "70"), ["0.00", "0.00", "0.00"]);
    }

    #[test]
    fn no_document_tells_a_day_that_is_past() {
        let three = agreed(&[("40", "2026-12-01"), ("40", "2027-01-01"), ("20", "2027-02-01")]);
        let to_come = from_tomorrow(&three, Money::units(10), Money::units(15), "2027-01-15".parse().unwrap());
        assert_eq!(to_come, agreed(&[("65", "2027-01-16"), ("10", "2027-02-01")]));
        assert!(from_tomorrow(&three, Money::units(100), Money::ZERO, "2026-11-01".parse().unwrap()).is_empty());
    }

    proptest! {
        #[test]
        fn what_is_open_is_what_is_due(
            amounts in prop::collection::vec(1i64..10_000, 1..24), back in 0i64..=100, paid in 0i64..=100,
        ) {
            let day: NaiveDate = "2026-12-01".parse().unwrap();
            let agreed: Vec<Instalment> =
                (0..).zip(&amounts).map(|(i, a)| Instalment { amount: Money::centimos(*a), due_on: day + Days::new(i) }).collect();
            let total: i64 = amounts.iter().sum();
            let reduced = total * back / 100;
            let collected = (total - reduced) * paid / 100;
            let open = open(&agreed, Money::centimos(reduced), Money::centimos(collected));
            prop_assert_eq!(open.iter().copied().sum::<Money>(), Money::centimos(total - reduced - collected));
            prop_assert!(open.iter().all(|a| !a.is_negative()));
        }
    }
}
