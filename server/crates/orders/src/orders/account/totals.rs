//! The totals of an account. They are computed in the order lines → discountable charges → discounts → other charges. Percentages are taken
//! of the base before any discount and never cascade. Amounts are céntimos; each rate is rounded once, half away from zero. Plastic bags
//! are left out of all of it: no discount, courtesy, recargo or tip is computed of their price, which includes a tax of its own. Pure;
//! everything that shows or collects a total uses these figures.

use super::{
    adjustment::{Adjustment, AdjustmentKind, ChargeCode, Rate},
    igv::{AmountByTreatment, igv_within, service_on, split_included_service},
};
use crate::orders::model::Line;
use comanda_base::{
    ids::{AdjustmentId, LineId},
    money::{Money, distribute},
    words::IgvTreatment,
};
use comanda_platform::settings::TaxRule;
use serde::Serialize;
use utoipa::ToSchema;

/// A discount with its effective amount.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AppliedDiscount {
    pub id: AdjustmentId,
    /// Its name; of a percentage of some lines with what these come to: `Descuento 10% de S/ 30.00`.
    pub description: String,
    /// The same without what it is taken of, for documents, which may be of a part of the account.
    #[serde(skip)]
    pub name: String,
    /// The amount; not negative.
    pub amount: Money,
    #[serde(skip)]
    pub is_courtesy: bool,
}

/// A charge with its effective amount.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AppliedCharge {
    pub id: AdjustmentId,
    pub code: ChargeCode,
    pub description: String,
    pub amount: Money,
    #[serde(skip)]
    pub kind: Option<AdjustmentKind>,
    /// The share of each live line in it, in their order.
    #[serde(skip)]
    pub parts: Vec<Money>,
}

/// The figures of an account.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Totals {
    /// The sum of the live lines.
    pub subtotal: Money,
    pub discounts: Vec<AppliedDiscount>,
    pub charges: Vec<AppliedCharge>,
    /// The total to collect, with tips.
    pub total: Money,
    /// The part of `total` that is on no document.
    pub tip: Money,
    pub paid: Money,
    pub due: Money,
    /// The IGV within `total`.
    pub igv_included: Money,
    /// The recargo al consumo within `total`, where listed prices include it.
    pub service_included: Money,
    /// The base of percentages: the lines and the discountable charges, before any discount.
    pub base: Money,
}

/// An account with everything that its total is computed from.
#[derive(Debug, Clone)]
pub struct Account {
    /// All lines, including dismissed ones.
    pub lines: Vec<Line>,
    pub adjustments: Vec<Adjustment>,
    pub tax: TaxRule,
    pub totals: Totals,
    /// The share of each live line in `totals.total`, in the order of `lines`.
    shares: Vec<(LineId, Money)>,
    /// The same shares before the charges that no discount applies to.
    discounted: Vec<(LineId, Money)>,
    treated: AmountByTreatment,
    listed: AmountByTreatment,
}

impl Account {
    /// Computes the totals. An account without a live line has a total of zero, whatever its charges.
    pub fn new(lines: Vec<Line>, adjustments: Vec<Adjustment>, paid: Money, tax: TaxRule) -> Self {
        let computed = compute(&lines, &adjustments, tax);
        let mut totals = computed.totals;
        totals.paid = paid;
        totals.due = (totals.total - paid).max(Money::ZERO);
        Self {
            shares: computed.shares,
            discounted: computed.discounted,
            treated: computed.treated,
            listed: computed.listed,
            lines,
            adjustments,
            tax,
            totals,
        }
    }
    /// Returns the lines that were not dismissed.
    pub fn live_lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|l| l.is_live())
    }
    /// Finds a line by its id.
    pub fn find_line(&self, id: LineId) -> Option<&Line> {
        self.lines.iter().find(|l| l.id == id)
    }
    /// Whether a line is free of charge.
    pub fn is_courtesy(&self, line: &Line) -> bool {
        self.adjustments.iter().any(|a| a.kind == AdjustmentKind::Courtesy && a.applies_to(line))
    }
    /// Returns the share of each live line in the total, discounts and charges distributed; adds up to `totals.total`.
    pub fn shares(&self) -> &[(LineId, Money)] {
        &self.shares
    }
    /// Returns the share of each live line after the discounts, without the charges that no discount applies to.
    pub fn discounted_shares(&self) -> &[(LineId, Money)] {
        &self.discounted
    }
    /// Returns its lines and taxed charges after discounts by IGV treatment, without the recargo within their prices.
    pub fn net_by_treatment(&self) -> AmountByTreatment {
        self.treated
    }
    /// Returns the same amounts with the recargo within listed prices.
    pub fn listed_by_treatment(&self) -> AmountByTreatment {
        self.listed
    }
    /// Returns the recargo al consumo that its listed prices include.
    pub fn included_service(&self) -> Option<&Adjustment> {
        find_included_service(&self.adjustments)
    }
    /// Returns the same account with other adjustments.
    pub fn with_adjustments(&self, adjustments: Vec<Adjustment>) -> Self {
        Self::new(self.lines.clone(), adjustments, self.totals.paid, self.tax)
    }
}

