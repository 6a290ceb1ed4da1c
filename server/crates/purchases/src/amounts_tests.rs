//! Subtotal, IGV and costs of a purchase: cases by hand, and properties.

use super::*;
use proptest::prelude::*;

fn m(text: &str) -> Money {
    text.parse().unwrap()
}
fn all(texts: &[&str]) -> Vec<Money> {
    texts.iter().map(|t| m(t)).collect()
}

/// Lines, discount, freight, prices with IGV, per cent, cost with IGV → subtotal, IGV, total, costs.
type Case<'c> = (&'c [&'c str], &'c str, &'c str, bool, i64, bool, [&'c str; 3], &'c [&'c str]);

#[test]
fn totals_and_line_costs_of_a_purchase() {
    let cases: [Case<'_>; 10] = [
        // A boleta: the cost is the amount paid.
        (&["30.00", "12.50"], "0", "0", true, 0, false, ["42.50", "0.00", "42.50"], &["30.00", "12.50"]),
        // A factura whose prices contain the IGV.
        (&["118.00"], "0", "0", true, 18, false, ["100.00", "18.00", "118.00"], &["100.00"]),
        (&["59.00", "41.30"], "0", "0", true, 18, false, ["85.00", "15.30", "100.30"], &["50.00", "35.00"]),
        // The same restaurant with IGV counted as cost.
        (&["59.00", "41.30"], "0", "0", true, 18, true, ["85.00", "15.30", "100.30"], &["59.00", "41.30"]),
        // A factura that adds the IGV to its prices.
        (&["50.00", "35.00"], "0", "0", false, 18, false, ["85.00", "15.30", "100.30"], &["50.00", "35.00"]),
        (&["50.00", "35.00"], "0", "0", false, 18, true, ["85.00", "15.30", "100.30"], &["59.00", "41.30"]),
        // The rate is a whole per cent here: 10 for a small restaurant instead of 10.5.
        (&["110.00"], "0", "0", true, 10, false, ["100.00", "10.00", "110.00"], &["100.00"]),
        // Freight and discount are distributed by value.
        (&["60.00", "40.00"], "10.00", "25.00", true, 0, false, ["115.00", "0.00", "115.00"], &["69.00", "46.00"]),
        // The odd céntimo goes to the largest remainder.
        (
            &["10.00", "10.00", "10.00"],
            "0",
            "10.00",
            true,
            0,
            false,
            ["40.00", "0.00", "40.00"],
            &["13.34", "13.33", "13.33"],
        ),
        // A line that was given for free costs nothing.
        (&["100.00", "0.00"], "0", "18.00", true, 18, false, ["100.00", "18.00", "118.00"], &["100.00", "0.00"]),
    ];
    for (lines, discount, freight, prices_include_igv, percent, cost_with_igv, sums, costs) in cases {
        let totals = all(lines);
        let typed = AmountsInput {
            totals: &totals,
            discount: m(discount),
            freight: m(freight),
            prices_include_igv,
            exempt: &[],
            advance: Money::ZERO,
            small_percent: None,
            charges: Charges::default(),
            stated_igv: None,
            stated_base: None,
            percent: Quantity::units(percent),
            cost_with_igv,
        };
        let found = calculate_amounts(&typed);
        assert_eq!([found.subtotal, found.igv, found.total].map(|a| a.to_string()), sums, "{typed:?}");
        assert_eq!(found.costs, all(costs), "{typed:?}");
    }
}

#[test]
fn paid_prices_include_igv() {
    let totals = all(&["50.00", "10.00"]);
    let mut typed = AmountsInput {
        totals: &totals,
        discount: m("5"),
        freight: m("9"),
        prices_include_igv: false,
        exempt: &[],
        advance: Money::ZERO,
        small_percent: None,
        charges: Charges::default(),
        stated_igv: None,
        stated_base: None,
        percent: Quantity::units(18),
        cost_with_igv: false,
    };
    assert_eq!(calculate_amounts(&typed).paid, all(&["59.00", "11.80"]));
    typed.prices_include_igv = true;
    assert_eq!(calculate_amounts(&typed).paid, totals);
}

