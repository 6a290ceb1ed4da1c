//! Adds, switches and removes adjustments under the lock of the account. Whether a PIN is needed depends on the account under that lock; so
//! a given PIN is checked before, and a missing one is requested here.

use super::{
    discount_permission::{self, DiscountImpact},
    model::{AddAdjustments, AdjustmentsChanged, AdjustmentsPreview, ChargeAsked, DiscountAsked},
    read::{load_adjustment_context, load_adjustments},
    rules::{self, AdjustmentContext},
};
use crate::orders::{
    Account,
    account::{
        Adjustment, AdjustmentKind, ChargeCode, Rate,
        request::{lock_to_serve, settle_reduced, update_version},
        view::load_request_view,
    },
    model::RequestKind,
    store::{self, NewAdjustment, RequestRow, StoredAdjustment},
};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, not_found, refuse},
    ids::{AdjustmentId, RequestId, UserId},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::{Approval, pin_required_refusal},
    settings::Settings,
    use_case::{Actor, Grant, Work, not_permitted_refusal},
};
use serde_json::json;

/// The approval by a PIN, where one was given.
pub(super) type GivenApproval = Option<Approval>;

/// Adds discounts and charges to an account.
pub(super) async fn add_adjustments(
    work: &mut Work<'_>,
    body: &AddAdjustments,
    approval: GivenApproval,
) -> Result<AdjustmentsChanged> {
    let request = lock_to_serve(work, body.client_request_id).await?;
    add_to_locked_account(work, &request, &body.discounts, &body.charges, approval).await?;
    load_changed(work, &request).await
}

/// Adds discounts and charges to an account that is locked already; the caller settles it and shows it.
pub async fn add_to_locked_account(
    work: &mut Work<'_>,
    request: &RequestRow,
    discounts: &[DiscountAsked],
    charges: &[ChargeAsked],
    approval: GivenApproval,
) -> Result<()> {
    if discounts.is_empty() && charges.is_empty() {
        return Ok(());
    }
    let (account, stored, types) = load_adjustment_context(work.tx, request.id, work.now).await?;
    let context = AdjustmentContext { account: &account, stored: &stored, types: &types };
    let is_included = work.settings().await?.prices_include_service;
    let PlannedAdjustments { new, after, impact } = plan_adjustments(context, discounts, charges, is_included)?;
    let approver = check_permission(work.actor, &impact, approval)?;
    let (user, now) = (work.actor.user_id, work.now);
    let ids = store::insert_adjustments(work.tx, request.id, &new, (user, approver), now).await?;
    for (id, new) in ids.into_iter().zip(&new) {
        let action = if new.adjustment.is_discount() { "DISCOUNT_ADDED" } else { "CHARGE_ADDED" };
        log(work, request, action, id, &new.adjustment, applied_amount(&after, new.adjustment.id), approver).await?;
    }
    update_version(work, request, request.status, request.billed_at).await
}

/// The requested adjustments, checked against the account, the account with them, and their impact.
struct PlannedAdjustments {
    new: Vec<NewAdjustment>,
    after: Account,
    impact: DiscountImpact,
}

fn plan_adjustments(
    context: AdjustmentContext<'_>,
    discounts: &[DiscountAsked],
    charges: &[ChargeAsked],
    prices_include_service: bool,
) -> Result<PlannedAdjustments> {
    let mut new = rules::parse_adjustments(context, discounts, charges)?;
    for service in new.iter_mut().filter(|n| n.adjustment.kind == AdjustmentKind::Service) {
        service.adjustment.kind = AdjustmentKind::service(prices_include_service);
        check_service_not_documented(context.account, &service.adjustment)?;
    }
    let enabled = context.account.adjustments.iter().cloned().chain(new.iter().map(|n| n.adjustment.clone()));
    let after = context.account.with_adjustments(enabled.collect());
    let new_discounts = || new.iter().map(|n| &n.adjustment).filter(|a| a.is_discount());
    rules::check_discounts_apply(&after, new_discounts(), |i| {
        let fixed = matches!(new[i].adjustment.rate, Rate::Fixed(_));
        format!("discounts[{i}].{}", if fixed { "amount" } else { "percentage" })
    })?;
    let courtesy = new_discounts().any(|a| a.kind == AdjustmentKind::Courtesy);
    let impact = if discounts.is_empty() {
        DiscountImpact::default()
    } else {
        discount_permission::assess_discounts(context.account, &after, courtesy)
    };
    Ok(PlannedAdjustments { new, after, impact })
}

