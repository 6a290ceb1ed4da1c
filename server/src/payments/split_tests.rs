//! What parts of an account charge, what their documents say, and which parts are refused.

use super::*;
use crate::{
    billing::{DocumentLineKind, tax::figures},
    orders::{
        account::{Adjustment, AdjustmentKind, Rate, Totals},
        sample::{self, adjustment},
    },
    payments::sale::{Billed, Terms, documented},
    settings::TaxRule,
    words::IgvTreatment,
};

const TAX: TaxRule = TaxRule { percent: Quantity::units(18), exonerated: false };

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// An account that remembers what was paid of it.
#[derive(Debug, Clone, Default)]
pub(in crate::payments) struct Table {
    pub lines: Vec<crate::orders::Line>,
    pub adjustments: Vec<Adjustment>,
    pub earlier: Vec<Earlier>,
    pub billed: Billed,
    pub tips: Money,
    pub documents: Vec<crate::billing::tax::Figures>,
    /// Tip and units of each payment.
    pub brought: Vec<(Money, Vec<(LineId, Quantity)>)>,
    pub tip_on_document: bool,
    pub is_jungle: bool,
    /// 10.5 per cent.
    pub is_reduced: bool,
    /// Between payments, or one was given back: what its lines do not explain is a line of its own then.
    pub is_changed: bool,
}

impl Table {
    fn of(lines: &[(&str, i64)]) -> Self {
        let lines = lines.iter().zip(1..).map(|((price, quantity), id)| sample::line(id, "Plato", price, *quantity));
        Self { lines: lines.collect(), ..Self::default() }
    }
    fn tax(&self) -> TaxRule {
        let percent = if self.is_reduced { "10.5".parse().unwrap() } else { TAX.percent };
        TaxRule { percent, exonerated: self.is_jungle }
    }
    pub fn paid(&self) -> Money {
        self.earlier.iter().map(|e| e.total).sum()
    }
    pub fn account(&self) -> Account {
        Account::of(self.lines.clone(), self.adjustments.clone(), self.paid(), self.tax())
    }
    /// What an account has outside the IGV: on documents, and beside them.
    pub fn outside(&self, totals: &Totals) -> (Money, Money) {
        let services = totals.charges.iter().filter(|c| c.kind == Some(AdjustmentKind::Service));
        let services: Money = services.map(|c| c.amount).sum();
        if self.tip_on_document { (services + totals.tip, Money::ZERO) } else { (services, totals.tip) }
    }
    /// Pays; gives what was charged and whether that closed the account.
    pub fn pay(&mut self, part: &Part, by_consumption: bool) -> Result<(Money, bool), Refusal> {
        let account = self.account();
        let due = charge(&account, &self.earlier, part)?;
        let terms = Terms { by_consumption, tip_on_document: self.tip_on_document, tax: self.tax() };
        let documented = documented(&account, &due, self.billed, terms);
        let is_explained = documented.sale.items.iter().all(|i| i.description != "Ajuste de la cuenta");
        assert!(is_explained || self.is_changed, "{documented:?}");
        let document = match figures(documented.sale) {
            Err(_) if self.is_changed => return Err(refuse(Code::Invalid, "too much discount")),
            document => document.unwrap(),
        };
        assert_eq!(document.total + documented.tip, due.amount);
        let had = (self.billed.services, self.tips);
        self.billed.total += document.total;
        self.billed.services += document.other_charges;
        self.tips += documented.tip;
        // Of an account that has less since, earlier payments may have brought more; no payment adds to that.
        let (on_documents, beside) = self.outside(&account.totals);
        let is_left = self.billed.services <= on_documents.max(had.0) && self.tips <= beside.max(had.1);
        assert!(is_left, "{:?} and {} of {:?}", self.billed, self.tips, account.totals);
        self.documents.push(document);
        self.brought.push((documented.tip, due.pieces.iter().map(|p| (p.line.id, p.quantity)).collect()));
        for p in &due.pieces {
            let line = self.lines.iter_mut().find(|l| l.id == p.line.id).unwrap();
            line.qty_paid += p.quantity;
        }
        let share_of = if let Part::Share(of) = part { Some(*of) } else { None };
        let by_money = due.pieces.is_empty();
        self.earlier.push(Earlier { kind: part.kind(), share_of, total: due.amount, by_money });
        Ok((due.amount, due.closes))
    }
    /// Gives a payment back; its units are to be paid again.
    pub fn refund(&mut self, n: usize) {
        let (document, (tip, units)) = (self.documents.remove(n), self.brought.remove(n));
        self.earlier.remove(n);
        self.is_changed = true;
        self.billed.total -= document.total;
        self.billed.services -= document.other_charges;
        self.tips -= tip;
        for (id, quantity) in units {
            self.lines.iter_mut().find(|line| line.id == id).unwrap().qty_paid -= quantity;
        }
    }
    fn charged(&mut self, part: Part) -> String {
        self.pay(&part, false).unwrap().0.to_string()
    }
}

