//! Money: payments, documents, cash boxes.

mod cash;
mod documents;
mod paying;
mod splitting;
mod taking_back;
mod till;
