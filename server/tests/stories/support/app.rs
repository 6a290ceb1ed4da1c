//! A whole server on a free port, with the demo restaurant in it: stories speak HTTP to it as browsers do.

use super::{
    client::Client,
    places::{Place, Stage},
    postgres::{self, TemporaryDatabase},
    seeded,
};
use chrono::{DateTime, Utc};
use comanda::{
    clock::Clock,
    config::{Backups, Config, Metrics, MetricsToken, Network},
    db::Engine,
    router,
    state::App,
};
use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;

/// What a monitor shows to read the metrics of a story's server.
pub const METRICS_TOKEN: &str = "a-token-of-the-stories";

/// A running server; it ends with the story.
pub struct TestApp {
    pub app: App,
    pub address: SocketAddr,
    /// The data folder, and on PostgreSQL the URL of a database of its own.
    pub config: Config,
    database: Option<Arc<TemporaryDatabase>>,
    _files: TempDir,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // Before its database goes.
        self.serving.abort();
    }
}

impl Stage for TestApp {
    async fn set(place: &Place) -> Self {
        Self::seeded(place, None, Clock::system()).await
    }
}

impl TestApp {
    /// The demo restaurant, set up at a time at which the server's clock then stands.
    pub async fn since(place: &Place, start: &str) -> (Self, Clock) {
        let start: DateTime<Utc> = start.parse().unwrap();
        let clock = Clock::fixed(start);
        (Self::seeded(place, Some(start), clock.clone()).await, clock)
    }

    async fn seeded(place: &Place, since: Option<DateTime<Utc>>, clock: Clock) -> Self {
        let files = tempfile::tempdir().unwrap();
        let config = seeded::copy(place, since, |data, database| config(data, database, quick()), files.path()).await;
        Self::of(config, clock, files).await
    }

    /// The demo restaurant at a time, whose operator decided this about backups.
    pub async fn backed_up(place: &Place, start: &str, backups: Backups) -> (Self, Clock) {
        let start: DateTime<Utc> = start.parse().unwrap();
        let files = tempfile::tempdir().unwrap();
        let usual = |data: &Path, database| config(data, database, quick());
        let config = Config { backups, ..seeded::copy(place, Some(start), usual, files.path()).await };
        let clock = Clock::fixed(start);
        (Self::of(config, clock.clone(), files).await, clock)
    }

    /// A server without any company.
    pub async fn bare(place: &Place, clock: Clock) -> Self {
        Self::in_network(place, clock, quick()).await
    }

    /// The same, with other limits for connections.
    pub async fn in_network(place: &Place, clock: Clock, network: Network) -> Self {
        let files = tempfile::tempdir().unwrap();
        let config = config(files.path(), database_of_its_own(place).await, network);
        Self::of(config, clock, files).await
    }

    /// As a server is that nobody set up: it reaches no private network.
    pub async fn shut(place: &Place) -> Self {
        Self::configured(place, |config| config.allow_private_addresses = false).await
    }

    /// The demo restaurant, whose operator decided otherwise.
    pub async fn configured(place: &Place, change: impl Fn(&mut Config) + Sync) -> Self {
        let files = tempfile::tempdir().unwrap();
        let config = |data: &Path, database| {
            let mut config = config(data, database, quick());
            change(&mut config);
            config
        };
        let config = seeded::copy(place, None, config, files.path()).await;
        Self::of(config, Clock::system(), files).await
    }

    /// The demo restaurant on PostgreSQL with the times of a server at work: what happens at once was told.
    pub async fn unhurried(clock: Clock) -> Self {
        let place = Place::on(Engine::Postgres).await;
        let files = tempfile::tempdir().unwrap();
        let since = Some(clock.now());
        let network = || Network { sockets_checked_every: Duration::from_secs(3600), ..Network::default() };
        let config =
            seeded::copy(&place, since, |data, database| config(data, database, network()), files.path()).await;
        Self::of(config, clock, files).await
    }

