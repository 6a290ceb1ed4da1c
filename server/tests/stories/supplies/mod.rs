//! What the office keeps of the store room and the kitchen: supplies, units, toppings, areas.

mod areas;
mod import;
mod sheets;
mod supply;
mod topping;
mod units;
