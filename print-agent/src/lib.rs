//! The print agent. It gets print jobs from the server and makes sure that each is printed exactly once, or that a person knows why it is
//! not.
//!
//! [`link`] talks to the server, [`spool`] keeps jobs on disk, a [`worker`] serves each printer through a [`device`], [`render`] turns
//! lines into bytes, and [`scale`] reads scales. [`agent`] puts them together. Around them are [`cli`] for the technician, [`service`] for the operating system,
//! [`net`] for connections to the server, and [`api`] for the server's other calls.

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
pub mod scale;
pub mod service;
pub mod spool;
pub mod worker;
