//! Adding, switching and removing, under the lock of the account. Whether a PIN is needed shows only here, against the account as it
//! is; so one that was given is checked before, and one that is missing is asked for now.

use super::{
    model::{AddAdjustments, AdjustmentsChanged, AdjustmentsPreview, ChargeAsked, DiscountAsked},
    read::{adjustments_in, desk_of},
    rules::{self, Desk},
    weigh::{self, Gift},
};
use crate::orders::{
    Account,
    account::{
        Adjustment, AdjustmentKind, ChargeCode, Rate,
        request::{lock_to_serve, settle_less, touch},
        view::request_view,
    },
    model::RequestKind,
    store::{self, Kept, NewAdjustment, RequestRow},
};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, not_found, refuse},
    ids::{AdjustmentId, RequestId, UserId},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, Entry},
    people::pin::{Approval, pin_required},
    settings::Settings,
    use_case::{Actor, Grant, Work, not_permitted},
};
use serde_json::json;

/// What a PIN, if one was given, allowed.
pub(super) type Allowed = Option<Approval>;

/// Adds discounts and charges to an account.
pub(super) async fn add(work: &mut Work<'_>, body: &AddAdjustments, allowed: Allowed) -> Result<AdjustmentsChanged> {
    let request = lock_to_serve(work, body.client_request_id).await?;
    add_to(work, &request, &body.discounts, &body.charges, allowed).await?;
    changed(work, &request).await
}

/// The same for an account that is locked already; the caller settles and shows it.
pub async fn add_to(
    work: &mut Work<'_>,
    request: &RequestRow,
    discounts: &[DiscountAsked],
    charges: &[ChargeAsked],
    allowed: Allowed,
) -> Result<()> {
    if discounts.is_empty() && charges.is_empty() {
        return Ok(());
    }
    let (account, kept, types) = desk_of(work.tx, request.id, work.now).await?;
    let desk = Desk { account: &account, kept: &kept, types: &types };
    let is_included = work.settings().await?.prices_include_service;
    let Planned { new, after, gift } = plan(desk, discounts, charges, is_included)?;
    let approver = permit(work.actor, &gift, allowed)?;
    let (by, now) = (work.actor.user_id, work.now);
    let ids = store::insert_adjustments(work.tx, request.id, &new, (by, approver), now).await?;
    for (id, new) in ids.into_iter().zip(&new) {
        let what = if new.adjustment.is_discount() { "DISCOUNT_ADDED" } else { "CHARGE_ADDED" };
        log(work, request, what, id, &new.adjustment, counts(&after, new.adjustment.id), approver).await?;
    }
    touch(work, request, request.status, request.billed_at).await
}

/// What is asked for, checked against the account, and the account with it.
struct Planned {
    new: Vec<NewAdjustment>,
    after: Account,
    gift: Gift,
}

fn plan(
    desk: Desk<'_>,
    discounts: &[DiscountAsked],
    charges: &[ChargeAsked],
    prices_include_service: bool,
) -> Result<Planned> {
    let mut new = rules::read(desk, discounts, charges)?;
    for service in new.iter_mut().filter(|n| n.adjustment.kind == AdjustmentKind::Service) {
        service.adjustment.kind = AdjustmentKind::service(prices_include_service);
        must_not_split_paid(desk.account, &service.adjustment)?;
    }
    let enabled = desk.account.adjustments.iter().cloned().chain(new.iter().map(|n| n.adjustment.clone()));
    let after = desk.account.adjusted(enabled.collect());
    let asked = || new.iter().map(|n| &n.adjustment).filter(|a| a.is_discount());
    rules::must_count(&after, asked(), |i| {
        let fixed = matches!(new[i].adjustment.rate, Rate::Fixed(_));
        format!("discounts[{i}].{}", if fixed { "amount" } else { "percentage" })
    })?;
    let courtesy = asked().any(|a| a.kind == AdjustmentKind::Courtesy);
    let gift = if discounts.is_empty() { Gift::default() } else { weigh::discounts(desk.account, &after, courtesy) };
    Ok(Planned { new, after, gift })
}