#[test]
fn three_shares_of_ten_soles_close_to_the_centimo() {
    let mut t = Table::of(&[("10.00", 1)]);
    assert_eq!([0, 1, 2].map(|_| t.charged(Part::Share(3))), ["3.33", "3.34", "3.33"]);
    assert!(t.account().totals.due.is_zero());
}

#[test]
fn whoever_stays_may_share_the_rest_anew() {
    let mut t = Table::of(&[("90.00", 1)]);
    assert_eq!(t.charged(Part::Share(3)), "30.00");
    assert_eq!([0, 1].map(|_| t.charged(Part::Share(2))), ["30.00", "30.00"]);
}

#[test]
fn lines_bear_their_part_of_discount_and_recargo() {
    let mut t = Table::of(&[("38.00", 2), ("45.00", 1)]);
    t.adjustments = vec![
        adjustment(AdjustmentKind::Discount, Rate::Percent(Quantity::units(10))),
        adjustment(AdjustmentKind::Service, Rate::Percent(Quantity::units(10))),
    ];
    // 121.00 − 12.10 = 108.90, of which 92.29 without IGV: a recargo of 9.23.
    assert_eq!(t.account().totals.total, money("118.13"));
    assert_eq!(t.charged(Part::Lines(vec![(LineId(1), Quantity::units(1))])), "37.10");
    assert_eq!(t.charged(Part::All), "81.03");
    let shown: Vec<_> = t.documents[0].amounts.iter().map(|a| (a.code, a.amount.to_string())).collect();
    assert_eq!(shown, [("02", "-3.80".to_owned()), ("46", "2.90".to_owned())]);
}

#[test]
fn after_a_sum_of_money_lines_can_no_longer_be_chosen() {
    let mut t = Table::of(&[("10.00", 2)]);
    t.charged(Part::Amount(money("5.00")));
    let refused = t.pay(&Part::Lines(vec![(LineId(1), Quantity::units(1))]), false).unwrap_err();
    assert_eq!(refused.code, Code::Conflict);
    assert_eq!(t.charged(Part::All), "15.00");
    assert_eq!(t.documents[1].lines[0].item.kind, DocumentLineKind::Consumption);
}

#[test]
fn what_cannot_be_paid_is_refused_with_its_reason() {
    let line = |n: i64| Part::Lines(vec![(LineId(1), Quantity::units(n))]);
    for (part, code) in [
        (line(0), Code::Invalid),
        (line(3), Code::BalanceChanged),
        (Part::Lines(vec![(LineId(9), Quantity::units(1))]), Code::BalanceChanged),
        (Part::Lines(vec![(LineId(1), "0.5".parse().unwrap())]), Code::Invalid),
        (Part::Lines(vec![]), Code::Invalid),
        (Part::Share(1), Code::Invalid),
        (Part::Share(100), Code::Invalid),
        (Part::Amount(money("0")), Code::Invalid),
        (Part::Amount(money("20.01")), Code::Invalid),
        (Part::Amount(money("0.001")), Code::Invalid),
    ] {
        let mut t = Table::of(&[("10.00", 2)]);
        assert_eq!(t.pay(&part, false).unwrap_err().code, code, "{part:?}");
    }
    assert_eq!(Table::default().pay(&Part::All, false).unwrap_err().code, Code::Invalid);
}

#[test]
fn a_courtesy_goes_onto_the_document_for_nothing() {
    let mut t = Table::of(&[("10.00", 1), ("16.00", 1)]);
    let courtesy = adjustment(AdjustmentKind::Courtesy, Rate::Percent(Quantity::units(100)));
    t.adjustments = vec![Adjustment { line_ids: vec![LineId(2)], ..courtesy.clone() }];
    // The one line that costs something pays the account, and the courtesy goes with it.
    assert_eq!(t.pay(&Part::Lines(vec![(LineId(1), Quantity::units(1))]), false).unwrap(), (money("10.00"), true));
    let lines: Vec<_> = t.documents[0].lines.iter().map(|l| (l.affectation, l.total.to_string())).collect();
    assert_eq!(lines, [("10", "10.00".to_owned()), ("15", "0.00".to_owned())]);

    let mut all = Table { adjustments: vec![courtesy], ..Table::of(&[("10.00", 3)]) };
    assert_eq!(all.pay(&Part::All, true).unwrap(), (Money::ZERO, true));
}

#[test]
fn a_discount_of_one_dish_lowers_only_its_own_base() {
    let mut t = Table::of(&[("23.60", 1), ("20.00", 1)]);
    t.lines[1].igv_treatment = IgvTreatment::Exonerated;
    let half = adjustment(AdjustmentKind::Discount, Rate::Percent(Quantity::units(50)));
    t.adjustments = vec![Adjustment { line_ids: vec![LineId(2)], ..half }];
    assert_eq!(t.account().totals.igv_included, money("3.60"));
    assert_eq!(t.charged(Part::All), "33.60");
    let d = &t.documents[0];
    assert_eq!((d.taxable, d.exonerated, d.igv), (money("20.00"), money("10.00"), money("3.60")));
}

