//! The guarantees that a restaurant relies on, tested with real processes: see the modules.
#![allow(clippy::unwrap_used, reason = "whatever fails here fails the test that called it")]

mod agent_absence;
mod agent_crash;
mod any_client;
mod clocks;
mod concurrency;
mod demo;
mod handover;
mod network_cut;
mod power_cut;
mod prerequisites;
mod printer_faults;
mod replica;
mod server_crash;
mod server_stop;
mod several_servers;
#[cfg(not(target_os = "macos"))]
mod slow_disk;
mod technician;

/// Runs a story on SQLite and on PostgreSQL.
macro_rules! on_both_databases {
    ($($(#[$meta:meta])* async fn $name:ident($engine:ident) $body:block)*) => { $(
        $(#[$meta])*
        mod $name {
            use super::*;

            async fn story($engine: Engine) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                story(Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                story(Engine::Postgres).await;
            }
        }
    )* };
}
use on_both_databases;
