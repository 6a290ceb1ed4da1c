//! What is moved, counted and made in the store room, and its files.

pub mod counts;
pub mod inventory;
pub mod productions;
pub mod stock_files;
