//! Worked cases that pass the tax authority's own checks (2 × 25.00 + 1 × 3.50), and properties of every sale.

use super::*;
use proptest::prelude::*;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}
fn named(description: &str, amount: &str) -> NamedAmount {
    NamedAmount { description: description.into(), amount: money(amount) }
}
fn item(quantity: i64, unit_price: &str) -> SoldItem {
    let (quantity, unit_price) = (Quantity::units(quantity), money(unit_price));
    SoldItem {
        line_id: None,
        kind: DocumentLineKind::Product,
        description: "Plato".into(),
        quantity,
        measure: Measure::default(),
        unit_price,
        total: unit_price.times(quantity).unwrap(),
        bag_tax: Money::ZERO,
        discount: Money::ZERO,
        treatment: IgvTreatment::Taxed,
        is_free: false,
    }
}
fn rule(percent: &str, exonerated: bool) -> TaxRule {
    TaxRule { percent: percent.parse().unwrap(), exonerated, regime: Regime::General, bag_tax: Money::centimos(50) }
}
/// Case A, the base of the other cases.
fn base() -> Sale {
    Sale { items: vec![item(2, "25.00"), item(1, "3.50")], discounts: vec![], services: vec![], tax: rule("18", false) }
}
/// Returns the taxed base, the exonerated base, the IGV and the total.
fn totals(f: &DocumentFigures) -> [String; 4] {
    [f.taxable, f.exonerated, f.igv, f.total].map(|m| m.to_string())
}

#[test]
fn case_a_totals_are_sums_of_lines() {
    let f = compute_document_figures(base()).unwrap();
    let lines: Vec<_> = f.lines.iter().map(|l| (l.base.to_string(), l.igv.to_string(), l.affectation)).collect();
    assert_eq!(lines, [("42.37".into(), "7.63".into(), "10"), ("2.97".into(), "0.53".into(), "10")]);
    assert_eq!(totals(&f), ["45.34", "0.00", "8.16", "53.50"]);
}

#[test]
fn case_b_a_discount_lowers_the_base() {
    let f = compute_document_figures(Sale { discounts: vec![named("Descuento 10%", "5.35")], ..base() }).unwrap();
    assert_eq!(totals(&f), ["40.81", "0.00", "7.34", "48.15"]);
    assert_eq!(f.discount, money("4.53"));
    assert_eq!(f.amounts[0].amount, money("-5.35"));
    assert_eq!(f.amounts[0].base, money("45.34"));
}

#[test]
fn case_d_the_recargo_is_outside_the_igv() {
    let f = compute_document_figures(Sale { services: vec![named("Recargo al consumo", "4.53")], ..base() }).unwrap();
    assert_eq!(totals(&f), ["45.34", "0.00", "8.16", "58.03"]);
    assert_eq!((f.amounts[0].code, f.amounts[0].base, f.other_charges), ("46", money("45.34"), money("4.53")));
}

#[test]
fn case_f_sales_in_the_amazon_region_are_exonerated() {
    let f = compute_document_figures(Sale { tax: rule("18", true), ..base() }).unwrap();
    assert_eq!(totals(&f), ["0.00", "53.50", "0.00", "53.50"]);
    assert!(f.lines.iter().all(|l| l.affectation == "20" && l.igv.is_zero()));
    assert_eq!(f.igv_percent, Quantity::ZERO);
}

#[test]
fn case_h_delivery_is_a_taxed_line() {
    let mut sale = base();
    sale.items.push(SoldItem { kind: DocumentLineKind::Charge, ..item(1, "7.00") });
    sale.services = vec![named("Recargo al consumo", "5.13")];
    assert_eq!(totals(&compute_document_figures(sale).unwrap()), ["51.27", "0.00", "9.23", "65.63"]);
}

#[test]
fn the_reduced_rate_of_2026() {
    let f = compute_document_figures(Sale { tax: rule("10.5", false), ..base() }).unwrap();
    // 50.00 / 1.105 = 45.248…, 3.50 / 1.105 = 3.167…
    assert_eq!(totals(&f), ["48.42", "0.00", "5.08", "53.50"]);
}

#[test]
fn a_courtesy_has_a_value_but_no_price() {
    let mut sale = base();
    sale.items[1].is_free = true;
    let f = compute_document_figures(sale.clone()).unwrap();
    assert_eq!(totals(&f), ["42.37", "0.00", "7.63", "50.00"]);
    assert_eq!((f.free, f.lines[1].affectation, f.lines[1].total), (money("2.97"), "15", Money::ZERO));
    let f = compute_document_figures(Sale { tax: rule("18", true), ..sale }).unwrap();
    assert_eq!((f.free, f.lines[1].affectation), (money("3.50"), "21"));
}

