//! Listed prices are what is paid, and each document splits them by the rate of its own day.

use crate::payments::{
    arbitrary::{adjustments, lines, part},
    documents_tests::billing,
    included_service::resplit_recargo,
    split::{PaymentScope, tests::TestAccount},
};
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{reissue_figures, sale_under_rule, tax::DocumentFigures};
use comanda_orders::orders::{
    account::{Adjustment, AdjustmentKind, Rate},
    sample::sample_adjustment,
};
use comanda_platform::settings::{Regime, TaxRule};
use proptest::prelude::*;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn recargo(percent: i64) -> Adjustment {
    sample_adjustment(AdjustmentKind::ServiceIncluded, Rate::Percent(Quantity::units(percent)))
}

/// Returns base, IGV, recargo and total of a document.
fn split(document: &DocumentFigures) -> [String; 4] {
    [document.taxable, document.igv, document.other_charges, document.total].map(|amount| amount.to_string())
}

#[test]
fn a_dish_of_38_soles_is_paid_with_38_soles() {
    let mut t = TestAccount::with_lines(&[("38.00", 1)]);
    (t.adjustments, t.igv) = (vec![recargo(10)], money_percent("10.5"));
    assert_eq!(t.account().totals.service_included, money("3.15"));
    assert_eq!(t.charged(PaymentScope::All), "38.00");
    // 38.00 / 1.205 = 31.535; 10.5 % and 10 % of it are 3.31 and 3.15.
    assert_eq!(split(&t.documents[0]), ["31.54", "3.31", "3.15", "38.00"]);
    assert_eq!(t.documents[0].lines[0].item.unit_price, money("34.85"));
}

#[test]
fn a_discount_lowers_the_recargo_too() {
    let mut t = TestAccount::with_lines(&[("38.00", 2)]);
    let ten = sample_adjustment(AdjustmentKind::Discount, Rate::Percent(Quantity::units(10)));
    (t.adjustments, t.igv) = (vec![ten, recargo(10)], money_percent("10.5"));
    // 76.00 − 7.60 = 68.40, of which 56.763 is the value.
    assert_eq!(t.charged(PaymentScope::All), "68.40");
    assert_eq!(split(&t.documents[0]), ["56.76", "5.96", "5.68", "68.40"]);
}

#[test]
fn payments_before_and_after_midnight_use_their_own_rate() {
    let mut t = TestAccount::with_lines(&[("38.00", 2)]);
    (t.adjustments, t.igv) = (vec![recargo(10)], money_percent("10.5"));
    assert_eq!(t.charged(PaymentScope::Lines(vec![(LineId(1), Quantity::units(1))])), "38.00");
    t.igv = money_percent("15");
    assert_eq!(t.charged(PaymentScope::All), "38.00");
    assert_eq!(split(&t.documents[0]), ["31.54", "3.31", "3.15", "38.00"]);
    assert_eq!(split(&t.documents[1]), ["30.40", "4.56", "3.04", "38.00"]);
}

#[test]
fn a_tip_added_between_two_payments_is_all_on_the_last_document() {
    let mut t = TestAccount { tip_on_document: true, ..TestAccount::with_lines(&[("200.00", 1)]) };
    (t.adjustments, t.igv) = (vec![recargo(10)], money_percent("18"));
    assert_eq!(t.charged(PaymentScope::Amount(money("100.00"))), "100.00");
    t.adjustments.push(sample_adjustment(AdjustmentKind::Tip, Rate::Fixed(money("20.00"))));
    assert_eq!(t.charged(PaymentScope::All), "120.00");
    // 100 / 1.28 = 78.13; 18 % and 10 % of it are 14.06 and 7.81.
    assert_eq!(split(&t.documents[0]), ["78.13", "14.06", "7.81", "100.00"]);
    assert_eq!(split(&t.documents[1]), ["78.13", "14.06", "27.81", "120.00"]);
}

#[test]
fn each_share_has_its_part_of_a_tip_whatever_the_rounding_of_recargos() {
    let mut t = TestAccount { tip_on_document: true, ..TestAccount::with_lines(&[("38.00", 2)]) };
    (t.adjustments, t.igv) =
        (vec![recargo(10), sample_adjustment(AdjustmentKind::Tip, Rate::Fixed(money("10.00")))], money_percent("10.5"));
    assert_eq!([0, 1].map(|_| t.charged(PaymentScope::Share(2))), ["43.00", "43.00"]);
    for document in &t.documents {
        assert_eq!(split(document), ["31.54", "3.31", "8.15", "43.00"]);
    }
}

