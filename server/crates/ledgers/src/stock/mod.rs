//! What there is of supplies and of products that are resold: units of measure, supplies, and the ledger of moves behind every
//! quantity. It knows no menu, no account and no payment: who sells says what a line takes, in base units, and gets it taken, given
//! back or refused, set-based, in its own transaction.
//!
//! A line's moves are its recipe at the moment of sending: what comes back is a share of what it took, whatever the recipe is by
//! then. Rows of `stock_items` are met in the order of kind and id, after the account, the series and the command's number.

pub mod counting;
mod counting_store;
pub mod documents;
mod documents_store;
mod give_back;
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

pub use give_back::{give_back, refund, split};
pub use http::routes;
pub use model::{Item, ItemKind, Level, MoveReason};
pub use store::ON_HAND_OF_PRODUCT;
pub use take::{Taken, Taking, short, take_for_lines, write_taken};

use comanda_base::{
    db::{self, Tx},
    ids::{CategoryId, LineId, ProductId, SupplyId},
    money::Quantity,
};
use comanda_platform::use_case::Work;
use std::collections::HashMap;

/// How many of these products there are, by the ledger; what was never counted is 0.
pub async fn products_on_hand(tx: &mut Tx, products: &[ProductId]) -> db::Result<HashMap<ProductId, Quantity>> {
    store::products_on_hand(tx, products).await
}

/// How many there are of these supplies, in their base units; what was never counted is left out.
pub async fn on_hand_of_supplies(tx: &mut Tx, supplies: &[SupplyId]) -> db::Result<HashMap<SupplyId, Quantity>> {
    store::supplies_on_hand(tx, supplies).await
}

/// Writes the number of the document that a payment issued (`B001-00000347`) at what these lines took. A line that is paid in parts
/// names all of its documents.
pub async fn name_document(work: &mut Work<'_>, lines: &[LineId], document: &str) -> db::Result<()> {
    store::name_document(work.tx, lines, document).await
}

/// The names of the supplies in a category.
pub async fn supplies_of_category(tx: &mut Tx, category: CategoryId) -> db::Result<Vec<String>> {
    store::supplies_of_category(tx, category).await
}
