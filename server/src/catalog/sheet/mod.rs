//! The bill of fare as a sheet that an owner edits in Excel: one row a product, its variants, recipe, dishes and toppings in cells
//! of their own. What is exported is what can be imported, cell by cell; the name says which product a row is of.

mod book;
mod cells;
mod columns;
mod http;
mod import;
mod parts;
mod product_id;
mod read;
mod write;

pub(super) use http::routes;
