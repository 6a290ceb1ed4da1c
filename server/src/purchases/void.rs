use super::{form::*, model::*};
use crate::{
    db::Tx,
    error::{Result, not_found},
    ids::*,
    listing::Paging,
    people::pin::Approval,
    stock::Item,
    use_case::Work,
};
use chrono::*;
pub(super) async fn void(_w: &mut Work<'_>, _i: PurchaseId, _b: &VoidPurchaseBody, _a: Approval) -> Result<Purchase> {
    not_found("la compra").err()
}
