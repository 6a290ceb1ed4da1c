//! Splits the money of a refund by payment method, and what its methods come to afterwards where something stays sold. What is still owed
//! of a sale on credit is reduced first; only what was collected is paid out. Where the company rounds cash, cash is paid out in multiples
//! of S/ 0.10, rounded in the client's favour as when it is taken. Pure.

use comanda_base::{
    error::{Refusal, invalid},
    ids::PaymentOptionId,
    money::{CENTIMO, Money},
};

/// The amount that one payment method took or pays out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodAmount {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    /// The amount is no money: it is part of a sale on credit, and paying it out reduces the debt.
    pub is_credit: bool,
    pub amount: Money,
    pub operation_number: Option<String>,
}

/// The debt that is left of a payment on credit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenDebt {
    pub due: Money,
    /// The cash method that pays out what was collected of the debt, unless the request names methods.
    pub cash_method: Option<MethodAmount>,
}

/// The money of a refund, split by method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payout {
    /// The amounts paid out, by method.
    pub paid_out: Vec<MethodAmount>,
    /// The amount paid out beyond the reduction of the sale; negative where the payment itself had been rounded down.
    pub rounding: Money,
    /// The amounts that the methods keep for what stays sold.
    pub kept_amounts: Vec<MethodAmount>,
    /// The part of what stays sold that rounding cash gave up.
    pub kept_rounding: Money,
}
impl Payout {
    /// Returns the cash that leaves the drawer.
    pub fn cash_total(&self) -> Money {
        cash_sum(&self.paid_out)
    }
    /// Returns the amount by which the debt is reduced.
    pub fn debt_reduction(&self) -> Money {
        self.paid_out.iter().filter(|p| p.is_credit).map(|p| p.amount).sum()
    }
    /// Whether any money is paid out, besides reducing the debt.
    pub fn moves_money(&self) -> bool {
        self.paid_out.iter().any(|p| !p.is_credit && !p.amount.is_zero())
    }
    pub fn total(&self) -> Money {
        sum(&self.paid_out)
    }
}

/// The multiple that cash is paid out in.
const CASH_STEP: i64 = 10 * CENTIMO;

fn sum(parts: &[MethodAmount]) -> Money {
    parts.iter().map(|p| p.amount).sum()
}
fn cash_sum(parts: &[MethodAmount]) -> Money {
    parts.iter().filter(|p| p.is_cash).map(|p| p.amount).sum()
}

/// Computes the payout of a payment of `total` that its methods `paid`, of which `kept_total` stays sold. The money is paid out by the
/// `chosen` methods, else by those that paid, cash first.
pub fn plan_payout(
    paid: &[MethodAmount],
    total: Money,
    kept_total: Money,
    chosen: Option<Vec<MethodAmount>>,
    debt: &OpenDebt,
    rounds_cash: bool,
) -> Result<Payout, Refusal> {
    let to_return = (sum(paid) - kept_total).max(Money::ZERO);
    let debt_off = debt.due.at_most(to_return);
    let money = match chosen {
        Some(chosen) => check_chosen(chosen, debt_off, to_return - debt_off)?,
        None => split_as_paid(paid, to_return - debt_off, debt.cash_method.as_ref()),
    };
    let credit = paid.iter().find(|p| p.is_credit).map(|p| MethodAmount { amount: debt_off, ..p.clone() });
    let mut payout: Vec<MethodAmount> = credit.into_iter().chain(money).collect();
    let mut kept = subtract(paid, &payout);
    let cash = cash_sum(&payout).millionths() % CASH_STEP;
    if rounds_cash && cash != 0 {
        let extra = Money::from_millionths(CASH_STEP - cash);
        if let Some(last) = payout.iter_mut().rfind(|p| p.is_cash) {
            last.amount += extra;
        }
        if !kept_total.is_zero() && cash_sum(&kept) >= extra {
            kept = take_cash_first(&kept, extra).1;
        }
    }
    payout.retain(|p| !p.amount.is_zero());
    kept.retain(|p| !p.amount.is_zero());
    Ok(Payout {
        rounding: sum(&payout) - (total - kept_total),
        kept_rounding: kept_total - sum(&kept),
        paid_out: payout,
        kept_amounts: kept,
    })
}

