//! SQL of the seed: the demo's house and menu as rows of all modules.

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

/// Whether the demo exists already.
pub(super) async fn is_seeded(tx: &mut Tx) -> db::Result<bool> {
    let products: i64 = tx.query("SELECT COUNT(*) FROM products").scalar().await?;
    Ok(products > 0)
}
