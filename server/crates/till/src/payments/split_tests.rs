//! Charges of the parts of an account: cases by hand. That they always add up to the account, `properties` holds.

#[path = "split_properties.rs"]
mod properties;

use super::*;
use crate::payments::{
    bags::must_leave_room_for_bags,
    sale::{BilledSums, DocumentTerms, build_sale},
};
use comanda_base::words::IgvTreatment;
use comanda_invoicing::billing::{DocumentLineKind, tax::compute_document_figures};
use comanda_orders::orders::{
    account::{Adjustment, AdjustmentKind, Rate},
    sample::{self, sample_adjustment},
};
use comanda_platform::settings::{Regime, TaxRule};

const TAX: TaxRule = TaxRule {
    percent: Quantity::units(18),
    exonerated: false,
    regime: comanda_platform::settings::Regime::General,
    bag_tax: Money::centimos(50),
};

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// An account with its payments so far.
#[derive(Debug, Clone, Default)]
pub(in crate::payments) struct TestAccount {
    pub lines: Vec<comanda_orders::orders::Line>,
    pub adjustments: Vec<Adjustment>,
    pub earlier: Vec<EarlierPayment>,
    pub billed: BilledSums,
    pub tips: Money,
    pub documents: Vec<comanda_invoicing::billing::tax::DocumentFigures>,
    /// The tip and the units of each payment.
    pub tips_and_units: Vec<(Money, Vec<(LineId, Quantity)>)>,
    pub tip_on_document: bool,
    pub is_jungle: bool,
    pub is_nuevo_rus: bool,
    /// Whether the rate is 10.5 %.
    pub is_reduced: bool,
    /// A rate other than these two.
    pub igv: Option<Quantity>,
    /// Whether the account was changed between payments or a payment was refunded; then a document has a line for what its other lines do
    /// not explain.
    pub is_changed: bool,
}

impl TestAccount {
    pub fn with_lines(lines: &[(&str, i64)]) -> Self {
        let lines =
            lines.iter().zip(1..).map(|((price, quantity), id)| sample::sample_line(id, "Plato", price, *quantity));
        Self { lines: lines.collect(), ..Self::default() }
    }
    fn tax(&self) -> TaxRule {
        let usual = if self.is_reduced { "10.5".parse().unwrap() } else { TAX.percent };
        let percent = self.igv.unwrap_or(usual);
        let regime = if self.is_nuevo_rus { Regime::NuevoRus } else { Regime::General };
        TaxRule { percent, exonerated: self.is_jungle, regime, bag_tax: Money::centimos(50) }
    }
    fn paid(&self) -> Money {
        self.earlier.iter().map(|e| e.total).sum()
    }
    pub fn account(&self) -> Account {
        Account::new(self.lines.clone(), self.adjustments.clone(), self.paid(), self.tax())
    }
    /// Records a payment; returns its charge and whether it closed the account.
    pub fn pay(&mut self, part: &PaymentScope, by_consumption: bool) -> Result<(Money, bool), Refusal> {
        let account = self.account();
        let due = compute_charge(&account, &self.earlier, part)?;
        let terms = DocumentTerms { by_consumption, tip_on_document: self.tip_on_document, tax: self.tax() };
        self.billed.bags = self.bags();
        self.billed.tips = account.included_service().map(|recargo| self.charged_besides(&recargo.description));
        let documented = build_sale(&account, &due, &self.billed, terms);
        must_leave_room_for_bags(&account, &due, &self.billed, (&documented, terms))?;
        let is_explained = documented.sale.items.iter().all(|i| i.description != "Ajuste de la cuenta");
        assert!(is_explained || self.is_changed, "{documented:?}");
        let document = match compute_document_figures(documented.sale) {
            Err(_) if self.is_changed => return Err(refuse(Code::Invalid, "too much discount")),
            document => document.unwrap(),
        };
        assert_eq!(document.total + documented.tip, due.amount);
        self.billed.total += document.total;
        self.billed.services += document.other_charges;
        self.tips += documented.tip;
        self.documents.push(document);
        self.tips_and_units.push((documented.tip, due.portions.iter().map(|p| (p.line.id, p.quantity)).collect()));
        for p in &due.portions {
            let line = self.lines.iter_mut().find(|l| l.id == p.line.id).unwrap();
            line.qty_paid += p.quantity;
        }
        let share_of = if let PaymentScope::Share(of) = part { Some(*of) } else { None };
        let by_money = due.portions.is_empty();
        self.earlier.push(EarlierPayment { kind: part.kind(), share_of, total: due.amount, by_money });
        Ok((due.amount, due.closes))
    }
    fn charged_besides(&self, recargo: &str) -> Money {
        let amounts = self.documents.iter().flat_map(|document| &document.amounts);
        let outside = amounts.filter(|amount| amount.code == "46" && amount.description != recargo);
        outside.map(|amount| amount.amount).sum()
    }
    /// Returns the plastic bags on its documents, by line.
    pub fn bags(&self) -> Vec<(LineId, Quantity)> {
        let lines = self.documents.iter().flat_map(|d| &d.lines).filter(|l| l.item.is_bag());
        lines.filter_map(|l| Some((l.item.line_id?, l.item.quantity))).collect()
    }
    /// Refunds a payment; its units become unpaid.
    fn refund(&mut self, n: usize) {
        let (document, (tip, units)) = (self.documents.remove(n), self.tips_and_units.remove(n));
        self.earlier.remove(n);
        self.is_changed = true;
        self.billed.total -= document.total;
        self.billed.services -= document.other_charges;
        self.tips -= tip;
        for (id, quantity) in units {
            self.lines.iter_mut().find(|line| line.id == id).unwrap().qty_paid -= quantity;
        }
    }
    pub fn charged(&mut self, part: PaymentScope) -> String {
        self.pay(&part, false).unwrap().0.to_string()
    }
}

