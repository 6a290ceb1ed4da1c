//! Computes the totals of a purchase and the cost of each of its lines, without I/O.

use super::charges::Charges;
use comanda_base::money::{Money, Quantity, distribute, div_round};

/// The largest total of a line or a purchase.
pub(super) const MAX_TOTAL: Money = Money::units(10_000_000);

/// The prices of a purchase as they were entered.
#[derive(Debug, Clone)]
pub(super) struct AmountsInput<'t> {
    /// The total of each line.
    pub totals: &'t [Money],
    /// Whether each line is exempt from IGV; missing entries count as taxed.
    pub exempt: &'t [bool],
    /// A discount on all lines together.
    pub discount: Money,
    /// A charge on top of all lines together.
    pub freight: Money,
    /// The part of the discount that was paid before with a document of its own, with IGV where the prices include it: it lowers the amount
    /// to pay now, not the cost of the goods.
    pub advance: Money,
    pub prices_include_igv: bool,
    /// ISC, ICBPER and other charges, which the document states separately.
    pub charges: Charges,
    /// The rate of the deductible IGV in per cent; zero when there is none.
    pub percent: Quantity,
    /// The small restaurants' rate on that day, in per cent: an entered IGV may be this share of everything.
    pub small_percent: Option<Quantity>,
    /// The IGV that the document states and the base of that IGV; absent values are computed.
    pub stated_igv: Option<Money>,
    pub stated_base: Option<Money>,
    /// Whether the IGV counts as cost, deducted or not.
    pub cost_with_igv: bool,
}

/// The computed amounts of a purchase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amounts {
    /// ISC, ICBPER and other charges within the subtotal.
    pub charges: Charges,
    pub subtotal: Money,
    /// The part of the subtotal on which the IGV is computed.
    pub igv_base: Money,
    pub igv: Money,
    pub total: Money,
    /// The cost of each line as it enters stock; together they are the cost of the purchase.
    pub costs: Vec<Money>,
    /// The total of each line with IGV, before discount and freight.
    pub paid: Vec<Money>,
}

/// Computes the unit price and the total of a line, each from the other; a line has a price, a total, or both where they agree.
///
/// # Errors
/// Returns the name of the wrong field and a message.
pub(super) fn price_and_total(
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
    let priced_total = price.map(|price| price.times(quantity).filter(|total| is_good(*total)));
    match (price, priced_total, total) {
        (_, Some(None), _) => {
            fault("buy_price", "La cantidad por el precio pasa de 10 millones. Corrige uno de los dos.")
        }
        (Some(price), Some(Some(computed)), stated_total) => {
            match stated_total.filter(|stated_total| *stated_total != computed) {
                None => Ok((price, computed)),
                Some(stated_total) => {
                    let text = format!(
                        "La cantidad por el precio es S/ {computed:#}, no S/ {stated_total:#}: corrige uno de los dos."
                    );
                    Err(("total_price", text))
                }
            }
        }
        (_, _, Some(total)) => match total.per_unit(quantity).filter(|price| is_good(*price)) {
            Some(price) => Ok((price, total)),
            None => fault("quantity", "Revisa la cantidad: es demasiado poco para ese total."),
        },
        _ => fault("buy_price", "Escribe el precio, o el total de la línea."),
    }
}

/// Computes all amounts. The caller has checked that the discount is no more than the sum of the lines.
pub(super) fn calculate_amounts(input: &AmountsInput<'_>) -> Amounts {
    let bought = input.totals.iter().copied().sum::<Money>() - input.discount + input.freight;
    let taxed = match input.exempt.contains(&true) {
        true => {
            let parts = distribute(bought, input.totals).into_iter().zip(input.exempt_lines());
            parts.filter(|(_, is_exempt)| !is_exempt).map(|(part, _)| part).sum()
        }
        false => bought,
    };
    let untaxed_charges = if taxed.is_zero() { Money::ZERO } else { input.charges.untaxed_sum().at_most(taxed) };
    let (net, igv) = input.split_igv(taxed - untaxed_charges);
    let subtotal = net + untaxed_charges + (bought - taxed);
    let total = subtotal + igv;
    let subtract_isc = |base: Money| (base - input.charges.isc).max(Money::ZERO);
    let igv_base = match input.stated_base.filter(|base| *base + input.charges.total() <= subtotal) {
        _ if igv.is_zero() => Money::ZERO,
        Some(base) => base,
        // Lines marked as exempt make the base known; without marks it is inferred from the stated IGV.
        None if input.stated_igv.is_some() && !input.exempt.contains(&true) => {
            subtract_isc(taxed_base(subtotal - untaxed_charges, igv, input.percent, input.small_percent))
        }
        None => subtract_isc(net),
    };
    Amounts {
        charges: input.charges,
        subtotal,
        igv_base,
        igv,
        total,
        costs: line_costs(input, subtotal, total),
        paid: lines_with_igv(input),
    }
}

