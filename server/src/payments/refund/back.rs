//! Which method gives back how much, and what the methods of the rest come to where something stays sold. Cash leaves the drawer in
//! pieces that exist: where the company rounds cash, up to S/ 0.10, in the client's favour as when it is taken. Pure.

use crate::{
    error::{Refusal, invalid},
    ids::PaymentOptionId,
    money::{CENTIMO, Money},
};

/// What one method brought, or gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    pub amount: Money,
    pub operation_number: Option<String>,
}

/// How money goes back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Back {
    /// What leaves, by method.
    pub out: Vec<Part>,
    /// What leaves beyond what the sale became less; negative where the payment itself had been rounded down.
    pub rounding: Money,
    /// What stays, by method.
    pub rest: Vec<Part>,
    /// Of what stays sold, given up by rounding cash.
    pub rest_rounding: Money,
}
impl Back {
    /// Notes and coins that leave the drawer.
    pub fn cash(&self) -> Money {
        sum_of_cash(&self.out)
    }
    /// All that leaves.
    pub fn sum(&self) -> Money {
        sum(&self.out)
    }
}

/// Cash leaves in multiples of this.
const ROUNDED_TO: i64 = 10 * CENTIMO;

fn sum(parts: &[Part]) -> Money {
    parts.iter().map(|p| p.amount).sum()
}
fn sum_of_cash(parts: &[Part]) -> Money {
    parts.iter().filter(|p| p.is_cash).map(|p| p.amount).sum()
}

/// What goes back of a payment of `total` that its methods `paid`, of which `rest` stays sold. `wanted` names the methods, else it is
/// as it was paid, cash first.
pub fn back(
    paid: &[Part],
    total: Money,
    rest: Money,
    wanted: Option<Vec<Part>>,
    rounds_cash: bool,
) -> Result<Back, Refusal> {
    let goes = (sum(paid) - rest).max(Money::ZERO);
    let mut out = match wanted {
        Some(wanted) => chosen(wanted, goes)?,
        None => taken(paid, goes).0,
    };
    let mut left = less(paid, &out);
    let cash = sum_of_cash(&out).millionths() % ROUNDED_TO;
    if rounds_cash && cash != 0 {
        let extra = Money::from_millionths(ROUNDED_TO - cash);
        if let Some(last) = out.iter_mut().rfind(|p| p.is_cash) {
            last.amount += extra;
        }
        if !rest.is_zero() && sum_of_cash(&left) >= extra {
            left = taken(&left, extra).1;
        }
    }
    out.retain(|p| !p.amount.is_zero());
    left.retain(|p| !p.amount.is_zero());
    Ok(Back { rounding: sum(&out) - (total - rest), rest_rounding: rest - sum(&left), out, rest: left })
}

fn chosen(wanted: Vec<Part>, goes: Money) -> Result<Vec<Part>, Refusal> {
    if wanted.iter().any(|p| p.amount.is_negative() || p.amount != p.amount.to_centimos()) {
        return Err(invalid("payment_options", "Los montos no pueden ser negativos y tienen hasta dos decimales."));
    }
    let given = sum(&wanted);
    if given != goes {
        return Err(invalid("payment_options", format!("Hay que devolver S/ {goes}, y los medios suman S/ {given}.")));
    }
    Ok(wanted)
}

/// Takes an amount out of parts, cash first: what was taken, and what is left of each.
fn taken(parts: &[Part], mut amount: Money) -> (Vec<Part>, Vec<Part>) {
    let mut left = parts.to_vec();
    for cash in [true, false] {
        for part in left.iter_mut().filter(|p| p.is_cash == cash) {
            let takes = part.amount.at_most(amount);
            part.amount -= takes;
            amount -= takes;
        }
    }
    let took = parts.iter().zip(&left).map(|(p, l)| Part { amount: p.amount - l.amount, ..p.clone() });
    (took.filter(|p| !p.amount.is_zero()).collect(), left)
}

