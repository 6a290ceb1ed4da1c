//! The figures of a document. Prices include the IGV: the total of a line is fixed first, its base is total / (1 + rate) rounded once, and
//! the IGV is the remainder. Totals are sums of lines. Where everything is taxed, a discount applies to the document (code 02): it lowers
//! the base, which is then derived from the amount left to pay. Where something is exonerated or unaffected, the discount is distributed
//! over the lines (code 00), since a discount 02 lowers taxed bases only (rules 3277, 3275, 3274). The recargo al consumo (code 46) is
//! outside the IGV. The price of a plastic bag includes the tax on it (ICBPER, 7152), which no discount lowers and which is not part of the
//! base. The IGV treatment of an item, like the rate, is that of the time of issue: the tax obligation arises then, and a product corrected
//! in the catalogue is correct on every account that is still open.

use super::model::DocumentLineKind;
use comanda_base::{
    ids::LineId,
    measure::Measure,
    money::{CENTIMO, Money, Quantity, SCALE, div_round},
    words::IgvTreatment,
};
use comanda_platform::settings::{Regime, TaxRule};

/// An item sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldItem {
    /// The line of the account from which it comes.
    pub line_id: Option<LineId>,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    /// The weight or volume of each piece; 1 where it is sold by the unit.
    pub measure: Measure,
    pub unit_price: Money,
    /// The total in whole céntimos, with IGV, without the tax on plastic bags; for a courtesy, its regular price.
    pub total: Money,
    /// The tax on plastic bags on top of the total; an item with it gets no discount.
    pub bag_tax: Money,
    /// The part of the document's discounts that falls on the item, with IGV; used where discounts are distributed over lines.
    pub discount: Money,
    pub treatment: IgvTreatment,
    /// Whether the item is free.
    pub is_free: bool,
}

impl SoldItem {
    /// Whether the item is of plastic bags that bear their tax (ICBPER).
    pub fn is_bag(&self) -> bool {
        !self.bag_tax.is_zero()
    }
}

/// A discount or charge with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAmount {
    pub description: String,
    /// The amount in whole céntimos, not negative, with IGV where it bears any.
    pub amount: Money,
}

/// A sale for which a document is issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    pub items: Vec<SoldItem>,
    pub discounts: Vec<NamedAmount>,
    /// The recargo al consumo.
    pub services: Vec<NamedAmount>,
    pub tax: TaxRule,
}

/// An item with its tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxedItem {
    pub item: SoldItem,
    /// The base after the item's own discount.
    pub base: Money,
    pub igv: Money,
    /// The list price, before the item's own discount, with the tax on plastic bags; 0.00 for a free item.
    pub total: Money,
    /// The code of catalogue 07.
    pub affectation: &'static str,
    /// For a free item, the IGV that it would have borne.
    pub free_igv: Money,
    /// The item's own discount (code 00), without IGV.
    pub discount: Money,
}

/// A discount or charge as the document states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxedAmount {
    /// The code of catalogue 53: 00, 02 or 46.
    pub code: &'static str,
    pub description: String,
    /// The amount from which it is computed, without IGV.
    pub base: Money,
    /// The amount with the sign by which it changes the total.
    pub amount: Money,
}

/// The figures of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFigures {
    pub lines: Vec<TaxedItem>,
    pub amounts: Vec<TaxedAmount>,
    pub igv_percent: Quantity,
    pub regime: Regime,
    pub taxable: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    /// The value of free items, without IGV.
    pub free: Money,
    /// The amount by which the discounts lower the base.
    pub discount: Money,
    pub other_charges: Money,
    pub igv: Money,
    /// The tax on plastic bags.
    pub bag_tax: Money,
    pub total: Money,
}

impl DocumentFigures {
    /// Whether the IGV of the lines, each rounded by itself, differs too much from the rate of their base; a difference of one sol is
    /// accepted (rules 3291, 3279). Hundreds of lines of a few céntimos exceed it.
    pub fn has_igv_drift(&self) -> bool {
        const MOST: Money = Money::centimos(95);
        let sum_lines = |amount: fn(&TaxedItem) -> Money| -> Money {
            self.lines.iter().filter(|l| l.affectation == "10").map(amount).sum()
        };
        let (base, igv) = (sum_lines(|l| l.base), sum_lines(|l| l.igv));
        let deviation = igv - base.percent(self.igv_percent).unwrap_or_default().to_centimos();
        deviation.max(-deviation) > MOST
    }
}