/// What it would come to; nothing is kept.
pub(super) async fn preview(tx: &mut Tx, actor: &Actor, body: &AddAdjustments) -> Result<AdjustmentsPreview> {
    let (account, kept, types) = desk_of(tx, body.client_request_id, actor.app.clock().now()).await?;
    let desk = Desk { account: &account, kept: &kept, types: &types };
    let is_included = Settings::load(tx).await?.prices_include_service;
    let Planned { after, gift, .. } = plan(desk, &body.discounts, &body.charges, is_included)?;
    let name = |id| after.line(id).map(|l| l.name.clone());
    Ok(AdjustmentsPreview {
        difference: after.totals.total - account.totals.total,
        needs_pin: gift.action.is_some_and(|a| actor.grant(a) == Grant::Pin),
        below_minimum: gift.below_minimum.into_iter().filter_map(name).collect(),
        totals: after.totals,
    })
}

/// Switches one on, which is like adding it, or off, which is like removing it.
pub(super) async fn switch(
    work: &mut Work<'_>,
    id: AdjustmentId,
    enabled: bool,
    allowed: Allowed,
) -> Result<AdjustmentsChanged> {
    let (request, account, kept) = lock_kept(work, id).await?;
    if kept.enabled == enabled {
        return changed(work, &request).await;
    }
    let a = &kept.adjustment;
    must_not_split_paid(&account, a)?;
    let (after, gift) = if enabled { switched_on(&account, a)? } else { without(&account, a) };
    let approver = permit(work.actor, &gift, allowed)?;
    store::enable_adjustment(work.tx, id, enabled, approver).await?;
    let what = match (a.is_discount(), enabled) {
        (true, true) => "DISCOUNT_ENABLED",
        (true, false) => "DISCOUNT_DISABLED",
        (false, true) => "CHARGE_ENABLED",
        (false, false) => "CHARGE_DISABLED",
    };
    let amount = if enabled { counts(&after, id) } else { counts(&account, id) };
    log(work, &request, what, id, a, amount, approver).await?;
    touch(work, &request, request.status, request.billed_at).await?;
    changed(work, &request).await
}

/// Removes one; the log keeps what it was.
pub(super) async fn remove(work: &mut Work<'_>, id: AdjustmentId, allowed: Allowed) -> Result<AdjustmentsChanged> {
    let (request, account, kept) = lock_kept(work, id).await?;
    let a = &kept.adjustment;
    must_not_split_paid(&account, a)?;
    let gift = if kept.enabled { without(&account, a).1 } else { Gift::default() };
    let approver = permit(work.actor, &gift, allowed)?;
    store::delete_adjustment(work.tx, id).await?;
    let what = if a.is_discount() { "DISCOUNT_REMOVED" } else { "CHARGE_REMOVED" };
    log(work, &request, what, id, a, counts(&account, id), approver).await?;
    touch(work, &request, request.status, request.billed_at).await?;
    changed(work, &request).await
}

/// Refuses to change what prices hold once documents have split it: the last one could not make up for it.
fn must_not_split_paid(account: &Account, a: &Adjustment) -> Result<()> {
    if a.kind == AdjustmentKind::ServiceIncluded && account.totals.paid > Money::ZERO {
        let text = "Ya se cobró una parte con ese recargo en sus precios. Anula primero lo cobrado, o deja el recargo como está.";
        return refuse(Code::Conflict, text).err();
    }
    Ok(())
}

async fn lock_kept(work: &mut Work<'_>, id: AdjustmentId) -> Result<(RequestRow, Account, Kept)> {
    const WHAT: &str = "el descuento o cargo";
    let request = store::request_of_adjustment(work.tx, id).await.or_not_found(WHAT)?;
    let request = lock_to_serve(work, request).await?;
    let (account, kept, _) = desk_of(work.tx, request.id, work.now).await?;
    let found = kept.into_iter().find(|k| k.adjustment.id == id).ok_or_else(|| not_found(WHAT))?;
    Ok((request, account, found))
}

fn switched_on(account: &Account, a: &Adjustment) -> Result<(Account, Gift)> {
    let mut enabled = account.adjustments.clone();
    enabled.push(a.clone());
    // As it was made: the order of computing is that of the ids.
    enabled.sort_by_key(|a| a.id);
    let after = account.adjusted(enabled);
    if !a.is_discount() {
        return Ok((after, Gift::default()));
    }
    rules::must_count(&after, [a].into_iter(), |_| "enabled".into())?;
    let gift = weigh::discounts(account, &after, a.kind == AdjustmentKind::Courtesy);
    Ok((after, gift))
}

