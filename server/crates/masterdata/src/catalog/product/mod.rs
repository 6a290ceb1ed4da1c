//! Products as the office keeps them: prices, choices, dishes of combos, recipes, toppings, photos, and what they cost.

mod bag;
mod bulk;
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
mod place;
mod read;
mod save;
mod store;
pub(super) mod variants;
mod variants_store;

pub(super) use counted::begin as begin_counting;
pub(super) use form::{price as check_price, switch};
pub(super) use http::routes;
pub(super) use save::{changes as logged_changes, create, delete, update};

pub use counted::CountedProduct;
pub use form::{ComboItem, SaveProduct, VariantForm};
