//! Electronic documents for SUNAT: their content, their XML and its signature, the requests that send them and the answers.
//!
//! This crate takes and returns plain structs; it knows no database, no clock and no network. A document passes through these steps:
//!
//! 1. [`document`] holds the content of a document, from figures that were stored at the sale;
//! 2. [`ubl`] writes its XML, whose digest is the hash on the paper;
//! 3. [`sign`] signs it with the company's certificate, once;
//! 4. [`archive`] packs it, [`soap`] wraps it into a request;
//! 5. [`soap`] reads the answer, [`cdr`] the receipt in it, and [`answer`] decides what to do next;
//! 6. [`codes`] has SUNAT's text of a code, and advice for the person who reads it.
//!
//! [`provider`] instead sends documents to a provider who issues them in the company's name.
//!
//! Amounts are whole céntimos, prices and quantities whole millionths, rates hundredths of a percent.

pub mod answer;
pub mod archive;
pub mod cdr;
pub mod codes;
pub mod document;
mod elements;
pub mod provider;
pub mod sign;
pub mod soap;
pub mod ubl;
