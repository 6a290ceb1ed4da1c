//! All adjustments of an account, as the API shows them.

use super::model::{AdjustmentReason, Adjustments, BillingAdjustment};
use crate::orders::{
    Account,
    account::{AdjustmentKind, ChargeCode, Rate, view::LoadedAccount},
    store::{self, ChargeType, Kept},
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, ids::RequestId, money::Money};

/// The account with all that its adjustments are looked at with.
pub(super) async fn desk_of(
    tx: &mut Tx,
    id: RequestId,
    at: DateTime<Utc>,
) -> Result<(Account, Vec<Kept>, Vec<ChargeType>)> {
    let account = LoadedAccount::load(tx, id, at).await?.account;
    Ok((account, store::kept_adjustments(tx, id).await?, store::charge_types(tx).await?))
}

/// The account's adjustments, enabled or not.
pub(super) async fn adjustments_in(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Adjustments> {
    let account = LoadedAccount::load(tx, id, at).await?.account;
    let kept = store::kept_adjustments(tx, id).await?;
    let (discounts, charges): (Vec<Kept>, Vec<Kept>) = kept.into_iter().partition(|k| k.adjustment.is_discount());
    let show = |all: Vec<Kept>| all.into_iter().map(|k| shown(&account, id, k)).collect();
    Ok(Adjustments { discounts: show(discounts), charges: show(charges) })
}

fn shown(account: &Account, request: RequestId, kept: Kept) -> BillingAdjustment {
    let amount = amount_of(account, &kept);
    let a = kept.adjustment;
    let type_reason = match (a.kind, a.code) {
        (AdjustmentKind::Courtesy, _) => AdjustmentReason::Courtesy,
        (AdjustmentKind::Discount, _) => AdjustmentReason::Discount,
        (_, Some(ChargeCode::Tip)) => AdjustmentReason::Tip,
        (_, Some(ChargeCode::Delivery)) => AdjustmentReason::Delivery,
        (_, Some(ChargeCode::Service)) => AdjustmentReason::Service,
        (_, Some(ChargeCode::Other) | None) => AdjustmentReason::Other,
    };
    let name =
        if a.kind == AdjustmentKind::ServiceIncluded { format!("{} (incluido)", a.description) } else { a.description };
    let percentage = if let Rate::Percent(percent) = a.rate { Some(percent) } else { None };
    BillingAdjustment {
        id: a.id,
        client_request_id: request,
        billing_id: kept.billing_id,
        amount,
        name,
        description: kept.description,
        is_percentage: percentage.is_some(),
        percentage,
        type_reason,
        discount_type_id: kept.discount_type_id,
        code: a.code,
        is_discountable: a.is_discountable,
        line_ids: a.line_ids,
        enabled: kept.enabled,
        created_by_name: kept.created_by_name,
        approver_name: kept.approver_name,
    }
}

/// As it counts; one that is switched off, as it would beside those that are on.
fn amount_of(account: &Account, kept: &Kept) -> Money {
    if kept.enabled {
        return super::change::counts(account, kept.adjustment.id);
    }
    let mut with = account.adjustments.clone();
    with.push(kept.adjustment.clone());
    with.sort_by_key(|a| a.id);
    super::change::counts(&account.adjusted(with), kept.adjustment.id)
}