#[test]
fn three_shares_of_ten_soles_close_to_the_centimo() {
    let mut t = TestAccount::with_lines(&[("10.00", 1)]);
    assert_eq!([0, 1, 2].map(|_| t.charged(PaymentScope::Share(3))), ["3.33", "3.34", "3.33"]);
    assert!(t.account().totals.due.is_zero());
}

#[test]
fn the_remaining_people_may_share_what_is_left() {
    let mut t = TestAccount::with_lines(&[("90.00", 1)]);
    assert_eq!(t.charged(PaymentScope::Share(3)), "30.00");
    assert_eq!([0, 1].map(|_| t.charged(PaymentScope::Share(2))), ["30.00", "30.00"]);
}

#[test]
fn lines_bear_their_share_of_discount_and_recargo() {
    let mut t = TestAccount::with_lines(&[("38.00", 2), ("45.00", 1)]);
    t.adjustments = vec![
        sample_adjustment(AdjustmentKind::Discount, Rate::Percent(Quantity::units(10))),
        sample_adjustment(AdjustmentKind::Service, Rate::Percent(Quantity::units(10))),
    ];
    // 121.00 − 12.10 = 108.90, of which 92.29 without IGV: a recargo of 9.23.
    assert_eq!(t.account().totals.total, money("118.13"));
    assert_eq!(t.charged(PaymentScope::Lines(vec![(LineId(1), Quantity::units(1))])), "37.10");
    assert_eq!(t.charged(PaymentScope::All), "81.03");
    let shown: Vec<_> = t.documents[0].amounts.iter().map(|a| (a.code, a.amount.to_string())).collect();
    assert_eq!(shown, [("02", "-3.80".to_owned()), ("46", "2.90".to_owned())]);
}

/// A dish of 10.00 and two bags at 0.60.
fn with_bags() -> TestAccount {
    let mut t = TestAccount::with_lines(&[("10.00", 1), ("0.60", 2)]);
    t.lines[1].is_plastic_bag = true;
    t
}

