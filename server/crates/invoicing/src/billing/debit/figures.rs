//! This computes what a debit note comes to. Interest and a higher value stand to the IGV as the sale does, at the rate of its document (rules 3291,
//! 3462 of notes): they are part of its price (TUO de la Ley del IGV, art. 14). A penalty is a compensation, outside the IGV. Pure.

use crate::billing::{
    Billing, DocumentLineKind,
    debit::DebitReasonCode,
    tax::{Figures, Item, Sale, figures},
    words::amount_in_words,
};
use comanda_base::{
    error::{Result, invalid},
    money::{Money, Quantity, spread},
    words::IgvTreatment,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The least that a debit note adds.
pub(super) const LEAST: Money = Money::units(1);
/// Of less nothing would be left of its IGV (rule 3111).
const LEAST_PART: Money = Money::centimos(10);

/// A quote tells what a debit note would say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DebitFigures {
    pub taxable: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    /// The rate of the document that it adds to, per cent.
    pub igv_percent: Quantity,
    pub igv: Money,
    pub total: Money,
    pub total_in_words: String,
}

/// The most that may still be added to a document: all that was added comes to no more than what credit notes left of it. More is a slip
/// of the finger.
pub fn room_left(billing: &Billing) -> Money {
    let added: Money = billing.debit_notes.iter().filter(|n| n.stands).map(|n| n.total).sum();
    (billing.left() - added).max(Money::ZERO)
}

/// Refuses an amount that no debit note of this document can have.
pub fn check_amount(billing: &Billing, amount: Money) -> Result<()> {
    let number = &billing.full_number;
    let room = room_left(billing);
    if amount != amount.to_centimos() || amount < LEAST {
        return invalid("amount", format!("Escribe un monto desde S/ {LEAST}, con hasta dos decimales.")).err();
    }
    if amount <= room {
        return Ok(());
    }
    let of_what = match (room < billing.left(), billing.credit_notes.is_empty()) {
        (false, true) => "el total del comprobante",
        (false, false) => "lo que queda de él después de sus notas de crédito",
        (true, true) => "su total, menos sus otras notas de débito",
        (true, false) => "lo que queda de él, menos sus otras notas de débito",
    };
    invalid("amount", format!("A {number} se le suman hasta S/ {room}: {of_what}. Revisa el monto.")).err()
}

/// Builds the sale that it is about: one line, or one for each way in which the document stands to the IGV.
pub fn sale_of(billing: &Billing, reason: DebitReasonCode, amount: Money) -> Sale {
    let parts = parts(billing, reason, amount);
    let several = parts.len() > 1;
    let item = |(treatment, amount): (IgvTreatment, Money)| Item {
        line_id: None,
        kind: DocumentLineKind::Charge,
        description: match treatment {
            IgvTreatment::Exonerated if several => format!("{} (EXONERADO)", reason.name()),
            IgvTreatment::Unaffected if several => format!("{} (INAFECTO)", reason.name()),
            _ => reason.name().to_owned(),
        },
        quantity: Quantity::units(1),
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

/// The amount by how it stands to the IGV; too small a part goes with the largest one.
fn parts(billing: &Billing, reason: DebitReasonCode, amount: Money) -> Vec<(IgvTreatment, Money)> {
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
    let mut parts: Vec<_> = kinds.iter().map(|(kind, _)| *kind).zip(spread(amount, &weights)).collect();
    let small: Money = parts.iter().map(|p| p.1).filter(|part| *part < LEAST_PART).sum();
    parts.retain(|(_, part)| *part >= LEAST_PART);
    if let Some(largest) = parts.iter_mut().max_by_key(|p| p.1) {
        largest.1 += small;
    }
    parts
}

/// The figures of a note that adds this amount, as checked.
pub fn figures_of(billing: &Billing, reason: DebitReasonCode, amount: Money) -> Result<DebitFigures> {
    let figures: Figures = figures(sale_of(billing, reason, amount)).map_err(anyhow::Error::from)?;
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
