//! From a pairing code to paper: agents, the jobs they are offered, their reports, and people's decisions.

mod agent_http;
mod agents;
mod alarms;
mod downloads;
mod jobs;
mod notices;
mod printers;
mod scales;
pub mod shop;