/// Returns the listed lines of each document, with the bag tax of each.
fn listed(t: &TestAccount) -> Vec<Vec<(String, String, String)>> {
    let line = |l: &comanda_invoicing::billing::tax::TaxedItem| {
        (l.item.description.clone(), l.total.to_string(), l.item.bag_tax.to_string())
    };
    t.documents.iter().map(|d| d.lines.iter().map(line).collect()).collect()
}

#[test]
fn discounts_and_recargo_leave_bags_out() {
    let mut t = with_bags();
    t.adjustments = vec![
        sample_adjustment(AdjustmentKind::Discount, Rate::Percent(Quantity::units(50))),
        sample_adjustment(AdjustmentKind::Service, Rate::Percent(Quantity::units(10))),
    ];
    // 5.00 with 18 % within is 4.24 of value: a recargo of 0.42.
    assert_eq!(t.account().totals.total, money("6.62"));
    // 5.00 and the 0.20 that the bags cost beside their tax.
    assert_eq!(t.account().totals.igv_included, money("0.79"));
    assert_eq!(t.charged(PaymentScope::All), "6.62");
    let d = &t.documents[0];
    assert_eq!(
        (d.taxable, d.igv, d.bag_tax, d.other_charges),
        (money("4.41"), money("0.79"), money("1"), money("0.42"))
    );
    let courtesy = sample_adjustment(AdjustmentKind::Courtesy, Rate::Percent(Quantity::units(100)));
    let mut t = TestAccount { adjustments: vec![courtesy], ..with_bags() };
    assert_eq!(t.charged(PaymentScope::All), "1.20", "the bags are paid all the same");
}

#[test]
fn a_share_takes_whole_bags_as_lines_of_their_own() {
    let part = |name: &str, total: &str, tax: &str| (name.to_owned(), total.to_owned(), tax.to_owned());
    let mut t = with_bags();
    assert_eq!([0, 1].map(|_| t.charged(PaymentScope::Share(2))), ["5.60", "5.60"]);
    assert_eq!(
        listed(&t),
        [
            vec![part("POR CONSUMO", "4.40", "0.00"), part("Plato", "1.20", "1.00")],
            vec![part("POR CONSUMO", "5.60", "0.00")]
        ]
    );
    let mut t = with_bags();
    t.pay(&PaymentScope::Amount(money("0.70")), false).unwrap();
    t.pay(&PaymentScope::All, true).unwrap();
    assert_eq!(
        listed(&t),
        [
            vec![part("POR CONSUMO", "0.10", "0.00"), part("Plato", "0.60", "0.50")],
            vec![part("POR CONSUMO", "9.90", "0.00"), part("Plato", "0.60", "0.50")]
        ]
    );
}

#[test]
fn a_share_that_leaves_too_little_for_the_bags_is_refused() {
    let mut t = TestAccount::with_lines(&[("0.60", 1)]);
    t.lines[0].is_plastic_bag = true;
    let refused = t.pay(&PaymentScope::Share(2), false).unwrap_err();
    assert_eq!(refused.code, Code::Conflict);
    assert!(refused.message.starts_with("Las bolsas (S/ 0.60) van enteras"), "{}", refused.message);
    assert_eq!(t.charged(PaymentScope::All), "0.60");
    assert_eq!((t.documents[0].bag_tax, t.documents[0].total), (money("0.50"), money("0.60")));
}

#[test]
fn the_nuevo_rus_sells_bags_without_their_tax() {
    let mut t = with_bags();
    t.is_nuevo_rus = true;
    assert_eq!(t.charged(PaymentScope::All), "11.20");
    assert_eq!((t.documents[0].bag_tax, t.documents[0].unaffected), (Money::ZERO, money("11.20")));
}