/// Previews the account with the requested adjustments; nothing is stored.
pub(super) async fn preview_adjustments(
    tx: &mut Tx,
    actor: &Actor,
    body: &AddAdjustments,
) -> Result<AdjustmentsPreview> {
    let (account, stored, types) = load_adjustment_context(tx, body.client_request_id, actor.app.clock().now()).await?;
    let context = AdjustmentContext { account: &account, stored: &stored, types: &types };
    let is_included = Settings::load(tx).await?.prices_include_service;
    let PlannedAdjustments { after, impact, .. } =
        plan_adjustments(context, &body.discounts, &body.charges, is_included)?;
    let name = |id| after.find_line(id).map(|l| l.name.clone());
    Ok(AdjustmentsPreview {
        difference: after.totals.total - account.totals.total,
        needs_pin: impact.required_action.is_some_and(|a| actor.grant(a) == Grant::Pin),
        below_minimum: impact.below_minimum.into_iter().filter_map(name).collect(),
        totals: after.totals,
    })
}

/// Switches an adjustment on, which needs the same approval as adding it, or off, which is like removing it.
pub(super) async fn switch_adjustment(
    work: &mut Work<'_>,
    id: AdjustmentId,
    enabled: bool,
    approval: GivenApproval,
) -> Result<AdjustmentsChanged> {
    let (request, account, stored) = lock_stored(work, id).await?;
    if stored.enabled == enabled {
        return load_changed(work, &request).await;
    }
    let a = &stored.adjustment;
    check_service_not_documented(&account, a)?;
    let (after, impact) = if enabled { with_enabled(&account, a)? } else { without_adjustment(&account, a) };
    let approver = check_permission(work.actor, &impact, approval)?;
    store::enable_adjustment(work.tx, id, enabled, approver).await?;
    let action = match (a.is_discount(), enabled) {
        (true, true) => "DISCOUNT_ENABLED",
        (true, false) => "DISCOUNT_DISABLED",
        (false, true) => "CHARGE_ENABLED",
        (false, false) => "CHARGE_DISABLED",
    };
    let amount = if enabled { applied_amount(&after, id) } else { applied_amount(&account, id) };
    log(work, &request, action, id, a, amount, approver).await?;
    update_version(work, &request, request.status, request.billed_at).await?;
    load_changed(work, &request).await
}

/// Removes an adjustment; the log keeps what it was.
pub(super) async fn remove_adjustment(
    work: &mut Work<'_>,
    id: AdjustmentId,
    approval: GivenApproval,
) -> Result<AdjustmentsChanged> {
    let (request, account, stored) = lock_stored(work, id).await?;
    let a = &stored.adjustment;
    check_service_not_documented(&account, a)?;
    let impact = if stored.enabled { without_adjustment(&account, a).1 } else { DiscountImpact::default() };
    let approver = check_permission(work.actor, &impact, approval)?;
    store::delete_adjustment(work.tx, id).await?;
    let action = if a.is_discount() { "DISCOUNT_REMOVED" } else { "CHARGE_REMOVED" };
    log(work, &request, action, id, a, applied_amount(&account, id), approver).await?;
    update_version(work, &request, request.status, request.billed_at).await?;
    load_changed(work, &request).await
}

/// Refuses to change a recargo within listed prices once documents have split it: the last document could not compensate the change.
fn check_service_not_documented(account: &Account, a: &Adjustment) -> Result<()> {
    if a.kind == AdjustmentKind::ServiceIncluded && account.totals.paid > Money::ZERO {
        let text = "Ya se cobró una parte con ese recargo en sus precios. Anula primero lo cobrado, o deja el recargo como está.";
        return refuse(Code::Conflict, text).err();
    }
    Ok(())
}

async fn lock_stored(work: &mut Work<'_>, id: AdjustmentId) -> Result<(RequestRow, Account, StoredAdjustment)> {
    const WHAT: &str = "el descuento o cargo";
    let request = store::find_request_of_adjustment(work.tx, id).await.or_not_found(WHAT)?;
    let request = lock_to_serve(work, request).await?;
    let (account, stored, _) = load_adjustment_context(work.tx, request.id, work.now).await?;
    let found = stored.into_iter().find(|k| k.adjustment.id == id).ok_or_else(|| not_found(WHAT))?;
    Ok((request, account, found))
}

