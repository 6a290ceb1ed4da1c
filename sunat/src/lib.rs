//! Electronic documents as SUNAT wants them: what they say, their XML, its signature, the way there and what comes back.
//!
//! Plain structs in and out: this crate knows no database, no clock and no network. A document goes through it like this:
//!
//! 1. [`document`] holds what a document says, from figures that were stored when it was sold;
//! 2. [`ubl`] writes its XML, whose digest is the hash on the paper;
//! 3. [`sign`] signs it with the company's certificate, once;
//! 4. [`archive`] packs it, [`soap`] wraps it into a request;
//! 5. [`soap`] reads the answer, [`cdr`] the receipt in it, and [`answer`] says what to do next;
//! 6. [`codes`] has SUNAT's text of a code, and what a person should do about it.
//!
//! [`provider`] speaks to those who issue in the company's name instead.
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
