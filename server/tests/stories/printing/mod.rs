//! From a pairing code to paper: agents, the jobs they are offered, their reports, and people's decisions.

mod agent_http;
mod agents;
mod alarms;
mod downloads;
pub mod handover;
mod handover_in_doubt;
mod handover_rules;
mod jobs;
mod labels;
mod notices;
mod printers;
mod scales;
pub mod shop;
