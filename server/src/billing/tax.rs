//! What a document says in figures. Prices include the IGV: a line's total is fixed first, its base is total / (1 + rate) rounded
//! once, and the IGV is what remains. Totals are sums of lines; a global discount (code 02) lowers the base, which is then
//! derived from what is left to pay. The recargo al consumo (code 46) stands outside the IGV. Pure.

use super::model::DocumentLineKind;
use crate::{
    ids::LineId,
    money::{CENTIMO, Money, Quantity, SCALE, div_round},
    settings::TaxRule,
};

/// Something sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The line of the account that it comes from.
    pub line_id: Option<LineId>,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    pub unit_price: Money,
    /// Whole céntimos, IGV included; of a courtesy what it would have cost.
    pub total: Money,
    /// Given for nothing.
    pub is_free: bool,
}

/// A discount or charge by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub description: String,
    /// Not negative, whole céntimos, IGV included where there is one.
    pub amount: Money,
}

/// What a document is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    pub items: Vec<Item>,
    pub discounts: Vec<Named>,
    /// Recargo al consumo.
    pub services: Vec<Named>,
    pub tax: TaxRule,
}

/// A line with its tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxedItem {
    pub item: Item,
    pub base: Money,
    pub igv: Money,
    /// 0.00 for what is free.
    pub total: Money,
    /// Catalogue 07.
    pub affectation: &'static str,
}

/// A discount or charge as the document carries it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxedAmount {
    /// Catalogue 53: 02 or 46.
    pub code: &'static str,
    pub description: String,
    /// What it is computed from, without IGV.
    pub base: Money,
    /// Signed as it changes the total.
    pub amount: Money,
}

/// A document in figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    pub lines: Vec<TaxedItem>,
    pub amounts: Vec<TaxedAmount>,
    pub igv_percent: Quantity,
    pub taxable: Money,
    pub exonerated: Money,
    /// The value of what was given for nothing, without IGV.
    pub free: Money,
    /// By how much the discounts lower the base.
    pub discount: Money,
    pub other_charges: Money,
    pub igv: Money,
    pub total: Money,
}

/// A discount larger than what it is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the discounts are larger than what is sold")]
pub struct TooMuchDiscount;

/// Computes a document.
pub fn figures(sale: Sale) -> Result<Figures, TooMuchDiscount> {
    let percent = if sale.tax.exonerated { Quantity::ZERO } else { sale.tax.percent };
    let lines: Vec<TaxedItem> = sale.items.into_iter().map(|item| taxed(item, percent, sale.tax.exonerated)).collect();
    let sold = || lines.iter().filter(|l| !l.item.is_free);
    let (base_of_lines, gross): (Money, Money) = (sold().map(|l| l.base).sum(), sold().map(|l| l.total).sum());
    let discounted: Money = sale.discounts.iter().map(|d| d.amount).sum();
    if discounted > gross {
        return Err(TooMuchDiscount);
    }
    let (base, igv) = if discounted.is_zero() {
        (base_of_lines, sold().map(|l| l.igv).sum())
    } else {
        let base = base_of(gross - discounted, percent);
        (base, gross - discounted - base)
    };
    let other_charges: Money = sale.services.iter().map(|s| s.amount).sum();
    let discounts = sale.discounts.into_iter().filter(|d| !d.amount.is_zero());
    let discounts = discounts.map(|d| TaxedAmount {
        code: "02",
        description: d.description,
        base: base_of_lines,
        amount: -d.amount,
    });
    let services = sale.services.into_iter().filter(|s| !s.amount.is_zero());
    let services = services.map(|s| TaxedAmount { code: "46", description: s.description, base, amount: s.amount });
    Ok(Figures {
        amounts: discounts.chain(services).collect(),
        igv_percent: percent,
        taxable: if sale.tax.exonerated { Money::ZERO } else { base },
        exonerated: if sale.tax.exonerated { base } else { Money::ZERO },
        free: lines.iter().filter(|l| l.item.is_free).map(|l| l.base).sum(),
        discount: base_of_lines - base,
        other_charges,
        igv,
        total: base + igv + other_charges,
        lines,
    })
}

fn taxed(item: Item, percent: Quantity, exonerated: bool) -> TaxedItem {
    let base = base_of(item.total, percent);
    // Catalogue 07: 15 bonus and 21 free transfer, for what is given for nothing.
    let affectation = match (exonerated, item.is_free) {
        (false, false) => "10",
        (false, true) => "15",
        (true, false) => "20",
        (true, true) => "21",
    };
    let (igv, total) = if item.is_free { (Money::ZERO, Money::ZERO) } else { (item.total - base, item.total) };
    TaxedItem { item, base, igv, total, affectation }
}

/// The value without IGV of an amount that includes it, rounded once.
fn base_of(total: Money, percent: Quantity) -> Money {
    const WHOLE: i128 = 100 * SCALE as i128;
    let by = (WHOLE + i128::from(percent.millionths())) * i128::from(CENTIMO);
    let centimos = div_round(i128::from(total.millionths()) * WHOLE, by);
    Money::centimos(i64::try_from(centimos).unwrap_or_default())
}

#[cfg(test)]
#[path = "tax_tests.rs"]
mod tests;
