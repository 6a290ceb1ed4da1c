//! The print agent: takes print jobs from the server and sees to it that each is on paper exactly once, or that a
//! person knows why not.
//!
//! [`link`] talks to the server, [`spool`] keeps jobs on disk, [`worker`] attends to one printer each through a
//! [`device`], [`render`] makes bytes of lines. [`agent`] puts them together.

pub mod agent;
pub mod clock;
pub mod config;
pub mod device;
pub mod link;
pub mod pair;
pub mod probe;
pub mod render;
pub mod spool;
pub mod status;
pub mod worker;
