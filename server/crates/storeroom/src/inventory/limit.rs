//! Limits for cooks: they may record waste and staff meals, and need a PIN beyond a value.

use super::{
    form::Line,
    model::{InventoryDirection, NewInventoryMovement},
};
use comanda_base::{
    error::{Code, Faults, Result, refuse},
    ids::SupplyId,
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{Item, goods};
use comanda_platform::{
    people::pin::{self, Approval, PinGiven},
    use_case::{Action, Actor, Work},
};

/// The value up to which a cook may take out goods at once without approval.
const MAX_VALUE_WITHOUT_PIN: Money = Money::units(50);

/// Verifies a given PIN before the write, in a transaction of its own; only the write finds out whether one is needed.
pub(super) async fn verify_pin_if_given(actor: &Actor, entered_pin: &PinGiven) -> Result<Option<Approval>> {
    if actor.can_without_pin(Action::EditCatalog) || !entered_pin.is_given() {
        return Ok(None);
    }
    Ok(Some(pin::verify_pin(actor, Action::RecordWaste, entered_pin).await?))
}

/// Refuses anything but waste and staff meals from users who may not edit the catalog.
pub(super) fn require_kitchen_reason(work: &Work<'_>, body: &NewInventoryMovement, faults: &mut Faults) {
    if work.actor.can_without_pin(Action::EditCatalog) {
        return;
    }
    let text = "Con tu usuario se registran mermas y comida del personal. Lo demás pídeselo a un supervisor.";
    if body.direction == InventoryDirection::In {
        faults.refuse(refuse(Code::NotPermitted, text).at("type", text));
    }
    if !body.reason.is_allowed_for_cooks() {
        faults.refuse(refuse(Code::NotPermitted, text).at("reason", text));
    }
}

/// Requires a PIN where the supplies of these lines exceed the free value. A supply of unknown cost counts as zero.
pub(super) async fn require_pin_above_limit(
    work: &mut Work<'_>,
    lines: &[Line],
    approval: Option<Approval>,
) -> Result<()> {
    let supply = |line: &Line| match line.entered.good.item {
        Item::Supply(id) => Some((id, line.entered.base)),
        Item::Product(_) => None,
    };
    require_pin_for_supplies_above_limit(work, &lines.iter().filter_map(supply).collect::<Vec<_>>(), approval).await
}

/// Requires a PIN where a user of the kitchen takes out supplies (in their base units) worth more than the free value.
pub async fn require_pin_for_supplies_above_limit(
    work: &mut Work<'_>,
    quantities: &[(SupplyId, Quantity)],
    approval: Option<Approval>,
) -> Result<()> {
    if work.actor.can_without_pin(Action::EditCatalog) || approval.is_some() {
        return Ok(());
    }
    if capped_value(work, quantities).await? > MAX_VALUE_WITHOUT_PIN {
        pin::pin_required_refusal().err()
    } else {
        Ok(())
    }
}

/// Adds up the value of these supplies, each capped at twice the free value. A supply of unknown cost counts as zero.
async fn capped_value(work: &mut Work<'_>, quantities: &[(SupplyId, Quantity)]) -> Result<Money> {
    let supplies: Vec<SupplyId> = quantities.iter().map(|(id, _)| *id).collect();
    let costs = goods::load_base_costs(work.tx, &supplies).await?;
    let value = |(id, base): &(SupplyId, Quantity)| costs.get(id)?.cost_of(*base);
    // The capped values cannot overflow the sum.
    Ok(quantities.iter().filter_map(value).map(|v| v.at_most(MAX_VALUE_WITHOUT_PIN + MAX_VALUE_WITHOUT_PIN)).sum())
}