/// What is left of `paid` when `out` went back. A method that gives back more than it brought takes it from the others.
fn less(paid: &[Part], out: &[Part]) -> Vec<Part> {
    let mut left = paid.to_vec();
    let mut missing = Money::ZERO;
    for gone in out {
        let own = left.iter_mut().find(|p| p.payment_option_id == gone.payment_option_id);
        let takes = own.as_ref().map_or(Money::ZERO, |p| p.amount.at_most(gone.amount));
        if let Some(own) = own {
            own.amount -= takes;
        }
        missing += gone.amount - takes;
    }
    taken(&left, missing).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(id: i64, amount: Money) -> Part {
        let name = ["Efectivo", "Yape", "Visa"][id as usize - 1];
        Part {
            payment_option_id: PaymentOptionId(id),
            name: name.into(),
            is_cash: id == 1,
            amount,
            operation_number: None,
        }
    }
    fn parts(list: &[(i64, &str)]) -> Vec<Part> {
        list.iter().map(|(id, amount)| part(*id, amount.parse().unwrap())).collect()
    }
    fn shown(parts: &[Part]) -> String {
        parts.iter().map(|p| format!("{} {}", p.name, p.amount)).collect::<Vec<_>>().join(", ")
    }
    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn all_of_it_goes_back_as_it_was_paid() {
        let paid = parts(&[(2, "100.00"), (1, "14.30")]);
        let b = back(&paid, money("114.30"), Money::ZERO, None, true).unwrap();
        assert_eq!((shown(&b.out), b.rounding, b.rest), ("Yape 100.00, Efectivo 14.30".into(), Money::ZERO, vec![]));
    }

    #[test]
    fn what_was_rounded_down_is_not_given_back() {
        let b = back(&parts(&[(1, "10.30")]), money("10.38"), Money::ZERO, None, true).unwrap();
        assert_eq!((shown(&b.out), b.rounding.to_string()), ("Efectivo 10.30".into(), "-0.08".into()));
    }

    #[test]
    fn a_card_may_be_given_back_in_cash_which_rounds_up() {
        let b = back(&parts(&[(3, "10.38")]), money("10.38"), Money::ZERO, Some(parts(&[(1, "10.38")])), true).unwrap();
        assert_eq!((shown(&b.out), b.rounding.to_string()), ("Efectivo 10.40".into(), "0.02".into()));
        let b =
            back(&parts(&[(3, "10.38")]), money("10.38"), Money::ZERO, Some(parts(&[(1, "10.38")])), false).unwrap();
        assert_eq!((shown(&b.out), b.rounding), ("Efectivo 10.38".into(), Money::ZERO));
    }

    #[test]
    fn a_part_goes_back_from_the_drawer_first() {
        let paid = parts(&[(2, "30.00"), (1, "20.00")]);
        let b = back(&paid, money("50.00"), money("12.00"), None, false).unwrap();
        assert_eq!((shown(&b.out), shown(&b.rest)), ("Yape 18.00, Efectivo 20.00".into(), "Yape 12.00".into()));
        let b = back(&paid, money("50.00"), money("12.00"), Some(parts(&[(1, "38.00")])), false).unwrap();
        assert_eq!((shown(&b.out), shown(&b.rest)), ("Efectivo 38.00".into(), "Yape 12.00".into()));
    }

    #[test]
    fn the_rest_in_cash_stays_a_sum_that_exists() {
        let b = back(&parts(&[(1, "10.30")]), money("10.38"), money("5.19"), None, true).unwrap();
        assert_eq!((shown(&b.out), shown(&b.rest)), ("Efectivo 5.20".into(), "Efectivo 5.10".into()));
        assert_eq!((b.rounding.to_string(), b.rest_rounding.to_string()), ("0.01".into(), "0.09".into()));
    }

    #[test]
    fn what_does_not_add_up_is_refused() {
        for wanted in [parts(&[(1, "10.00")]), parts(&[(1, "12.00")]), parts(&[(1, "-1.00"), (2, "12.00")]), vec![]] {
            assert!(back(&parts(&[(1, "11.00")]), money("11.00"), Money::ZERO, Some(wanted), true).is_err());
        }
    }

    proptest! {
        #[test]
        fn what_leaves_and_what_stays_is_what_was_paid(
            cash in 0i64..50_000, yape in 0i64..50_000, visa in 0i64..50_000, rounded in 0i64..10, rest in 0i64..100, rounds in any::<bool>(),
        ) {
            let paid: Vec<Part> = [(1, cash), (2, yape), (3, visa)].map(|(id, c)| part(id, Money::centimos(c))).into();
            let total = Money::centimos(cash + yape + visa + if cash > 0 { rounded } else { 0 });
            let rest = Money::centimos(total.millionths() / CENTIMO * rest / 100);
            let b = back(&paid, total, rest, None, rounds).unwrap();
            prop_assert_eq!(b.sum() - b.rounding + rest, total);
            prop_assert_eq!(sum(&b.rest) + b.rest_rounding, rest);
            prop_assert!(b.out.iter().chain(&b.rest).all(|p| p.amount > Money::ZERO));
            if rounds {
                prop_assert_eq!(b.cash().millionths() % ROUNDED_TO, 0);
            } else {
                prop_assert_eq!(b.sum() + sum(&b.rest), sum(&paid));
            }
        }
    }
}
