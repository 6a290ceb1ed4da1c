//! SQL that inserts the generated past.

pub(super) mod accounts;
pub(super) mod cycles;
pub(super) mod documents;
pub(super) mod refused_document;
pub(super) mod stock_use;
