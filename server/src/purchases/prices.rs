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
pub(super) async fn history(_t: &mut Tx, _i: Item, _p: Option<ProviderId>) -> Result<Vec<PaidPrice>> {
    Ok(Vec::new())
}
pub(super) async fn last(_t: &mut Tx, _p: &str) -> Result<Vec<LastPrice>> {
    Ok(Vec::new())
}