#[test]
fn a_stated_igv_is_kept_and_an_advance_does_not_lower_costs() {
    let (totals, exempt) = (all(&["118.00", "1.00"]), [false, true]);
    let bag = AmountsInput {
        totals: &totals,
        exempt: &exempt,
        discount: m("0"),
        freight: m("0"),
        advance: m("0"),
        charges: Charges::default(),
        prices_include_igv: true,
        percent: Quantity::units(18),
        small_percent: None,
        stated_igv: Some(m("18.00")),
        stated_base: Some(m("100.00")),
        cost_with_igv: false,
    };
    let found = calculate_amounts(&bag);
    assert_eq!((found.subtotal, found.igv_base, found.igv), (m("101.00"), m("100.00"), m("18.00")));
    assert_eq!(found.costs, all(&["100.00", "1.00"]));
    let totals = all(&["1180.00"]);
    let advance = |advance: &str, igv: &str| {
        let typed = AmountsInput {
            totals: &totals,
            exempt: &[],
            discount: m(advance),
            advance: m(advance),
            charges: Charges::default(),
            stated_base: None,
            stated_igv: Some(m(igv)),
            ..bag.clone()
        };
        let found = calculate_amounts(&typed);
        ([found.subtotal, found.igv_base, found.igv, found.total].map(|a| a.to_string()).join(" "), found.costs[0])
    };
    assert_eq!(advance("236.00", "144.00"), ("800.00 800.00 144.00 944.00".into(), m("1000.00")));
    assert_eq!(advance("1180.00", "0.00"), ("0.00 0.00 0.00 0.00".into(), m("1000.00")));
    assert_eq!(
        calculate_amounts(&AmountsInput {
            cost_with_igv: true,
            totals: &totals,
            exempt: &[],
            discount: m("1180"),
            advance: m("1180"),
            charges: Charges::default(),
            stated_igv: None,
            ..bag
        })
        .costs,
        all(&["1180.00"])
    );
}

#[test]
fn an_advance_excludes_igv_where_prices_do() {
    let totals = all(&["1000.00"]);
    for (cost_with_igv, cost) in [(false, "1000.00"), (true, "1180.00")] {
        let found = calculate_amounts(&AmountsInput {
            totals: &totals,
            exempt: &[],
            discount: m("200.00"),
            freight: m("0"),
            advance: m("200.00"),
            charges: Charges::default(),
            prices_include_igv: false,
            percent: Quantity::units(18),
            small_percent: None,
            stated_igv: None,
            stated_base: None,
            cost_with_igv,
        });
        assert_eq!((found.subtotal, found.igv, found.total), (m("800.00"), m("144.00"), m("944.00")));
        assert_eq!(found.costs, all(&[cost]));
    }
}

#[test]
fn exempt_lines_determine_the_base_of_a_stated_igv() {
    let (totals, exempt) = (all(&["118.00", "50.00"]), [false, true]);
    let mut typed = AmountsInput {
        totals: &totals,
        exempt: &exempt,
        discount: m("0"),
        freight: m("0"),
        advance: m("0"),
        charges: Charges::default(),
        prices_include_igv: true,
        percent: Quantity::units(18),
        small_percent: Some(Quantity::units(10)),
        stated_igv: Some(m("18.00")),
        stated_base: None,
        cost_with_igv: false,
    };
    let base = |typed: &AmountsInput<'_>| {
        let found = calculate_amounts(typed);
        [found.igv_base, found.igv, found.subtotal - found.igv_base].map(|a| a.to_string()).join(" ")
    };
    assert_eq!(base(&typed), "100.00 18.00 50.00");
    typed.stated_igv = Some(m("10.73"));
    assert_eq!(base(&typed), "107.27 10.73 50.00", "of a restaurant at 10 %");
    // No line is marked as exempt: the base is inferred from the rates.
    typed.exempt = &[];
    typed.stated_igv = Some(m("18.00"));
    assert_eq!(base(&typed), "100.00 18.00 50.00");
}

#[test]
fn taxed_base_excludes_exempt_amounts() {
    let base = |subtotal: &str, igv: &str| {
        taxed_base(m(subtotal), m(igv), Quantity::units(18), [Quantity::units(10)]).to_string()
    };
    assert_eq!(base("100.00", "18.00"), "100.00");
    assert_eq!(base("100.00", "17.95"), "100.00", "rounded line by line");
    assert_eq!(base("150.00", "18.00"), "100.00", "a third of it is exonerated");
    assert_eq!(base("100.00", "10.00"), "100.00", "of another restaurant");
    assert_eq!(base("40.00", "0.00"), "0.00");
    assert_eq!(base("10.00", "18.00"), "10.00", "no more than there is");
}

