//! The printing system of the operating system.

#[cfg(unix)]
mod cups;
#[cfg(windows)]
mod winspool;

#[cfg(unix)]
pub(super) use cups::{is_open, print, queues};
#[cfg(windows)]
pub(super) use winspool::{is_open, print, queues};

/// A queue as the operating system lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) name: String,
    /// Where it leads, or its driver.
    pub(super) description: String,
}
