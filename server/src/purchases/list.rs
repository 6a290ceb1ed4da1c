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
pub(super) async fn page(
    _t: &mut Tx,
    _p: &Paging,
    _d: (Option<NaiveDate>, Option<NaiveDate>),
    _n: DateTime<Utc>,
) -> Result<PurchaseRows> {
    not_found("la compra").err()
}
