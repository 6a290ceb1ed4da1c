//! What every company begins with: its settings, the fixed document and charge types, a series each, cash, and the nameless

mod store;

pub use store::first_rows;
