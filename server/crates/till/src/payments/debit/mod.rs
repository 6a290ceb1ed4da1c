//! Debit notes: what a debit note adds to a factura or boleta is collected at once in the user's open cycle, or owed by the client
//! (`credit`), like any sale. It has an account and a payment of its own, so that the first sale stays unchanged. It is taken back as a
//! whole only (`refund::correction`).

#[cfg(test)]
mod documents_tests;
pub(super) mod http;
mod issue;
mod model;
mod quote;
