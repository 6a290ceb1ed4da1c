//! What a purchase comes to, and what each of its lines costs the house. Pure.

use super::charges::Charges;
use comanda_base::money::{Money, Quantity, SCALE, distribute, div_round};

/// The most that a line or a purchase comes to.
pub(super) const MAX_TOTAL: Money = Money::units(10_000_000);

/// Prices as they were typed.
#[derive(Debug, Clone)]
pub(super) struct Typed<'t> {
    /// Of the lines.
    pub totals: &'t [Money],
    /// Which of the lines carry no IGV.
    pub exempt: &'t [bool],
    /// Off all of them together, and on top of it.
    pub discount: Money,
    pub freight: Money,
    /// Of the discount, what was paid before with a paper of its own, with IGV where prices are: it lowers what is paid now, not what the
    /// goods cost.
    pub advance: Money,
    pub prices_include_igv: bool,
    /// ISC, ICBPER and other charges, which the paper says apart.
    pub charges: Charges,
    /// Per cent of the IGV that can be deducted; zero: there is none.
    pub percent: Quantity,
    /// The small restaurants' rate of that day, per cent: an IGV that was typed may be this of everything.
    pub small_percent: Option<Quantity>,
    /// The IGV that the paper says, and the base that it is of; what is absent is computed.
    pub said_igv: Option<Money>,
    pub said_base: Option<Money>,
    /// Deducted or not, it counts as cost.
    pub cost_with_igv: bool,
}

/// What they come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amounts {
    /// ISC, ICBPER and other charges within the subtotal.
    pub charges: Charges,
    pub subtotal: Money,
    /// The part of the subtotal that the IGV is of.
    pub igv_base: Money,
    pub igv: Money,
    pub total: Money,
    /// Of each line, as it enters stock; together they are the cost of the purchase.
    pub costs: Vec<Money>,
    /// Of each line, with IGV, before discount and freight.
    pub paid: Vec<Money>,
}

/// The price of one and the total of a line, each from the other; a line has a price, a total, or both where they agree.
///
/// # Errors
/// The field that something is wrong with, and what.
pub(super) fn priced(
    quantity: Quantity,
    price: Option<Money>,
    total: Option<Money>,
) -> Result<(Money, Money), (&'static str, String)> {
    let is_good = |amount: Money| !amount.is_negative() && amount <= MAX_TOTAL;
    let fault = |field, text: &str| Err((field, text.to_owned()));
    if price.is_some_and(|price| !is_good(price)) {
        return fault("buy_price", "El precio no puede ser negativo ni pasar de 10 millones.");
    }
    if total.is_some_and(|total| !is_good(total) || total != total.to_centimos()) {
        return fault("total_price", "El total va de 0 a 10 millones y tiene hasta dos decimales.");
    }
    let by_price = price.map(|price| price.times(quantity).filter(|total| is_good(*total)));
    match (price, by_price, total) {
        (_, Some(None), _) => fault("buy_price", "Revisa la cantidad y el precio: es demasiado."),
        (Some(price), Some(Some(computed)), given) => match given.filter(|given| *given != computed) {
            None => Ok((price, computed)),
            Some(given) => {
                let text =
                    format!("La cantidad por el precio es S/ {computed}, no S/ {given}: corrige uno de los dos.");
                Err(("total_price", text))
            }
        },
        (_, _, Some(total)) => match per_unit(total, quantity).filter(|price| is_good(*price)) {
            Some(price) => Ok((price, total)),
            None => fault("quantity", "Revisa la cantidad: es demasiado poco para ese total."),
        },
        _ => fault("buy_price", "Escribe el precio, o el total de la línea."),
    }
}

/// What one comes to where so many come to `amount`, half away from zero to the millionth; `None` where it does not fit.
pub(super) fn per_unit(amount: Money, quantity: Quantity) -> Option<Money> {
    if quantity <= Quantity::ZERO {
        return None;
    }
    let each = div_round(i128::from(amount.millionths()) * i128::from(SCALE), i128::from(quantity.millionths()));
    i64::try_from(each).ok().map(Money::from_millionths)
}

/// Adds everything up. The caller has checked that the discount is no more than what is bought.
pub(super) fn amounts(typed: &Typed<'_>) -> Amounts {
    let bought = typed.totals.iter().copied().sum::<Money>() - typed.discount + typed.freight;
    let taxed = match typed.exempt.contains(&true) {
        true => {
            let parts = distribute(bought, typed.totals).into_iter().zip(typed.exempt_lines());
            parts.filter(|(_, is_exempt)| !is_exempt).map(|(part, _)| part).sum()
        }
        false => bought,
    };
    let beside = if taxed.is_zero() { Money::ZERO } else { typed.charges.untaxed().at_most(taxed) };
    let (net, igv) = typed.parted(taxed - beside);
    let subtotal = net + beside + (bought - taxed);
    let total = subtotal + igv;
    let without_isc = |base: Money| (base - typed.charges.isc).max(Money::ZERO);
    let igv_base = match typed.said_base.filter(|base| *base + typed.charges.sum() <= subtotal) {
        _ if igv.is_zero() => Money::ZERO,
        Some(base) => base,
        // What the lines say of themselves needs no guess.
        None if typed.said_igv.is_some() && !typed.exempt.contains(&true) => {
            without_isc(taxed_base(subtotal - beside, igv, typed.percent, typed.small_percent))
        }
        None => without_isc(net),
    };
    Amounts {
        charges: typed.charges,
        subtotal,
        igv_base,
        igv,
        total,
        costs: costs(typed, subtotal, total),
        paid: with_igv(typed),
    }
}

