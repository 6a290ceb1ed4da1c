//! Which dishes are asked for and which leave money, from what was sold and what it cost when it was sold.

mod classes;
mod files;
pub(super) mod http;
mod report;
