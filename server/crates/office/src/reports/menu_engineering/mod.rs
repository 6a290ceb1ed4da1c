//! Menu engineering: the popularity and margin of dishes, from sales and the costs at the time of sale.

mod classes;
mod files;
pub(super) mod http;
mod report;
