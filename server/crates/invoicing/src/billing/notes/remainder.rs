//! The remainder of a document after its credit notes, by IGV treatment and by line.

use crate::billing::model::{Billing, BillingLine};
use comanda_base::{
    ids::BillingLineId,
    money::{Money, spread_by_weights},
};

/// The IGV treatments (affectations) of paid lines; free lines have nothing to be refunded.
pub(super) const AFFECTATIONS: [&str; 3] = ["10", "20", "30"];

/// For one affectation, the amount of the document and the amount reversed by notes, with IGV.
#[derive(Debug, Clone, Copy)]
pub(super) struct AffectationBalance {
    pub of_document: Money,
    pub reversed: Money,
}
impl AffectationBalance {
    pub fn remaining_total(self) -> Money {
        self.of_document - self.reversed
    }
}

pub(super) fn affectation_balance(billing: &Billing, affectation: &str) -> AffectationBalance {
    let b = &billing.row;
    let reversed = |amount: fn(&super::CreditNote) -> Money| billing.credit_notes.iter().map(amount).sum();
    match affectation {
        "10" => AffectationBalance { of_document: b.taxable + b.igv, reversed: reversed(|n| n.taxable + n.igv) },
        "20" => AffectationBalance { of_document: b.exonerated, reversed: reversed(|n| n.exonerated) },
        _ => AffectationBalance { of_document: b.unaffected, reversed: reversed(|n| n.unaffected) },
    }
}

/// Iterates over the lines that are not free.
pub(super) fn paid_lines(billing: &Billing) -> impl Iterator<Item = &BillingLine> {
    billing.lines.iter().filter(|l| AFFECTATIONS.contains(&l.affectation.as_str()))
}

/// Returns the remaining amount of each paid line that has units left, after its share of the document's discounts and earlier notes.
/// Together they are the remainder of the document without its charges outside the IGV and the tax on plastic bags.
pub fn remaining_by_line(billing: &Billing) -> Vec<(BillingLineId, Money)> {
    let mut amounts_left = Vec::new();
    for affectation in AFFECTATIONS {
        let lines: Vec<&BillingLine> = paid_lines(billing).filter(|l| l.affectation == affectation).collect();
        let pool = affectation_balance(billing, affectation);
        // No discount of the document applies to plastic bags.
        let listed = |l: &&BillingLine| l.base + l.igv;
        let bags_total: Money = lines.iter().filter(|l| l.is_bag()).map(listed).sum();
        let weights: Vec<Money> = lines.iter().map(|l| if l.is_bag() { Money::ZERO } else { listed(l) }).collect();
        let spread_over = spread_by_weights(pool.of_document - bags_total, &weights).into_iter();
        let amounts = lines.iter().zip(spread_over).map(|(l, part)| if l.is_bag() { listed(l) } else { part });
        let remaining_value = |(line, value): (&&BillingLine, Money)| {
            if billing.remaining_quantity(line).is_zero() { Money::ZERO } else { value }
        };
        let values: Vec<Money> = lines.iter().zip(amounts).map(remaining_value).collect();
        let remaining = |(line, value): (&&BillingLine, &Money)| {
            (*value - reversed_amount(billing, line)).max(Money::ZERO).at_most(*value)
        };
        let line_amounts: Vec<Money> = lines.iter().zip(&values).map(remaining).collect();
        let sum: Money = line_amounts.iter().copied().sum();
        // A discount of the whole account may have been distributed differently for the returned part.
        let line_amounts = match sum == pool.remaining_total() {
            true => line_amounts,
            false if sum.is_zero() => spread_by_weights(pool.remaining_total(), &values),
            false => spread_by_weights(pool.remaining_total(), &line_amounts),
        };
        amounts_left.extend(lines.iter().map(|l| l.id).zip(line_amounts));
    }
    amounts_left.retain(|(_, amount)| *amount > Money::ZERO);
    amounts_left
}

/// Returns the amount of a line that notes have reversed.
fn reversed_amount(billing: &Billing, line: &BillingLine) -> Money {
    let note_lines = billing.credit_notes.iter().flat_map(|n| &n.lines).filter(|l| l.billing_line_id == line.id);
    note_lines.map(|l| l.total - l.bag_tax).sum()
}
