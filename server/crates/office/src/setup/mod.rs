//! The rows every company begins with: settings, the fixed document and charge types, a series each, cash, and the anonymous customer.
//! Existing rows stay.

mod store;

pub use store::insert_first_rows;
