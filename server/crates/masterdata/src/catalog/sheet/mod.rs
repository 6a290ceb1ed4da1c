//! The menu as a sheet: a product's variants, recipe, dishes and toppings in cells of their own. The name says which product a
//! row is of, or the id.

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
pub(in crate::catalog) use import::new_categories;
pub(in crate::catalog) use names::Names;
