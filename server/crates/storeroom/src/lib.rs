//! Stock of the store room: movements, counts, productions, and their files.

pub mod counts;
pub mod inventory;
pub mod productions;
mod signed_paper;
pub mod stock_files;
