//! Computes the amounts of a new purchase and compares them with those that its document states.

use super::{
    amounts::{Amounts, AmountsInput, MAX_TOTAL, calculate_amounts},
    charges::Charges,
    form::NewPurchase,
    lines::Line,
    moment::Moment,
    notes::{Note, NoteIgv, NoteLines},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
    money::{CENTIMO, Money, Quantity, distribute},
    words::IgvTreatment,
};
use comanda_platform::{law, settings::tax, use_case::Work};

/// The highest rate of IGV accepted.
const MAX_PERCENT: Quantity = Quantity::units(30);

/// Computes the amounts; `None` with faults where the form is not consistent.
pub(super) async fn compute_amounts(
    work: &mut Work<'_>,
    body: &NewPurchase,
    moment: &Moment,
    note: Option<&Note>,
    lines: &[Line],
    faults: &mut Faults,
) -> Result<Option<Amounts>> {
    let totals: Vec<Money> = match (lines, body.total) {
        ([], Some(total)) => vec![total],
        ([], None) => {
            faults.add("total", "Escribe el total del papel.");
            return Ok(None);
        }
        _ => lines.iter().map(|line| line.total_price).collect(),
    };
    let exempt: Vec<bool> = lines.iter().map(|line| line.is_exempt).collect();
    let bought: Money = totals.iter().copied().sum();
    if !are_amounts_valid(body, bought, faults) {
        return Ok(None);
    }
    let Some(stated) = Charges::read_and_validate(body, bought, faults) else { return Ok(None) };
    let charges = note
        .and_then(|note| note.full_reversal_charges(body, bought))
        .filter(|_| stated == Charges::default())
        .unwrap_or(stated);
    let day = note.map_or(moment.day, |note| note.issued_on);
    let percent = deductible_percent(work, body, day).await?;
    let gives_tax_credit = !percent.is_zero();
    if gives_tax_credit && body.igv.is_some_and(|igv| !igv.is_zero()) && !exempt.is_empty() && !exempt.contains(&false)
    {
        faults.add(
            "igv",
            "Ninguna línea lleva IGV: deja vacío el IGV del papel, o quita «sin IGV» de las que lo llevan.",
        );
        return Ok(None);
    }
    let note_igv = note.filter(|_| gives_tax_credit).and_then(|note| proportional_igv(body, note, lines));
    let input = AmountsInput {
        totals: &totals,
        exempt: &exempt,
        discount: body.discount,
        freight: body.freight,
        advance: body.advance,
        charges,
        prices_include_igv: body.prices_include_igv || lines.is_empty(),
        percent: body.igv_percent.filter(|_| gives_tax_credit).unwrap_or(percent),
        small_percent: law::small_restaurant_rate_on(day)
            .map(law::RateParts::total)
            .filter(|_| body.igv_percent.is_none()),
        stated_igv: body.igv.filter(|_| gives_tax_credit).or(note_igv.map(|share| share.igv)),
        stated_base: body.igv_base.filter(|_| gives_tax_credit).or(note_igv.map(|share| share.base)),
        cost_with_igv: work.settings().await?.cost_with_igv,
    };
    let amounts = calculate_amounts(&input);
    let max_igv =
        (amounts.igv_base + charges.isc).percent(MAX_PERCENT).map(|most| most + Money::from_millionths(CENTIMO));
    if amounts.subtotal.is_negative() || amounts.igv_base.is_negative() || max_igv.is_none_or(|most| amounts.igv > most)
    {
        faults.add("igv", "El IGV no puede ser tanto de lo que lo lleva: escríbelo como está en el papel.");
        return Ok(None);
    }
    check_stated_total(body, amounts.total, faults);
    check_unit_costs(lines, &amounts.costs, faults);
    Ok(Some(amounts))
}

/// Adds a fault for each line of which a base unit would cost more than a whole purchase may: its quantity was typed wrongly.
fn check_unit_costs(lines: &[Line], costs: &[Money], faults: &mut Faults) {
    for (at, (line, cost)) in lines.iter().zip(costs).enumerate() {
        let is_plausible = cost.per_unit(line.entered.base).is_some_and(|unit_cost| unit_cost <= MAX_TOTAL);
        let text = "Revisa la cantidad: es demasiado poca para lo que cuesta.";
        faults.check(is_plausible, &format!("items.{at}.quantity"), text);
    }
}