#[test]
fn a_line_has_a_price_or_a_total() {
    let q = |text: &str| text.parse::<Quantity>().unwrap();
    let line = |quantity: &str, price: Option<&str>, total: Option<&str>| {
        price_and_total(q(quantity), price.map(m), total.map(m))
    };
    assert_eq!(line("2.5", Some("3.99"), None), Ok((m("3.99"), m("9.98"))));
    assert_eq!(line("3", None, Some("10.00")), Ok((m("3.333333"), m("10.00"))));
    assert_eq!(line("3", Some("3.333333"), Some("10.00")), Ok((m("3.333333"), m("10.00"))));
    assert_eq!(line("2", Some("0"), None), Ok((m("0"), m("0"))));
    for (quantity, price, total, field) in [
        ("2", None, None, "buy_price"),
        ("2", Some("-1"), None, "buy_price"),
        ("10000000", Some("1000000"), None, "buy_price"),
        ("2", None, Some("1.005"), "total_price"),
        ("2", None, Some("-1"), "total_price"),
        ("2", Some("3.00"), Some("6.01"), "total_price"),
        ("0.000001", None, Some("1000000"), "quantity"),
    ] {
        assert_eq!(line(quantity, price, total).unwrap_err().0, field, "{quantity} {price:?} {total:?}");
    }
}

proptest! {
    #[test]
    fn line_costs_add_up_to_the_total_cost(
        lines in prop::collection::vec(0i64..5_000_000, 1..60),
        discount in 0i64..1_000, freight in 0i64..100_000, percent in 0i64..=18,
        prices_include_igv: bool, cost_with_igv: bool,
    ) {
        let totals: Vec<Money> = lines.iter().map(|c| Money::centimos(*c)).collect();
        let bought: Money = totals.iter().copied().sum();
        prop_assume!(bought > Money::ZERO);
        let discount = Money::centimos(discount).at_most(bought);
        let freight = Money::centimos(freight);
        let percent = Quantity::units(percent);
        let typed = AmountsInput {
            totals: &totals, exempt: &[], discount, freight, advance: Money::ZERO, charges: Charges::default(), prices_include_igv, percent,
            stated_igv: None, stated_base: None, small_percent: None, cost_with_igv,
        };
        let found = calculate_amounts(&typed);
        prop_assert_eq!(found.subtotal + found.igv, found.total);
        prop_assert!(!found.subtotal.is_negative() && !found.igv.is_negative());
        let cost = if cost_with_igv { found.total } else { found.subtotal };
        prop_assert_eq!(found.costs.iter().copied().sum::<Money>(), cost);
        prop_assert!(found.costs.iter().all(|c| !c.is_negative() && *c == c.to_centimos()));
        if prices_include_igv || percent.is_zero() {
            prop_assert_eq!(found.total, bought - discount + freight);
        }
    }
}

#[test]
fn separate_charges_leave_base_and_igv_unchanged() {
    let totals = all(&["1180.00"]);
    let typed = AmountsInput {
        totals: &totals,
        exempt: &[],
        discount: m("0"),
        freight: m("0"),
        advance: Money::ZERO,
        charges: Charges::default(),
        prices_include_igv: true,
        percent: Quantity::units(18),
        small_percent: None,
        stated_igv: None,
        stated_base: None,
        cost_with_igv: false,
    };
    let charges = |isc: &str, icbper: &str, other: &str| Charges { isc: m(isc), icbper: m(icbper), other: m(other) };
    let sums = |typed: &AmountsInput<'_>| {
        let found = calculate_amounts(typed);
        [found.igv_base, found.igv, found.subtotal, found.total].map(|a| a.to_string())
    };
    // A discount of 118.00 off the total, with and without the figures of the paper.
    let discounted = AmountsInput { discount: m("118.00"), charges: charges("0", "0", "-118.00"), ..typed.clone() };
    assert_eq!(sums(&discounted), ["1000.00", "180.00", "882.00", "1062.00"]);
    let stated = AmountsInput { stated_igv: Some(m("180.00")), ..discounted.clone() };
    assert_eq!(sums(&stated), ["1000.00", "180.00", "882.00", "1062.00"]);
    let stated = AmountsInput { stated_base: Some(m("1000.00")), ..stated };
    assert_eq!(sums(&stated), ["1000.00", "180.00", "882.00", "1062.00"]);
    // Bags and a tip on top; an ISC of 200.00 within the base of the IGV.
    let charged = AmountsInput { freight: m("60.50"), charges: charges("200.00", "0.50", "60.00"), ..typed.clone() };
    assert_eq!(sums(&charged), ["800.00", "180.00", "1060.50", "1240.50"]);
    // Exempt goods bear no IGV.
    let exempt = AmountsInput { exempt: &[true], charges: charges("0", "0.50", "0"), ..typed };
    assert_eq!(sums(&exempt), ["0.00", "0.00", "1180.00", "1180.00"]);
}
