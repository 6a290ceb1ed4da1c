//! Comanda's server: the API, realtime, and everything a restaurant's day is made of.
//!
//! `main.rs` is the command line; the parts live here so that tests run them as they are.

pub mod db;
