//! Ordering: carts, lines, sending them to the kitchen, and what they take out of stock.

mod allergy_warnings;
pub(in crate::orders) mod draft;
pub(in crate::orders) mod edit_line;
mod entered_cost;
pub(in crate::orders) mod list_lines;
pub(in crate::orders) mod send_command;
pub(in crate::orders) mod send_order;
pub(in crate::orders) mod split;
pub(in crate::orders) mod take_stock;
