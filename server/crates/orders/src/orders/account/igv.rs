//! The IGV within an account, whose lines may have different IGV treatments. Pure.

use super::adjustment::Rate;
use comanda_base::{
    money::{CENTIMO, Money, SCALE, distribute, div_round},
    words::IgvTreatment,
};
use comanda_platform::settings::TaxRule;

/// An amount split by IGV treatment; the taxed part includes the IGV.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AmountByTreatment {
    pub taxed: Money,
    pub exonerated: Money,
    pub unaffected: Money,
}

impl AmountByTreatment {
    /// Adds an amount to the part of a treatment.
    pub fn add(&mut self, treatment: IgvTreatment, amount: Money) {
        match treatment {
            IgvTreatment::Taxed => self.taxed += amount,
            IgvTreatment::Exonerated => self.exonerated += amount,
            IgvTreatment::Unaffected => self.unaffected += amount,
        }
    }
    /// Returns the sum with another amount.
    pub fn plus(mut self, other: Self) -> Self {
        for (treatment, amount) in other.parts() {
            self.add(treatment, amount);
        }
        self
    }
    /// Returns the parts with their treatments.
    pub const fn parts(self) -> [(IgvTreatment, Money); 3] {
        [
            (IgvTreatment::Taxed, self.taxed),
            (IgvTreatment::Exonerated, self.exonerated),
            (IgvTreatment::Unaffected, self.unaffected),
        ]
    }
}

const WHOLE: i128 = 100 * SCALE as i128;

/// Returns the IGV within an amount, rounded once.
pub(super) fn igv_within(amount: AmountByTreatment, tax: TaxRule) -> Money {
    let igv = igv_percent(tax);
    to_money(div_round(i128::from(amount.taxed.millionths()) * igv, (WHOLE + igv) * i128::from(CENTIMO)))
}

/// Applies a rate to the value without IGV, in one division so that it is rounded once.
pub(super) fn service_on(rate: Rate, amount: AmountByTreatment, tax: TaxRule) -> Money {
    match rate {
        Rate::Fixed(fixed) => fixed.to_centimos(),
        Rate::Percent(percent) => {
            let igv = igv_percent(tax);
            let untaxed = i128::from((amount.exonerated + amount.unaffected).millionths());
            let value = i128::from(amount.taxed.millionths()) * WHOLE + untaxed * (WHOLE + igv);
            let divisor = (WHOLE + igv) * WHOLE * i128::from(CENTIMO);
            to_money(div_round(value * i128::from(percent.millionths()), divisor))
        }
    }
}

/// Splits listed prices into the recargo al consumo within them and the rest: value = listed / (1 + IGV + recargo); the recargo is its
/// percentage of the value, rounded once.
pub fn split_included_service(rate: Rate, listed: AmountByTreatment, tax: TaxRule) -> (Money, AmountByTreatment) {
    let net = listed.parts().map(|(treatment, amount)| without_service(rate, amount, treatment, tax));
    let parts = listed.parts();
    let service_parts: Vec<Money> = parts.iter().zip(net).map(|((_, amount), net)| *amount - net).collect();
    let service = match rate {
        Rate::Fixed(fixed) => fixed.to_centimos(),
        Rate::Percent(_) => service_parts.iter().copied().sum::<Money>().to_centimos(),
    };
    let mut rest = AmountByTreatment::default();
    for ((treatment, amount), part) in parts.iter().zip(distribute(service, &service_parts)) {
        rest.add(*treatment, *amount - part);
    }
    (service, rest)
}

/// Removes the recargo al consumo from a listed amount, to the millionth.
pub fn without_service(rate: Rate, listed: Money, treatment: IgvTreatment, tax: TaxRule) -> Money {
    let Rate::Percent(percent) = rate else { return listed };
    let price = WHOLE + i128::from(tax.percent_of(treatment).millionths());
    let net = div_round(i128::from(listed.millionths()) * price, price + i128::from(percent.millionths()));
    i64::try_from(net).map(Money::from_millionths).unwrap_or_default()
}

/// Adds the recargo to an amount that it was removed from, to the millionth.
pub fn with_service(rate: Rate, net: Money, treatment: IgvTreatment, tax: TaxRule) -> Money {
    let Rate::Percent(percent) = rate else { return net };
    let price = WHOLE + i128::from(tax.percent_of(treatment).millionths());
    let listed = div_round(i128::from(net.millionths()) * (price + i128::from(percent.millionths())), price);
    i64::try_from(listed).map(Money::from_millionths).unwrap_or_default()
}

fn igv_percent(tax: TaxRule) -> i128 {
    i128::from(tax.percent_of(IgvTreatment::Taxed).millionths())
}

fn to_money(centimos: i128) -> Money {
    i64::try_from(centimos).map(Money::centimos).unwrap_or_default()
}
