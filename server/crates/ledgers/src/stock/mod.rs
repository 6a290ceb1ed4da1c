//! The stock of supplies and of products that are resold: units of measure, supplies, and the ledger of moves behind every quantity. This
//! module does not know menus, accounts and payments: its caller passes the quantities of each line in base units, and stock takes, returns
//! or refuses them for all lines at once, in the caller's transaction.
//!
//! The moves of a line record its recipe at the moment of sending: what comes back is a share of what the line took, even if the recipe has
//! changed since. Rows of `stock_items` are locked in the order of kind and id, after the account and before the numbers of commands and
//! series.

pub mod counting;
mod counting_store;
pub mod documents;
mod documents_store;
pub mod goods;
mod goods_store;
mod http;
mod ingredient;
pub mod kardex;
mod kardex_http;
mod kardex_store;
mod model;
pub mod opening;
pub mod opening_list;
pub mod overview;
mod overview_store;
pub mod recipe;
pub mod replays;
mod replays_store;
mod return_documents_store;
mod returns;
pub mod running_out;
mod running_out_store;
pub mod save_supply;
mod store;
pub mod supplies;
mod supplies_store;
pub mod supply_recipe;
mod supply_recipe_store;
mod take;
pub mod units;
mod units_store;
pub mod usage;
mod usage_store;
pub mod used_in;
pub mod valuation;

pub use http::routes;
pub use model::{Item, ItemKind, ItemQuantity, MoveReason};
pub use return_documents_store::{ReturnDocument, load_return_documents, refund_id};
pub use returns::{return_dismissed, return_refunded, split_lines};
pub use store::PRODUCT_ON_HAND_SQL;
pub use take::{LineConsumption, TakenStock, record_taken_stock, sold_out_refusal, take_for_lines};

use comanda_base::{
    db::{self, Tx},
    ids::{CategoryId, LineId, ProductId, SupplyId},
    money::Quantity,
};
use comanda_platform::use_case::Work;
use std::collections::HashMap;

/// Loads how much of these products is on hand by the ledger; products that were never counted have 0.
pub async fn load_products_on_hand(tx: &mut Tx, products: &[ProductId]) -> db::Result<HashMap<ProductId, Quantity>> {
    store::load_products_on_hand(tx, products).await
}

/// Loads how much of these supplies is on hand, in base units; supplies that were never counted are left out.
pub async fn load_supplies_on_hand(tx: &mut Tx, supplies: &[SupplyId]) -> db::Result<HashMap<SupplyId, Quantity>> {
    store::load_supplies_on_hand(tx, supplies).await
}

/// Writes the number of the document that a payment issued (`B001-00000347`) on the moves of these lines. A line that is paid in parts
/// bears the numbers of all its documents.
pub async fn write_document_number(work: &mut Work<'_>, lines: &[LineId], document: &str) -> db::Result<()> {
    store::write_document_number(work.tx, lines, document).await
}

/// Lists the names of the supplies in a category.
pub async fn list_supply_names_in_category(tx: &mut Tx, category: CategoryId) -> db::Result<Vec<String>> {
    store::list_supply_names_in_category(tx, category).await
}
