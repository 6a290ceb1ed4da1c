//! What may be asked for: rates within their bounds, lines of this account, what comes once. Pure.

use super::{
    label,
    model::{ChargeAsked, DiscountAsked, DiscountMethod},
};
use crate::orders::{
    Account,
    account::{Adjustment, AdjustmentKind, ChargeCode, Rate},
    store::{COURTESY, ChargeType, Kept, NewAdjustment},
};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::{AdjustmentId, DiscountTypeId, LineId},
    money::{CENTIMO, Money, Quantity},
};
use comanda_platform::law::MAX_SERVICE;

/// Discounts and charges of one account, those switched off included.
const MAX_ADJUSTMENTS: usize = 50;
const MAX_DESCRIPTION_CHARS: usize = 100;
/// A charge above this is a slip of the finger.
const MAX_CHARGE: Money = Money::units(10_000);
/// Two decimals of one per cent.
const PERCENT_STEP: i64 = CENTIMO;

/// What rules look at: the account as it is, all its adjustments, the kinds of charges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Desk<'a> {
    pub account: &'a Account,
    pub kept: &'a [Kept],
    pub types: &'a [ChargeType],
}

/// The id that a new adjustment goes by until it is kept; negative, so that it is nobody else's.
fn provisional(position: usize) -> AdjustmentId {
    AdjustmentId(-1 - position as i64)
}

/// Reads what is asked for; a refusal names the field.
pub(super) fn read(desk: Desk<'_>, discounts: &[DiscountAsked], charges: &[ChargeAsked]) -> Result<Vec<NewAdjustment>> {
    if desk.kept.len() + discounts.len() + charges.len() > MAX_ADJUSTMENTS {
        let text = format!("Una cuenta lleva hasta {MAX_ADJUSTMENTS} descuentos y cargos. Quita los que no uses.");
        return invalid("discounts", text).err();
    }
    let mut new = Vec::with_capacity(discounts.len() + charges.len());
    for (i, asked) in discounts.iter().enumerate() {
        new.push(discount(desk.account, asked, &format!("discounts[{i}]"), provisional(i))?);
    }
    for (i, asked) in charges.iter().enumerate() {
        let read = charge(desk, asked, &format!("charges[{i}]"), provisional(discounts.len() + i))?;
        only_once(desk, &new, &read)?;
        new.push(read);
    }
    Ok(new)
}

fn discount(account: &Account, asked: &DiscountAsked, at: &str, id: AdjustmentId) -> Result<NewAdjustment> {
    let kind = match asked.discount_type_id {
        Some(COURTESY) => AdjustmentKind::Courtesy,
        None | Some(DiscountTypeId(2)) => AdjustmentKind::Discount,
        Some(_) => {
            return invalid(&format!("{at}.discountTypeId"), "Elige cortesía (1) o descuento (2).").err();
        }
    };
    let only_percent = asked.amount.is_none() && asked.percentage.is_some();
    let fixed = if only_percent { DiscountMethod::Percentage } else { DiscountMethod::Fixed };
    let rate = match (kind, asked.discount_method.unwrap_or(fixed)) {
        (AdjustmentKind::Courtesy, _) => Rate::Percent(Quantity::units(100)),
        (_, DiscountMethod::Percentage) => percentage(asked.percentage, Quantity::units(100), at)?,
        (_, DiscountMethod::Fixed) => amount(asked.amount, None, at)?,
    };
    let description = description(asked.description.as_deref(), &format!("{at}.description"))?;
    let adjustment = Adjustment {
        id,
        kind,
        code: None,
        rate,
        is_discountable: false,
        line_ids: named_lines(account, &asked.line_ids, at)?,
        description: label(kind, None, rate, &description),
    };
    Ok(NewAdjustment { adjustment, description, charge_type: None })
}

fn named_lines(account: &Account, asked: &[LineId], at: &str) -> Result<Vec<LineId>> {
    let mut named = Vec::with_capacity(asked.len().min(account.lines.len()));
    for (i, id) in asked.iter().enumerate() {
        let field = format!("{at}.line_ids[{i}]");
        match account.line(*id) {
            Some(line) if !line.is_live() => return invalid(&field, format!("{} está anulado.", line.name)).err(),
            Some(line) if line.is_plastic_bag => {
                let text = format!(
                    "{} no lleva descuento ni cortesía: su precio incluye el ICBPER. Quítala de aquí.",
                    line.name
                );
                return invalid(&field, text).err();
            }
            Some(_) if named.contains(id) => {}
            Some(_) => named.push(*id),
            None => return invalid(&field, "Ese pedido no es de esta cuenta. Actualiza la pantalla.").err(),
        }
    }
    Ok(named)
}

