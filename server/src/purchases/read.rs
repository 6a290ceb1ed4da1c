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
pub(super) async fn purchase(_t: &mut Tx, _i: PurchaseId, _n: DateTime<Utc>) -> Result<Purchase> {
    not_found("la compra").err()
}
