//! The printing system of the operating system.

#[cfg(unix)]
mod cups;
#[cfg(windows)]
mod winspool;

#[cfg(unix)]
pub(super) use cups::{is_open, print, queues};
#[cfg(windows)]
pub(super) use winspool::{is_open, print, queues};

/// A queue in the operating system's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListedQueue {
    pub(super) name: String,
    /// Its target or its driver.
    pub(super) description: String,
}