fn charge(desk: Desk<'_>, asked: &ChargeAsked, at: &str, id: AdjustmentId) -> Result<NewAdjustment> {
    let Some(of) = desk.types.iter().find(|t| t.id == asked.additional_charge_type_id) else {
        return invalid(&format!("{at}.additionalChargeTypeId"), "Elige un tipo de cargo de la lista.").err();
    };
    let kind = match of.code {
        ChargeCode::Tip => AdjustmentKind::Tip,
        ChargeCode::Service => AdjustmentKind::Service,
        ChargeCode::Delivery | ChargeCode::Other => AdjustmentKind::Charge,
    };
    if asked.is_discountable && kind != AdjustmentKind::Charge {
        let text = "La propina y el recargo al consumo no entran en los descuentos.";
        return invalid(&format!("{at}.isDiscountable"), text).err();
    }
    let rate = match of.code {
        ChargeCode::Service => percentage(asked.percentage, MAX_SERVICE, at)?,
        ChargeCode::Delivery => amount(asked.amount, Some(MAX_CHARGE), at)?,
        _ if asked.percentage.is_some() => percentage(asked.percentage, Quantity::units(100), at)?,
        _ => amount(asked.amount, Some(MAX_CHARGE), at)?,
    };
    let description = description(asked.extra_description.as_deref(), &format!("{at}.extraDescription"))?;
    let adjustment = Adjustment {
        id,
        kind,
        description: label(kind, Some(of.code), rate, &description),
        code: Some(of.code),
        rate,
        is_discountable: asked.is_discountable,
        line_ids: Vec::new(),
    };
    Ok(NewAdjustment { adjustment, description, charge_type: Some(of.id) })
}

/// SERVICE and DELIVERY come once, a disabled one included: that is the one to enable.
fn only_once(desk: Desk<'_>, new: &[NewAdjustment], asked: &NewAdjustment) -> Result<()> {
    let code = asked.adjustment.code;
    if !matches!(code, Some(ChargeCode::Service | ChargeCode::Delivery)) {
        return Ok(());
    }
    let earlier = desk.kept.iter().map(|k| &k.adjustment).chain(new.iter().map(|n| &n.adjustment));
    let Some(same) = earlier.into_iter().find(|a| a.code == code) else { return Ok(()) };
    let text = format!("Esta cuenta ya tiene {}. Actívalo o quítalo en vez de agregar otro.", same.description);
    refuse(Code::AlreadyExists, text).err()
}

fn percentage(given: Option<Quantity>, most: Quantity, at: &str) -> Result<Rate> {
    let field = format!("{at}.percentage");
    let Some(percent) = given else { return invalid(&field, "Escribe el porcentaje.").err() };
    if percent <= Quantity::ZERO || percent > most {
        return invalid(&field, format!("El porcentaje va de más de 0 hasta {most}.")).err();
    }
    if percent.millionths() % PERCENT_STEP != 0 {
        return invalid(&field, "El porcentaje tiene hasta dos decimales.").err();
    }
    Ok(Rate::Percent(percent))
}

fn amount(given: Option<Money>, most: Option<Money>, at: &str) -> Result<Rate> {
    let field = format!("{at}.amount");
    let Some(amount) = given else { return invalid(&field, "Escribe el monto.").err() };
    if amount <= Money::ZERO || amount != amount.to_centimos() {
        return invalid(&field, "El monto debe ser mayor que cero y tiene hasta dos decimales.").err();
    }
    if let Some(most) = most.filter(|most| amount > *most) {
        return invalid(&field, format!("El monto no pasa de S/ {most}.")).err();
    }
    Ok(Rate::Fixed(amount))
}

fn description(given: Option<&str>, field: &str) -> Result<String> {
    let text = given.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > MAX_DESCRIPTION_CHARS {
        return invalid(field, format!("La descripción puede tener hasta {MAX_DESCRIPTION_CHARS} letras.")).err();
    }
    Ok(text)
}

/// Refuses a discount that would not count as it was asked for; `after` is the account with all that is asked.
pub(super) fn must_count<'a>(
    after: &Account,
    discounts: impl Iterator<Item = &'a Adjustment>,
    field: impl Fn(usize) -> String,
) -> Result<()> {
    for (i, discount) in discounts.enumerate() {
        let counts = after.totals.discounts.iter().find(|d| d.id == discount.id).map_or(Money::ZERO, |d| d.amount);
        if counts.is_zero() {
            return invalid(&field(i), "No queda nada que descontar ahí.").err();
        }
        if matches!(discount.rate, Rate::Fixed(asked) if asked > counts) {
            let text = format!("Lo más que se puede descontar es S/ {counts}.");
            return invalid(&field(i), text).current(serde_json::json!({ "most": counts })).err();
        }
    }
    Ok(())
}
