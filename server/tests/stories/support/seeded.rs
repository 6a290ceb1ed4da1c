//! The demo restaurant as it is when a story begins: set up once in a run for each database and time, then copied.

use super::{places::Place, postgres, sqlite};
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

/// Since when it is there; none: since the run began.
type Since = Option<DateTime<Utc>>;

/// How a server is configured, given its data folder and its database's URL on PostgreSQL.
pub trait Configuring: Fn(&Path, Option<String>) -> Config + Sync {}
impl<C: Fn(&Path, Option<String>) -> Config + Sync> Configuring for C {}

/// What a story's copy is made from.
struct Template {
    data: TempDir,
    /// The database's name on PostgreSQL.
    database: Option<String>,
}

/// Copies it into a data folder; gives the URL of a copy of its database on PostgreSQL.
pub async fn copy(place: &Place, since: Since, config: impl Configuring, into: &Path) -> Config {
    let template = template(place, since, &config);
    copy_folder(template.data.path(), into).unwrap();
    let database = match (place, &template.database) {
        (Place::Postgres { prefix, .. }, Some(from)) => {
            Some(postgres::copy_of_database(postgres::cluster(), from, prefix).await)
        }
        _ => None,
    };
    config(into, database)
}

fn template(place: &Place, since: Since, config: &impl Configuring) -> Arc<Template> {
    type Made = Arc<OnceLock<Arc<Template>>>;
    static ALL: Mutex<Option<HashMap<(bool, Since), Made>>> = Mutex::new(None);
    let on_postgres = matches!(place, Place::Postgres { .. });
    let made = ALL.lock().unwrap().get_or_insert_default().entry((on_postgres, since)).or_default().clone();
    made.get_or_init(|| Arc::new(make(on_postgres, since, config))).clone()
}

/// In a runtime of its own: all that the server began ends with it.
fn make(on_postgres: bool, since: Since, config: &impl Configuring) -> Template {
    let data = tempfile::tempdir().unwrap();
    let moment = since.map(|at| at.timestamp()).unwrap_or_default();
    let database = on_postgres.then(|| format!("seeded{}_{moment}", std::process::id()));
    let seed = async {
        let url = match &database {
            Some(name) => Some(postgres::database(postgres::cluster(), name).await),
            None => None,
        };
        let clock = since.map_or_else(Clock::system, Clock::fixed);
        let (app, _) = router::open(config(data.path(), url), clock).await.unwrap();
        comanda::demo::seed_demo(&app, 0).await.unwrap();
        // As a server values what it finds when it starts: no story is overtaken by that.
        let company = app.companies().by_slug(comanda::demo::SLUG).unwrap();
        comanda::stock::valuation::settle(&app, &company).await.unwrap();
        sign_in_quickly(&company.db).await.unwrap();
        // Who copies it waits for nobody's leases.
        app.leave().await;
        drop((app, company));
        if database.is_none() {
            sqlite::settle(&data.path().join("control.sqlite")).await;
            sqlite::settle(&data.path().join(format!("companies/{}.sqlite", comanda::demo::SLUG))).await;
        }
    };
    std::thread::scope(|scope| {
        let run = || tokio::runtime::Runtime::new().unwrap().block_on(seed);
        scope.spawn(run).join().unwrap();
    });
    Template { data, database }
}

/// Passwords and PINs of the demo are hashed at the minimum cost of Argon2: each story signs in several people. Those that a story sets
/// itself are hashed as in production.
async fn sign_in_quickly(db: &Db) -> comanda::db::Result<()> {
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

/// Of SQLite, which makes it anew.
fn is_log(file: &Path) -> bool {
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
        } else if !is_log(&entry.path()) {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
