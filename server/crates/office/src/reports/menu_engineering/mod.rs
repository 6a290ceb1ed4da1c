//! Menu engineering: the popularity and margin of dishes, from sales and the costs at the time of sale. The sums are those of the sales
//! report (`figures`).

mod classes;
mod files;
pub(super) mod http;
mod report;
