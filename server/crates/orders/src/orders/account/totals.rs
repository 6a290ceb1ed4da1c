//! What an account comes to. The order of computing: lines → charges that are discountable → discounts → other charges.
//! Percentages are taken of the base before any discount and never cascade. Amounts are céntimos; each rate is rounded once,
//! half away from zero. A plastic bag stands beside all of it: no discount, courtesy, recargo or tip is computed of its price, which
//! holds a tax of its own. Pure; everything that shows or collects a total reads it from here.

use super::{
    adjustment::{Adjustment, AdjustmentKind, ChargeCode, Rate},
    igv::{Treated, igv_within, service_of, split_service},
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

/// A discount as it counts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AppliedDiscount {
    pub id: AdjustmentId,
    pub description: String,
    /// Not negative.
    pub amount: Money,
    #[serde(skip)]
    pub is_courtesy: bool,
}

/// A charge as it counts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AppliedCharge {
    pub id: AdjustmentId,
    pub code: ChargeCode,
    pub description: String,
    pub amount: Money,
    #[serde(skip)]
    pub kind: Option<AdjustmentKind>,
    /// What each live line bears of it, in their order.
    #[serde(skip)]
    pub parts: Vec<Money>,
}

/// The figures of an account.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Totals {
    /// The live lines.
    pub subtotal: Money,
    pub discounts: Vec<AppliedDiscount>,
    pub charges: Vec<AppliedCharge>,
    /// What is to be collected in all, tips included.
    pub total: Money,
    /// The part of `total` that is no document's.
    pub tip: Money,
    pub paid: Money,
    pub due: Money,
    /// The IGV contained in `total`.
    pub igv_included: Money,
    /// The recargo al consumo contained in `total`, where listed prices hold it.
    pub service_included: Money,
    /// What percentages are taken of: the lines and the discountable charges, before any discount.
    pub base: Money,
}

/// An account with all that its total is made of.
#[derive(Debug, Clone)]
pub struct Account {
    /// All lines, dismissed ones too.
    pub lines: Vec<Line>,
    pub adjustments: Vec<Adjustment>,
    pub tax: TaxRule,
    pub totals: Totals,
    /// What each live line bears of `totals.total`, in the order of `lines`.
    shares: Vec<(LineId, Money)>,
    /// The same before the charges that no discount touches.
    discounted: Vec<(LineId, Money)>,
    treated: Treated,
    listed: Treated,
}

impl Account {
    /// Computes it. An account without a live line owes nothing, whatever its charges.
    pub fn of(lines: Vec<Line>, adjustments: Vec<Adjustment>, paid: Money, tax: TaxRule) -> Self {
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
    /// The lines that were not dismissed.
    pub fn live(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|l| l.is_live())
    }
    /// A line by its id.
    pub fn line(&self, id: LineId) -> Option<&Line> {
        self.lines.iter().find(|l| l.id == id)
    }
    /// Whether a line is given for nothing.
    pub fn is_courtesy(&self, line: &Line) -> bool {
        self.adjustments.iter().any(|a| a.kind == AdjustmentKind::Courtesy && a.names(line))
    }
    /// What each live line bears of the total, discounts and charges distributed; adds up to `totals.total`.
    pub fn shares(&self) -> &[(LineId, Money)] {
        &self.shares
    }
    /// What each live line still brings after the discounts, without the charges that no discount touches.
    pub fn discounted(&self) -> &[(LineId, Money)] {
        &self.discounted
    }
    /// What its lines and taxed charges come to after discounts, by how they stand to the IGV; without the recargo that they hold.
    pub fn treated(&self) -> Treated {
        self.treated
    }
    /// The same with the recargo that listed prices hold.
    pub fn listed(&self) -> Treated {
        self.listed
    }
    /// The recargo al consumo that its listed prices hold.
    pub fn included_service(&self) -> Option<&Adjustment> {
        included_service(&self.adjustments)
    }
    /// The same account with other adjustments.
    pub fn adjusted(&self, adjustments: Vec<Adjustment>) -> Self {
        Self::of(self.lines.clone(), adjustments, self.totals.paid, self.tax)
    }
}

#[derive(Default)]
struct Computed {
    totals: Totals,
    shares: Vec<(LineId, Money)>,
    discounted: Vec<(LineId, Money)>,
    treated: Treated,
    listed: Treated,
}

fn included_service(adjustments: &[Adjustment]) -> Option<&Adjustment> {
    adjustments.iter().find(|a| a.kind == AdjustmentKind::ServiceIncluded)
}

