//! Preparation times from sent to ready, against the promise of the area: the minutes after which its monitor shows a dish as late. Each
//! line sent to an area counts once, whatever its quantity, and so does each dish of a combo; a line that was split later was cooked once.
//! Dismissed dishes and those never marked as ready have no time. The database counts them in steps of 15 seconds (`times`).

mod files;
mod hours;
pub(super) mod http;
mod operations;
mod report;
mod times;
