//! A broadcast channel between the programs on one PostgreSQL database, by LISTEN and NOTIFY: all listeners, the sender included, receive
//! all messages in the same order. Messages are never sent inside of writing transactions, whose commits PostgreSQL would serialize.

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
/// The longest payload; PostgreSQL's limit is 7,999 bytes.
pub const MAX_PAYLOAD_BYTES: usize = 7_900;
/// The longest time to wait for a connection to listen on.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);

/// The connection options of the channel.
#[derive(Debug, Clone)]
pub struct NotifyChannel(PgConnectOptions);

impl NotifyChannel {
    /// Describes the channel of a database; PostgreSQL shows its connections under this `name`.
    ///
    /// # Errors
    /// The URL is wrong.
    pub fn new(url: &str, name: &str) -> Result<Self> {
        // A NOTIFY takes a transaction id and its commit would wait for the disk, although messages do not survive a crash anyway.
        let options = url.parse::<PgConnectOptions>()?.options([("synchronous_commit", "off")]);
        Ok(Self(options.application_name(name)))
    }

    /// Begins to listen.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn listen(&self) -> Result<Listener> {
        let one = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let pool = one.acquire_timeout(CONNECT_PATIENCE).connect_with(self.0.clone()).await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.ignore_pool_close_event(true);
        // The listener must learn that messages may have been missed.
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok(Listener(listener))
    }

    /// Connects to send.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub async fn notifier(&self) -> Result<Notifier> {
        let connected = tokio::time::timeout(PATIENCE, self.0.connect()).await;
        Ok(Notifier(connected.map_err(|_| Error::Unavailable)??))
    }
}

/// The receiving end.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Listener {
    /// Waits for the next payload; `None` once the connection is lost.
    pub async fn recv(&mut self) -> Option<String> {
        match self.0.try_recv().await {
            Ok(Some(notification)) => Some(notification.payload().to_owned()),
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(%error, "the connection that listens to the other servers is lost");
                None
            }
        }
    }
}

/// The sending end.
#[derive(Debug)]
pub struct Notifier(PgConnection);

impl Notifier {
    /// Sends all payloads or none; each has at most [`MAX_PAYLOAD_BYTES`].
    ///
    /// # Errors
    /// It is not known whether the payloads were sent; the connection cannot be used any more.
    pub async fn notify(&mut self, payloads: &[String]) -> Result<()> {
        let sent = sqlx::query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload")
            .bind(CHANNEL)
            .bind(payloads);
        let sent = tokio::time::timeout(PATIENCE, sent.execute(&mut self.0)).await;
        sent.map_err(|_| Error::Unavailable)??;
        Ok(())
    }
}
