//! Accounts for charges after a sale, paid as they are opened.

use crate::orders::store::{self, RequestRow};
use comanda_base::{error::Result, ids::RequestId};
use comanda_platform::use_case::Work;

/// Opens and closes an account at the place of another one, with a note that tells what it is for. The other one does not change.
pub async fn open_paid_account(work: &mut Work<'_>, like: &RequestRow, note: &str) -> Result<RequestId> {
    let day = work.business_day().await?;
    Ok(store::insert_paid_account(work.tx, like.id, note, day, work.now).await?)
}
