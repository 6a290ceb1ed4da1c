//! The seed's statements: the demo's house and menu, and the rows of all slices that they become.

pub(super) mod bulk;
pub(super) mod catalog;
pub(super) mod guests;
pub(super) mod house;
pub(super) mod names;
pub(super) mod printers;
pub(super) mod promotions;
pub(super) mod rooms;
pub(super) mod schedules;
pub(super) mod store_room;

use comanda_base::db::{self, Tx};

/// Whether the demo is there already.
pub(super) async fn is_seeded(tx: &mut Tx) -> db::Result<bool> {
    let products: i64 = tx.query("SELECT COUNT(*) FROM products").scalar().await?;
    Ok(products > 0)
}