/// The discounts exceed the sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the discounts are larger than what is sold")]
pub struct ExcessiveDiscount;

/// Computes the figures of a document.
pub fn compute_document_figures(sale: Sale) -> Result<DocumentFigures, ExcessiveDiscount> {
    let tax = sale.tax;
    let sold_total =
        |items: &[SoldItem]| items.iter().filter(|i| !i.is_free && !i.is_bag()).map(|i| i.total).sum::<Money>();
    if sale.discounts.iter().map(|d| d.amount).sum::<Money>() > sold_total(&sale.items) {
        return Err(ExcessiveDiscount);
    }
    let is_spread = |i: &SoldItem| !i.is_free && tax.treatment(i.treatment) != IgvTreatment::Taxed;
    let spread = sale.items.iter().any(is_spread) && sale.discounts.iter().any(|d| !d.amount.is_zero());
    let sale = if spread { spread_over_lines(sale) } else { sale };
    let mut lines: Vec<TaxedItem> = sale.items.into_iter().map(|item| tax_item(item, tax, spread)).collect();
    correct_rounding(&mut lines, tax);
    let discounted: Money = sale.discounts.iter().map(|d| d.amount).sum();
    let lines_treated =
        |treatment| lines.iter().filter(move |l| !l.item.is_free && tax.treatment(l.item.treatment) == treatment);
    let base_of_lines: Money = lines.iter().filter(|l| !l.item.is_free).map(|l| l.base + l.discount).sum();
    let (taxable, igv) = if spread || discounted.is_zero() {
        (
            lines_treated(IgvTreatment::Taxed).map(|l| l.base).sum(),
            lines_treated(IgvTreatment::Taxed).map(|l| l.igv).sum(),
        )
    } else {
        let taxed_total = lines_treated(IgvTreatment::Taxed).map(|l| l.item.total).sum::<Money>() - discounted;
        let base = base_of(taxed_total, tax.percent);
        (base, taxed_total - base)
    };
    let exonerated: Money = lines_treated(IgvTreatment::Exonerated).map(|l| l.base).sum();
    let unaffected: Money = lines_treated(IgvTreatment::Unaffected).map(|l| l.base).sum();
    let base = taxable + exonerated + unaffected;
    let bag_tax: Money = lines.iter().map(|l| l.item.bag_tax).sum();
    let other_charges: Money = sale.services.iter().map(|s| s.amount).sum();
    let discounts = sale.discounts.into_iter().filter(|d| !d.amount.is_zero());
    let discounts = discounts.map(|d| TaxedAmount {
        code: if spread { "00" } else { "02" },
        description: d.description,
        base: base_of_lines,
        amount: -d.amount,
    });
    let services = sale.services.into_iter().filter(|s| !s.amount.is_zero());
    let services = services.map(|s| TaxedAmount { code: "46", description: s.description, base, amount: s.amount });
    Ok(DocumentFigures {
        amounts: discounts.chain(services).collect(),
        igv_percent: tax.percent_of(IgvTreatment::Taxed),
        regime: tax.regime,
        taxable,
        exonerated,
        unaffected,
        free: lines.iter().filter(|l| l.item.is_free).map(|l| l.base).sum(),
        discount: base_of_lines - base,
        other_charges,
        igv,
        bag_tax,
        total: base + igv + bag_tax + other_charges,
        lines,
    })
}

/// Distributes the discounts over the lines, as the items say or else in proportion. An item with nothing left to pay becomes free: a line
/// without value is not allowed on a document (rule 3105).
fn spread_over_lines(mut sale: Sale) -> Sale {
    let discounted: Money = sale.discounts.iter().map(|d| d.amount).sum();
    let bears = |i: &&SoldItem| !i.is_free && !i.is_bag();
    let sold = || sale.items.iter().filter(bears);
    let is_said = sold().map(|i| i.discount).sum::<Money>() == discounted && sold().all(|i| i.discount <= i.total);
    if !is_said {
        let totals: Vec<Money> = sold().map(|i| i.total).collect();
        let parts = split_by_weights(discounted, &totals);
        for (item, part) in sale.items.iter_mut().filter(|i| !i.is_free && !i.is_bag()).zip(parts) {
            item.discount = part;
        }
    }
    let mut free_total = Money::ZERO;
    for item in sale.items.iter_mut().filter(|i| !i.is_free && !i.total.is_zero() && i.discount == i.total) {
        item.is_free = true;
        item.discount = Money::ZERO;
        free_total += item.total;
    }
    let named: Vec<Money> = sale.discounts.iter().map(|d| d.amount).collect();
    for (discount, amount) in sale.discounts.iter_mut().zip(split_by_weights(discounted - free_total, &named)) {
        discount.amount = amount;
    }
    sale
}

