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
pub(super) async fn create(_w: &mut Work<'_>, _b: &NewPurchase) -> Result<Purchase> {
    not_found("la compra").err()
}