fn with_enabled(account: &Account, a: &Adjustment) -> Result<(Account, DiscountImpact)> {
    let mut enabled = account.adjustments.clone();
    enabled.push(a.clone());
    // It keeps its place: adjustments are computed in the order of their ids.
    enabled.sort_by_key(|a| a.id);
    let after = account.with_adjustments(enabled);
    if !a.is_discount() {
        return Ok((after, DiscountImpact::default()));
    }
    rules::check_discounts_apply(&after, [a].into_iter(), |_| "enabled".into())?;
    let impact = discount_permission::assess_discounts(account, &after, a.kind == AdjustmentKind::Courtesy);
    Ok((after, impact))
}

fn without_adjustment(account: &Account, a: &Adjustment) -> (Account, DiscountImpact) {
    let others = account.adjustments.iter().filter(|other| other.id != a.id).cloned().collect();
    let after = account.with_adjustments(others);
    let impact = if a.is_discount() {
        DiscountImpact::default()
    } else {
        discount_permission::assess_waived_charge(account, &after)
    };
    (after, impact)
}

/// Checks that the user may do this, alone or with the given approval; returns the approver.
fn check_permission(actor: &Actor, impact: &DiscountImpact, approval: GivenApproval) -> Result<Option<UserId>> {
    match (impact.required_action.map(|a| actor.grant(a)), approval) {
        (None | Some(Grant::Yes), _) => Ok(None),
        (Some(Grant::Pin), Some(approval)) => Ok(approval.approver_id),
        (Some(Grant::Pin), None) => pin_required_refusal().err(),
        (Some(Grant::No), _) => not_permitted_refusal().err(),
    }
}

/// Returns the amount of an adjustment on an account; zero where it is switched off.
pub(super) fn applied_amount(account: &Account, id: AdjustmentId) -> Money {
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
    action: &'static str,
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
    let entry = AuditEntry::new(action)
        .entity("billing_adjustment", id.0)
        .request(request.id)
        .table(request.table_id)
        .approver(approver)
        .amount(amount)
        .reason(a.description.clone());
    Ok(audit::log(work.tx, work.actor, work.now, entry.change(None, Some(named))).await?)
}

async fn load_changed(work: &mut Work<'_>, request: &RequestRow) -> Result<AdjustmentsChanged> {
    settle_reduced(work, request).await?;
    Ok(AdjustmentsChanged {
        adjustments: load_adjustments(work.tx, request.id, work.now).await?,
        client_request: load_request_view(work.tx, request.id, work.now).await?,
    })
}

/// Adds the charges that a new account starts with: the recargo al consumo of the company at tables, the delivery charge of a delivery.
pub async fn add_opening_charges(
    work: &mut Work<'_>,
    id: RequestId,
    kind: RequestKind,
    is_app_order: bool,
) -> Result<()> {
    let settings = work.settings().await?;
    let (service, delivery) = (settings.service_percent, settings.delivery_charge);
    let is_charged = !is_app_order || settings.app_delivery_charge;
    let (code, kind, rate) = match kind {
        RequestKind::Table if service > Quantity::ZERO => {
            (ChargeCode::Service, AdjustmentKind::service(settings.prices_include_service), Rate::Percent(service))
        }
        RequestKind::Delivery if is_charged && !delivery.is_zero() => {
            (ChargeCode::Delivery, AdjustmentKind::Charge, Rate::Fixed(delivery))
        }
        _ => return Ok(()),
    };
    let types = store::list_charge_types(work.tx).await?;
    let Some(charge_type) = types.iter().find(|t| t.code == code) else { return Ok(()) };
    let adjustment = Adjustment {
        id: AdjustmentId(0),
        kind,
        code: Some(code),
        rate,
        is_discountable: false,
        line_ids: Vec::new(),
        description: String::new(),
    };
    let new = NewAdjustment { adjustment, description: charge_type.name.clone(), charge_type: Some(charge_type.id) };
    let (user, now) = (work.actor.user_id, work.now);
    store::insert_adjustments(work.tx, id, &[new], (user, None), now).await?;
    Ok(())
}