fn money_percent(text: &str) -> Option<Quantity> {
    Some(text.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn documents_add_up_to_listed_prices_with_the_recargo_of_their_own_base(
        lines in lines(), others in adjustments(), percent in 1i64..=13, igv in prop::sample::select(vec!["10.5", "15", "18"]),
        parts in prop::collection::vec((part(), any::<bool>()), 0..6), is_jungle in any::<bool>(),
    ) {
        let others: Vec<Adjustment> = others.into_iter().filter(|a| a.kind != AdjustmentKind::Service).collect();
        let listed = {
            let plain = TestAccount { lines: lines.clone(), adjustments: others.clone(), is_jungle, igv: money_percent(igv), ..TestAccount::default() };
            plain.account().totals
        };
        let adjustments = others.into_iter().chain([recargo(percent)]).collect();
        let mut t = TestAccount { lines, adjustments, is_jungle, igv: money_percent(igv), ..TestAccount::default() };
        prop_assert_eq!(t.account().totals.total, listed.total);
        let closed = parts.iter().any(|(part, by_consumption)| matches!(t.pay(part, *by_consumption), Ok((_, true))));
        prop_assert!(closed || t.pay(&PaymentScope::All, false).is_ok());
        prop_assert_eq!(t.billed.total, listed.total - listed.tip);
        prop_assert_eq!(t.tips, listed.tip);
        for d in &t.documents {
            let base = d.taxable + d.exonerated + d.unaffected;
            prop_assert_eq!(base + d.igv + d.bag_tax + d.other_charges, d.total);
            // Plastic bags bear no recargo.
            let bag_base: Money = d.lines.iter().filter(|l| l.item.is_bag()).map(|l| l.base).sum();
            let base = base - bag_base;
            // Each line rounds its base by itself.
            let most = Money::centimos(1) + Money::from_millionths(700 * d.lines.len() as i64);
            let deviation = d.other_charges - base.percent(Quantity::units(percent)).unwrap();
            prop_assert!(deviation.at_most(-deviation) >= -most, "{} of {}", d.other_charges, base);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn a_reissued_document_has_the_recargo_of_its_own_rate(
        lines in lines(), others in adjustments(), percent in 1i64..=13, is_factura in any::<bool>(), flags in any::<[bool; 3]>(),
    ) {
        let [is_jungle, tip_on_document, by_consumption] = flags;
        let others = others.into_iter().filter(|a| a.kind != AdjustmentKind::Service);
        let adjustments = others.chain([recargo(percent)]).collect();
        let mut t = TestAccount { lines, adjustments, is_jungle, tip_on_document, igv: money_percent("10.5"), ..TestAccount::default() };
        prop_assert!(t.pay(&PaymentScope::All, by_consumption).is_ok());
        let account = t.account();
        let f = &t.documents[0];
        let refused = billing(f, is_factura, "ANA");
        let rule = TaxRule { percent: Quantity::units(18), exonerated: is_jungle, regime: Regime::General, bag_tax: Money::centimos(50) };
        let anew = sale_under_rule(&refused, rule, &|sale, old_rule| resplit_recargo(&account, sale, old_rule));
        let anew = reissue_figures(&refused, anew);
        prop_assert!(anew.is_ok(), "{:?} of {f:#?}", anew.err());
        let anew = anew.unwrap();
        let bag_base: Money = anew.lines.iter().filter(|l| l.item.is_bag()).map(|l| l.base).sum();
        let base = anew.taxable + anew.exonerated + anew.unaffected - bag_base;
        let tips = if tip_on_document { account.totals.tip } else { Money::ZERO };
        let most = Money::centimos(2) + Money::from_millionths(700 * anew.lines.len() as i64);
        let deviation = anew.other_charges - tips - base.percent(Quantity::units(percent)).unwrap();
        prop_assert!(deviation.at_most(-deviation) >= -most, "{} of {base}", anew.other_charges);
    }
}
