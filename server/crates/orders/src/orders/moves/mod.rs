//! Moves of guests: an account goes to another table, a command goes to another account, two accounts become one. Lines keep their ids,
//! paid units stay where they were paid, and the kitchen gets a CAMBIO DE MESA.

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
