//! Money: payments, documents, cash boxes.

mod cash;
mod documents;
mod paying;
mod splitting;
mod till;
