//! A hold on a whole PostgreSQL database: an advisory lock on a connection that does nothing else, which servers share. Those of versions
//! that had to be alone take it for themselves, so that neither serves beside the other. It ends with the connection, so that a crash
//! leaves nothing behind.

use std::time::Duration;

use sqlx::{ConnectOptions, PgConnection, postgres::PgConnectOptions};

use super::{
    error::{Error, Result},
    open::PATIENCE,
};

/// "comanda", as a number: every server asks for the same lock.
const KEY: i64 = 0x63_6f6d_616e_6461;
/// How often the connection is used, so that nothing on the way thinks that it has died.
const EVERY: Duration = Duration::from_secs(10);
/// How long to wait before a lost connection is tried again.
const PAUSE: Duration = Duration::from_secs(1);
/// PostgreSQL may take this long to see that the server before is gone.
const TRIES: u32 = 3;

/// Who has the hold alone, as far as PostgreSQL tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// What its server calls itself.
    pub name: String,
    /// The address that it connects from; empty for a socket of the same machine.
    pub address: String,
}

/// A hold that is kept; dropping it ends it.
#[derive(Debug)]
pub struct Hold {
    conn: PgConnection,
    options: PgConnectOptions,
}

impl Hold {
    /// Takes the hold for a server of this name, beside others; `Err` within says who has it alone.
    ///
    /// # Errors
    /// The URL is wrong or the server cannot be reached.
    pub async fn take(url: &str, name: &str) -> Result<Result<Self, Holder>> {
        let options = url.parse::<PgConnectOptions>()?.application_name(name);
        let mut conn = connect(&options).await?;
        for tries in 1.. {
            if lock(&mut conn).await? {
                break;
            }
            let first = holder(&mut conn).await?;
            match first {
                Some(first) if tries >= TRIES => return Ok(Err(first)),
                _ => tokio::time::sleep(PAUSE).await,
            }
        }
        Ok(Ok(Self { conn, options }))
    }

    /// Whether another one shares it now.
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
        .bind(KEY)
        .fetch_one(&mut self.conn)
        .await?;
        Ok(others > 0)
    }

    /// Keeps it for as long as its connection lasts, and takes it again after that: whatever may have been done to the database in
    /// between. `Err` says who has it alone by then.
    pub async fn keep_until_retaken(&mut self) -> Result<(), Holder> {
        loop {
            tokio::time::sleep(EVERY).await;
            let used = tokio::time::timeout(PATIENCE, sqlx::query("SELECT 1").execute(&mut self.conn)).await;
            if !matches!(used, Ok(Ok(_))) {
                return self.again().await.map_or(Ok(()), Err);
            }
        }
    }

    /// Connects until the hold is there again, or somebody else's.
    async fn again(&mut self) -> Option<Holder> {
        loop {
            match self.once_more().await {
                Ok(None) => return None,
                Ok(Some(other)) => return Some(other),
                Err(error) => tracing::warn!(%error, "the database is away"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn once_more(&mut self) -> Result<Option<Holder>> {
        let mut conn = connect(&self.options).await?;
        if lock(&mut conn).await? {
            self.conn = conn;
            return Ok(None);
        }
        holder(&mut conn).await
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    let connected = tokio::time::timeout(PATIENCE, options.connect()).await;
    Ok(connected.map_err(|_| Error::Busy)??)
}

async fn lock(conn: &mut PgConnection) -> Result<bool> {
    let (ours,): (bool,) = sqlx::query_as("SELECT pg_try_advisory_lock_shared($1)").bind(KEY).fetch_one(conn).await?;
    Ok(ours)
}

async fn holder(conn: &mut PgConnection) -> Result<Option<Holder>> {
    let found: Option<(String, String)> = sqlx::query_as(
        "SELECT COALESCE(a.application_name, ''), COALESCE(host(a.client_addr), '')
         FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.mode = 'ExclusiveLock'
         AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND l.classid::bigint = $1 >> 32 AND l.objid::bigint = $1 & 4294967295",
    )
    .bind(KEY)
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|(name, address)| Holder { name, address }))
}
