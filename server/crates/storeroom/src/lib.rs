//! Stock of the store room: movements, counts, productions, and their files.

pub mod counts;
pub mod inventory;
pub mod productions;
pub mod stock_files;