/// Refuses chosen methods whose amounts are malformed or do not add up to `to_return`; returns those that pay money. The debt needs no
/// choice.
fn check_chosen(chosen: Vec<MethodAmount>, debt_off: Money, to_return: Money) -> Result<Vec<MethodAmount>, Refusal> {
    if chosen.iter().any(|p| p.amount.is_negative() || p.amount != p.amount.to_centimos()) {
        return Err(invalid("payment_options", "Los montos no pueden ser negativos y tienen hasta dos decimales."));
    }
    let (credit, money): (Vec<MethodAmount>, Vec<MethodAmount>) = chosen.into_iter().partition(|p| p.is_credit);
    let (credit, money_total) = (sum(&credit), sum(&money));
    if !credit.is_zero() && credit != debt_off {
        let text = format!("De lo que se debe se descuentan S/ {debt_off:#}; lo demás se devuelve con otros medios.");
        return Err(invalid("payment_options", text));
    }
    if money_total != to_return {
        return Err(invalid(
            "payment_options",
            format!("Hay que devolver S/ {to_return:#}, y los medios suman S/ {money_total:#}."),
        ));
    }
    Ok(money)
}

/// Splits an amount among the methods that paid, cash first; what was collected of the debt is paid out by the `cash` method.
fn split_as_paid(paid: &[MethodAmount], amount: Money, cash: Option<&MethodAmount>) -> Vec<MethodAmount> {
    let money_parts: Vec<MethodAmount> = paid.iter().filter(|p| !p.is_credit).cloned().collect();
    let mut payout = take_cash_first(&money_parts, amount).0;
    let missing_amount = amount - sum(&payout);
    if let (false, Some(cash)) = (missing_amount.is_zero(), cash) {
        match payout.iter_mut().find(|p| p.payment_option_id == cash.payment_option_id) {
            Some(cash_part) => cash_part.amount += missing_amount,
            None => payout.push(MethodAmount { amount: missing_amount, ..cash.clone() }),
        }
    }
    payout
}

/// Takes an amount out of parts, cash first. Returns what was taken of each and what is left of each.
fn take_cash_first(parts: &[MethodAmount], mut amount: Money) -> (Vec<MethodAmount>, Vec<MethodAmount>) {
    let mut kept = parts.to_vec();
    for cash in [true, false] {
        for part in kept.iter_mut().filter(|p| p.is_cash == cash) {
            let takes = part.amount.at_most(amount);
            part.amount -= takes;
            amount -= takes;
        }
    }
    let taken_amounts = parts.iter().zip(&kept).map(|(p, l)| MethodAmount { amount: p.amount - l.amount, ..p.clone() });
    (taken_amounts.filter(|p| !p.amount.is_zero()).collect(), kept)
}