/// Splits an amount by weights; no part exceeds its weight unless the amount exceeds their sum.
fn split_by_weights(amount: Money, weights: &[Money]) -> Vec<Money> {
    let all = i128::from(weights.iter().copied().sum::<Money>().millionths()).max(1) * i128::from(CENTIMO);
    let (mut weight, mut before) = (Money::ZERO, Money::ZERO);
    let part = |one: &Money| {
        weight += *one;
        let share_so_far = centimos(div_round(i128::from(amount.millionths()) * i128::from(weight.millionths()), all));
        std::mem::replace(&mut before, share_so_far)
    };
    let until: Vec<Money> = weights.iter().map(part).chain([amount]).collect();
    until.windows(2).map(|two| two[1] - two[0]).collect()
}

fn tax_item(item: SoldItem, tax: TaxRule, spread: bool) -> TaxedItem {
    let treatment = tax.treatment(item.treatment);
    let percent = tax.percent_of(treatment);
    // Codes of catalogue 07 for free items: 15 and 31 bonus, 21 free transfer.
    let affectation = match (treatment, item.is_free) {
        (IgvTreatment::Taxed, false) => "10",
        (IgvTreatment::Taxed, true) => "15",
        (IgvTreatment::Exonerated, false) => "20",
        (IgvTreatment::Exonerated, true) => "21",
        (IgvTreatment::Unaffected, false) => "30",
        (IgvTreatment::Unaffected, true) => "31",
    };
    let listed = base_of(item.total, percent);
    let payable = if spread && !item.is_free { item.total - item.discount } else { item.total };
    let base = base_of(payable, percent);
    let igv = payable - base;
    let (igv, free_igv, total) =
        if item.is_free { (Money::ZERO, igv, Money::ZERO) } else { (igv, Money::ZERO, item.total + item.bag_tax) };
    TaxedItem { item, base, igv, total, affectation, free_igv, discount: listed - base }
}

/// Corrects bases that are all rounded in the same direction. Where their IGV differs too much from the rate of their base (one sol is
/// accepted, rules 3291, 3279), bases are rounded cumulatively over the document instead of each by itself.
fn correct_rounding(lines: &mut [TaxedItem], tax: TaxRule) {
    const TOO_MUCH: Money = Money::centimos(50);
    /// A smaller amount would leave no IGV (rule 3111).
    const LEAST: Money = Money::centimos(10);
    let is_taxed = |l: &TaxedItem| l.affectation == "10" && l.base + l.igv >= LEAST;
    let (base, gross) = lines
        .iter()
        .filter(|l| is_taxed(l))
        .fold((Money::ZERO, Money::ZERO), |(base, gross), l| (base + l.base, gross + l.base + l.igv));
    let deviation = base - base_of(gross, tax.percent);
    if deviation.at_most(-deviation) >= -TOO_MUCH {
        return;
    }
    let (mut running_total, mut before) = (Money::ZERO, Money::ZERO);
    for line in lines.iter_mut().filter(|l| is_taxed(l)) {
        let line_total = line.base + line.igv;
        running_total += line_total;
        let base_so_far = base_of(running_total, tax.percent);
        line.base = base_so_far - before;
        line.igv = line_total - line.base;
        before = base_so_far;
    }
}

/// Returns the amount without IGV of one that includes it, rounded once.
fn base_of(total: Money, percent: Quantity) -> Money {
    const WHOLE: i128 = 100 * SCALE as i128;
    let divisor = (WHOLE + i128::from(percent.millionths())) * i128::from(CENTIMO);
    centimos(div_round(i128::from(total.millionths()) * WHOLE, divisor))
}

fn centimos(amount: i128) -> Money {
    Money::centimos(i64::try_from(amount).unwrap_or_default())
}

#[cfg(test)]
#[path = "tax_tests.rs"]
mod tests;
