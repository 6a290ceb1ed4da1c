//! The demo restaurant as it is when a story begins: seeded once per test run for each database and time, then copied for each story.

use super::{database_place::DatabasePlace, postgres, sqlite};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use chrono::{DateTime, Utc};
use comanda::{clock::Clock, config::Config, db::Db, demo, router, transact};
use std::{
    collections::HashMap,
    fs, io,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
};
use tempfile::TempDir;

/// The time at which the demo is seeded; `None` is the time of the test run.
type SetUpTime = Option<DateTime<Utc>>;

/// A function that makes a server's configuration from its data folder and, on PostgreSQL, its database URL.
pub trait MakeConfig: Fn(&Path, Option<String>) -> Config + Sync {}
impl<C: Fn(&Path, Option<String>) -> Config + Sync> MakeConfig for C {}

/// A seeded demo restaurant that stories copy.
struct Template {
    data: TempDir,
    /// The name of the template's database on PostgreSQL.
    database: Option<String>,
}

/// Copies the seeded demo restaurant into a data folder and, on PostgreSQL, into a new database; returns the configuration for them.
pub async fn copy_demo_restaurant(
    place: &DatabasePlace,
    since: SetUpTime,
    config: impl MakeConfig,
    target: &Path,
) -> Config {
    let template = cached_template(place, since, &config);
    copy_folder(template.data.path(), target).unwrap();
    let database = match (place, &template.database) {
        (DatabasePlace::Postgres { prefix, .. }, Some(from)) => {
            Some(postgres::copy_database(postgres::cluster_url(), from, prefix).await)
        }
        _ => None,
    };
    config(target, database)
}

fn cached_template(place: &DatabasePlace, since: SetUpTime, config: &impl MakeConfig) -> Arc<Template> {
    type CachedTemplate = Arc<OnceLock<Arc<Template>>>;
    static ALL: Mutex<Option<HashMap<(bool, SetUpTime), CachedTemplate>>> = Mutex::new(None);
    let on_postgres = matches!(place, DatabasePlace::Postgres { .. });
    let cached = ALL.lock().unwrap().get_or_insert_default().entry((on_postgres, since)).or_default().clone();
    cached.get_or_init(|| Arc::new(build_template(on_postgres, since, config))).clone()
}

/// Seeds a template in a runtime of its own, so that every task that the server started ends with it.
fn build_template(on_postgres: bool, since: SetUpTime, config: &impl MakeConfig) -> Template {
    let data = tempfile::tempdir().unwrap();
    let moment = since.map(|at| at.timestamp()).unwrap_or_default();
    let database = on_postgres.then(|| format!("seeded{}_{moment}", std::process::id()));
    let seed = async {
        let url = match &database {
            Some(name) => Some(postgres::create_database(postgres::cluster_url(), name).await),
            None => None,
        };
        let clock = since.map_or_else(Clock::system, Clock::fixed);
        let (app, _) = router::open_app_with_router(config(data.path(), url), clock).await.unwrap();
        comanda::demo::seed_demo(&app, 0).await.unwrap();
        // Stock is valued now, as a server does when it starts, so that this work does not overlap a story.
        let company = app.companies().find_by_slug(comanda::demo::SLUG).unwrap();
        comanda::stock::valuation::value_pending(&app, &company).await.unwrap();
        use_cheap_password_hashes(&company.db).await.unwrap();
        // The leases are given back, so that no copy of this database waits for them.
        app.leave_servers().await;
        drop((app, company));
        if database.is_none() {
            sqlite::checkpoint(&data.path().join("control.sqlite")).await;
            sqlite::checkpoint(&data.path().join(format!("companies/{}.sqlite", comanda::demo::SLUG))).await;
        }
    };
    std::thread::scope(|scope| {
        let run = || tokio::runtime::Runtime::new().unwrap().block_on(seed);
        scope.spawn(run).join().unwrap();
    });
    Template { data, database }
}

/// Hashes the passwords and PINs of the demo again at Argon2's minimum cost, since each story signs in several people. Those that a story
/// sets itself are hashed as in production.
async fn use_cheap_password_hashes(db: &Db) -> comanda::db::Result<()> {
    let params = Params::new(Params::MIN_M_COST, 1, 1, None).unwrap();
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash = |secret: &str| argon.hash_password(secret.as_bytes()).unwrap().to_string();
    let (password, pin, own_pin) = (hash(demo::PASSWORD), hash(demo::PIN), hash(demo::SUPERVISOR_PIN));
    transact!(db, |tx| {
        tx.query("UPDATE users SET password_hash = $1").bind(password.as_str()).run().await?;
        tx.query("UPDATE users SET pin_hash = $1 WHERE pin_hash IS NOT NULL").bind(own_pin.as_str()).run().await?;
        tx.query("UPDATE global_settings SET security_pin_hash = $1").bind(pin.as_str()).run().await
    })
    .map(drop)
}

/// Whether this is a log file of SQLite, which SQLite creates anew and a copy leaves out.
fn is_sqlite_log(file: &Path) -> bool {
    let name = file.to_string_lossy();
    name.ends_with("-wal") || name.ends_with("-shm")
}

pub fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if !is_sqlite_log(&entry.path()) {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
