//! Toppings, which can be added to a dish for a price of their own. A topping stands for a supply, has a recipe, or takes nothing.

mod http;
mod model;
mod save;
mod store;

pub(super) use http::routes;
pub(super) use model::SaveTopping;
pub(super) use save::create_topping;
