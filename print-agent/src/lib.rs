//! The print agent: takes print jobs from the server and sees to it that each is on paper exactly once, or that a
//! person knows why not.
//!
//! [`link`] talks to the server, [`spool`] keeps jobs on disk, [`worker`] attends to one printer each through a
//! [`device`], [`render`] makes bytes of lines. [`agent`] puts them together. Around it: [`cli`] for the technician,
//! [`service`] for the operating system, [`net`] as the way out, [`api`] for the server's other calls.

pub mod agent;
pub mod api;
pub mod cli;
pub mod clock;
pub mod config;
pub mod device;
mod doctor;
pub mod link;
pub mod live;
pub mod logs;
pub mod net;
mod notify;
mod owner;
pub mod pair;
pub mod places;
pub mod probe;
pub mod render;
pub mod service;
pub mod spool;
pub mod worker;
