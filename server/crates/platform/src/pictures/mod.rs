//! Pictures that people upload, made small and kept in the company's database: of a product, of the company itself. Each is reached
//! by an address made of its content, which browsers keep for ever. Nothing here knows whose they are.

mod http;
mod shrink;
mod store;

pub use http::{MAX_UPLOAD_BYTES, Upload, routes};
pub use shrink::{Picture, shrunk};

use crate::use_case::Work;
use comanda_base::{
    db::{self, Tx},
    error::Result,
};

/// Keeps the picture of an owner (`product:12`, `logo`) in place of the one it had, and gives its address.
pub async fn keep(work: &mut Work<'_>, owner: &str, picture: &Picture) -> Result<String> {
    let now = work.now;
    store::put(work.tx, owner, picture, now).await?;
    Ok(picture.address())
}

/// Takes the picture of an owner away; nothing happens where there is none.
pub async fn forget(tx: &mut Tx, owner: &str) -> db::Result<()> {
    store::delete(tx, owner).await
}

/// The picture of an owner, for what is drawn on the server.
pub async fn of(tx: &mut Tx, owner: &str) -> db::Result<Option<Picture>> {
    store::of(tx, owner).await
}