fn treated(item: SoldItem, treatment: IgvTreatment) -> SoldItem {
    SoldItem { treatment, ..item }
}
/// A sale with 23.60 taxed, 20.00 exonerated and 10.00 unaffected.
fn mixed() -> Sale {
    let items = vec![
        item(1, "23.60"),
        treated(item(2, "10.00"), IgvTreatment::Exonerated),
        treated(item(1, "10.00"), IgvTreatment::Unaffected),
    ];
    Sale { items, ..base() }
}
fn bases(f: &DocumentFigures) -> Vec<(&'static str, String, String)> {
    f.lines.iter().map(|l| (l.affectation, l.base.to_string(), l.discount.to_string())).collect()
}

#[test]
fn exonerated_unaffected_and_taxed_items_have_separate_totals() {
    let f = compute_document_figures(mixed()).unwrap();
    assert_eq!(totals(&f), ["20.00", "20.00", "3.60", "53.60"]);
    assert_eq!((f.unaffected, f.igv_percent), (money("10.00"), Quantity::units(18)));
    assert_eq!(f.lines.iter().map(|l| l.affectation).collect::<Vec<_>>(), ["10", "20", "30"]);
    let mut free = mixed();
    free.items.iter_mut().for_each(|i| i.is_free = true);
    let f = compute_document_figures(free).unwrap();
    assert_eq!(f.lines.iter().map(|l| l.affectation).collect::<Vec<_>>(), ["15", "21", "31"]);
    assert_eq!((f.free, f.total), (money("50.00"), Money::ZERO));
}

#[test]
fn in_the_amazon_region_unaffected_items_stay_unaffected() {
    let f = compute_document_figures(Sale { tax: rule("18", true), ..mixed() }).unwrap();
    assert_eq!(totals(&f), ["0.00", "43.60", "0.00", "53.60"]);
    assert_eq!(f.unaffected, money("10.00"));
}

#[test]
fn a_discount_is_distributed_over_lines_when_some_are_exonerated() {
    let f = compute_document_figures(Sale { discounts: vec![named("Descuento 10%", "5.36")], ..mixed() }).unwrap();
    let line = |affectation, base: &str, discount: &str| (affectation, base.to_owned(), discount.to_owned());
    assert_eq!(bases(&f), [line("10", "18.00", "2.00"), line("20", "18.00", "2.00"), line("30", "9.00", "1.00")]);
    assert_eq!(totals(&f), ["18.00", "18.00", "3.24", "48.24"]);
    assert_eq!((f.amounts[0].code, f.amounts[0].amount, f.discount), ("00", money("-5.36"), money("5.00")));
    // The printed document lists the regular prices, with the discount beneath.
    assert_eq!(f.lines.iter().map(|l| l.total.to_string()).collect::<Vec<_>>(), ["23.60", "20.00", "10.00"]);
}

#[test]
fn a_discount_applies_to_the_items_that_state_it() {
    let mut sale = Sale { discounts: vec![named("Mitad", "10.00")], ..mixed() };
    sale.items[1].discount = money("10.00");
    let f = compute_document_figures(sale).unwrap();
    assert_eq!(totals(&f), ["20.00", "10.00", "3.60", "43.60"]);
}

#[test]
fn a_line_discounted_to_zero_becomes_free() {
    let mut sale = Sale { discounts: vec![named("Todo el plato", "20.00"), named("Un sol", "1.00")], ..mixed() };
    (sale.items[1].discount, sale.items[2].discount) = (money("20.00"), money("1.00"));
    let f = compute_document_figures(sale).unwrap();
    assert_eq!((f.lines[1].affectation, f.lines[1].total, f.free), ("21", Money::ZERO, money("20.00")));
    assert_eq!((f.exonerated, f.unaffected, f.total), (Money::ZERO, money("9.00"), money("32.60")));
    let amounts_total: Money = f.amounts.iter().map(|a| a.amount).sum();
    assert_eq!(amounts_total, money("-1.00"));
}

#[test]
fn a_discount_of_the_whole_total_makes_every_line_free() {
    let f = compute_document_figures(Sale { discounts: vec![named("Todo", "53.60")], ..mixed() }).unwrap();
    assert_eq!((f.total, f.amounts.len()), (Money::ZERO, 0));
    assert!(f.lines.iter().all(|l| l.item.is_free && l.base + l.free_igv == l.item.total && l.discount.is_zero()));
}

