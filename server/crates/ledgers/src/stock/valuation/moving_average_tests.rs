//! Cases and properties of the moving average.

use super::*;
use proptest::prelude::*;

fn q(millis: i64) -> Quantity {
    Quantity::from_millionths(millis * 1_000)
}
fn s(centimos: i64) -> Money {
    Money::centimos(centimos)
}

#[test]
fn entries_change_the_average_and_exits_do_not() {
    let mut b = Balance::default();
    assert_eq!(b.apply_move(q(8_200), MoveKind::Bought(Some(s(25_584)))).value, Some(s(25_584)));
    assert_eq!(b.cost, Some(Money::from_millionths(31_200_000)));
    b.apply_move(q(20_000), MoveKind::Bought(Some(s(62_540))));
    assert_eq!((b.quantity, b.value, b.cost), (q(28_200), s(88_124), Some(Money::from_millionths(31_249_645))));
    let sold = b.apply_move(-q(5_600), MoveKind::Taken);
    assert_eq!(sold.value, Some(Money::from_millionths(-174_998_014)));
    assert_eq!(b.cost, Some(Money::from_millionths(31_249_645)), "what goes out changes no average");
    b.apply_move(-q(22_600), MoveKind::Taken);
    assert_eq!((b.quantity, b.value), (Quantity::ZERO, Money::ZERO), "the last one takes all that is left");
    assert_eq!(b.cost, Some(Money::from_millionths(31_249_645)));
}

#[test]
fn values_are_unknown_before_the_first_cost() {
    let mut b = Balance::default();
    assert_eq!(b.apply_move(q(10_000), MoveKind::Bought(None)).value, None);
    assert_eq!(b.apply_move(-q(4_000), MoveKind::Taken).value, None);
    assert_eq!((b.quantity, b.value_if_known()), (q(6_000), None));
    let bought = b.apply_move(q(4_000), MoveKind::Bought(Some(s(2_000))));
    assert_eq!((bought.value, bought.adjustment), (Some(s(5_000)), s(3_000)), "what was left is worth as much");
    assert_eq!((b.value, b.cost), (s(5_000), Some(s(500))));
    assert_eq!(b.apply_move(q(1_000), MoveKind::Bought(None)).value, Some(s(500)), "from then on at the average");
}

#[test]
fn a_purchase_corrects_the_value_of_earlier_sales() {
    let mut b = Balance::default();
    b.apply_move(q(1_000), MoveKind::Bought(Some(s(500))));
    assert_eq!(b.apply_move(-q(3_000), MoveKind::Taken).value, Some(-s(1_500)));
    assert_eq!((b.quantity, b.value), (-q(2_000), -s(1_000)));
    let bought = b.apply_move(q(10_000), MoveKind::Bought(Some(s(6_000))));
    assert_eq!(bought.adjustment, -s(200), "two were taken at 5.00 and cost 6.00");
    assert_eq!((b.quantity, b.value, b.cost), (q(8_000), s(4_800), Some(s(600))));
}

#[test]
fn a_return_has_the_value_of_its_exit() {
    let mut b = Balance::default();
    b.apply_move(q(10_000), MoveKind::Bought(Some(s(5_000))));
    b.apply_move(-q(2_000), MoveKind::Taken);
    b.apply_move(q(8_000), MoveKind::Bought(Some(s(8_000))));
    b.apply_move(q(2_000), MoveKind::Returned(Some(s(1_000))));
    assert_eq!((b.quantity, b.value, b.cost), (q(18_000), s(13_000), Some(Money::from_millionths(722_222 * 10 + 2))));
}

#[test]
fn goods_sent_back_leave_at_their_purchase_cost() {
    let mut b = Balance::default();
    b.apply_move(q(10_000), MoveKind::Bought(Some(s(4_000))));
    b.apply_move(q(10_000), MoveKind::Bought(Some(s(6_000))));
    assert_eq!(b.apply_move(-q(5_000), MoveKind::SentBack(s(3_000))).value, Some(-s(3_000)));
    assert_eq!((b.value, b.cost), (s(7_000), Some(Money::from_millionths(4_666_667))));
    // Too little value is left for what it came in for: the remainder was sold at too high a cost.
    let mut b = Balance::default();
    b.apply_move(q(10_000), MoveKind::Bought(Some(s(9_000))));
    b.apply_move(q(10_000), MoveKind::Bought(Some(s(1_000))));
    b.apply_move(-q(10_000), MoveKind::Taken);
    let back = b.apply_move(-q(8_000), MoveKind::SentBack(s(7_200)));
    assert_eq!((back.value, back.adjustment, b.value), (Some(-s(5_000)), s(2_200), Money::ZERO));
}

fn recost(b: &mut Balance, quantity: Quantity, old: Money, new: Money) -> MoveValue {
    b.apply_move(-quantity, MoveKind::LeftToRecost(old));
    b.apply_move(quantity, MoveKind::Recosted { old, new })
}

