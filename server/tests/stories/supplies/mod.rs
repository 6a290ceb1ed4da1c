//! The office's data of store room and kitchen: supplies, units, toppings, areas.

mod areas;
mod import;
mod sheets;
mod supply;
mod topping;
mod units;