/// Returns what is left of `paid` once `payout` is paid out. What a method pays out beyond its own amount is taken from the others.
fn subtract(paid: &[MethodAmount], payout: &[MethodAmount]) -> Vec<MethodAmount> {
    let mut kept = paid.to_vec();
    let mut missing = Money::ZERO;
    for returned in payout {
        let kept_part = kept.iter_mut().find(|p| p.payment_option_id == returned.payment_option_id);
        let takes = kept_part.as_ref().map_or(Money::ZERO, |p| p.amount.at_most(returned.amount));
        if let Some(kept_part) = kept_part {
            kept_part.amount -= takes;
        }
        missing += returned.amount - takes;
    }
    take_cash_first(&kept, missing).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(id: i64, amount: Money) -> MethodAmount {
        let name = ["Efectivo", "Yape", "Visa", "Crédito"][id as usize - 1];
        MethodAmount {
            payment_option_id: PaymentOptionId(id),
            name: name.into(),
            is_cash: id == 1,
            is_credit: id == 4,
            amount,
            operation_number: None,
        }
    }
    fn parts(list: &[(i64, &str)]) -> Vec<MethodAmount> {
        list.iter().map(|(id, amount)| part(*id, amount.parse().unwrap())).collect()
    }
    fn shown(parts: &[MethodAmount]) -> String {
        parts.iter().map(|p| format!("{} {}", p.name, p.amount)).collect::<Vec<_>>().join(", ")
    }
    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn a_whole_refund_is_paid_out_by_the_methods_that_paid() {
        let paid = parts(&[(2, "100.00"), (1, "14.30")]);
        let b = plan_payout(&paid, money("114.30"), Money::ZERO, None, &OpenDebt::default(), true).unwrap();
        assert_eq!(
            (shown(&b.paid_out), b.rounding, b.kept_amounts),
            ("Yape 100.00, Efectivo 14.30".into(), Money::ZERO, vec![])
        );
    }

    #[test]
    fn an_amount_rounded_down_is_not_paid_out() {
        let b = plan_payout(&parts(&[(1, "10.30")]), money("10.38"), Money::ZERO, None, &OpenDebt::default(), true)
            .unwrap();
        assert_eq!((shown(&b.paid_out), b.rounding.to_string()), ("Efectivo 10.30".into(), "-0.08".into()));
    }

    #[test]
    fn a_card_payment_refunded_in_cash_is_rounded_up() {
        let b = plan_payout(
            &parts(&[(3, "10.38")]),
            money("10.38"),
            Money::ZERO,
            Some(parts(&[(1, "10.38")])),
            &OpenDebt::default(),
            true,
        )
        .unwrap();
        assert_eq!((shown(&b.paid_out), b.rounding.to_string()), ("Efectivo 10.40".into(), "0.02".into()));
        let b = plan_payout(
            &parts(&[(3, "10.38")]),
            money("10.38"),
            Money::ZERO,
            Some(parts(&[(1, "10.38")])),
            &OpenDebt::default(),
            false,
        )
        .unwrap();
        assert_eq!((shown(&b.paid_out), b.rounding), ("Efectivo 10.38".into(), Money::ZERO));
    }

    #[test]
    fn a_partial_refund_is_paid_out_in_cash_first() {
        let paid = parts(&[(2, "30.00"), (1, "20.00")]);
        let b = plan_payout(&paid, money("50.00"), money("12.00"), None, &OpenDebt::default(), false).unwrap();
        assert_eq!(
            (shown(&b.paid_out), shown(&b.kept_amounts)),
            ("Yape 18.00, Efectivo 20.00".into(), "Yape 12.00".into())
        );
        let b = plan_payout(
            &paid,
            money("50.00"),
            money("12.00"),
            Some(parts(&[(1, "38.00")])),
            &OpenDebt::default(),
            false,
        )
        .unwrap();
        assert_eq!((shown(&b.paid_out), shown(&b.kept_amounts)), ("Efectivo 38.00".into(), "Yape 12.00".into()));
    }

    #[test]
    fn cash_that_is_kept_stays_a_multiple_of_ten_centimos() {
        let b = plan_payout(&parts(&[(1, "10.30")]), money("10.38"), money("5.19"), None, &OpenDebt::default(), true)
            .unwrap();
        assert_eq!((shown(&b.paid_out), shown(&b.kept_amounts)), ("Efectivo 5.20".into(), "Efectivo 5.10".into()));
        assert_eq!((b.rounding.to_string(), b.kept_rounding.to_string()), ("0.01".into(), "0.09".into()));
    }

    /// A debt with this much due, whose collected money is paid out in cash.
    fn debt(due: &str) -> OpenDebt {
        OpenDebt { due: money(due), cash_method: Some(part(1, Money::ZERO)) }
    }

    #[test]
    fn the_debt_is_reduced_before_money_is_paid_out() {
        let paid = parts(&[(1, "40.00"), (4, "60.00")]);
        let whole = |due: &str| {
            shown(&plan_payout(&paid, money("100"), Money::ZERO, None, &debt(due), false).unwrap().paid_out)
        };
        assert_eq!(whole("60"), "Crédito 60.00, Efectivo 40.00");
        assert_eq!(whole("20"), "Crédito 20.00, Efectivo 80.00");
        assert_eq!(whole("0"), "Efectivo 100.00");
        let part = |due: &str| plan_payout(&paid, money("100"), money("50"), None, &debt(due), false).unwrap();
        assert_eq!(
            (shown(&part("60").paid_out), shown(&part("60").kept_amounts)),
            ("Crédito 50.00".into(), "Efectivo 40.00, Crédito 10.00".into())
        );
        assert_eq!(
            (shown(&part("20").paid_out), shown(&part("20").kept_amounts)),
            ("Crédito 20.00, Efectivo 30.00".into(), "Efectivo 10.00, Crédito 40.00".into())
        );
    }

    #[test]
    fn collected_debt_is_paid_out_by_the_chosen_methods() {
        let paid = parts(&[(4, "100.00")]);
        let chosen = |chosen: &[(i64, &str)]| {
            plan_payout(&paid, money("100"), Money::ZERO, Some(parts(chosen)), &debt("70"), false)
        };
        assert_eq!(shown(&chosen(&[(2, "30.00")]).unwrap().paid_out), "Crédito 70.00, Yape 30.00");
        assert_eq!(shown(&chosen(&[(2, "30.00"), (4, "70.00")]).unwrap().paid_out), "Crédito 70.00, Yape 30.00");
        assert!(chosen(&[(4, "100.00")]).is_err() && chosen(&[(1, "100.00")]).is_err() && chosen(&[]).is_err());
    }

    #[test]
    fn amounts_that_do_not_add_up_are_refused() {
        for chosen in [parts(&[(1, "10.00")]), parts(&[(1, "12.00")]), parts(&[(1, "-1.00"), (2, "12.00")]), vec![]] {
            assert!(
                plan_payout(
                    &parts(&[(1, "11.00")]),
                    money("11.00"),
                    Money::ZERO,
                    Some(chosen),
                    &OpenDebt::default(),
                    true
                )
                .is_err()
            );
        }
    }

    proptest! {
        #[test]
        fn paid_out_and_kept_amounts_add_up_to_the_payment(
            cash in 0i64..50_000, yape in 0i64..50_000, visa in 0i64..50_000, rounded in 0i64..10, kept_total in 0i64..100, rounds in any::<bool>(),
        ) {
            let paid: Vec<MethodAmount> = [(1, cash), (2, yape), (3, visa)].map(|(id, c)| part(id, Money::centimos(c))).into();
            let total = Money::centimos(cash + yape + visa + if cash > 0 { rounded } else { 0 });
            let kept_total = Money::centimos(total.millionths() / CENTIMO * kept_total / 100);
            let b = plan_payout(&paid, total, kept_total, None, &OpenDebt::default(), rounds).unwrap();
            prop_assert_eq!(b.total() - b.rounding + kept_total, total);
            prop_assert_eq!(sum(&b.kept_amounts) + b.kept_rounding, kept_total);
            prop_assert!(b.paid_out.iter().chain(&b.kept_amounts).all(|p| p.amount > Money::ZERO));
            if rounds {
                prop_assert_eq!(b.cash_total().millionths() % CASH_STEP, 0);
            } else {
                prop_assert_eq!(b.total() + sum(&b.kept_amounts), sum(&paid));
            }
        }
    }
}
