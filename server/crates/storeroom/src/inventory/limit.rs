//! What a cook may write down: waste and meals of the staff, beyond a value with somebody's PIN.

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

/// What a cook throws away beyond this at once, somebody has to allow.
const FREE_UP_TO: Money = Money::units(50);

/// A PIN that was given is checked before the write, in a transaction of its own; whether one was needed shows in the write.
pub(super) async fn allowed(actor: &Actor, given: &PinGiven) -> Result<Option<Approval>> {
    if actor.may(Action::EditCatalog) || !given.is_given() {
        return Ok(None);
    }
    Ok(Some(pin::verify(actor, Action::RecordWaste, given).await?))
}

/// Whoever does not keep the store room writes down waste only.
pub(super) fn must_be_of_the_kitchen(work: &Work<'_>, body: &NewInventoryMovement, faults: &mut Faults) {
    if work.actor.may(Action::EditCatalog) {
        return;
    }
    let text = "Con tu usuario se registran mermas y comida del personal. Lo demás pídeselo a un supervisor.";
    if body.direction == InventoryDirection::In {
        faults.refuse(refuse(Code::NotPermitted, text).at("type", text));
    }
    if !body.reason.is_of_the_kitchen() {
        faults.refuse(refuse(Code::NotPermitted, text).at("reason", text));
    }
}

/// Asks for a PIN where a cook throws away too much. What has no cost counts for nothing.
pub(super) async fn must_be_little(work: &mut Work<'_>, lines: &[Line], approval: Option<Approval>) -> Result<()> {
    let supply = |line: &Line| match line.entered.good.item {
        Item::Supply(id) => Some((id, line.entered.base)),
        Item::Product(_) => None,
    };
    must_be_worth_little(work, &lines.iter().filter_map(supply).collect::<Vec<_>>(), approval).await
}

/// Asks for a PIN where somebody of the kitchen takes out more of these supplies (in their base units) than is free.
pub async fn must_be_worth_little(
    work: &mut Work<'_>,
    taken: &[(SupplyId, Quantity)],
    approval: Option<Approval>,
) -> Result<()> {
    if work.actor.may(Action::EditCatalog) || approval.is_some() {
        return Ok(());
    }
    if worth(work, taken).await? > FREE_UP_TO { pin::pin_required().err() } else { Ok(()) }
}

/// What these supplies come to, as far as that matters here. What has no cost counts for nothing.
async fn worth(work: &mut Work<'_>, taken: &[(SupplyId, Quantity)]) -> Result<Money> {
    let supplies: Vec<SupplyId> = taken.iter().map(|(id, _)| *id).collect();
    let costs = goods::base_costs(work.tx, &supplies).await?;
    let value = |(id, base): &(SupplyId, Quantity)| goods::cost_of(*base, costs.get(id).copied()?);
    // Sums of what each fits stay far below what an amount holds.
    Ok(taken.iter().filter_map(value).map(|v| v.at_most(FREE_UP_TO + FREE_UP_TO)).sum())
}