#[test]
fn what_is_paid_by_consumption_is_one_line_for_each_way_to_stand_to_the_igv() {
    let mut t = Table::of(&[("30.00", 1), ("10.00", 1)]);
    t.lines[1].igv_treatment = IgvTreatment::Unaffected;
    t.adjustments = vec![adjustment(AdjustmentKind::Service, Rate::Percent(Quantity::units(10)))];
    // 30.00 / 1.18 + 10.00 = 35.42 without IGV.
    assert_eq!(t.account().totals.total, money("43.54"));
    t.charged(Part::Share(2));
    t.pay(&Part::All, true).unwrap();
    for d in &t.documents {
        let lines: Vec<_> = d.lines.iter().map(|l| (l.item.description.as_str(), l.total.to_string())).collect();
        assert_eq!(lines, [("POR CONSUMO", "15.00".to_owned()), ("POR CONSUMO (INAFECTO)", "5.00".to_owned())]);
    }
}

#[test]
fn a_tip_goes_beside_the_document_or_onto_it_under_code_46() {
    let shares = |tip_on_document| {
        let mut t = Table { tip_on_document, ..Table::of(&[("30.00", 3)]) };
        t.adjustments = vec![adjustment(AdjustmentKind::Tip, Rate::Fixed(money("10.00")))];
        assert_eq!([0, 1, 2].map(|_| t.charged(Part::Share(3))), ["33.33", "33.34", "33.33"]);
        t
    };
    let beside = shares(false);
    assert_eq!((beside.tips, beside.billed.services), (money("10.00"), Money::ZERO));
    let on = shares(true);
    assert_eq!((on.tips, on.billed.services), (Money::ZERO, money("10.00")));
    let figures: Vec<_> =
        on.documents.iter().map(|d| (d.amounts[0].code, d.other_charges.to_string(), d.igv)).collect();
    assert_eq!(figures, ["3.33", "3.34", "3.33"].map(|tip| ("46", tip.to_owned(), money("4.58"))));
}

#[test]
fn a_company_that_changes_where_tips_go_collects_them_once() {
    for first in [true, false] {
        let mut t = Table { tip_on_document: first, ..Table::of(&[("90.00", 1)]) };
        t.adjustments = vec![adjustment(AdjustmentKind::Tip, Rate::Fixed(money("10.00")))];
        t.charged(Part::Amount(money("50.00")));
        t.tip_on_document = !first;
        t.charged(Part::All);
        assert_eq!(t.tips + t.billed.services, money("10.00"));
        assert_eq!(t.documents.iter().map(|d| d.taxable + d.igv).sum::<Money>(), money("90.00"));
    }
}

#[test]
fn units_that_were_given_back_bring_no_tip_that_another_payment_brought() {
    let unit = |id: i64| Part::Lines(vec![(LineId(id), Quantity::units(1))]);
    let mut t = Table::of(&[("49.00", 1), ("517.00", 1), ("276.30", 1)]);
    t.charged(Part::Lines(vec![(LineId(1), Quantity::units(1)), (LineId(2), Quantity::units(1))]));
    // A tip after the first payment is all of the second's.
    t.adjustments = vec![adjustment(AdjustmentKind::Tip, Rate::Fixed(money("2.63")))];
    t.is_changed = true;
    assert_eq!(t.charged(Part::All), "278.93");
    t.refund(0);
    t.charged(unit(1));
    t.charged(unit(2));
    assert_eq!((t.tips, t.billed.total, t.paid()), (money("2.63"), money("842.30"), money("844.93")));
}

#[test]
fn units_that_were_given_back_bring_no_recargo_that_another_payment_brought() {
    let unit = |id: i64| Part::Lines(vec![(LineId(id), Quantity::units(1))]);
    let mut t = Table::of(&[("118.00", 1), ("118.00", 1), ("118.00", 1)]);
    t.charged(Part::Lines(vec![(LineId(1), Quantity::units(1)), (LineId(2), Quantity::units(1))]));
    // A recargo after the first payment is all of the second's; a tip after that one is still to be collected.
    t.adjustments = vec![adjustment(AdjustmentKind::Service, Rate::Percent(Quantity::units(10)))];
    assert_eq!(t.charged(Part::All), "148.00");
    t.refund(0);
    t.adjustments.push(adjustment(AdjustmentKind::Tip, Rate::Fixed(money("30.00"))));
    assert_eq!((t.charged(unit(1)), t.tips), ("138.00".to_owned(), money("20.00")));
    assert_eq!((t.charged(unit(2)), t.tips), ("128.00".to_owned(), money("30.00")));
    let documents: Vec<_> = t.documents.iter().map(|d| (d.total.to_string(), d.other_charges.to_string())).collect();
    let said = [("148.00", "30.00"), ("118.00", "0.00"), ("118.00", "0.00")];
    assert_eq!(documents, said.map(|(total, recargo)| (total.to_owned(), recargo.to_owned())));
}
