//! Giving a debit note: what it adds to a factura or boleta is collected at once in the asker's open cycle, or owed by the client
//! (`credit`), like any sale. It has an account and a payment of its own, so that nothing of the first sale changes.

#[cfg(test)]
mod documents_tests;
pub(super) mod http;
mod issue;
mod model;
mod quote;
