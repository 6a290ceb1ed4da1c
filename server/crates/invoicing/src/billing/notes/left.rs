//! What is left of a document: by how its lines stand to the IGV, and by line. Pure.

use crate::billing::model::{Billing, BillingLine};
use comanda_base::{
    ids::BillingLineId,
    money::{Money, spread},
};

/// How lines stand to the IGV; what was free has nothing to be taken back.
pub(super) const AFFECTATIONS: [&str; 3] = ["10", "20", "30"];

/// Of one affectation: what the document comes to, and what notes took of it, with IGV.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pool {
    pub of_document: Money,
    pub taken: Money,
}
impl Pool {
    pub fn left(self) -> Money {
        self.of_document - self.taken
    }
}

pub(super) fn pool(billing: &Billing, affectation: &str) -> Pool {
    let b = &billing.row;
    let taken = |amount: fn(&super::CreditNote) -> Money| billing.credit_notes.iter().map(amount).sum();
    match affectation {
        "10" => Pool { of_document: b.taxable + b.igv, taken: taken(|n| n.taxable + n.igv) },
        "20" => Pool { of_document: b.exonerated, taken: taken(|n| n.exonerated) },
        _ => Pool { of_document: b.unaffected, taken: taken(|n| n.unaffected) },
    }
}

/// Lines that cost something.
pub(super) fn paid_lines(billing: &Billing) -> impl Iterator<Item = &BillingLine> {
    billing.lines.iter().filter(|l| AFFECTATIONS.contains(&l.affectation.as_str()))
}

/// What is left of each line that costs something and of which units are left, after its part of the document's discounts and what
/// notes took. Together they come to what is left of the document but for its charges outside the IGV and the tax on plastic bags.
pub fn left_by_line(billing: &Billing) -> Vec<(BillingLineId, Money)> {
    let mut left = Vec::new();
    for affectation in AFFECTATIONS {
        let lines: Vec<&BillingLine> = paid_lines(billing).filter(|l| l.affectation == affectation).collect();
        let pool = pool(billing, affectation);
        // No discount of the document falls on plastic bags.
        let listed = |l: &&BillingLine| l.base + l.igv;
        let of_bags: Money = lines.iter().filter(|l| l.is_bag()).map(listed).sum();
        let weights: Vec<Money> = lines.iter().map(|l| if l.is_bag() { Money::ZERO } else { listed(l) }).collect();
        let spread_over = spread(pool.of_document - of_bags, &weights).into_iter();
        let worth = lines.iter().zip(spread_over).map(|(l, part)| if l.is_bag() { listed(l) } else { part });
        let stands = |(line, value): (&&BillingLine, Money)| {
            if billing.left_of(line).is_zero() { Money::ZERO } else { value }
        };
        let values: Vec<Money> = lines.iter().zip(worth).map(stands).collect();
        let less =
            |(line, value): (&&BillingLine, &Money)| (*value - taken(billing, line)).max(Money::ZERO).at_most(*value);
        let own: Vec<Money> = lines.iter().zip(&values).map(less).collect();
        let sum: Money = own.iter().copied().sum();
        // A discount of the whole account may have fallen otherwise on what went back.
        let own = match sum == pool.left() {
            true => own,
            false if sum.is_zero() => spread(pool.left(), &values),
            false => spread(pool.left(), &own),
        };
        left.extend(lines.iter().map(|l| l.id).zip(own));
    }
    left.retain(|(_, amount)| *amount > Money::ZERO);
    left
}

/// What notes took of a line.
fn taken(billing: &Billing, line: &BillingLine) -> Money {
    let of_notes = billing.credit_notes.iter().flat_map(|n| &n.lines).filter(|l| l.billing_line_id == line.id);
    of_notes.map(|l| l.total - l.bag_tax).sum()
}
