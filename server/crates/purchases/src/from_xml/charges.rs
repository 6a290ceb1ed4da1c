//! The charges that a supplier's document states beside base and IGV, as the purchase and the registers keep them.

use super::invoice::{Affectation, Invoice, InvoiceLine};
use crate::charges::Charges;
use comanda_base::money::Money;

/// Computes the charges: ISC and ICBPER from the document's sums, or else from its lines; `other` holds adjustments that do not change the
/// base (catalogue 53: 01, 03, 45, 46, 48, 50, 63), other taxes and rounding.
pub(super) fn compute_charges(invoice: &Invoice) -> Charges {
    let (paper, all) = (invoice.totals, invoice.adjustments);
    let paid = || invoice.lines.iter().filter(|line| line.affectation != Affectation::Free);
    let stated_or = |stated: Money, line_sum: Money| if stated.is_zero() { line_sum } else { stated };
    let isc_of_lines: Money = paid().map(|line| line.isc).sum();
    let isc = stated_or(paper.isc, (isc_of_lines - all.isc_advance).max(Money::ZERO));
    let icbper = stated_or(paper.icbper, invoice.lines.iter().map(|line| line.icbper).sum());
    let other_taxes = |line: &InvoiceLine| line.other_taxes - line.icbper;
    let taxes = stated_or(paper.other_taxes - paper.isc - paper.icbper, invoice.lines.iter().map(other_taxes).sum());
    let adjustment: Money = paid().map(|line| line.adjustment).sum();
    let other = (taxes + adjustment + all.charge - all.discount + paper.rounding).to_centimos();
    Charges { isc: isc.to_centimos(), icbper: icbper.to_centimos(), other }
}
