//! What a new purchase comes to, held against what its paper says.

use super::{
    amounts::{Amounts, MAX_TOTAL, Typed, amounts},
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

/// The highest IGV that a paper can say.
const MAX_PERCENT: Quantity = Quantity::units(30);

/// What it comes to; `None` where that cannot be told.
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
    if !is_in_order(body, bought, faults) {
        return Ok(None);
    }
    let Some(said) = Charges::checked(body, bought, faults) else { return Ok(None) };
    let charges =
        note.and_then(|note| note.charges_of_all(body, bought)).filter(|_| said == Charges::default()).unwrap_or(said);
    let day = note.map_or(moment.day, |note| note.issued_on);
    let percent = percent_of(work, body, day).await?;
    let is_deducted = !percent.is_zero();
    if is_deducted && body.igv.is_some_and(|igv| !igv.is_zero()) && !exempt.is_empty() && !exempt.contains(&false) {
        faults.add(
            "igv",
            "Ninguna línea lleva IGV: deja vacío el IGV del papel, o quita «sin IGV» de las que lo llevan.",
        );
        return Ok(None);
    }
    let own = note.filter(|_| is_deducted).and_then(|note| igv_of(body, note, lines));
    let typed = Typed {
        totals: &totals,
        exempt: &exempt,
        discount: body.discount,
        freight: body.freight,
        advance: body.advance,
        charges,
        prices_include_igv: body.prices_include_igv || lines.is_empty(),
        percent: body.igv_percent.filter(|_| is_deducted).unwrap_or(percent),
        small_percent: law::small_rate(day).map(law::RateParts::total).filter(|_| body.igv_percent.is_none()),
        said_igv: body.igv.filter(|_| is_deducted).or(own.map(|own| own.igv)),
        said_base: body.igv_base.filter(|_| is_deducted).or(own.map(|own| own.base)),
        cost_with_igv: work.settings().await?.cost_with_igv,
    };
    let amounts = amounts(&typed);
    let most = (amounts.igv_base + charges.isc).percent(MAX_PERCENT).map(|most| most + Money::from_millionths(CENTIMO));
    if amounts.subtotal.is_negative() || amounts.igv_base.is_negative() || most.is_none_or(|most| amounts.igv > most) {
        faults.add("igv", "El IGV no puede ser tanto de lo que lo lleva: escríbelo como está en el papel.");
        return Ok(None);
    }
    agrees(body, amounts.total, faults);
    Ok(Some(amounts))
}

/// Per cent of the IGV that can be deducted, on the day of the paper, or of the one that a note changes; zero: there is none.
async fn percent_of(work: &mut Work<'_>, body: &NewPurchase, day: NaiveDate) -> Result<Quantity> {
    match body.document.is_deducted(body.modifies.as_ref().map(|paper| paper.document)) {
        true => deducted_percent(work.tx, day).await,
        false => Ok(Quantity::ZERO),
    }
}

/// Per cent of the IGV of a supplier's paper of a day: the general rate, whichever the house itself has (Ley 31556 lowers that of its
/// sales); zero where the house deducts none.
pub(super) async fn deducted_percent(tx: &mut Tx, day: NaiveDate) -> Result<Quantity> {
    let own = tax::rule_on(tx, day).await?.percent_of(IgvTreatment::Taxed);
    Ok(if own.is_zero() { own } else { law::general_rate(day) })
}

/// The IGV of a note that says none, by the purchase that it changes.
fn igv_of(body: &NewPurchase, note: &Note, lines: &[Line]) -> Option<NoteIgv> {
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
    note.igv(NoteLines { bought, taxed, prices_include_igv: body.prices_include_igv || lines.is_empty() })
}

/// Whether the typed amounts can be added up.
fn is_in_order(body: &NewPurchase, bought: Money, faults: &mut Faults) -> bool {
    let is_good = |amount: Money| !amount.is_negative() && amount <= MAX_TOTAL && amount == amount.to_centimos();
    let mut all_good = true;
    let mut unless = |holds: bool, field: &str, text: String| {
        faults.unless(holds, field, &text);
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
    unless(is_within, "discount", format!("El descuento es menor que lo comprado (S/ {bought})."));
    all_good
}

/// The paper's total is that of its lines, and nothing is bought for nothing unless the paper says so.
fn agrees(body: &NewPurchase, total: Money, faults: &mut Faults) {
    if total.is_zero() && body.total.is_none() {
        let field = if body.discount.is_zero() { "items" } else { "discount" };
        faults.add(
            field,
            "La compra suma S/ 0.00: revisa los precios. Si el papel es de S/ 0.00 (un regalo, un anticipo), escribe 0.00 como su total.",
        );
    }
    if let Some(said) = body.total.filter(|said| *said != total) {
        let difference = said - total;
        let text = format!("El papel dice S/ {said} y los ítems suman S/ {total}: hay S/ {difference} de diferencia.");
        faults.add("total", text);
    }
}
