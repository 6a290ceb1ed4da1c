//! Guests who change places: an account that goes to another table, a command that goes to another account, two accounts that become
//! one. Lines keep their ids, what is paid stays where it was paid, and the kitchen is told by CAMBIO DE MESA.

mod adjustments;
mod answer;
mod http;
mod merge_tables;
mod move_order;
mod move_table;
mod orders_by_table;
mod places;
mod table_change;

pub(super) use http::routes;
