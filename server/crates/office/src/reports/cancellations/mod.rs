//! The report of cancellations, courtesies, discounts and reprints by person, in relation to their own sales and to others of the same
//! post, so that an unusual number stands out. It is no ranking.

mod acts;
mod files;
pub(super) mod http;
mod logged;
mod rates;
mod report;

pub(super) use acts::ActFilter;
pub use acts::ActKind;
pub(super) use report::{ActSums, CancellationQuery, load_report};
