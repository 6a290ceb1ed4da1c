//! A whole server on a free port, with the demo restaurant in it. Stories speak HTTP to it as browsers do.

use super::{
    client::Client,
    database_place::{DatabasePlace, Fixture},
    demo_template,
    postgres::{self, TemporaryDatabase},
};
use chrono::{DateTime, Utc};
use comanda::{
    clock::Clock,
    config::{BackupConfig, Config, MetricsConfig, MetricsToken, NetworkConfig},
    db::Engine,
    router,
    state::App,
};
use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;

/// The token with which a monitor may read the metrics of a story's server.
pub const METRICS_TOKEN: &str = "a-token-of-the-stories";

/// A running server, which stops when it is dropped at the end of the story.
pub struct TestApp {
    pub app: App,
    pub address: SocketAddr,
    /// The configuration: a data folder of its own and, on PostgreSQL, the URL of a database of its own.
    pub config: Config,
    database: Option<Arc<TemporaryDatabase>>,
    _files: TempDir,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // The server stops before its database is dropped.
        self.serving.abort();
    }
}

impl Fixture for TestApp {
    async fn create(place: &DatabasePlace) -> Self {
        Self::with_demo_restaurant(place, None, Clock::system()).await
    }
}

impl TestApp {
    /// Starts a server with the demo restaurant, seeded at `start`, and a clock that is fixed at that time.
    pub async fn with_fixed_clock(place: &DatabasePlace, start: &str) -> (Self, Clock) {
        let start: DateTime<Utc> = start.parse().unwrap();
        let clock = Clock::fixed(start);
        (Self::with_demo_restaurant(place, Some(start), clock.clone()).await, clock)
    }

    async fn with_demo_restaurant(place: &DatabasePlace, since: Option<DateTime<Utc>>, clock: Clock) -> Self {
        let files = tempfile::tempdir().unwrap();
        let config = demo_template::copy_demo_restaurant(
            place,
            since,
            |data, database| config(data, database, network_with_quick_checks()),
            files.path(),
        )
        .await;
        Self::start(config, clock, files).await
    }

    /// Starts a server with the demo restaurant, seeded at `start`, with these backup settings.
    pub async fn with_backups(place: &DatabasePlace, start: &str, backups: BackupConfig) -> (Self, Clock) {
        let start: DateTime<Utc> = start.parse().unwrap();
        let files = tempfile::tempdir().unwrap();
        let usual = |data: &Path, database| config(data, database, network_with_quick_checks());
        let config =
            Config { backups, ..demo_template::copy_demo_restaurant(place, Some(start), usual, files.path()).await };
        let clock = Clock::fixed(start);
        (Self::start(config, clock.clone(), files).await, clock)
    }

    /// Starts a server without any company.
    pub async fn without_company(place: &DatabasePlace, clock: Clock) -> Self {
        Self::with_network(place, clock, network_with_quick_checks()).await
    }

    /// Starts a server without any company, with other connection limits.
    pub async fn with_network(place: &DatabasePlace, clock: Clock, network: NetworkConfig) -> Self {
        let files = tempfile::tempdir().unwrap();
        let config = config(files.path(), create_database(place).await, network);
        Self::start(config, clock, files).await
    }

    /// Starts a server that refuses to reach private networks, as an unconfigured server does.
    pub async fn without_private_addresses(place: &DatabasePlace) -> Self {
        Self::with_config(place, |config| config.allow_private_addresses = false).await
    }

    /// Starts a server with the demo restaurant and a configuration that `change` has altered.
    pub async fn with_config(place: &DatabasePlace, change: impl Fn(&mut Config) + Sync) -> Self {
        let files = tempfile::tempdir().unwrap();
        let config = |data: &Path, database| {
            let mut config = config(data, database, network_with_quick_checks());
            change(&mut config);
            config
        };
        let config = demo_template::copy_demo_restaurant(place, None, config, files.path()).await;
        Self::start(config, Clock::system(), files).await
    }

    /// Starts the demo restaurant on PostgreSQL with the check intervals of production: whatever arrives at once was pushed, not polled.
    pub async fn with_production_intervals(clock: Clock) -> Self {
        let place = DatabasePlace::on(Engine::Postgres).await;
        let files = tempfile::tempdir().unwrap();
        let since = Some(clock.now());
        let network = || NetworkConfig { socket_check_interval: Duration::from_secs(3600), ..NetworkConfig::default() };
        let config = demo_template::copy_demo_restaurant(
            &place,
            since,
            |data, database| config(data, database, network()),
            files.path(),
        )
        .await;
        Self::start(config, clock, files).await
    }