impl AmountsInput<'_> {
    fn is_igv_added(&self) -> bool {
        !self.prices_include_igv && !self.percent.is_zero()
    }
    /// Returns for each line whether it is exempt from IGV, without end.
    fn exempt_lines(&self) -> impl Iterator<Item = bool> {
        self.exempt.iter().copied().chain(std::iter::repeat(false))
    }
    /// Splits the amount of the taxed lines into net price and IGV.
    fn split_igv(&self, taxed: Money) -> (Money, Money) {
        let stated = self.stated_igv.filter(|_| !self.percent.is_zero());
        if self.is_igv_added() {
            return (taxed, stated.unwrap_or_else(|| taxed.percent(self.percent).unwrap_or_default()));
        }
        let net = stated.map_or_else(|| without_igv(taxed, self.percent), |igv| taxed - igv);
        (net, taxed - net)
    }
    /// Splits the advance into net price and IGV.
    fn split_advance(&self) -> (Money, Money) {
        let is_taxed = !self.percent.is_zero()
            && (self.totals.is_empty() || self.exempt_lines().take(self.totals.len()).any(|is_exempt| !is_exempt));
        match is_taxed {
            false => (self.advance, Money::ZERO),
            true if self.is_igv_added() => (self.advance, self.advance.percent(self.percent).unwrap_or_default()),
            true => {
                let net = without_igv(self.advance, self.percent);
                (net, self.advance - net)
            }
        }
    }
}

/// Returns the total of each line with its IGV.
fn lines_with_igv(input: &AmountsInput<'_>) -> Vec<Money> {
    let igv_of = |net: Money| net.percent(input.percent).unwrap_or_default();
    let lines = input.totals.iter().zip(input.exempt_lines());
    lines
        .map(|(line, is_exempt)| if input.is_igv_added() && !is_exempt { *line + igv_of(*line) } else { *line })
        .collect()
}

/// Computes the cost of each line as it enters stock: the amount paid now and the advance paid before.
fn line_costs(input: &AmountsInput<'_>, subtotal: Money, total: Money) -> Vec<Money> {
    let has_exempt = input.exempt.contains(&true);
    let (advance, igv_of_advance) = input.split_advance();
    if input.cost_with_igv {
        let weights = if has_exempt { &lines_with_igv(input) } else { input.totals };
        return distribute(total + advance + igv_of_advance, weights);
    }
    if !has_exempt {
        return distribute(subtotal + advance, input.totals);
    }
    let lines = input.totals.iter().zip(input.exempt_lines());
    let net = |line: Money, is_exempt| {
        if is_exempt || input.is_igv_added() { line } else { without_igv(line, input.percent) }
    };
    distribute(subtotal + advance, &lines.map(|(line, is_exempt)| net(*line, is_exempt)).collect::<Vec<_>>())
}

/// The difference allowed between an IGV and its base times the rate, because lines are rounded one by one.
const ROUNDING: Money = Money::centimos(10);

/// Finds the part of a subtotal on which an IGV was computed: the whole subtotal where it gives the IGV at one of the rates, else the base
/// that gives it at the first rate.
pub fn taxed_base(subtotal: Money, igv: Money, percent: Quantity, others: impl IntoIterator<Item = Quantity>) -> Money {
    if igv.is_zero() || percent.is_zero() {
        return Money::ZERO;
    }
    let is_whole_base = |percent: Quantity| {
        let deviation = subtotal.percent(percent).unwrap_or_default() - igv;
        deviation.max(-deviation) <= ROUNDING
    };
    if std::iter::once(percent).chain(others).any(is_whole_base) {
        return subtotal;
    }
    let whole = i128::from(Quantity::units(100).millionths());
    let base = div_round(i128::from(igv.millionths()) * whole, i128::from(percent.millionths()));
    i64::try_from(base).map_or(subtotal, |base| Money::from_millionths(base).to_centimos()).min(subtotal)
}

/// Removes a tax of `percent` from an amount that includes it, rounding to the céntimo.
fn without_igv(amount: Money, percent: Quantity) -> Money {
    let whole = i128::from(Quantity::units(100).millionths());
    let base = div_round(i128::from(amount.millionths()) * whole, whole + i128::from(percent.millionths()));
    Money::from_millionths(i64::try_from(base).unwrap_or(i64::MAX)).to_centimos()
}

#[cfg(test)]
#[path = "amounts_tests.rs"]
mod tests;
