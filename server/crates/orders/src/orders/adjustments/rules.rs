//! The rules of requested adjustments: rates within their bounds, lines of this account, charges that are allowed once. Pure.

use super::{
    adjustment_label,
    model::{ChargeAsked, DiscountAsked, DiscountMethod},
};
use crate::orders::{
    Account,
    account::{Adjustment, AdjustmentKind, ChargeCode, Rate},
    store::{COURTESY, ChargeType, NewAdjustment, StoredAdjustment},
};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::{AdjustmentId, DiscountTypeId, LineId},
    money::{CENTIMO, Money, Quantity},
};
use comanda_platform::law::MAX_SERVICE;

/// The most discounts and charges of one account, including those switched off.
const MAX_ADJUSTMENTS: usize = 50;
const MAX_DESCRIPTION_CHARS: usize = 100;
/// The largest charge; more is a typing error.
const MAX_CHARGE: Money = Money::units(10_000);
/// The step of percentages: two decimals of one per cent.
const PERCENT_STEP: i64 = CENTIMO;

/// The data that the rules need: the account as it is, all its adjustments, the kinds of charges.
#[derive(Debug, Clone, Copy)]
pub(super) struct AdjustmentContext<'a> {
    pub account: &'a Account,
    pub stored: &'a [StoredAdjustment],
    pub types: &'a [ChargeType],
}

/// Returns the provisional id of a new adjustment; it is negative, so that it differs from every stored id.
fn provisional_id(position: usize) -> AdjustmentId {
    AdjustmentId(-1 - position as i64)
}

/// Parses and checks the requested adjustments; a refusal names the field.
pub(super) fn parse_adjustments(
    context: AdjustmentContext<'_>,
    discounts: &[DiscountAsked],
    charges: &[ChargeAsked],
) -> Result<Vec<NewAdjustment>> {
    if context.stored.len() + discounts.len() + charges.len() > MAX_ADJUSTMENTS {
        let text = format!("Una cuenta lleva hasta {MAX_ADJUSTMENTS} descuentos y cargos. Quita los que no uses.");
        return invalid("discounts", text).err();
    }
    let mut new = Vec::with_capacity(discounts.len() + charges.len());
    for (i, form) in discounts.iter().enumerate() {
        new.push(parse_discount(context.account, form, &format!("discounts[{i}]"), provisional_id(i))?);
    }
    for (i, form) in charges.iter().enumerate() {
        let read = parse_charge(context, form, &format!("charges[{i}]"), provisional_id(discounts.len() + i))?;
        check_only_once(context, &new, &read)?;
        new.push(read);
    }
    Ok(new)
}

fn parse_discount(account: &Account, form: &DiscountAsked, at: &str, id: AdjustmentId) -> Result<NewAdjustment> {
    let kind = match form.discount_type_id {
        Some(COURTESY) => AdjustmentKind::Courtesy,
        None | Some(DiscountTypeId(2)) => AdjustmentKind::Discount,
        Some(_) => {
            return invalid(&format!("{at}.discountTypeId"), "Elige cortesía (1) o descuento (2).").err();
        }
    };
    let only_percent = form.amount.is_none() && form.percentage.is_some();
    let fixed = if only_percent { DiscountMethod::Percentage } else { DiscountMethod::Fixed };
    let rate = match (kind, form.discount_method.unwrap_or(fixed)) {
        (AdjustmentKind::Courtesy, _) => Rate::Percent(Quantity::units(100)),
        (_, DiscountMethod::Percentage) => parse_percentage(form.percentage, Quantity::units(100), at)?,
        (_, DiscountMethod::Fixed) => parse_amount(form.amount, None, at)?,
    };
    let description = parse_description(form.description.as_deref(), &format!("{at}.description"))?;
    let adjustment = Adjustment {
        id,
        kind,
        code: None,
        rate,
        is_discountable: false,
        line_ids: parse_line_ids(account, &form.line_ids, at)?,
        description: adjustment_label(kind, None, rate, &description),
    };
    Ok(NewAdjustment { adjustment, description, charge_type: None })
}