    /// Another server on the same PostgreSQL database, with a copy of this one's folder as it is now.
    pub async fn beside(&self) -> Self {
        let files = tempfile::tempdir().unwrap();
        seeded::copy_folder(&self.config.data, files.path()).unwrap();
        let config = Config { data: files.path().to_owned(), ..self.config.clone() };
        Self::on_database(self.database.clone(), config, self.app.clock().clone(), files).await
    }

    /// A server on SQLite, on what lies in a folder.
    pub async fn on_files(files: TempDir, clock: Clock) -> Self {
        Self::of(config(files.path(), None, quick()), clock, files).await
    }

    async fn of(config: Config, clock: Clock, files: TempDir) -> Self {
        let database = config.database.as_deref().map(|url| Arc::new(TemporaryDatabase::at(url)));
        Self::on_database(database, config, clock, files).await
    }

    async fn on_database(
        database: Option<Arc<TemporaryDatabase>>,
        config: Config,
        clock: Clock,
        files: TempDir,
    ) -> Self {
        let (app, router) = router::open(config.clone(), clock).await.unwrap();
        let listener = tokio::net::TcpListener::bind(config.listen).await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving =
            tokio::spawn(comanda::http::serve::serve(listener, router, config.network.clone(), std::future::pending()));
        Self { app, address, config, database, _files: files, serving }
    }

    /// Somebody who has not signed in, at the company of any host name.
    pub fn nobody(&self) -> Client {
        Client::new(self.address)
    }

    /// What it measures of itself.
    pub async fn metrics(&self) -> String {
        let answer = self.monitor(METRICS_TOKEN).get("/metrics").await;
        assert_eq!(answer.status, 200);
        String::from_utf8(answer.bytes).unwrap()
    }

    /// A monitor with this token.
    pub fn monitor(&self, token: &str) -> Client {
        let mut monitor = self.nobody();
        monitor.token = Some(token.to_owned());
        monitor
    }

    /// Signs in a user of the demo restaurant.
    pub async fn login(&self, username: &str) -> Client {
        self.nobody().login(username, comanda::demo::PASSWORD).await
    }

    /// The same in a browser, which has this cookie already.
    pub async fn browser(&self, username: &str, cookie: Option<String>) -> Client {
        self.nobody().with_cookie(cookie).login_in_browser(username, comanda::demo::PASSWORD).await
    }
}

/// Waits until the server has recorded that somebody's session was in use at that time: it does so beside the call, so that the
/// record could come after what a story does next.
pub async fn recorded_as_seen(client: &Client, at: DateTime<Utc>) {
    let seen =
        |session: &serde_json::Value| session["last_seen_at"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    let recorded = tokio::time::timeout(Duration::from_secs(30), async {
        loop {
            let sessions = client.get("/api/profile/sessions").await.rows();
            if sessions.iter().any(|s| s["current"] == true && seen(s) >= at) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    recorded.await.expect("a session in use is recorded as seen");
}

fn config(data: &Path, database: Option<String>, network: Network) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: data.to_owned(),
        database,
        network,
        tls: None,
        public_url: None,
        ntp_server: None,
        downloads: None,
        metrics: Metrics { token: Some(MetricsToken::new(METRICS_TOKEN).unwrap()), ..Metrics::default() },
        drain: Duration::ZERO,
        backups: Backups::default(),
        // Mail servers and services of stories are on this machine.
        allow_private_addresses: true,
    }
}

/// What happens now and then happens at once.
pub fn quick() -> Network {
    Network { sockets_checked_every: Duration::from_millis(100), ..Network::default() }
}

/// Ends with the server: SQLite needs none, PostgreSQL gets a fresh database, since control and company schemas have fixed names.
async fn database_of_its_own(place: &Place) -> Option<String> {
    let Place::Postgres { prefix, .. } = place else { return None };
    Some(postgres::database(postgres::cluster(), prefix).await)
}
