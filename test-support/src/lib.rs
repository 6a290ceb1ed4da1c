//! What the server's stories, the system tests and the timings share: a PostgreSQL cluster of their own, a client with a browser's
//! manners, and the programs of others that judge an XML. Only tests depend on it.
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
