//! Prices that products get by themselves on a day, at 00:00 in Lima, when the rate of IGV may change too. They hold for whoever orders
//! from that instant on, and a worker writes them into the products, once, whichever server is up. A delivery price that was the price at
//! the table moves with it; any other one stays, as what variants add does.

mod due;
mod plan;
mod store;
mod worker;

pub(in crate::catalog) use plan::forget;
pub use plan::{NewPrice, PricePlan, move_along, of_products, plan, take_back, waiting};
pub use worker::start;

pub(in crate::catalog) use due::{next_change, put_on, set, take_hold};