fn without(account: &Account, a: &Adjustment) -> (Account, Gift) {
    let rest = account.adjustments.iter().filter(|other| other.id != a.id).cloned().collect();
    let after = account.adjusted(rest);
    let gift = if a.is_discount() { Gift::default() } else { weigh::charge_given_up(account, &after) };
    (after, gift)
}

/// Who allowed it, where somebody had to.
fn permit(actor: &Actor, gift: &Gift, allowed: Allowed) -> Result<Option<UserId>> {
    match (gift.action.map(|a| actor.grant(a)), allowed) {
        (None | Some(Grant::Yes), _) => Ok(None),
        (Some(Grant::Pin), Some(approval)) => Ok(approval.approver_id),
        (Some(Grant::Pin), None) => pin_required().err(),
        (Some(Grant::No), _) => not_permitted().err(),
    }
}

/// What an adjustment comes to on an account; nothing where it is switched off.
pub(super) fn counts(account: &Account, id: AdjustmentId) -> Money {
    let totals = &account.totals;
    if account.included_service().is_some_and(|a| a.id == id) {
        return totals.service_included;
    }
    let discount = totals.discounts.iter().find(|d| d.id == id).map(|d| d.amount);
    discount.or_else(|| totals.charges.iter().find(|c| c.id == id).map(|c| c.amount)).unwrap_or_default()
}

async fn log(
    work: &mut Work<'_>,
    request: &RequestRow,
    what: &'static str,
    id: AdjustmentId,
    a: &Adjustment,
    amount: Money,
    approver: Option<UserId>,
) -> Result<()> {
    let rate = match a.rate {
        Rate::Fixed(amount) => json!({ "amount": amount }),
        Rate::Percent(percent) => json!({ "percentage": percent }),
    };
    let named = json!({"name": a.description, "rate": rate, "line_ids": a.line_ids, "code": a.code.map_or("", ChargeCode::as_str)});
    let entry = Entry::new(what)
        .entity("billing_adjustment", id.0)
        .request(request.id)
        .table(request.table_id)
        .approver(approver)
        .amount(amount)
        .reason(a.description.clone());
    Ok(audit::log(work.tx, work.actor, work.now, entry.change(None, Some(named))).await?)
}

async fn changed(work: &mut Work<'_>, request: &RequestRow) -> Result<AdjustmentsChanged> {
    settle_less(work, request).await?;
    Ok(AdjustmentsChanged {
        adjustments: adjustments_in(work.tx, request.id, work.now).await?,
        client_request: request_view(work.tx, request.id, work.now).await?,
    })
}

/// What a new account begins with: the recargo al consumo of the company at tables, the delivery charge of a delivery.
pub async fn with_opening_charges(work: &mut Work<'_>, id: RequestId, kind: RequestKind, by_app: bool) -> Result<()> {
    let settings = work.settings().await?;
    let (service, delivery) = (settings.service_percent, settings.delivery_charge);
    let is_charged = !by_app || settings.app_delivery_charge;
    let (code, kind, rate) = match kind {
        RequestKind::Table if service > Quantity::ZERO => {
            (ChargeCode::Service, AdjustmentKind::service(settings.prices_include_service), Rate::Percent(service))
        }
        RequestKind::Delivery if is_charged && !delivery.is_zero() => {
            (ChargeCode::Delivery, AdjustmentKind::Charge, Rate::Fixed(delivery))
        }
        _ => return Ok(()),
    };
    let types = store::charge_types(work.tx).await?;
    let Some(of) = types.iter().find(|t| t.code == code) else { return Ok(()) };
    let adjustment = Adjustment {
        id: AdjustmentId(0),
        kind,
        code: Some(code),
        rate,
        is_discountable: false,
        line_ids: Vec::new(),
        description: String::new(),
    };
    let new = NewAdjustment { adjustment, description: of.name.clone(), charge_type: Some(of.id) };
    let (by, now) = (work.actor.user_id, work.now);
    store::insert_adjustments(work.tx, id, &[new], (by, None), now).await?;
    Ok(())
}
