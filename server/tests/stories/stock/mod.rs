//! Stock: what sales take out, what comes back, and a ledger that always adds up.

mod by_chance;
mod files;
mod ledger;
mod reading;
mod selling;
pub mod store_room;
mod taking_back;
mod values;