fn compute(lines: &[Line], adjustments: &[Adjustment], tax: TaxRule) -> Computed {
    let live: Vec<&Line> = lines.iter().filter(|l| l.is_live()).collect();
    let gross: Vec<Money> = live.iter().map(|l| l.amount(l.qty_original)).collect();
    if live.is_empty() {
        return Computed::default();
    }
    let mut sheet =
        Sheet { totals: Totals { subtotal: gross.iter().copied().sum(), ..Totals::default() }, shares: gross.clone() };
    let without_bags = |amounts: &[Money]| -> Vec<Money> {
        let weight = |(line, amount): (&&Line, &Money)| if line.is_plastic_bag { Money::ZERO } else { *amount };
        live.iter().zip(amounts).map(weight).collect()
    };
    let bags = sold_bags(&live, tax);
    let weights = without_bags(&gross);
    let charges = |discountable: bool| {
        adjustments.iter().filter(move |a| a.kind == AdjustmentKind::Charge && a.is_discountable == discountable)
    };
    let subtotal = weights.iter().copied().sum();
    let mut base = subtotal;
    for charge in charges(true) {
        base += sheet.charge(charge, of(charge.rate, subtotal), &weights);
    }
    for discount in adjustments.iter().filter(|a| a.is_discount()) {
        let named = live.iter().zip(&gross).filter(|(l, _)| discount.names(l)).map(|(_, g)| *g).sum();
        let named = if discount.line_ids.is_empty() { base } else { named };
        let wanted = if discount.kind == AdjustmentKind::Courtesy { named } else { of(discount.rate, named) };
        sheet.discount(discount, wanted.at_most(named), &live);
    }
    sheet.totals.base = base;
    let of_lines = |amounts: &[Money]| live.iter().map(|l| l.id).zip(amounts.iter().copied()).collect();
    let discounted = of_lines(&sheet.shares);
    let mut treated = Treated::default();
    for (i, (line, share)) in live.iter().zip(&sheet.shares).enumerate() {
        let charged = sheet.totals.charges.iter().map(|c| c.parts[i]).sum();
        // A charge is taxed, whatever the line that bears it is.
        let [own, rest] = distribute(*share, &[gross[i], charged])[..] else { continue };
        if !line.is_plastic_bag {
            treated.add(tax.treatment(line.igv_treatment), own);
        }
        treated.add(tax.treatment(IgvTreatment::Taxed), rest);
    }
    for charge in charges(false) {
        treated.add(tax.treatment(IgvTreatment::Taxed), sheet.charge(charge, of(charge.rate, base), &weights));
    }
    let listed = treated;
    if let Some(service) = included_service(adjustments) {
        (sheet.totals.service_included, treated) = split_service(service.rate, listed, tax);
    }
    for service in adjustments.iter().filter(|a| a.kind == AdjustmentKind::Service) {
        let weights = without_bags(&sheet.shares);
        sheet.charge(service, service_of(service.rate, treated, tax), &weights);
    }
    for tip in adjustments.iter().filter(|a| a.kind == AdjustmentKind::Tip) {
        let amount = sheet.charge(tip, of(tip.rate, base), &weights);
        sheet.totals.tip += amount;
    }
    sheet.totals.total = sheet.shares.iter().copied().sum();
    sheet.totals.igv_included = igv_within(treated.with(bags), tax);
    Computed { shares: of_lines(&sheet.shares), discounted, treated, listed, totals: sheet.totals }
}

/// Adds up the plastic bags without their tax, by how they stand to the IGV.
fn sold_bags(live: &[&Line], tax: TaxRule) -> Treated {
    live.iter().filter(|line| line.is_plastic_bag).fold(Treated::default(), |mut bags, line| {
        let held = tax.bag_tax_of(line.sale_amount, line.qty_original);
        bags.add(tax.treatment(line.igv_treatment), line.amount(line.qty_original) - held);
        bags
    })
}

/// The figures as they grow, and what each live line bears of them.
struct Sheet {
    totals: Totals,
    shares: Vec<Money>,
}

impl Sheet {
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
    /// Several discounts of one line never take it below nothing: each is borne by what the earlier ones left.
    fn discount(&mut self, a: &Adjustment, wanted: Money, live: &[&Line]) {
        let left: Vec<Money> =
            live.iter().zip(&self.shares).map(|(l, share)| if a.names(l) { *share } else { Money::ZERO }).collect();
        let amount = wanted.at_most(left.iter().copied().sum()).max(Money::ZERO);
        for (share, part) in self.shares.iter_mut().zip(distribute(amount, &left)) {
            *share -= part;
        }
        self.totals.discounts.push(AppliedDiscount {
            id: a.id,
            description: a.description.clone(),
            amount,
            is_courtesy: a.kind == AdjustmentKind::Courtesy,
        });
    }
}

fn of(rate: Rate, base: Money) -> Money {
    match rate {
        Rate::Fixed(amount) => amount.to_centimos(),
        Rate::Percent(percent) => base.percent(percent).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
