//! Stock: what sales take out, what comes back, and a ledger that always adds up.

mod files;
mod ledger;
mod lists;
mod random_store_room;
mod returns;
mod selling;
pub mod store_room;
mod values;
