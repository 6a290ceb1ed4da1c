//! What was taken away, given away or repeated, and by whom: counted against their own sales and those of the same post, so that an odd
//! number stands out. It ranks nobody.

mod acts;
mod files;
pub(super) mod http;
mod logged;
mod rates;
mod report;

pub(super) use acts::ActFilter;
pub use acts::ActKind;
pub(super) use report::{ActSums, Asked, report};
