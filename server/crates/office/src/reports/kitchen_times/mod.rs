//! How long dishes took from sending to ready, against what their area promises: the minutes from which its monitor calls them late.
//! Each line that was sent to an area counts once, however many of the dish it is of, and each dish of a combo; a line that was split
//! since was cooked once. What was dismissed, or never marked as ready, has no time.

mod files;
mod hours;
pub(super) mod http;
mod operations;
mod report;
mod times;