#[derive(Default)]
struct Computed {
    totals: Totals,
    shares: Vec<(LineId, Money)>,
    discounted: Vec<(LineId, Money)>,
    treated: AmountByTreatment,
    listed: AmountByTreatment,
}

fn find_included_service(adjustments: &[Adjustment]) -> Option<&Adjustment> {
    adjustments.iter().find(|a| a.kind == AdjustmentKind::ServiceIncluded)
}

fn compute(lines: &[Line], adjustments: &[Adjustment], tax: TaxRule) -> Computed {
    let live: Vec<&Line> = lines.iter().filter(|l| l.is_live()).collect();
    let gross: Vec<Money> = live.iter().map(|l| l.amount(l.qty_original)).collect();
    if live.is_empty() {
        return Computed::default();
    }
    let mut sheet = RunningTotals {
        totals: Totals { subtotal: gross.iter().copied().sum(), ..Totals::default() },
        shares: gross.clone(),
    };
    let weights_without_bags = |amounts: &[Money]| -> Vec<Money> {
        let weight = |(line, amount): (&&Line, &Money)| if line.is_plastic_bag { Money::ZERO } else { *amount };
        live.iter().zip(amounts).map(weight).collect()
    };
    let bags = bags_without_tax(&live, tax);
    let weights = weights_without_bags(&gross);
    let charges = |discountable: bool| {
        adjustments.iter().filter(move |a| a.kind == AdjustmentKind::Charge && a.is_discountable == discountable)
    };
    let subtotal = weights.iter().copied().sum();
    let mut base = subtotal;
    for charge in charges(true) {
        base += sheet.charge(charge, rate_amount(charge.rate, subtotal), &weights);
    }
    for discount in adjustments.iter().filter(|a| a.is_discount()) {
        let named = live.iter().zip(&gross).filter(|(l, _)| discount.applies_to(l)).map(|(_, g)| *g).sum();
        let named = if discount.line_ids.is_empty() { base } else { named };
        let requested =
            if discount.kind == AdjustmentKind::Courtesy { named } else { rate_amount(discount.rate, named) };
        let description = describe_discount(discount, named, base);
        sheet.discount(discount, description, requested.at_most(named), &live);
    }
    sheet.totals.base = base;
    let pair_with_ids = |amounts: &[Money]| live.iter().map(|l| l.id).zip(amounts.iter().copied()).collect();
    let discounted = pair_with_ids(&sheet.shares);
    let mut treated = AmountByTreatment::default();
    for (i, (line, share)) in live.iter().zip(&sheet.shares).enumerate() {
        let charged = sheet.totals.charges.iter().map(|c| c.parts[i]).sum();
        // A charge is taxed, whatever the treatment of the line that bears it.
        let [own_part, rest] = distribute(*share, &[gross[i], charged])[..] else { continue };
        if !line.is_plastic_bag {
            treated.add(tax.treatment(line.igv_treatment), own_part);
        }
        treated.add(tax.treatment(IgvTreatment::Taxed), rest);
    }
    // A line bears the other charges by what is left of it after discounts, so one that is free of charge bears nothing of a tip.
    let weights =
        Some(weights_without_bags(&sheet.shares)).filter(|w| w.iter().any(|w| !w.is_zero())).unwrap_or(weights);
    for charge in charges(false) {
        treated.add(tax.treatment(IgvTreatment::Taxed), sheet.charge(charge, rate_amount(charge.rate, base), &weights));
    }
    let listed = treated;
    if let Some(service) = find_included_service(adjustments) {
        (sheet.totals.service_included, treated) = split_included_service(service.rate, listed, tax);
    }
    for service in adjustments.iter().filter(|a| a.kind == AdjustmentKind::Service) {
        let weights = weights_without_bags(&sheet.shares);
        sheet.charge(service, service_on(service.rate, treated, tax), &weights);
    }
    for tip in adjustments.iter().filter(|a| a.kind == AdjustmentKind::Tip) {
        let amount = sheet.charge(tip, rate_amount(tip.rate, base), &weights);
        sheet.totals.tip += amount;
    }
    sheet.totals.total = sheet.shares.iter().copied().sum();
    sheet.totals.igv_included = igv_within(treated.plus(bags), tax);
    Computed { shares: pair_with_ids(&sheet.shares), discounted, treated, listed, totals: sheet.totals }
}

