//! Where a story's databases are: a folder for SQLite, the test cluster for PostgreSQL.

use std::sync::atomic::{AtomicU32, Ordering};

use comanda::db::{Db, Engine, PostgresPool};
use tempfile::TempDir;

use super::postgres;

/// A place for the databases of one story, which nobody else uses.
pub enum Place {
    Sqlite(TempDir),
    Postgres { pool: PostgresPool, prefix: String },
}

impl Place {
    pub async fn on(engine: Engine) -> Self {
        static STORY: AtomicU32 = AtomicU32::new(0);
        if engine == Engine::Sqlite {
            return Place::Sqlite(tempfile::tempdir().unwrap());
        }
        let pool = PostgresPool::connect(postgres::cluster(), 12).await.unwrap();
        let prefix = format!("t{}_{}", std::process::id(), STORY.fetch_add(1, Ordering::Relaxed));
        Place::Postgres { pool, prefix }
    }

    /// Opens the database of this name. Migrating it makes its tables.
    pub async fn db(&self, name: &str) -> Db {
        match self {
            Place::Sqlite(dir) => Db::open_sqlite(dir.path().join(format!("{name}.db"))).await.unwrap(),
            Place::Postgres { pool, prefix } => pool.schema(&format!("{prefix}_{name}")).unwrap(),
        }
    }
}

/// What a story can ask for as its parameter, made in a place of its own.
pub trait Stage {
    async fn set(place: &Place) -> Self;
}

impl Stage for Db {
    /// A database without tables.
    async fn set(place: &Place) -> Self {
        place.db("story").await
    }
}

/// Tells stories on both databases: `async fn name(db: Db) { … }` becomes the tests `name::sqlite` and
/// `name::postgres`. The parameter is any [`Stage`]. Attributes, such as
/// `#[should_panic]`, go to both.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$meta:meta])* async fn $name:ident($($stage:ident)+: $type:ty) $body:block)*) => { $(
        mod $name {
            use super::*;

            async fn story($($stage)+: $type) $body

            async fn on(engine: comanda::db::Engine) {
                let place = $crate::support::places::Place::on(engine).await;
                story(<$type as $crate::support::places::Stage>::set(&place).await).await;
            }

            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                on(comanda::db::Engine::Sqlite).await;
            }

            $(#[$meta])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                on(comanda::db::Engine::Postgres).await;
            }
        }
    )* };
}