#[test]
fn lines_cannot_be_chosen_after_a_payment_by_amount() {
    let mut t = TestAccount::with_lines(&[("10.00", 2)]);
    t.charged(PaymentScope::Amount(money("5.00")));
    let refused = t.pay(&PaymentScope::Lines(vec![(LineId(1), Quantity::units(1))]), false).unwrap_err();
    assert_eq!(refused.code, Code::Conflict);
    assert_eq!(t.charged(PaymentScope::All), "15.00");
    assert_eq!(t.documents[1].lines[0].item.kind, DocumentLineKind::Consumption);
}

#[test]
fn invalid_charges_are_refused_with_their_code() {
    let line = |n: i64| PaymentScope::Lines(vec![(LineId(1), Quantity::units(n))]);
    for (part, code) in [
        (line(0), Code::Invalid),
        (line(3), Code::BalanceChanged),
        (PaymentScope::Lines(vec![(LineId(9), Quantity::units(1))]), Code::BalanceChanged),
        (PaymentScope::Lines(vec![(LineId(1), "0.5".parse().unwrap())]), Code::Invalid),
        (PaymentScope::Lines(vec![]), Code::Invalid),
        (PaymentScope::Share(1), Code::Invalid),
        (PaymentScope::Share(100), Code::Invalid),
        (PaymentScope::Amount(money("0")), Code::Invalid),
        (PaymentScope::Amount(money("20.01")), Code::Invalid),
        (PaymentScope::Amount(money("0.001")), Code::Invalid),
    ] {
        let mut t = TestAccount::with_lines(&[("10.00", 2)]);
        assert_eq!(t.pay(&part, false).unwrap_err().code, code, "{part:?}");
    }
    assert_eq!(TestAccount::default().pay(&PaymentScope::All, false).unwrap_err().code, Code::Invalid);
}

#[test]
fn a_courtesy_is_free_on_the_document() {
    let mut t = TestAccount::with_lines(&[("10.00", 1), ("16.00", 1)]);
    let courtesy = sample_adjustment(AdjustmentKind::Courtesy, Rate::Percent(Quantity::units(100)));
    t.adjustments = vec![Adjustment { line_ids: vec![LineId(2)], ..courtesy.clone() }];
    // The only line with a price pays the account, and the courtesy is paid with it.
    assert_eq!(
        t.pay(&PaymentScope::Lines(vec![(LineId(1), Quantity::units(1))]), false).unwrap(),
        (money("10.00"), true)
    );
    let lines: Vec<_> = t.documents[0].lines.iter().map(|l| (l.affectation, l.total.to_string())).collect();
    assert_eq!(lines, [("10", "10.00".to_owned()), ("15", "0.00".to_owned())]);

    let mut all = TestAccount { adjustments: vec![courtesy], ..TestAccount::with_lines(&[("10.00", 3)]) };
    assert_eq!(all.pay(&PaymentScope::All, true).unwrap(), (Money::ZERO, true));
}

#[test]
fn a_discount_of_one_dish_lowers_only_its_own_base() {
    let mut t = TestAccount::with_lines(&[("23.60", 1), ("20.00", 1)]);
    t.lines[1].igv_treatment = IgvTreatment::Exonerated;
    let half = sample_adjustment(AdjustmentKind::Discount, Rate::Percent(Quantity::units(50)));
    t.adjustments = vec![Adjustment { line_ids: vec![LineId(2)], ..half }];
    assert_eq!(t.account().totals.igv_included, money("3.60"));
    assert_eq!(t.charged(PaymentScope::All), "33.60");
    let d = &t.documents[0];
    assert_eq!((d.taxable, d.exonerated, d.igv), (money("20.00"), money("10.00"), money("3.60")));
}