    /// Starts another server on the same PostgreSQL database, with a copy of this one's data folder as it is now.
    pub async fn start_second_server(&self) -> Self {
        let files = tempfile::tempdir().unwrap();
        demo_template::copy_folder(&self.config.data, files.path()).unwrap();
        let config = Config { data: files.path().to_owned(), ..self.config.clone() };
        Self::start_on_database(self.database.clone(), config, self.app.clock().clone(), files).await
    }

    /// Starts a server on SQLite with the data of an existing folder.
    pub async fn on_data_folder(files: TempDir, clock: Clock) -> Self {
        Self::start(config(files.path(), None, network_with_quick_checks()), clock, files).await
    }

    async fn start(config: Config, clock: Clock, files: TempDir) -> Self {
        let database = config.database.as_deref().map(|url| Arc::new(TemporaryDatabase::from_url(url)));
        Self::start_on_database(database, config, clock, files).await
    }

    async fn start_on_database(
        database: Option<Arc<TemporaryDatabase>>,
        config: Config,
        clock: Clock,
        files: TempDir,
    ) -> Self {
        let (app, router) = router::open_app_with_router(config.clone(), clock).await.unwrap();
        let listener = tokio::net::TcpListener::bind(config.listen).await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving =
            tokio::spawn(comanda::http::serve::serve(listener, router, config.network.clone(), std::future::pending()));
        Self { app, address, config, database, _files: files, serving }
    }

    /// Returns a client that has not signed in, at the company that answers any host name.
    pub fn anonymous_client(&self) -> Client {
        Client::new(self.address)
    }

    /// Returns the text of `/metrics`.
    pub async fn fetch_metrics(&self) -> String {
        let answer = self.monitoring_client(METRICS_TOKEN).get("/metrics").await;
        assert_eq!(answer.status, 200);
        String::from_utf8(answer.bytes).unwrap()
    }

    /// Returns a client that sends this token as a monitor does.
    pub fn monitoring_client(&self, token: &str) -> Client {
        let mut monitor = self.anonymous_client();
        monitor.token = Some(token.to_owned());
        monitor
    }

    /// Signs in a user of the demo restaurant.
    pub async fn login(&self, username: &str) -> Client {
        self.anonymous_client().login(username, comanda::demo::PASSWORD).await
    }

    /// Signs in a user of the demo restaurant in a browser that may hold a cookie already.
    pub async fn login_in_browser(&self, username: &str, cookie: Option<String>) -> Client {
        self.anonymous_client().with_cookie(cookie).login_in_browser(username, comanda::demo::PASSWORD).await
    }
}

/// Waits until the server has recorded that a session was used at or after `at`. It records that beside the call, perhaps after the story's
/// next step.
pub async fn wait_until_seen(client: &Client, at: DateTime<Utc>) {
    let last_seen =
        |session: &serde_json::Value| session["last_seen_at"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    let recorded = tokio::time::timeout(Duration::from_secs(30), async {
        loop {
            let sessions = client.get("/api/profile/sessions").await.rows();
            if sessions.iter().any(|s| s["current"] == true && last_seen(s) >= at) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    recorded.await.expect("a session in use is recorded as seen");
}

fn config(data: &Path, database: Option<String>, network: NetworkConfig) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: data.to_owned(),
        database,
        network,
        tls: None,
        public_url: None,
        ntp_server: None,
        downloads: None,
        metrics: MetricsConfig { token: Some(MetricsToken::new(METRICS_TOKEN).unwrap()), ..MetricsConfig::default() },
        drain: Duration::ZERO,
        backups: BackupConfig::default(),
        // The mail servers and services of stories listen on this machine.
        allow_private_addresses: true,
    }
}

/// Returns the default limits, with sockets checked every 100 ms so that stories need not wait.
pub fn network_with_quick_checks() -> NetworkConfig {
    NetworkConfig { socket_check_interval: Duration::from_millis(100), ..NetworkConfig::default() }
}

/// Creates a fresh database on PostgreSQL, because the control and company schemas have fixed names; returns `None` for SQLite.
async fn create_database(place: &DatabasePlace) -> Option<String> {
    let DatabasePlace::Postgres { prefix, .. } = place else { return None };
    Some(postgres::create_database(postgres::cluster_url(), prefix).await)
}
