//! Loads all adjustments of an account as the API shows them.

use super::model::{AdjustmentReason, Adjustments, BillingAdjustment};
use crate::orders::{
    Account,
    account::{AdjustmentKind, ChargeCode, Rate, view::LoadedAccount},
    store::{self, ChargeType, StoredAdjustment},
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, ids::RequestId, money::Money};

/// Loads an account with all its adjustments and the kinds of charges.
pub(super) async fn load_adjustment_context(
    tx: &mut Tx,
    id: RequestId,
    at: DateTime<Utc>,
) -> Result<(Account, Vec<StoredAdjustment>, Vec<ChargeType>)> {
    let account = LoadedAccount::load(tx, id, at).await?.account;
    Ok((account, store::list_stored_adjustments(tx, id).await?, store::list_charge_types(tx).await?))
}

/// Loads the adjustments of an account, enabled or not.
pub(super) async fn load_adjustments(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Adjustments> {
    let account = LoadedAccount::load(tx, id, at).await?.account;
    let stored = store::list_stored_adjustments(tx, id).await?;
    let (discounts, charges): (Vec<StoredAdjustment>, Vec<StoredAdjustment>) =
        stored.into_iter().partition(|k| k.adjustment.is_discount());
    let show = |all: Vec<StoredAdjustment>| all.into_iter().map(|k| to_billing_adjustment(&account, id, k)).collect();
    Ok(Adjustments { discounts: show(discounts), charges: show(charges) })
}

fn to_billing_adjustment(account: &Account, request: RequestId, stored: StoredAdjustment) -> BillingAdjustment {
    let amount = effective_amount(account, &stored);
    let a = stored.adjustment;
    let type_reason = match (a.kind, a.code) {
        (AdjustmentKind::Courtesy, _) => AdjustmentReason::Courtesy,
        (AdjustmentKind::Discount, _) => AdjustmentReason::Discount,
        (_, Some(ChargeCode::Tip)) => AdjustmentReason::Tip,
        (_, Some(ChargeCode::Delivery)) => AdjustmentReason::Delivery,
        (_, Some(ChargeCode::Service)) => AdjustmentReason::Service,
        (_, Some(ChargeCode::Other) | None) => AdjustmentReason::Other,
    };
    let applied = account.totals.discounts.iter().find(|d| d.id == a.id).map(|d| d.description.clone());
    let name = match a.kind {
        AdjustmentKind::ServiceIncluded => format!("{} (incluido)", a.description),
        _ => applied.unwrap_or(a.description),
    };
    let percentage = if let Rate::Percent(percent) = a.rate { Some(percent) } else { None };
    BillingAdjustment {
        id: a.id,
        client_request_id: request,
        billing_id: stored.billing_id,
        amount,
        name,
        description: stored.description,
        is_percentage: percentage.is_some(),
        percentage,
        type_reason,
        discount_type_id: stored.discount_type_id,
        code: a.code,
        is_discountable: a.is_discountable,
        line_ids: a.line_ids,
        enabled: stored.enabled,
        created_by_name: stored.created_by_name,
        approver_name: stored.approver_name,
    }
}

/// Returns the amount of an adjustment; for one that is switched off, its amount beside those that are on.
fn effective_amount(account: &Account, stored: &StoredAdjustment) -> Money {
    if stored.enabled {
        return super::change::applied_amount(account, stored.adjustment.id);
    }
    let mut adjustments = account.adjustments.clone();
    adjustments.push(stored.adjustment.clone());
    adjustments.sort_by_key(|a| a.id);
    super::change::applied_amount(&account.with_adjustments(adjustments), stored.adjustment.id)
}
