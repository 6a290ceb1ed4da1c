//! A lock on a whole PostgreSQL database: an advisory lock on a dedicated connection, which servers share. Servers of old versions, which
//! had to be alone, take it exclusively, so that the two kinds never serve at the same time. It ends with the connection, so that a
//! crash leaves nothing behind.

use std::time::Duration;

use sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions};

use super::{
    error::{Error, Result},
    open::PATIENCE,
};

/// The key of the lock, the same for every server: the bytes of "comanda" as a number.
const LOCK_KEY: i64 = 0x63_6f6d_616e_6461;
/// The interval at which the connection is used, so that no router drops it as idle.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(10);
/// The pause before a lost connection is tried again.
const RETRY_PAUSE: Duration = Duration::from_secs(1);
/// The number of tries to take the lock at start: PostgreSQL may take a while to notice that the previous server is gone.
const MAX_TRIES: u32 = 3;

/// The server that holds the lock exclusively, as far as PostgreSQL knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockHolder {
    /// The application name of its connection.
    pub name: String,
    /// The address from which it connects; empty for a socket of the same machine.
    pub address: String,
}

/// The shared lock; dropping it releases it.
#[derive(Debug)]
pub struct DatabaseLock {
    conn: PgConnection,
    options: PgConnectOptions,
}

impl DatabaseLock {
    /// Takes the lock, shared, for a server of this name; the inner `Err` is the server that holds it exclusively.
    ///
    /// # Errors
    /// The URL is wrong or the server cannot be reached.
    pub async fn acquire(url: &str, name: &str) -> Result<Result<Self, LockHolder>> {
        let options = url.parse::<PgConnectOptions>()?.application_name(name);
        let mut conn = connect(&options).await?;
        for tries in 1.. {
            if try_lock(&mut conn).await? {
                break;
            }
            let first = find_exclusive_holder(&mut conn).await?;
            match first {
                Some(first) if tries >= MAX_TRIES => return Ok(Err(first)),
                _ => tokio::time::sleep(RETRY_PAUSE).await,
            }
        }
        Ok(Ok(Self { conn, options }))
    }

    /// Whether another server shares the lock now.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn is_shared(&mut self) -> Result<bool> {
        let others: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM pg_locks l
             WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.pid <> pg_backend_pid()
             AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND l.classid::bigint = $1 >> 32 AND l.objid::bigint = $1 & 4294967295",
        )
        .bind(LOCK_KEY)
        .fetch_one(&mut self.conn)
        .await?;
        Ok(others > 0)
    }

    /// Keeps the connection alive, and returns once it was lost and the lock is taken again; the database may have been changed in between.
    /// `Err` is the server that holds the lock exclusively by then.
    pub async fn keep_until_retaken(&mut self) -> Result<(), LockHolder> {
        loop {
            tokio::time::sleep(KEEP_ALIVE_INTERVAL).await;
            let used = tokio::time::timeout(PATIENCE, sqlx::query("SELECT 1").execute(&mut self.conn)).await;
            if !matches!(used, Ok(Ok(_))) {
                return self.reconnect().await.map_or(Ok(()), Err);
            }
        }
    }

    /// Reconnects until the lock is taken again; `Some` is a server that holds it exclusively.
    async fn reconnect(&mut self) -> Option<LockHolder> {
        loop {
            match self.try_retake().await {
                Ok(None) => return None,
                Ok(Some(other)) => return Some(other),
                Err(error) => tracing::warn!(%error, "the database is away"),
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }

    async fn try_retake(&mut self) -> Result<Option<LockHolder>> {
        let mut conn = connect(&self.options).await?;
        if try_lock(&mut conn).await? {
            self.conn = conn;
            return Ok(None);
        }
        find_exclusive_holder(&mut conn).await
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    let connected = tokio::time::timeout(PATIENCE, options.connect()).await;
    Ok(connected.map_err(|_| Error::Busy)??)
}

async fn try_lock(conn: &mut PgConnection) -> Result<bool> {
    let (ours,): (bool,) =
        sqlx::query_as("SELECT pg_try_advisory_lock_shared($1)").bind(LOCK_KEY).fetch_one(conn).await?;
    Ok(ours)
}

async fn find_exclusive_holder(conn: &mut PgConnection) -> Result<Option<LockHolder>> {
    let found: Option<(String, String)> = sqlx::query_as(
        "SELECT COALESCE(a.application_name, ''), COALESCE(host(a.client_addr), '')
         FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.mode = 'ExclusiveLock'
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND l.classid::bigint = $1 >> 32 AND l.objid::bigint = $1 & 4294967295",
    )
    .bind(LOCK_KEY)
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|(name, address)| LockHolder { name, address }))
}
