//! What a paper says apart beside base and IGV: ISC, ICBPER, other taxes and charges. All of it is in the total, and cost. Pure.

use super::{amounts::MAX_TOTAL, form::NewPurchase};
use comanda_base::{error::Faults, money::Money};

/// Charges of a paper for which registers have a column each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Charges {
    /// The excise (ISC), which is part of the base of the IGV.
    pub isc: Money,
    /// The tax on plastic bags.
    pub icbper: Money,
    /// A tip, a recargo and other taxes; a discount that leaves the base alone makes it less than zero.
    pub other: Money,
}

impl Charges {
    /// Adds up the part that bears no IGV.
    pub(super) fn untaxed(self) -> Money {
        self.icbper + self.other
    }
    pub(super) fn sum(self) -> Money {
        self.isc + self.untaxed()
    }
    /// Reads the charges of a form; `None` where they are no amounts, or more than its lines come to.
    pub(super) fn checked(body: &NewPurchase, bought: Money, faults: &mut Faults) -> Option<Self> {
        let all = Self { isc: body.isc, icbper: body.icbper, other: body.other_charges };
        let mut unless = |holds: bool, field: &str, text: String| {
            faults.unless(holds, field, &text);
            holds
        };
        let mut are_amounts = true;
        for (amount, field, name) in [(all.isc, "isc", "El ISC"), (all.icbper, "icbper", "El ICBPER")] {
            let is_amount = !amount.is_negative() && amount <= MAX_TOTAL && amount == amount.to_centimos();
            let text = format!("{name} no puede ser negativo y tiene hasta dos decimales.");
            are_amounts &= unless(is_amount, field, text);
        }
        let is_amount = all.other.max(-all.other) <= MAX_TOTAL && all.other == all.other.to_centimos();
        let text = "Los otros cargos van hasta 10 millones y tienen hasta dos decimales.".to_owned();
        if !(unless(is_amount, "other_charges", text) && are_amounts) {
            return None;
        }
        let total = bought - body.discount + body.freight;
        let text = format!("El ISC, el ICBPER y los otros cargos son parte del total: no pasan de S/ {total}.");
        let largest = [(all.isc, "isc"), (all.icbper, "icbper"), (all.other, "other_charges")].into_iter().max();
        let fits = unless(all.sum() <= total, largest.map_or("isc", |(_, field)| field), text);
        let text = format!("Lo que los otros cargos descuentan no pasa de lo comprado (S/ {bought}).");
        (unless(-all.other <= bought, "other_charges", text) && fits).then_some(all)
    }
}
