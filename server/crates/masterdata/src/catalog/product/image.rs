//! The photo of a product: one, small, in place of its drawn plate.

use super::{save, store};
use crate::catalog::model::ProductDetail;
use comanda_base::{error::Result, ids::ProductId};
use comanda_platform::{
    audit::{self, Entry},
    pictures::{self, Picture},
    use_case::Work,
};
use serde_json::json;

/// Sharp on a tile of a till with twice the points.
pub(super) const SIDE_PX: u32 = 640;

/// Shows this picture from now on.
pub(super) async fn set(work: &mut Work<'_>, id: ProductId, picture: &Picture) -> Result<ProductDetail> {
    store::locked(work.tx, id, &[]).await?;
    let address = pictures::keep(work, &save::owner(id), picture).await?;
    shown(work, id, Some(address)).await
}

/// Shows the drawn plate again.
pub(super) async fn remove(work: &mut Work<'_>, id: ProductId) -> Result<ProductDetail> {
    store::locked(work.tx, id, &[]).await?;
    pictures::forget(work.tx, &save::owner(id)).await?;
    shown(work, id, None).await
}

async fn shown(work: &mut Work<'_>, id: ProductId, address: Option<String>) -> Result<ProductDetail> {
    let entry = Entry::new("PRODUCT_CHANGED").entity("product", id.0);
    let entry = entry.change(None, Some(json!({ "image": address })));
    store::set_image(work.tx, id, address).await?;
    audit::log(work.tx, work.actor, work.now, entry).await?;
    save::told(work, id).await
}
