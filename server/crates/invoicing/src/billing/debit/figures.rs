//! Computes the figures of a debit note. Interest and a higher value have the IGV treatment of the sale, at the rate of its document (rules
//! 3291, 3462 of notes): they are part of its price (TUO de la Ley del IGV, art. 14). A penalty is a compensation, outside the IGV.

use crate::billing::{
    Billing, DocumentLineKind,
    debit::DebitReasonCode,
    tax::{DocumentFigures, Sale, SoldItem, compute_document_figures},
    words::amount_in_words,
};
use comanda_base::{
    error::{Result, invalid},
    measure::Measure,
    money::{Money, Quantity, spread_by_weights},
    words::IgvTreatment,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The smallest amount of a debit note.
pub(super) const MIN_AMOUNT: Money = Money::units(1);
/// A smaller part would leave no IGV (rule 3111).
const MIN_PART: Money = Money::centimos(10);

/// The figures of a debit note that is about to be issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DebitFigures {
    pub taxable: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    /// The rate of the modified document in per cent.
    pub igv_percent: Quantity,
    pub igv: Money,
    pub total: Money,
    pub total_in_words: String,
}

/// Returns the largest amount that can still be debited: all debit notes together may not exceed what credit notes left of the document. A
/// larger amount is taken for a typing error.
pub fn max_debit_amount(billing: &Billing) -> Money {
    let added: Money = billing.debit_notes.iter().filter(|n| n.stands).map(|n| n.total).sum();
    (billing.remaining_total() - added).max(Money::ZERO)
}

/// Refuses an amount that no debit note of this document can have.
pub fn check_amount(billing: &Billing, amount: Money) -> Result<()> {
    let number = &billing.full_number;
    let room = max_debit_amount(billing);
    if amount != amount.to_centimos() || amount < MIN_AMOUNT {
        return invalid("amount", format!("Escribe un monto desde S/ {MIN_AMOUNT:#}, con hasta dos decimales.")).err();
    }
    if amount <= room {
        return Ok(());
    }
    let limit_name = match (room < billing.remaining_total(), billing.credit_notes.is_empty()) {
        (false, true) => "el total del comprobante",
        (false, false) => "lo que queda de él después de sus notas de crédito",
        (true, true) => "su total, menos sus otras notas de débito",
        (true, false) => "lo que queda de él, menos sus otras notas de débito",
    };
    invalid("amount", format!("A {number} se le suman hasta S/ {room:#}: {limit_name}. Revisa el monto.")).err()
}

/// Builds the sale of the debit note: one line, or one for each IGV treatment of the modified document.
pub fn debit_sale(billing: &Billing, reason: DebitReasonCode, amount: Money) -> Sale {
    let parts = split_by_treatment(billing, reason, amount);
    let several = parts.len() > 1;
    let item = |(treatment, amount): (IgvTreatment, Money)| SoldItem {
        line_id: None,
        kind: DocumentLineKind::Charge,
        description: match treatment {
            IgvTreatment::Exonerated if several => format!("{} (EXONERADO)", reason.name()),
            IgvTreatment::Unaffected if several => format!("{} (INAFECTO)", reason.name()),
            _ => reason.name().to_owned(),
        },
        quantity: Quantity::units(1),
        measure: Measure::default(),
        unit_price: amount,
        total: amount,
        bag_tax: Money::ZERO,
        discount: Money::ZERO,
        treatment,
        is_free: false,
    };
    Sale {
        items: parts.into_iter().map(item).collect(),
        discounts: Vec::new(),
        services: Vec::new(),
        tax: billing.row.rule(),
    }
}

/// Splits the amount by IGV treatment; parts that are too small are added to the largest one.
fn split_by_treatment(billing: &Billing, reason: DebitReasonCode, amount: Money) -> Vec<(IgvTreatment, Money)> {
    if reason == DebitReasonCode::Penalty {
        return vec![(IgvTreatment::Unaffected, amount)];
    }
    let row = &billing.row;
    let kinds = [
        (IgvTreatment::Taxed, row.taxable + row.igv),
        (IgvTreatment::Exonerated, row.exonerated),
        (IgvTreatment::Unaffected, row.unaffected),
    ];
    let weights = kinds.map(|(_, weight)| weight);
    let mut parts: Vec<_> = kinds.iter().map(|(kind, _)| *kind).zip(spread_by_weights(amount, &weights)).collect();
    let small: Money = parts.iter().map(|p| p.1).filter(|part| *part < MIN_PART).sum();
    parts.retain(|(_, part)| *part >= MIN_PART);
    if let Some(largest) = parts.iter_mut().max_by_key(|p| p.1) {
        largest.1 += small;
    }
    parts
}

/// Computes the figures of a debit note with this amount, which the caller has checked.
pub fn debit_figures(billing: &Billing, reason: DebitReasonCode, amount: Money) -> Result<DebitFigures> {
    let figures: DocumentFigures =
        compute_document_figures(debit_sale(billing, reason, amount)).map_err(anyhow::Error::from)?;
    Ok(DebitFigures {
        taxable: figures.taxable,
        exonerated: figures.exonerated,
        unaffected: figures.unaffected,
        igv_percent: figures.igv_percent,
        igv: figures.igv,
        total: figures.total,
        total_in_words: amount_in_words(figures.total),
    })
}
