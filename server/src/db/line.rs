//! A line between the programs on one PostgreSQL database, by LISTEN and NOTIFY: what one says, all that listen hear, itself too, in one
//! order. It is said beside the writes and never in their transactions, which PostgreSQL would let commit one after the other.

use std::time::Duration;

use sqlx::{
    ConnectOptions, PgConnection,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};

use super::{
    error::{Error, Result},
    open::PATIENCE,
};

const CHANNEL: &str = "comanda";
/// The longest text that is carried; PostgreSQL takes 7,999 bytes.
pub const MAX_TEXT_BYTES: usize = 7_900;
/// How long to wait for a connection that is to listen.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);

/// Where a line goes.
#[derive(Debug, Clone)]
pub struct Line(PgConnectOptions);

impl Line {
    /// The line of a database, on which PostgreSQL shows this program by `name`.
    ///
    /// # Errors
    /// The URL is wrong.
    pub fn of(url: &str, name: &str) -> Result<Self> {
        // A NOTIFY takes a transaction number and would wait for the disk; it does not outlive a crash anyway.
        let options = url.parse::<PgConnectOptions>()?.options([("synchronous_commit", "off")]);
        Ok(Self(options.application_name(name)))
    }

    /// Begins to listen.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn listen(&self) -> Result<Ear> {
        let one = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let pool = one.acquire_timeout(CONNECT_PATIENCE).connect_with(self.0.clone()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.ignore_pool_close_event(true);
        // Whoever listens has to know that something may have been missed.
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok(Ear(listener))
    }

    /// Connects to speak.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn speak(&self) -> Result<Mouth> {
        let connected = tokio::time::timeout(PATIENCE, self.0.connect()).await;
        Ok(Mouth(connected.map_err(|_| Error::Away)??))
    }
}

/// Hears what is said.
#[derive(Debug)]
pub struct Ear(PgListener);

impl Ear {
    /// The next text; none once the connection is lost.
    pub async fn hear(&mut self) -> Option<String> {
        match self.0.try_recv().await {
            Ok(Some(told)) => Some(told.payload().to_owned()),
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(%error, "the line to the other servers is lost");
                None
            }
        }
    }
}

/// Says something.
#[derive(Debug)]
pub struct Mouth(PgConnection);

impl Mouth {
    /// Says all of it, or none; each text has at most [`MAX_TEXT_BYTES`].
    ///
    /// # Errors
    /// It is not known whether it was said: the connection is of no use any more.
    pub async fn say(&mut self, texts: &[String]) -> Result<()> {
        let said = sqlx::query("SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said").bind(CHANNEL).bind(texts);
        let said = tokio::time::timeout(PATIENCE, said.execute(&mut self.0)).await;
        said.map_err(|_| Error::Away)??;
        Ok(())
    }
}
