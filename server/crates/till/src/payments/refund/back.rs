//! Which method gives back how much, and what the methods of the rest come to where something stays sold. What is still owed of a sale
//! on credit becomes less first; money goes back only of what was collected. Cash leaves the drawer in pieces that exist: where the
//! company rounds cash, up to S/ 0.10, in the client's favour as when it is taken. Pure.

use comanda_base::{
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
    /// No money: what is owed becomes less by it.
    pub is_credit: bool,
    pub amount: Money,
    pub operation_number: Option<String>,
}

/// What the client still owes of the payment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owed {
    pub due: Money,
    /// How money that was collected of the debt goes back where nobody says how: in cash.
    pub cash: Option<Part>,
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
    /// By how much the debt becomes less.
    pub fn credit(&self) -> Money {
        self.out.iter().filter(|p| p.is_credit).map(|p| p.amount).sum()
    }
    /// Whether anything leaves but what is owed.
    pub fn moves_money(&self) -> bool {
        self.out.iter().any(|p| !p.is_credit && !p.amount.is_zero())
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
    owed: &Owed,
    rounds_cash: bool,
) -> Result<Back, Refusal> {
    let goes = (sum(paid) - rest).max(Money::ZERO);
    let off = owed.due.at_most(goes);
    let money = match wanted {
        Some(wanted) => chosen(wanted, off, goes - off)?,
        None => as_paid(paid, goes - off, owed.cash.as_ref()),
    };
    let credit = paid.iter().find(|p| p.is_credit).map(|p| Part { amount: off, ..p.clone() });
    let mut out: Vec<Part> = credit.into_iter().chain(money).collect();
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

/// The methods that somebody chose for the money; the debt needs no choice.
fn chosen(wanted: Vec<Part>, off: Money, goes: Money) -> Result<Vec<Part>, Refusal> {
    if wanted.iter().any(|p| p.amount.is_negative() || p.amount != p.amount.to_centimos()) {
        return Err(invalid("payment_options", "Los montos no pueden ser negativos y tienen hasta dos decimales."));
    }
    let (credit, money): (Vec<Part>, Vec<Part>) = wanted.into_iter().partition(|p| p.is_credit);
    let (credit, given) = (sum(&credit), sum(&money));
    if !credit.is_zero() && credit != off {
        let text = format!("De lo que se debe se descuentan S/ {off}; lo demás se devuelve con otros medios.");
        return Err(invalid("payment_options", text));
    }
    if given != goes {
        return Err(invalid("payment_options", format!("Hay que devolver S/ {goes}, y los medios suman S/ {given}.")));
    }
    Ok(money)
}

/// So much money by the methods that brought it, cash first; what was collected of the debt, in cash.
fn as_paid(paid: &[Part], amount: Money, cash: Option<&Part>) -> Vec<Part> {
    let brought: Vec<Part> = paid.iter().filter(|p| !p.is_credit).cloned().collect();
    let mut out = taken(&brought, amount).0;
    let more = amount - sum(&out);
    if let (false, Some(cash)) = (more.is_zero(), cash) {
        match out.iter_mut().find(|p| p.payment_option_id == cash.payment_option_id) {
            Some(own) => own.amount += more,
            None => out.push(Part { amount: more, ..cash.clone() }),
        }
    }
    out
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
        let name = ["Efectivo", "Yape", "Visa", "Crédito"][id as usize - 1];
        Part {
            payment_option_id: PaymentOptionId(id),
            name: name.into(),
            is_cash: id == 1,
            is_credit: id == 4,
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
        let b = back(&paid, money("114.30"), Money::ZERO, None, &Owed::default(), true).unwrap();
        assert_eq!((shown(&b.out), b.rounding, b.rest), ("Yape 100.00, Efectivo 14.30".into(), Money::ZERO, vec![]));
    }

    #[test]
    fn what_was_rounded_down_is_not_given_back() {
        let b = back(&parts(&[(1, "10.30")]), money("10.38"), Money::ZERO, None, &Owed::default(), true).unwrap();
        assert_eq!((shown(&b.out), b.rounding.to_string()), ("Efectivo 10.30".into(), "-0.08".into()));
    }

    #[test]
    fn a_card_may_be_given_back_in_cash_which_rounds_up() {
        let b = back(
            &parts(&[(3, "10.38")]),
            money("10.38"),
            Money::ZERO,
            Some(parts(&[(1, "10.38")])),
            &Owed::default(),
            true,
        )
        .unwrap();
        assert_eq!((shown(&b.out), b.rounding.to_string()), ("Efectivo 10.40".into(), "0.02".into()));
        let b = back(
            &parts(&[(3, "10.38")]),
            money("10.38"),
            Money::ZERO,
            Some(parts(&[(1, "10.38")])),
            &Owed::default(),
            false,
        )
        .unwrap();
        assert_eq!((shown(&b.out), b.rounding), ("Efectivo 10.38".into(), Money::ZERO));
    }

    #[test]
    fn a_part_goes_back_from_the_drawer_first() {
        let paid = parts(&[(2, "30.00"), (1, "20.00")]);
        let b = back(&paid, money("50.00"), money("12.00"), None, &Owed::default(), false).unwrap();
        assert_eq!((shown(&b.out), shown(&b.rest)), ("Yape 18.00, Efectivo 20.00".into(), "Yape 12.00".into()));
        let b =
            back(&paid, money("50.00"), money("12.00"), Some(parts(&[(1, "38.00")])), &Owed::default(), false).unwrap();
        assert_eq!((shown(&b.out), shown(&b.rest)), ("Efectivo 38.00".into(), "Yape 12.00".into()));
    }

    #[test]
    fn the_rest_in_cash_stays_a_sum_that_exists() {
        let b = back(&parts(&[(1, "10.30")]), money("10.38"), money("5.19"), None, &Owed::default(), true).unwrap();
        assert_eq!((shown(&b.out), shown(&b.rest)), ("Efectivo 5.20".into(), "Efectivo 5.10".into()));
        assert_eq!((b.rounding.to_string(), b.rest_rounding.to_string()), ("0.01".into(), "0.09".into()));
    }

    /// So much is due, and cash gives back what was collected.
    fn owed(due: &str) -> Owed {
        Owed { due: money(due), cash: Some(part(1, Money::ZERO)) }
    }

    #[test]
    fn what_is_owed_becomes_less_before_money_goes_back() {
        let paid = parts(&[(1, "40.00"), (4, "60.00")]);
        let whole = |due: &str| shown(&back(&paid, money("100"), Money::ZERO, None, &owed(due), false).unwrap().out);
        assert_eq!(whole("60"), "Crédito 60.00, Efectivo 40.00");
        assert_eq!(whole("20"), "Crédito 20.00, Efectivo 80.00");
        assert_eq!(whole("0"), "Efectivo 100.00");
        let part = |due: &str| back(&paid, money("100"), money("50"), None, &owed(due), false).unwrap();
        assert_eq!(
            (shown(&part("60").out), shown(&part("60").rest)),
            ("Crédito 50.00".into(), "Efectivo 40.00, Crédito 10.00".into())
        );
        assert_eq!(
            (shown(&part("20").out), shown(&part("20").rest)),
            ("Crédito 20.00, Efectivo 30.00".into(), "Efectivo 10.00, Crédito 40.00".into())
        );
    }

    #[test]
    fn the_money_of_a_debt_goes_back_as_it_is_chosen() {
        let paid = parts(&[(4, "100.00")]);
        let chosen =
            |wanted: &[(i64, &str)]| back(&paid, money("100"), Money::ZERO, Some(parts(wanted)), &owed("70"), false);
        assert_eq!(shown(&chosen(&[(2, "30.00")]).unwrap().out), "Crédito 70.00, Yape 30.00");
        assert_eq!(shown(&chosen(&[(2, "30.00"), (4, "70.00")]).unwrap().out), "Crédito 70.00, Yape 30.00");
        assert!(chosen(&[(4, "100.00")]).is_err() && chosen(&[(1, "100.00")]).is_err() && chosen(&[]).is_err());
    }

    #[test]
    fn what_does_not_add_up_is_refused() {
        for wanted in [parts(&[(1, "10.00")]), parts(&[(1, "12.00")]), parts(&[(1, "-1.00"), (2, "12.00")]), vec![]] {
            assert!(
                back(&parts(&[(1, "11.00")]), money("11.00"), Money::ZERO, Some(wanted), &Owed::default(), true)
                    .is_err()
            );
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
            let b = back(&paid, total, rest, None, &Owed::default(), rounds).unwrap();
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
