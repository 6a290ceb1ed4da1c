//! Products as the office edits them: prices, variants, combo dishes, recipes, toppings, images, and their costs.

mod area;
mod bag;
mod bulk;
mod change_log;
mod checks;
mod combo;
mod combo_store;
pub(super) mod cost;
mod cost_store;
mod counted;
mod counted_store;
mod duplicate;
mod form;
mod http;
mod image;
mod measured;
mod read;
mod save;
mod store;
pub(super) mod variants;
mod variants_store;

pub(super) use change_log::audit_entries as logged_changes;
pub(super) use counted::enable_stock_counting;
pub(super) use form::{check_price, deserialize_switch};
pub(super) use http::routes;
pub(super) use save::{create_product, delete_product, update_product};

pub use counted::CountedProduct;
pub use form::{ComboItem, SaveProduct, VariantForm};
