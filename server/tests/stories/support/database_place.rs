//! Where a story's databases lie: a temporary folder for SQLite, the test cluster for PostgreSQL.

use std::sync::atomic::{AtomicU32, Ordering};

use comanda::db::{Db, Engine, PostgresPool};
use tempfile::TempDir;

use super::postgres;

/// The place of one story's databases, which no other story uses.
pub enum DatabasePlace {
    Sqlite(TempDir),
    Postgres { pool: PostgresPool, prefix: String },
}

impl DatabasePlace {
    pub async fn on(engine: Engine) -> Self {
        static STORY: AtomicU32 = AtomicU32::new(0);
        if engine == Engine::Sqlite {
            return DatabasePlace::Sqlite(tempfile::tempdir().unwrap());
        }
        let pool = PostgresPool::connect(postgres::cluster_url(), 12).await.unwrap();
        let prefix = format!("t{}_{}", std::process::id(), STORY.fetch_add(1, Ordering::Relaxed));
        DatabasePlace::Postgres { pool, prefix }
    }

    /// Opens the database of this name, which has no tables until it is migrated.
    pub async fn db(&self, name: &str) -> Db {
        match self {
            DatabasePlace::Sqlite(dir) => Db::open_sqlite(dir.path().join(format!("{name}.db"))).await.unwrap(),
            DatabasePlace::Postgres { pool, prefix } => pool.schema(&format!("{prefix}_{name}")).unwrap(),
        }
    }
}

/// The parameter of a story, which is created in the story's own database place.
pub trait Fixture {
    async fn create(place: &DatabasePlace) -> Self;
}

impl Fixture for Db {
    /// Opens a database without tables.
    async fn create(place: &DatabasePlace) -> Self {
        place.db("story").await
    }
}

/// Runs each story on both databases: `async fn name(db: Db) { … }` becomes the tests `name::sqlite` and `name::postgres`. The parameter is
/// any [`Fixture`]. Attributes, such as `#[should_panic]`, go to both tests.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$meta:meta])* async fn $name:ident($($stage:ident)+: $type:ty) $body:block)*) => { $(
        mod $name {
            use super::*;

            async fn story($($stage)+: $type) $body

            async fn on(engine: comanda::db::Engine) {
                let place = $crate::support::database_place::DatabasePlace::on(engine).await;
                story(<$type as $crate::support::database_place::Fixture>::create(&place).await).await;
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
