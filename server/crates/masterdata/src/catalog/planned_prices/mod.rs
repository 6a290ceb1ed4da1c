//! Prices that become valid by themselves on a day, at 00:00 in Lima, when the rate of IGV may change too. Orders use them from that moment
//! on, and a worker writes them into the products, once, on whichever server runs. A delivery price that equals the table price changes
//! with it; any other delivery price stays, and so do the amounts that variants add.

mod due;
mod plan;
mod store;
mod worker;

pub(in crate::catalog) use plan::delete_planned;
pub use plan::{NewPrice, PricePlan, load_plan, load_planned_prices, move_plan, plan_prices, withdraw_plan};
pub use worker::start_price_writer;

pub(in crate::catalog) use due::{apply_to_rows, apply_to_sellable, load_next_change, write_due_prices};
