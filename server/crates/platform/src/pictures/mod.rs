//! Uploaded pictures, shrunk and stored in the company's database: of a product, of the company itself. Each has a URL made of its
//! content's hash, which browsers can cache for ever. Independent of the kinds of owners.

mod http;
mod shrink;
mod store;

pub use http::{MAX_UPLOAD_BYTES, PictureUpload, routes};
pub use shrink::{Picture, shrink_upload};

use crate::use_case::Work;
use comanda_base::{
    db::{self, Tx},
    error::Result,
};

/// Stores the picture of an owner (`product:12`, `logo`), replacing an earlier one, and returns its URL.
pub async fn save_picture(work: &mut Work<'_>, owner: &str, picture: &Picture) -> Result<String> {
    let now = work.now;
    store::save_picture(work.tx, owner, picture, now).await?;
    Ok(picture.address())
}

/// Deletes the picture of an owner, if there is one.
pub async fn delete_picture(tx: &mut Tx, owner: &str) -> db::Result<()> {
    store::delete_picture(tx, owner).await
}

/// Loads the picture of an owner, for papers that the server draws.
pub async fn find_picture(tx: &mut Tx, owner: &str) -> db::Result<Option<Picture>> {
    store::find_by_owner(tx, owner).await
}