impl Typed<'_> {
    fn is_added(&self) -> bool {
        !self.prices_include_igv && !self.percent.is_zero()
    }
    /// Of each line, whether it carries no IGV.
    fn exempt_lines(&self) -> impl Iterator<Item = bool> {
        self.exempt.iter().copied().chain(std::iter::repeat(false))
    }
    /// What of the taxed lines is price, and what is IGV.
    fn parted(&self, taxed: Money) -> (Money, Money) {
        let said = self.said_igv.filter(|_| !self.percent.is_zero());
        if self.is_added() {
            return (taxed, said.unwrap_or_else(|| taxed.percent(self.percent).unwrap_or_default()));
        }
        let net = said.map_or_else(|| without_igv(taxed, self.percent), |igv| taxed - igv);
        (net, taxed - net)
    }
    /// What of the advance is price, and what is IGV.
    fn advance_parted(&self) -> (Money, Money) {
        let is_taxed = !self.percent.is_zero()
            && (self.totals.is_empty() || self.exempt_lines().take(self.totals.len()).any(|is_exempt| !is_exempt));
        match is_taxed {
            false => (self.advance, Money::ZERO),
            true if self.is_added() => (self.advance, self.advance.percent(self.percent).unwrap_or_default()),
            true => {
                let net = without_igv(self.advance, self.percent);
                (net, self.advance - net)
            }
        }
    }
}

/// Of each line, with its IGV.
fn with_igv(typed: &Typed<'_>) -> Vec<Money> {
    let igv_of = |net: Money| net.percent(typed.percent).unwrap_or_default();
    let lines = typed.totals.iter().zip(typed.exempt_lines());
    lines.map(|(line, is_exempt)| if typed.is_added() && !is_exempt { *line + igv_of(*line) } else { *line }).collect()
}

/// Of each line, as it enters stock: what is paid now, and what was paid for it before.
fn costs(typed: &Typed<'_>, subtotal: Money, total: Money) -> Vec<Money> {
    let has_exempt = typed.exempt.contains(&true);
    let (advance, igv_of_advance) = typed.advance_parted();
    if typed.cost_with_igv {
        let weights = if has_exempt { &with_igv(typed) } else { typed.totals };
        return distribute(total + advance + igv_of_advance, weights);
    }
    if !has_exempt {
        return distribute(subtotal + advance, typed.totals);
    }
    let lines = typed.totals.iter().zip(typed.exempt_lines());
    let net =
        |line: Money, is_exempt| if is_exempt || typed.is_added() { line } else { without_igv(line, typed.percent) };
    distribute(subtotal + advance, &lines.map(|(line, is_exempt)| net(*line, is_exempt)).collect::<Vec<_>>())
}

/// How far an IGV may lie from what its base gives, for the rounding of lines.
const ROUNDING: Money = Money::centimos(10);

/// Finds the part of a subtotal that an IGV is computed from: all of it where that gives the IGV at one of the rates, else what gives it at the first.
pub fn taxed_base(subtotal: Money, igv: Money, percent: Quantity, others: impl IntoIterator<Item = Quantity>) -> Money {
    if igv.is_zero() || percent.is_zero() {
        return Money::ZERO;
    }
    let is_of_all = |percent: Quantity| {
        let off = subtotal.percent(percent).unwrap_or_default() - igv;
        off.max(-off) <= ROUNDING
    };
    if std::iter::once(percent).chain(others).any(is_of_all) {
        return subtotal;
    }
    let whole = i128::from(Quantity::units(100).millionths());
    let base = div_round(i128::from(igv.millionths()) * whole, i128::from(percent.millionths()));
    i64::try_from(base).map_or(subtotal, |base| Money::from_millionths(base).to_centimos()).min(subtotal)
}

/// The base of an amount that contains so many per cent, to the céntimo.
fn without_igv(amount: Money, percent: Quantity) -> Money {
    let whole = i128::from(Quantity::units(100).millionths());
    let base = div_round(i128::from(amount.millionths()) * whole, whole + i128::from(percent.millionths()));
    Money::from_millionths(i64::try_from(base).unwrap_or(i64::MAX)).to_centimos()
}

#[cfg(test)]
#[path = "amounts_tests.rs"]
mod tests;
