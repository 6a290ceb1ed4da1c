//! What a restaurant must be able to rely on, shown on real processes: see the modules.
#![allow(clippy::unwrap_used, reason = "whatever fails here fails the test that called it")]

mod agent_killed;
mod agent_off_line;
mod any_client;
mod at_the_same_time;
mod demo;
mod prerequisites;
mod printer_faults;
mod server_killed;
mod technician;

/// Tells a story on SQLite and on PostgreSQL.
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
