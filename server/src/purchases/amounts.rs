//! What a purchase comes to, and what each of its lines costs the house. Pure.

use crate::{
    money::{Money, Quantity, SCALE, div_round},
    orders::distribute,
};

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
    pub prices_include_igv: bool,
    /// Per cent of the IGV that can be deducted; zero: there is none.
    pub percent: Quantity,
    /// Deducted or not, it counts as cost.
    pub cost_with_igv: bool,
}

/// What they come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amounts {
    pub subtotal: Money,
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

/// Adds everything up. The caller has checked that the discount is less than what is bought.
pub(super) fn amounts(typed: &Typed<'_>) -> Amounts {
    let bought = typed.totals.iter().copied().sum::<Money>() - typed.discount + typed.freight;
    let igv_of = |net: Money| net.percent(typed.percent).unwrap_or_default();
    let is_added = !typed.prices_include_igv && !typed.percent.is_zero();
    let exempt = || typed.exempt.iter().copied().chain(std::iter::repeat(false));
    let has_exempt = typed.exempt.contains(&true);
    let taxed = match has_exempt {
        true => {
            distribute(bought, typed.totals).into_iter().zip(exempt()).filter(|(_, is)| !is).map(|(part, _)| part).sum()
        }
        false => bought,
    };
    let (net, igv) = match is_added {
        true => (taxed, igv_of(taxed)),
        false => (without_igv(taxed, typed.percent), taxed - without_igv(taxed, typed.percent)),
    };
    let subtotal = net + (bought - taxed);
    let total = subtotal + igv;
    let with_igv: Vec<Money> = typed
        .totals
        .iter()
        .zip(exempt())
        .map(|(line, is_exempt)| if is_added && !is_exempt { *line + igv_of(*line) } else { *line })
        .collect();
    let costs = match (typed.cost_with_igv, has_exempt) {
        (true, true) => distribute(total, &with_igv),
        (false, true) => {
            let nets = typed.totals.iter().zip(exempt());
            let nets = nets.map(|(line, is)| if is || is_added { *line } else { without_igv(*line, typed.percent) });
            distribute(subtotal, &nets.collect::<Vec<_>>())
        }
        (with, false) => distribute(if with { total } else { subtotal }, typed.totals),
    };
    Amounts { subtotal, igv, total, costs, paid: with_igv }
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
