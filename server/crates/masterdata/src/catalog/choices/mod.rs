//! Groups of options of which a guest chooses: `Guarniciones`, of which two are included and up to four are taken. Products share groups.
//! An option is a topping at the group's own amount, so that it has the topping's recipe and its mark of being sold out; it may open a
//! group of its own (`Término` of a steak), which opens no further one.

mod http;
mod model;
mod offered;
mod save;
mod store;

pub(super) use http::routes;
pub use model::{ChoiceGroup, ChoiceOption};
pub use offered::OfferedChoices;
pub(super) use offered::{check_offered, list_groups_of_products, replace_groups_of_product};
pub(super) use store::{list_all_groups, list_names_offering_topping};