#[test]
fn by_consumption_has_one_line_for_each_igv_treatment() {
    let mut t = TestAccount::with_lines(&[("30.00", 1), ("10.00", 1)]);
    t.lines[1].igv_treatment = IgvTreatment::Unaffected;
    t.adjustments = vec![sample_adjustment(AdjustmentKind::Service, Rate::Percent(Quantity::units(10)))];
    // 30.00 / 1.18 + 10.00 = 35.42 without IGV.
    assert_eq!(t.account().totals.total, money("43.54"));
    t.charged(PaymentScope::Share(2));
    t.pay(&PaymentScope::All, true).unwrap();
    for d in &t.documents {
        let lines: Vec<_> = d.lines.iter().map(|l| (l.item.description.as_str(), l.total.to_string())).collect();
        assert_eq!(lines, [("POR CONSUMO", "15.00".to_owned()), ("POR CONSUMO (INAFECTO)", "5.00".to_owned())]);
    }
}

#[test]
fn a_tip_is_outside_the_document_or_on_it_under_code_46() {
    let shares = |tip_on_document| {
        let mut t = TestAccount { tip_on_document, ..TestAccount::with_lines(&[("30.00", 3)]) };
        t.adjustments = vec![sample_adjustment(AdjustmentKind::Tip, Rate::Fixed(money("10.00")))];
        assert_eq!([0, 1, 2].map(|_| t.charged(PaymentScope::Share(3))), ["33.33", "33.34", "33.33"]);
        t
    };
    let tips_apart = shares(false);
    assert_eq!((tips_apart.tips, tips_apart.billed.services), (money("10.00"), Money::ZERO));
    let tips_on_documents = shares(true);
    assert_eq!((tips_on_documents.tips, tips_on_documents.billed.services), (Money::ZERO, money("10.00")));
    let figures: Vec<_> =
        tips_on_documents.documents.iter().map(|d| (d.amounts[0].code, d.other_charges.to_string(), d.igv)).collect();
    assert_eq!(figures, ["3.33", "3.34", "3.33"].map(|tip| ("46", tip.to_owned(), money("4.58"))));
}

#[test]
fn changing_where_tips_go_collects_them_only_once() {
    for first in [true, false] {
        let mut t = TestAccount { tip_on_document: first, ..TestAccount::with_lines(&[("90.00", 1)]) };
        t.adjustments = vec![sample_adjustment(AdjustmentKind::Tip, Rate::Fixed(money("10.00")))];
        t.charged(PaymentScope::Amount(money("50.00")));
        t.tip_on_document = !first;
        t.charged(PaymentScope::All);
        assert_eq!(t.tips + t.billed.services, money("10.00"));
        assert_eq!(t.documents.iter().map(|d| d.taxable + d.igv).sum::<Money>(), money("90.00"));
    }
}

#[test]
fn a_rounded_unit_of_a_free_dish_leaves_the_bag_its_price() {
    let mut t = TestAccount::with_lines(&[("0.52", 1), ("16.248", 3)]);
    t.lines[0].is_plastic_bag = true;
    t.adjustments = vec![sample_adjustment(AdjustmentKind::Discount, Rate::Fixed(money("48.74")))];
    assert_eq!(t.charged(PaymentScope::Lines(vec![(LineId(2), Quantity::units(2))])), "0.00");
    assert_eq!(t.charged(PaymentScope::All), "0.52");
    assert_eq!(t.bags(), [(LineId(1), Quantity::units(1))]);
}

#[test]
fn units_paid_again_after_a_refund_collect_no_tip_twice() {
    let unit = |id: i64| PaymentScope::Lines(vec![(LineId(id), Quantity::units(1))]);
    let mut t = TestAccount::with_lines(&[("49.00", 1), ("517.00", 1), ("276.30", 1)]);
    t.charged(PaymentScope::Lines(vec![(LineId(1), Quantity::units(1)), (LineId(2), Quantity::units(1))]));
    // A tip added after the first payment belongs entirely to the second.
    t.adjustments = vec![sample_adjustment(AdjustmentKind::Tip, Rate::Fixed(money("2.63")))];
    t.is_changed = true;
    assert_eq!(t.charged(PaymentScope::All), "278.93");
    t.refund(0);
    t.charged(unit(1));
    t.charged(unit(2));
    assert_eq!((t.tips, t.billed.total, t.paid()), (money("2.63"), money("842.30"), money("844.93")));
}
