//! Documents: boleta, factura and nota de venta. Computes the tax of a sale, takes the series' next number and keeps what was
//! issued. Payments issue documents in their own transaction; cash and reports read sums.

mod sums;

pub use sums::{DocumentSum, sums_by_document};