#[test]
fn a_lower_cost_changes_the_average_only_for_what_is_left() {
    // Half of it is sold: what is left is valued at the new cost.
    let mut b = Balance::default();
    b.apply_move(q(10_000), MoveKind::Bought(Some(s(4_000))));
    b.apply_move(-q(5_000), MoveKind::Taken);
    let repeated = recost(&mut b, q(10_000), s(4_000), s(3_000));
    assert_eq!((b.quantity, b.value, b.cost), (q(5_000), s(1_500), Some(s(300))));
    assert_eq!(repeated.adjustment, s(500), "the rest of it was sold at the old cost");
    // As much is left as one of two purchases brought: the cost of the other purchase stays.
    for (sold, value, adjustment) in
        [(10_000, s(7_000), Money::ZERO), (15_000, s(3_500), s(500)), (0, s(15_000), Money::ZERO)]
    {
        let mut b = Balance::default();
        b.apply_move(q(10_000), MoveKind::Bought(Some(s(4_000))));
        b.apply_move(q(10_000), MoveKind::Bought(Some(s(12_000))));
        if sold > 0 {
            b.apply_move(-q(sold), MoveKind::Taken);
        }
        let repeated = recost(&mut b, q(10_000), s(4_000), s(3_000));
        assert_eq!((b.value, repeated.adjustment), (value, adjustment), "{sold} sold");
    }
    // Nothing is left: the whole difference corrects what was sold.
    let mut b = Balance::default();
    b.apply_move(q(10_000), MoveKind::Bought(Some(s(4_000))));
    b.apply_move(-q(10_000), MoveKind::Taken);
    let repeated = recost(&mut b, q(10_000), s(4_000), s(3_000));
    assert_eq!((b.quantity, b.value, repeated.adjustment), (Quantity::ZERO, Money::ZERO, s(1_000)));
    // Nothing was known: the goods get the new cost.
    let mut b = Balance::default();
    b.apply_move(q(10_000), MoveKind::Bought(None));
    recost(&mut b, q(10_000), s(4_000), s(3_000));
    assert_eq!((b.quantity, b.value), (q(10_000), s(3_000)));
}

#[test]
fn a_reversed_pair_leaves_no_trace() {
    for before in [Balance::default(), {
        let mut b = Balance::default();
        b.apply_move(q(3_000), MoveKind::Bought(Some(s(700))));
        b.apply_move(-q(5_000), MoveKind::Taken);
        b
    }] {
        let mut b = before;
        b.apply_move(q(4_000), MoveKind::Passed(Some(s(9_900))));
        b.apply_move(-q(4_000), MoveKind::Passed(Some(-s(9_900))));
        assert_eq!(b, before);
    }
}

proptest! {
    #[test]
    fn a_rebate_never_exceeds_what_was_bought(
        a in (1i64..50_000, 1i64..1_000_000), b in (1i64..50_000, 1i64..1_000_000),
        sold in prop::collection::vec(1i64..20_000, 0..8), percent in 0i64..=100,
    ) {
        let mut stock = Balance::default();
        stock.apply_move(q(a.0), MoveKind::Bought(Some(s(a.1))));
        stock.apply_move(q(b.0), MoveKind::Bought(Some(s(b.1))));
        let mut cost_of_sales = Money::ZERO;
        for one in sold {
            cost_of_sales -= stock.apply_move(-q(one), MoveKind::Taken).value.unwrap();
        }
        let (before, rebate) = (stock.value, s(a.1 * percent / 100));
        cost_of_sales -= recost(&mut stock, q(a.0), s(a.1), s(a.1) - rebate).adjustment;
        prop_assert_eq!(stock.value + cost_of_sales, s(a.1) + s(b.1) - rebate);
        let fell = before - stock.value;
        prop_assert!(!fell.is_negative() && fell <= rebate, "{before} {} {rebate}", stock.value);
        prop_assert!(before.is_negative() || !stock.value.is_negative());
    }

    #[test]
    fn the_sum_of_values_is_the_value_of_the_balance(
        moves in prop::collection::vec((-50_000i64..50_000, prop::option::of(0i64..1_000_000)), 1..80)
    ) {
        let (mut b, mut sum) = (Balance::default(), Money::ZERO);
        for (quantity, cost) in moves {
            if quantity == 0 { continue }
            let how = match (quantity > 0, cost) {
                (true, Some(cost)) if cost % 3 == 0 => {
                    let move_value = b.apply_move(-q(quantity), MoveKind::LeftToRecost(s(cost)));
                    sum += move_value.value.unwrap_or_default();
                    MoveKind::Recosted { old: s(cost), new: s(cost / 2) }
                }
                (true, cost) => MoveKind::Bought(cost.map(s)),
                (false, Some(cost)) if cost % 2 == 0 => MoveKind::SentBack(s(cost)),
                (false, _) => MoveKind::Taken,
            };
            sum += b.apply_move(q(quantity), how).value.unwrap_or_default();
            prop_assert_eq!(sum, b.value);
            if b.quantity.is_zero() {
                prop_assert_eq!(b.value, Money::ZERO);
            }
        }
    }

    #[test]
    fn no_typing_error_ends_the_valuation(
        moves in prop::collection::vec(
            (prop_oneof![-1_000_000_000_000_000i64..1_000_000_000_000_000, -3i64..3], prop::option::of(0i64..10_000_000_000_000)),
            1..40,
        )
    ) {
        let mut balance = Balance::default();
        for (millionths, cost) in moves {
            if millionths == 0 { continue }
            let quantity = Quantity::from_millionths(millionths);
            let how = match cost.map(Money::from_millionths) {
                Some(cost) if millionths < 0 => MoveKind::SentBack(cost),
                cost if millionths > 0 => MoveKind::Bought(cost),
                _ => MoveKind::Taken,
            };
            balance.apply_move(quantity, how);
        }
        // A cost that a restaurant can have is known again from the next purchase on, once the stock is counted.
        balance.apply_move(-balance.quantity, MoveKind::Taken);
        balance.apply_move(q(10_000), MoveKind::Bought(Some(s(4_000))));
        prop_assert_eq!(balance.value, s(4_000));
    }
}