fn parse_line_ids(account: &Account, ids: &[LineId], at: &str) -> Result<Vec<LineId>> {
    let mut named = Vec::with_capacity(ids.len().min(account.lines.len()));
    for (i, id) in ids.iter().enumerate() {
        let field = format!("{at}.line_ids[{i}]");
        match account.find_line(*id) {
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

fn parse_charge(
    context: AdjustmentContext<'_>,
    form: &ChargeAsked,
    at: &str,
    id: AdjustmentId,
) -> Result<NewAdjustment> {
    let Some(charge_type) = context.types.iter().find(|t| t.id == form.additional_charge_type_id) else {
        return invalid(&format!("{at}.additionalChargeTypeId"), "Elige un tipo de cargo de la lista.").err();
    };
    let kind = match charge_type.code {
        ChargeCode::Tip => AdjustmentKind::Tip,
        ChargeCode::Service => AdjustmentKind::Service,
        ChargeCode::Delivery | ChargeCode::Other => AdjustmentKind::Charge,
    };
    if form.is_discountable && kind != AdjustmentKind::Charge {
        let text = "La propina y el recargo al consumo no entran en los descuentos.";
        return invalid(&format!("{at}.isDiscountable"), text).err();
    }
    let rate = match charge_type.code {
        ChargeCode::Service => parse_percentage(form.percentage, MAX_SERVICE, at)?,
        ChargeCode::Delivery => parse_amount(form.amount, Some(MAX_CHARGE), at)?,
        _ if form.percentage.is_some() => parse_percentage(form.percentage, Quantity::units(100), at)?,
        _ => parse_amount(form.amount, Some(MAX_CHARGE), at)?,
    };
    let description = parse_description(form.extra_description.as_deref(), &format!("{at}.extraDescription"))?;
    let adjustment = Adjustment {
        id,
        kind,
        description: adjustment_label(kind, Some(charge_type.code), rate, &description),
        code: Some(charge_type.code),
        rate,
        is_discountable: form.is_discountable,
        line_ids: Vec::new(),
    };
    Ok(NewAdjustment { adjustment, description, charge_type: Some(charge_type.id) })
}

/// Refuses a second SERVICE or DELIVERY; a disabled one counts too, since it can be enabled instead.
fn check_only_once(context: AdjustmentContext<'_>, new: &[NewAdjustment], added: &NewAdjustment) -> Result<()> {
    let code = added.adjustment.code;
    if !matches!(code, Some(ChargeCode::Service | ChargeCode::Delivery)) {
        return Ok(());
    }
    let earlier = context.stored.iter().map(|k| &k.adjustment).chain(new.iter().map(|n| &n.adjustment));
    let Some(same) = earlier.into_iter().find(|a| a.code == code) else { return Ok(()) };
    let text = format!("Esta cuenta ya tiene {}. Actívalo o quítalo en vez de agregar otro.", same.description);
    refuse(Code::AlreadyExists, text).err()
}

fn parse_percentage(requested_percentage: Option<Quantity>, most: Quantity, at: &str) -> Result<Rate> {
    let field = format!("{at}.percentage");
    let Some(percent) = requested_percentage else { return invalid(&field, "Escribe el porcentaje.").err() };
    if percent <= Quantity::ZERO || percent > most {
        return invalid(&field, format!("El porcentaje va de más de 0 hasta {most}.")).err();
    }
    if percent.millionths() % PERCENT_STEP != 0 {
        return invalid(&field, "El porcentaje tiene hasta dos decimales.").err();
    }
    Ok(Rate::Percent(percent))
}

fn parse_amount(requested_amount: Option<Money>, most: Option<Money>, at: &str) -> Result<Rate> {
    let field = format!("{at}.amount");
    let Some(amount) = requested_amount else { return invalid(&field, "Escribe el monto.").err() };
    if amount <= Money::ZERO || amount != amount.to_centimos() {
        return invalid(&field, "El monto debe ser mayor que cero y tiene hasta dos decimales.").err();
    }
    if let Some(most) = most.filter(|most| amount > *most) {
        return invalid(&field, format!("El monto no pasa de S/ {most:#}.")).err();
    }
    Ok(Rate::Fixed(amount))
}

fn parse_description(description: Option<&str>, field: &str) -> Result<String> {
    let text = description.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > MAX_DESCRIPTION_CHARS {
        return invalid(field, format!("La descripción puede tener hasta {MAX_DESCRIPTION_CHARS} letras.")).err();
    }
    Ok(text)
}

/// Refuses a discount that would not have its full amount; `after` is the account with everything requested.
pub(super) fn check_discounts_apply<'a>(
    after: &Account,
    discounts: impl Iterator<Item = &'a Adjustment>,
    field: impl Fn(usize) -> String,
) -> Result<()> {
    for (i, discount) in discounts.enumerate() {
        let counts = after.totals.discounts.iter().find(|d| d.id == discount.id).map_or(Money::ZERO, |d| d.amount);
        if counts.is_zero() {
            return invalid(&field(i), "No queda nada que descontar ahí.").err();
        }
        if matches!(discount.rate, Rate::Fixed(amount) if amount > counts) {
            let text = format!("Lo más que se puede descontar es S/ {counts:#}.");
            return invalid(&field(i), text).with_current(serde_json::json!({ "most": counts })).err();
        }
    }
    Ok(())
}
