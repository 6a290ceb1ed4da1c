//! An account for what is charged after a sale, paid as it is opened.

use crate::orders::store::{self, RequestRow};
use comanda_base::{error::Result, ids::RequestId};
use comanda_platform::use_case::Work;

/// Opens and closes it where another account was, with a note that says what it is for. Nothing of the other one changes.
pub async fn charge_apart(work: &mut Work<'_>, like: &RequestRow, note: &str) -> Result<RequestId> {
    let day = work.business_day().await?;
    Ok(store::insert_paid_apart(work.tx, like.id, note, day, work.now).await?)
}
