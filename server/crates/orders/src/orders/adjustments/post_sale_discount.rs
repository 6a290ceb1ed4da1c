//! Discounts given after the sale, kept on an account that is collected anew.

use crate::orders::{
    account::{Adjustment, AdjustmentKind, Rate},
    store::{self, NewAdjustment, RequestRow},
};
use comanda_base::{
    error::Result,
    ids::{AdjustmentId, LineId, UserId},
    money::Money,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};

/// Adds a discount given after the sale to an account, which is locked, like any other discount. If `lines` is empty, it applies to the
/// whole account.
pub async fn add_post_sale_discount(
    work: &mut Work<'_>,
    request: &RequestRow,
    lines: &[LineId],
    amount: Money,
    approver: Option<UserId>,
) -> Result<()> {
    let adjustment = Adjustment {
        id: AdjustmentId(0),
        kind: AdjustmentKind::Discount,
        code: None,
        rate: Rate::Fixed(amount),
        is_discountable: false,
        line_ids: lines.to_vec(),
        description: String::new(),
    };
    let new = NewAdjustment { adjustment, description: "Descuento ya dado".into(), charge_type: None };
    let (user, now) = (work.actor.user_id, work.now);
    let ids = store::insert_adjustments(work.tx, request.id, &[new], (user, approver), now).await?;
    let entry = AuditEntry::new("DISCOUNT_ADDED")
        .entity("billing_adjustment", ids.first().map_or(0, |id| id.0))
        .request(request.id)
        .table(request.table_id)
        .approver(approver)
        .amount(amount);
    Ok(audit::log(work.tx, work.actor, now, entry).await?)
}
