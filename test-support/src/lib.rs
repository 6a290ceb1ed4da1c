//! Shared by the server's stories, the system tests and the benchmarks: a PostgreSQL cluster, an HTTP client that behaves like a browser,
//! and external programs that validate XML. Only tests depend on it.
#![allow(clippy::unwrap_used, reason = "whatever fails here fails the test that called it")]

pub mod client;
pub mod golden;
pub mod hostile;
pub mod instance;
pub mod pdf;
pub mod postgres;
pub mod refusing;
pub mod replica;
pub mod sqlite;
pub mod xml_tools;
