//! A restaurant of real processes: `comanda`, `comanda-agent` and printers that are only TCP ports. Tests kill, stop and disturb them from
//! outside and check what is printed; the benchmarks (`src/bin/bench`) measure the same set-up.
#![allow(clippy::unwrap_used, reason = "whatever fails here fails the test that called it")]

pub mod agent;
pub mod balancer;
pub mod cuttable_network;
pub mod disk;
pub mod paper;
pub mod program;
pub mod restaurant;
pub mod server;
pub mod tills;
pub mod waiting;
