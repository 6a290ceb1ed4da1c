//! What a document says in figures. Prices include the IGV: a line's total is fixed first, its base is total / (1 + rate) rounded
//! once, and the IGV is what remains. Totals are sums of lines. Where all is taxed, a discount is one of the document (code 02): it
//! lowers the base, which is then derived from what is left to pay. Where something is exonerated or unaffected it is spread over
//! the lines (code 00), for a discount 02 lowers taxed bases only (rules 3277, 3275, 3274). The recargo al consumo (code 46) stands
//! outside the IGV. The price of a plastic bag holds the tax on it (ICBPER, 7152), which no discount touches and which is no part of the
//! base. How something stands to the IGV, like the rate, is what holds when the document is issued: the duty arises
//! there, and a product that was put right in the catalogue is right on every account that is still open. Pure.

use super::model::DocumentLineKind;
use comanda_base::{
    ids::LineId,
    money::{CENTIMO, Money, Quantity, SCALE, div_round},
    words::IgvTreatment,
};
use comanda_platform::settings::{Regime, TaxRule};

/// Something sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The line of the account that it comes from.
    pub line_id: Option<LineId>,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    pub unit_price: Money,
    /// Whole céntimos, IGV included, without the tax on plastic bags; of a courtesy what it would have cost.
    pub total: Money,
    /// The tax on plastic bags that comes on top; where there is any, no discount falls on the item.
    pub bag_tax: Money,
    /// Of the document's discounts what falls on it, IGV included; counts where discounts are laid onto lines.
    pub discount: Money,
    pub treatment: IgvTreatment,
    /// Given for nothing.
    pub is_free: bool,
}

impl Item {
    /// Tells whether it is of plastic bags that bear their tax (ICBPER).
    pub fn is_bag(&self) -> bool {
        !self.bag_tax.is_zero()
    }
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
    /// After its own discount.
    pub base: Money,
    pub igv: Money,
    /// As listed, before its own discount, with the tax on plastic bags; 0.00 for what is free.
    pub total: Money,
    /// Catalogue 07.
    pub affectation: &'static str,
    /// Of what is free: the IGV that it would have borne.
    pub free_igv: Money,
    /// Of its own (code 00), without IGV.
    pub discount: Money,
}

/// A discount or charge as the document carries it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxedAmount {
    /// Catalogue 53: 00, 02 or 46.
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
    pub regime: Regime,
    pub taxable: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    /// The value of what was given for nothing, without IGV.
    pub free: Money,
    /// By how much the discounts lower the base.
    pub discount: Money,
    pub other_charges: Money,
    pub igv: Money,
    /// On plastic bags.
    pub bag_tax: Money,
    pub total: Money,
}

impl Figures {
    /// Whether the IGV of its lines, each rounded by itself, has drifted away from the rate of their base, which may differ by one sol
    /// (rules 3291, 3279). Hundreds of lines of a few céntimos do that.
    pub fn igv_has_drifted(&self) -> bool {
        const MOST: Money = Money::centimos(95);
        let of_lines = |amount: fn(&TaxedItem) -> Money| -> Money {
            self.lines.iter().filter(|l| l.affectation == "10").map(amount).sum()
        };
        let (base, igv) = (of_lines(|l| l.base), of_lines(|l| l.igv));
        let off = igv - base.percent(self.igv_percent).unwrap_or_default().to_centimos();
        off.max(-off) > MOST
    }
}

/// A discount larger than what it is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the discounts are larger than what is sold")]
pub struct TooMuchDiscount;

