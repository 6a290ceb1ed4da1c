//! Charges that a document states beside base and IGV: ISC, ICBPER, other taxes and charges. All are part of the total and of the cost.

use super::{amounts::MAX_TOTAL, form::NewPurchase};
use comanda_base::{error::Faults, money::Money};

/// The charges of a document that have a column of their own in the registers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Charges {
    /// The excise (ISC), which is part of the base of the IGV.
    pub isc: Money,
    /// The tax on plastic bags.
    pub icbper: Money,
    /// A tip, a surcharge (recargo) and other taxes; negative for a discount that leaves the base unchanged.
    pub other: Money,
}

impl Charges {
    /// Adds up the charges that bear no IGV.
    pub(super) fn untaxed_sum(self) -> Money {
        self.icbper + self.other
    }
    pub(super) fn total(self) -> Money {
        self.isc + self.untaxed_sum()
    }
    /// Reads and validates the charges of a form; `None` where they are no valid amounts, or exceed the total of the lines.
    pub(super) fn read_and_validate(body: &NewPurchase, bought: Money, faults: &mut Faults) -> Option<Self> {
        let charges = Self { isc: body.isc, icbper: body.icbper, other: body.other_charges };
        let mut check = |holds: bool, field: &str, text: String| {
            faults.check(holds, field, &text);
            holds
        };
        let mut are_amounts = true;
        for (amount, field, name) in [(charges.isc, "isc", "El ISC"), (charges.icbper, "icbper", "El ICBPER")] {
            let is_amount = !amount.is_negative() && amount <= MAX_TOTAL && amount == amount.to_centimos();
            let text = format!("{name} no puede ser negativo y tiene hasta dos decimales.");
            are_amounts &= check(is_amount, field, text);
        }
        let is_amount = charges.other.max(-charges.other) <= MAX_TOTAL && charges.other == charges.other.to_centimos();
        let text = "Los otros cargos van hasta 10 millones y tienen hasta dos decimales.".to_owned();
        if !(check(is_amount, "other_charges", text) && are_amounts) {
            return None;
        }
        let total = bought - body.discount + body.freight;
        let text = format!("El ISC, el ICBPER y los otros cargos son parte del total: no pasan de S/ {total:#}.");
        let largest =
            [(charges.isc, "isc"), (charges.icbper, "icbper"), (charges.other, "other_charges")].into_iter().max();
        let fits = check(charges.total() <= total, largest.map_or("isc", |(_, field)| field), text);
        let text = format!("Lo que los otros cargos descuentan no pasa de lo comprado (S/ {bought:#}).");
        (check(-charges.other <= bought, "other_charges", text) && fits).then_some(charges)
    }
}
