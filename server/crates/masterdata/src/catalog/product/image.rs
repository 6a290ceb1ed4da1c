//! The photo of a product: one small picture that replaces the drawn plate.

use super::{save, store};
use crate::catalog::model::ProductDetail;
use comanda_base::{error::Result, ids::ProductId};
use comanda_platform::{
    audit::{self, AuditEntry},
    pictures::{self, Picture},
    use_case::Work,
};
use serde_json::json;

/// The side of the picture, sharp on the tiles of tills with double resolution.
pub(super) const SIDE_PX: u32 = 640;

/// Sets the picture of a product.
pub(super) async fn set_picture(work: &mut Work<'_>, id: ProductId, picture: &Picture) -> Result<ProductDetail> {
    store::lock_and_load_product(work.tx, id, &[]).await?;
    let address = pictures::save_picture(work, &save::picture_owner(id), picture).await?;
    save_address(work, id, Some(address)).await
}

/// Removes the picture, so that the drawn plate is shown again.
pub(super) async fn remove_picture(work: &mut Work<'_>, id: ProductId) -> Result<ProductDetail> {
    store::lock_and_load_product(work.tx, id, &[]).await?;
    pictures::delete_picture(work.tx, &save::picture_owner(id)).await?;
    save_address(work, id, None).await
}

async fn save_address(work: &mut Work<'_>, id: ProductId, address: Option<String>) -> Result<ProductDetail> {
    let entry = AuditEntry::new("PRODUCT_CHANGED").entity("product", id.0);
    let entry = entry.change(None, Some(json!({ "image": address })));
    store::set_image(work.tx, id, address).await?;
    audit::log(work.tx, work.actor, work.now, entry).await?;
    save::record_change(work, id).await
}
