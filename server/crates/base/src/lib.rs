//! The base of all crates: database, money, errors, identifiers, closed sets of words, searching and lists.

// Derived code names this crate by the name that other crates use.
extern crate self as comanda_base;

pub mod allergens;
pub mod clock;
pub mod config;
pub mod counters;
pub mod db;
pub mod document_kind;
pub mod email;
pub mod error;
pub mod file_kind;
pub mod form;
pub mod identity;
pub mod ids;
pub mod listing;
pub mod measure;
pub mod metrics;
pub mod money;
pub mod numbers;
pub mod one_line;
pub mod outbound;
pub mod pasted;
pub mod payment_type;
pub mod private_files;
pub mod purchase_document;
pub mod seal;
pub mod search;
pub mod source;
pub mod tax_document_type;
pub mod words;
