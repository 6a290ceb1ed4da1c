//! What a document says apart beside base and IGV, as the purchase and the registers keep it. Pure.

use super::invoice::{Affectation, Invoice, InvoiceLine};
use crate::charges::Charges;
use comanda_base::money::Money;

/// Reads ISC and ICBPER by the paper's own sums, or else by its lines; everything else that its total has and no base (catalogue 53: 01, 03, 45, 46,
/// 48, 50, 63), other taxes, and what was rounded.
pub(super) fn charges(invoice: &Invoice) -> Charges {
    let (paper, all) = (invoice.totals, invoice.adjustments);
    let paid = || invoice.lines.iter().filter(|line| line.affectation != Affectation::Free);
    let said_or = |said: Money, of_lines: Money| if said.is_zero() { of_lines } else { said };
    let isc_of_lines: Money = paid().map(|line| line.isc).sum();
    let isc = said_or(paper.isc, (isc_of_lines - all.isc_advance).max(Money::ZERO));
    let icbper = said_or(paper.icbper, invoice.lines.iter().map(|line| line.icbper).sum());
    let other_taxes = |line: &InvoiceLine| line.other_taxes - line.icbper;
    let taxes = said_or(paper.other_taxes - paper.isc - paper.icbper, invoice.lines.iter().map(other_taxes).sum());
    let adjusted: Money = paid().map(|line| line.adjusted).sum();
    let other = (taxes + adjusted + all.charge - all.discount + paper.rounding).to_centimos();
    Charges { isc: isc.to_centimos(), icbper: icbper.to_centimos(), other }
}
