//! The ground: database, money, errors, identifiers, words, searching and lists.

// Derived code names this crate as others do.
extern crate self as comanda_base;

pub mod clock;
pub mod config;
pub mod counters;
pub mod db;
pub mod email;
pub mod error;
pub mod file_kind;
pub mod form;
pub mod identity;
pub mod ids;
pub mod listing;
pub mod metrics;
pub mod money;
pub mod one_line;
pub mod outward;
pub mod pasted;
pub mod private_files;
pub mod seal;
pub mod search;
pub mod source;
pub mod words;
