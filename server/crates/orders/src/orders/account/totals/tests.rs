use super::*;
use crate::orders::model::{LineStatus, LineTopping};
use crate::orders::sample::{sample_adjustment as adjust, sample_line};
use comanda_base::ids::ToppingId;
use comanda_base::money::Quantity;
use proptest::prelude::*;

const GENERAL: TaxRule = TaxRule {
    percent: Quantity::units(18),
    exonerated: false,
    regime: comanda_platform::settings::Regime::General,
    bag_tax: Money::centimos(50),
};

fn m(text: &str) -> Money {
    text.parse().unwrap()
}
fn percent(text: &str) -> Rate {
    Rate::Percent(text.parse().unwrap())
}
fn total(lines: Vec<Line>, adjustments: Vec<Adjustment>) -> String {
    Account::new(lines, adjustments, Money::ZERO, GENERAL).totals.total.to_string()
}
/// The lines of the sample pre-bill: 76 + 45 + 6 of toppings.
fn sample_lines() -> Vec<Line> {
    let mut lomo = sample_line(1, "Lomo saltado", "38.00", 2);
    lomo.toppings = vec![LineTopping {
        id: ToppingId(1),
        name: "Huevo frito".into(),
        price: m("3"),
        quantity: Quantity::units(1),
        choice: None,
    }];
    vec![lomo, sample_line(2, "Combo criollo", "45.00", 1)]
}

#[test]
fn follows_the_order_of_computation() {
    use AdjustmentKind::*;
    let discountable = |rate| Adjustment { is_discountable: true, ..adjust(Charge, rate) };
    let line_adjustment = |id, a: Adjustment| Adjustment { line_ids: vec![LineId(id)], ..a };
    for (what, adjustments, expected) in [
        ("nothing", vec![], "127.00"),
        ("ten per cent", vec![adjust(Discount, percent("10"))], "114.30"),
        ("no cascade", vec![adjust(Discount, percent("10")), adjust(Discount, percent("10"))], "101.60"),
        (
            "a discountable charge is in the base",
            vec![discountable(Rate::Fixed(m("10"))), adjust(Discount, percent("10"))],
            "123.30",
        ),
        (
            "another charge is not",
            vec![adjust(Charge, Rate::Fixed(m("10"))), adjust(Discount, percent("10"))],
            "124.30",
        ),
        (
            "a rate of a charge is of the base before discounts",
            vec![adjust(Charge, percent("10")), adjust(Discount, percent("50"))],
            "76.20",
        ),
        ("courtesy of all", vec![adjust(Courtesy, percent("100"))], "0.00"),
        ("courtesy of a line", vec![line_adjustment(2, adjust(Courtesy, percent("100")))], "82.00"),
        ("never below nothing", vec![adjust(Discount, Rate::Fixed(m("500"))), adjust(Discount, percent("10"))], "0.00"),
        (
            "a line's discount stays within the line",
            vec![line_adjustment(2, adjust(Discount, Rate::Fixed(m("60"))))],
            "82.00",
        ),
        // 127.00 with 18 % within is 107.6271 of value; 10 % of that is 10.76.
        ("service is of the value without IGV", vec![adjust(Service, percent("10"))], "137.76"),
        (
            "service comes after discounts, delivery included",
            vec![adjust(Service, percent("10")), adjust(Discount, percent("10")), adjust(Charge, Rate::Fixed(m("5")))],
            "129.41",
        ),
        ("a tip is collected", vec![adjust(Tip, Rate::Fixed(m("8")))], "135.00"),
    ] {
        assert_eq!(total(sample_lines(), adjustments), expected, "{what}");
    }
}

#[test]
fn a_dismissed_line_and_an_empty_account_cost_nothing() {
    let mut lines = sample_lines();
    lines[0].status = LineStatus::Dismissed;
    assert_eq!(total(lines, vec![]), "45.00");
    assert_eq!(total(vec![], vec![adjust(AdjustmentKind::Charge, Rate::Fixed(m("5")))]), "0.00");
}

#[test]
fn shows_the_amount_due_and_the_included_tax() {
    let account =
        Account::new(sample_lines(), vec![adjust(AdjustmentKind::Tip, Rate::Fixed(m("8")))], m("100"), GENERAL);
    assert_eq!(account.totals.due, m("35.00"));
    assert_eq!(account.totals.tip, m("8.00"));
    assert_eq!(account.totals.igv_included, m("19.37"));
    let exonerated = TaxRule { exonerated: true, ..GENERAL };
    assert!(Account::new(sample_lines(), vec![], Money::ZERO, exonerated).totals.igv_included.is_zero());
}

#[test]
fn half_a_centimo_is_rounded_away_from_zero() {
    let lines = vec![sample_line(1, "Café", "0.05", 1)];
    assert_eq!(total(lines.clone(), vec![adjust(AdjustmentKind::Discount, percent("10"))]), "0.04");
    assert_eq!(total(vec![sample_line(1, "Café", "0.125", 1)], vec![]), "0.13");
}

proptest! {
    #[test]
    fn shares_add_up_to_the_total(
        prices in prop::collection::vec((0i64..100_000, 1i64..20), 1..20),
        discount in 0i64..=100, charge in 0i64..5_000, service in 0i64..=13,
    ) {
        let lines: Vec<Line> = prices
            .iter()
            .enumerate()
            .map(|(i, (price, quantity))| sample_line(i as i64 + 1, "x", &Money::centimos(*price).to_string(), *quantity))
            .collect();
        let account = Account::new(
            lines,
            vec![
                Adjustment { line_ids: vec![LineId(1)], ..adjust(AdjustmentKind::Courtesy, Rate::Percent(Quantity::units(100))) },
                adjust(AdjustmentKind::Discount, Rate::Percent(Quantity::units(discount))),
                adjust(AdjustmentKind::Charge, Rate::Fixed(Money::centimos(charge))),
                adjust(AdjustmentKind::Service, Rate::Percent(Quantity::units(service))),
            ],
            Money::ZERO,
            GENERAL,
        );
        let t = &account.totals;
        let shares: Money = account.shares().iter().map(|s| s.1).sum();
        prop_assert_eq!(shares, t.total);
        let discounts: Money = t.discounts.iter().map(|d| d.amount).sum();
        let charges: Money = t.charges.iter().map(|c| c.amount).sum();
        prop_assert_eq!(t.subtotal - discounts + charges, t.total);
        prop_assert!(account.shares().iter().all(|s| !s.1.is_negative()));
    }
}
