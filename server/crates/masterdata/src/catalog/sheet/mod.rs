//! The menu as a spreadsheet: a product's variants, recipe, combo dishes and toppings have cells of their own. A row is matched to its
//! product by its id or by its name.

mod book;
mod cell;
mod columns;
mod example;
mod http;
mod import;
mod names;
mod parts;
mod store;

pub(super) use http::routes;
pub(in crate::catalog) use import::create_missing_categories;
pub(in crate::catalog) use names::{Names, key_in, name_in};