#[test]
fn rounding_of_hundreds_of_lines_is_corrected() {
    let f = compute_document_figures(Sale { items: vec![item(1, "3.50"); 250], ..base() }).unwrap();
    // 875.00 / 1.18 = 741.53; each line by itself would be 2.97, in sum 742.50.
    assert_eq!(totals(&f), ["741.53", "0.00", "133.47", "875.00"]);
    assert!(f.lines.iter().all(|l| l.total == money("3.50") && l.base + l.igv == l.total));
}

#[test]
fn a_total_may_be_zero_but_never_negative() {
    let all = compute_document_figures(Sale { discounts: vec![named("Todo", "53.50")], ..base() }).unwrap();
    assert_eq!(totals(&all), ["0.00", "0.00", "0.00", "0.00"]);
    assert_eq!(
        compute_document_figures(Sale { discounts: vec![named("Más", "53.51")], ..base() }),
        Err(ExcessiveDiscount)
    );
}

proptest! {
    #[test]
    fn the_parts_of_every_document_add_up_to_its_total(
        prices in prop::collection::vec((1i64..20, 1i64..100_000, any::<bool>(), 0usize..5), 1..12),
        discount_permille in 0i64..=1000,
        service in 0i64..5_000,
        percent in prop::sample::select(vec!["0", "10", "10.5", "18"]),
        exonerated in any::<bool>(),
        bags in 0i64..4,
    ) {
        let items: Vec<SoldItem> = prices.iter().map(|(q, p, free, treatment)| {
            let all = [IgvTreatment::Taxed, IgvTreatment::Taxed, IgvTreatment::Taxed, IgvTreatment::Exonerated, IgvTreatment::Unaffected];
            SoldItem { is_free: *free, treatment: all[*treatment], ..item(*q, &Money::centimos(*p).to_string()) }
        }).collect();
        let mut items = items;
        if bags > 0 {
            let bag_tax = Money::centimos(50 * bags);
            items.push(SoldItem { bag_tax, total: Money::centimos(10 * bags), ..item(bags, "0.60") });
        }
        let bags_total = Money::centimos(60 * bags);
        let gross: Money = items.iter().filter(|i| !i.is_free && !i.is_bag()).map(|i| i.total).sum();
        let discount = Money::from_millionths(gross.millionths() / 1000 * discount_permille).to_centimos().at_most(gross);
        let f = compute_document_figures(Sale {
            items,
            discounts: vec![NamedAmount { description: "D".into(), amount: discount }],
            services: vec![NamedAmount { description: "S".into(), amount: Money::centimos(service) }],
            tax: rule(percent, exonerated),
        }).unwrap();
        prop_assert_eq!(f.taxable + f.exonerated + f.unaffected + f.igv + f.bag_tax + f.other_charges, f.total);
        prop_assert_eq!(f.total, gross - discount + bags_total + Money::centimos(service));
        let bag = f.lines.iter().find(|l| l.item.is_bag());
        prop_assert!(bag.is_none_or(|l| l.total == bags_total && l.discount.is_zero() && l.item.discount.is_zero()));
        for l in &f.lines {
            prop_assert_eq!(l.base + l.igv + l.free_igv, l.item.total - l.item.discount);
        }
        let listed: Money = f.lines.iter().map(|l| l.total).sum::<Money>() + f.amounts.iter().map(|a| a.amount).sum::<Money>();
        prop_assert_eq!(listed, f.total, "what the paper lists adds up to its total");
        prop_assert!(!f.igv.is_negative() && !f.discount.is_negative());
    }
}

#[test]
fn the_igv_of_many_small_lines_matches_their_base() {
    for percent in ["18", "15", "10.5"] {
        for (lines, price) in [(1, "0.10"), (200, "0.10"), (999, "0.10"), (999, "0.11"), (500, "0.55"), (999, "0.99")] {
            let items = std::iter::repeat_n(item(1, price), lines).collect();
            let f = compute_document_figures(Sale { items, tax: rule(percent, false), ..base() }).unwrap();
            assert!(!f.has_igv_drift(), "{lines} × {price} at {percent}: {} and {}", f.taxable, f.igv);
            assert!(f.lines.iter().all(|l| !l.igv.is_zero()), "{lines} × {price} at {percent}: a line lost its IGV");
            assert_eq!(f.total, money(price).times(Quantity::units(i64::try_from(lines).unwrap())).unwrap());
        }
    }
    let f = compute_document_figures(Sale { items: std::iter::repeat_n(item(1, "0.03"), 999).collect(), ..base() })
        .unwrap();
    assert!(f.has_igv_drift(), "such a sale is collected as one line");
}