/// Adds up the plastic bags without their tax, by IGV treatment.
fn bags_without_tax(live: &[&Line], tax: TaxRule) -> AmountByTreatment {
    live.iter().filter(|line| line.is_plastic_bag).fold(AmountByTreatment::default(), |mut bags, line| {
        let bag_tax = tax.bag_tax_of(line.sale_amount, line.qty_original);
        bags.add(tax.treatment(line.igv_treatment), line.amount(line.qty_original) - bag_tax);
        bags
    })
}

/// The totals during the computation, and the share of each live line in them.
struct RunningTotals {
    totals: Totals,
    shares: Vec<Money>,
}

impl RunningTotals {
    fn charge(&mut self, a: &Adjustment, amount: Money, weights: &[Money]) -> Money {
        let parts = distribute(amount, weights);
        for (share, part) in self.shares.iter_mut().zip(&parts) {
            *share += *part;
        }
        self.totals.charges.push(AppliedCharge {
            id: a.id,
            code: a.code.unwrap_or(ChargeCode::Other),
            description: a.description.clone(),
            amount,
            kind: Some(a.kind),
            parts,
        });
        amount
    }
    /// Applies a discount. Several discounts of one line never take it below zero: each is limited to what the earlier ones left.
    fn discount(&mut self, a: &Adjustment, description: String, requested: Money, live: &[&Line]) {
        let discountable: Vec<Money> = live
            .iter()
            .zip(&self.shares)
            .map(|(l, share)| if a.applies_to(l) { *share } else { Money::ZERO })
            .collect();
        let amount = requested.at_most(discountable.iter().copied().sum()).max(Money::ZERO);
        for (share, part) in self.shares.iter_mut().zip(distribute(amount, &discountable)) {
            *share -= part;
        }
        self.totals.discounts.push(AppliedDiscount {
            id: a.id,
            description,
            name: a.description.clone(),
            amount,
            is_courtesy: a.kind == AdjustmentKind::Courtesy,
        });
    }
}

/// Returns the name of a discount of `named`. A percentage of less than the account says of what it is: on two accounts that were merged it
/// covers the dishes of one.
fn describe_discount(a: &Adjustment, named: Money, base: Money) -> String {
    match (a.kind, a.rate) {
        (AdjustmentKind::Discount, Rate::Percent(_)) if named != base => format!("{} de S/ {named}", a.description),
        _ => a.description.clone(),
    }
}

fn rate_amount(rate: Rate, base: Money) -> Money {
    match rate {
        Rate::Fixed(amount) => amount.to_centimos(),
        Rate::Percent(percent) => base.percent(percent).unwrap_or_default(),
    }
}

mod rounding;
#[cfg(test)]
mod tests;