/// Computes a document.
pub fn figures(sale: Sale) -> Result<Figures, TooMuchDiscount> {
    let tax = sale.tax;
    let sold = |items: &[Item]| items.iter().filter(|i| !i.is_free && !i.is_bag()).map(|i| i.total).sum::<Money>();
    if sale.discounts.iter().map(|d| d.amount).sum::<Money>() > sold(&sale.items) {
        return Err(TooMuchDiscount);
    }
    let is_spread = |i: &Item| !i.is_free && tax.treatment(i.treatment) != IgvTreatment::Taxed;
    let spread = sale.items.iter().any(is_spread) && sale.discounts.iter().any(|d| !d.amount.is_zero());
    let sale = if spread { spread_over_lines(sale) } else { sale };
    let mut lines: Vec<TaxedItem> = sale.items.into_iter().map(|item| taxed(item, tax, spread)).collect();
    even_out(&mut lines, tax);
    let discounted: Money = sale.discounts.iter().map(|d| d.amount).sum();
    let of = |treatment| lines.iter().filter(move |l| !l.item.is_free && tax.treatment(l.item.treatment) == treatment);
    let base_of_lines: Money = lines.iter().filter(|l| !l.item.is_free).map(|l| l.base + l.discount).sum();
    let (taxable, igv) = if spread || discounted.is_zero() {
        (of(IgvTreatment::Taxed).map(|l| l.base).sum(), of(IgvTreatment::Taxed).map(|l| l.igv).sum())
    } else {
        let left = of(IgvTreatment::Taxed).map(|l| l.item.total).sum::<Money>() - discounted;
        let base = base_of(left, tax.percent);
        (base, left - base)
    };
    let exonerated: Money = of(IgvTreatment::Exonerated).map(|l| l.base).sum();
    let unaffected: Money = of(IgvTreatment::Unaffected).map(|l| l.base).sum();
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
    Ok(Figures {
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

/// Lays the discounts onto the lines, as they were said to bear them, else in proportion. What nothing is left of is given for
/// nothing: a line without value stands on no document (rule 3105).
fn spread_over_lines(mut sale: Sale) -> Sale {
    let discounted: Money = sale.discounts.iter().map(|d| d.amount).sum();
    let bears = |i: &&Item| !i.is_free && !i.is_bag();
    let sold = || sale.items.iter().filter(bears);
    let is_said = sold().map(|i| i.discount).sum::<Money>() == discounted && sold().all(|i| i.discount <= i.total);
    if !is_said {
        let totals: Vec<Money> = sold().map(|i| i.total).collect();
        let parts = in_proportion(discounted, &totals);
        for (item, part) in sale.items.iter_mut().filter(|i| !i.is_free && !i.is_bag()).zip(parts) {
            item.discount = part;
        }
    }
    let mut given = Money::ZERO;
    for item in sale.items.iter_mut().filter(|i| !i.is_free && !i.total.is_zero() && i.discount == i.total) {
        item.is_free = true;
        item.discount = Money::ZERO;
        given += item.total;
    }
    let named: Vec<Money> = sale.discounts.iter().map(|d| d.amount).collect();
    for (discount, amount) in sale.discounts.iter_mut().zip(in_proportion(discounted - given, &named)) {
        discount.amount = amount;
    }
    sale
}

/// An amount split by weights, none above its weight where the amount is not above their sum.
fn in_proportion(amount: Money, weights: &[Money]) -> Vec<Money> {
    let all = i128::from(weights.iter().copied().sum::<Money>().millionths()).max(1) * i128::from(CENTIMO);
    let (mut weight, mut before) = (Money::ZERO, Money::ZERO);
    let part = |one: &Money| {
        weight += *one;
        let by_now = centimos(div_round(i128::from(amount.millionths()) * i128::from(weight.millionths()), all));
        std::mem::replace(&mut before, by_now)
    };
    let until: Vec<Money> = weights.iter().map(part).chain([amount]).collect();
    until.windows(2).map(|two| two[1] - two[0]).collect()
}

fn taxed(item: Item, tax: TaxRule, spread: bool) -> TaxedItem {
    let treatment = tax.treatment(item.treatment);
    let percent = tax.percent_of(treatment);
    // Catalogue 07: 15 and 31 bonus, 21 free transfer, for what is given for nothing.
    let affectation = match (treatment, item.is_free) {
        (IgvTreatment::Taxed, false) => "10",
        (IgvTreatment::Taxed, true) => "15",
        (IgvTreatment::Exonerated, false) => "20",
        (IgvTreatment::Exonerated, true) => "21",
        (IgvTreatment::Unaffected, false) => "30",
        (IgvTreatment::Unaffected, true) => "31",
    };
    let listed = base_of(item.total, percent);
    let left = if spread && !item.is_free { item.total - item.discount } else { item.total };
    let base = base_of(left, percent);
    let igv = left - base;
    let (igv, free_igv, total) =
        if item.is_free { (Money::ZERO, igv, Money::ZERO) } else { (igv, Money::ZERO, item.total + item.bag_tax) };
    TaxedItem { item, base, igv, total, affectation, free_igv, discount: listed - base }
}

/// Hundreds of lines may all be rounded the same way. Where that takes their IGV away from the rate of their base, which may differ
/// by one sol (rules 3291, 3279), bases are rounded along the document instead of each by itself.
fn even_out(lines: &mut [TaxedItem], tax: TaxRule) {
    const TOO_MUCH: Money = Money::centimos(50);
    /// Of less nothing would be left of its IGV (rule 3111).
    const LEAST: Money = Money::centimos(10);
    let is_taxed = |l: &TaxedItem| l.affectation == "10" && l.base + l.igv >= LEAST;
    let (base, left) = lines
        .iter()
        .filter(|l| is_taxed(l))
        .fold((Money::ZERO, Money::ZERO), |(base, left), l| (base + l.base, left + l.base + l.igv));
    let off = base - base_of(left, tax.percent);
    if off.at_most(-off) >= -TOO_MUCH {
        return;
    }
    let (mut left, mut before) = (Money::ZERO, Money::ZERO);
    for line in lines.iter_mut().filter(|l| is_taxed(l)) {
        let own = line.base + line.igv;
        left += own;
        let by_now = base_of(left, tax.percent);
        line.base = by_now - before;
        line.igv = own - line.base;
        before = by_now;
    }
}

/// The value without IGV of an amount that includes it, rounded once.
fn base_of(total: Money, percent: Quantity) -> Money {
    const WHOLE: i128 = 100 * SCALE as i128;
    let by = (WHOLE + i128::from(percent.millionths())) * i128::from(CENTIMO);
    centimos(div_round(i128::from(total.millionths()) * WHOLE, by))
}

fn centimos(amount: i128) -> Money {
    Money::centimos(i64::try_from(amount).unwrap_or_default())
}

#[cfg(test)]
#[path = "tax_tests.rs"]
mod tests;