/// Returns the rate of deductible IGV on the date of the document, or on that of the document that a note modifies; zero when none is
/// deductible.
async fn deductible_percent(work: &mut Work<'_>, body: &NewPurchase, day: NaiveDate) -> Result<Quantity> {
    match body.document.gives_tax_credit(body.modifies.as_ref().map(|paper| paper.document)) {
        true => deductible_percent_on(work.tx, day).await,
        false => Ok(Quantity::ZERO),
    }
}

/// Returns the rate of IGV of a supplier's document dated `day`: the general rate, whatever the restaurant's own rate (Ley 31556 lowers
/// that of its sales); zero where the restaurant deducts none.
pub(super) async fn deductible_percent_on(tx: &mut Tx, day: NaiveDate) -> Result<Quantity> {
    let percent = tax::load_rule_on(tx, day).await?.percent_of(IgvTreatment::Taxed);
    Ok(if percent.is_zero() { percent } else { law::general_rate_on(day) })
}

/// Computes the IGV of a note that states none, in proportion to the purchase that it modifies.
fn proportional_igv(body: &NewPurchase, note: &Note, lines: &[Line]) -> Option<NoteIgv> {
    if body.igv.is_some() || body.igv_percent.is_some() {
        return None;
    }
    let totals: Vec<Money> = lines.iter().map(|line| line.total_price).collect();
    let bought = match lines {
        [] => body.total?,
        _ => totals.iter().copied().sum::<Money>() - body.discount + body.freight,
    };
    let taxed = lines.iter().any(|line| line.is_exempt).then(|| {
        let parts = distribute(bought, &totals).into_iter().zip(lines);
        parts.filter(|(_, line)| !line.is_exempt).map(|(part, _)| part).sum()
    });
    note.proportional_igv(NoteLines { bought, taxed, prices_include_igv: body.prices_include_igv || lines.is_empty() })
}

/// Whether the entered amounts are valid enough to be added up; adds faults otherwise.
fn are_amounts_valid(body: &NewPurchase, bought: Money, faults: &mut Faults) -> bool {
    let is_good = |amount: Money| !amount.is_negative() && amount <= MAX_TOTAL && amount == amount.to_centimos();
    let mut all_good = true;
    let mut unless = |holds: bool, field: &str, text: String| {
        faults.check(holds, field, &text);
        all_good &= holds;
    };
    let cannot_be = |what: &str| format!("{what} no puede ser negativo y tiene hasta dos decimales.");
    unless(is_good(body.discount), "discount", cannot_be("El descuento"));
    unless(is_good(body.freight), "freight", cannot_be("El flete"));
    unless(is_good(body.advance), "advance", cannot_be("El anticipo"));
    unless(body.igv.is_none_or(is_good), "igv", cannot_be("El IGV"));
    unless(body.igv_base.is_none_or(is_good), "igv_base", cannot_be("La base del IGV"));
    let is_rate = |percent: Quantity| percent > Quantity::ZERO && percent <= MAX_PERCENT;
    unless(body.igv_percent.is_none_or(is_rate), "igv_percent", "La tasa del IGV va de 0.01 a 30 %.".into());
    unless(body.advance <= body.discount, "advance", "El anticipo es parte del descuento.".into());
    unless(
        !bought.is_negative() && bought <= MAX_TOTAL,
        "items",
        "Una compra es de hasta 10 millones: revisa los precios.".into(),
    );
    let is_within = body.discount <= bought;
    unless(is_within, "discount", format!("El descuento es menor que lo comprado (S/ {bought:#})."));
    all_good
}

/// Adds faults unless the stated total equals that of the lines; a total of zero has to be stated.
fn check_stated_total(body: &NewPurchase, total: Money, faults: &mut Faults) {
    if total.is_zero() && body.total.is_none() {
        let field = if body.discount.is_zero() { "items" } else { "discount" };
        faults.add(
            field,
            "La compra suma S/ 0.00: revisa los precios. Si el papel es de S/ 0.00 (un regalo, un anticipo), escribe 0.00 como su total.",
        );
    }
    if let Some(stated) = body.total.filter(|stated| *stated != total) {
        let difference = stated - total;
        let text =
            format!("El papel dice S/ {stated:#} y los ítems suman S/ {total:#}: hay S/ {difference:#} de diferencia.");
        faults.add("total", text);
    }
}
