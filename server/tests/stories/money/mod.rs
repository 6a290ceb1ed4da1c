//! Money: payments, documents, cash boxes.

mod again;
mod cash;
mod documents;
mod paying;
mod promotions;
mod representations;
mod refunds;
mod splitting;
mod taking_back;
pub mod till;
mod to_collect;
