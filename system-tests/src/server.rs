//! The server's process, with the demo restaurant in a place of its own. Its address and data survive its end.

use crate::{
    program::{self, Program, Version, quick_folder},
    waiting::TIMEOUT,
};
use comanda_test_support::{client::Client, postgres};
use std::{
    fs,
    net::{SocketAddr, TcpListener},
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};
use tempfile::TempDir;

/// The password of every user of the demo restaurant.
pub const PASSWORD: &str = "comanda-demo";
/// The demo's security PIN.
pub const PIN: &str = "1234";

/// The database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

#[derive(Debug)]
pub struct Server {
    running: Option<Program>,
    version: Version,
    address: SocketAddr,
    database: Option<String>,
    files: TempDir,
}

impl Server {
    /// Seeds the demo restaurant and serves it.
    pub async fn open(engine: Engine) -> Self {
        Self::open_version(Version::Current, engine).await
    }

    /// Seeds and serves the demo restaurant with a version of the program, which also creates the database.
    pub async fn open_version(version: Version, engine: Engine) -> Self {
        static DATABASE: AtomicU32 = AtomicU32::new(0);
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => {
                let name = format!("system_{}_{}", std::process::id(), DATABASE.fetch_add(1, Ordering::Relaxed));
                Some(postgres::create_database(postgres::cluster_url(), &name).await)
            }
        };
        let mut server = Self { version, ..Self::empty_at(quick_folder(), database) };
        server.fill(0).await;
        server.serve().await;
        server
    }

    /// Seeds and serves the demo restaurant in a given folder and database.
    pub async fn open_at(files: TempDir, database: Option<String>) -> Self {
        let mut server = Self::with_past(files, database, 0).await;
        server.serve().await;
        server
    }

    /// Seeds the demo restaurant with this many past days, without serving it yet.
    pub async fn with_past(files: TempDir, database: Option<String>, past_days: u32) -> Self {
        let server = Self::empty_at(files, database);
        server.fill(past_days).await;
        server
    }

    async fn fill(&self, past_days: u32) {
        let limit = TIMEOUT + Duration::from_secs(past_days.into());
        self.command(limit, &["seed-demo", "--past-days", &past_days.to_string()]).await;
    }

    /// Runs a command on the server's data to its end.
    async fn command(&self, limit: Duration, first: &[&str]) -> String {
        program::run_within(limit, &self.version.server(), &self.arguments(first)).await
    }

    /// A server without a company, not served yet.
    pub fn empty_at(files: TempDir, database: Option<String>) -> Self {
        Self { running: None, version: Version::Current, address: free_address(), database, files }
    }

    /// Adds a company as an operator does, and returns the command's output.
    pub async fn add_company(&self, slug: &str, domain: &str) -> String {
        let add = ["company", "add", "--name", slug, "--slug", slug, "--domain", domain];
        self.command(TIMEOUT, &add).await
    }

    /// Changes a company as an operator does: `--domain`, its name.
    pub async fn change_company(&self, slug: &str, change: &[&str]) {
        let command = [&["company", "change", "--slug", slug], change].concat();
        self.command(TIMEOUT, &command).await;
    }

    /// Starts another server of the current version on the same PostgreSQL database, with a folder of its own and a copy of this one's key.
    pub async fn start_second_server(&self) -> Self {
        let files = quick_folder();
        fs::copy(self.files.path().join("secrets.key"), files.path().join("secrets.key")).unwrap();
        let mut server = Self::empty_at(files, self.database.clone());
        server.serve().await;
        server
    }

    fn arguments<'a>(&'a self, first: &[&'a str]) -> Vec<&'a str> {
        let mut arguments = first.to_vec();
        arguments.extend(["--data", self.files.path().to_str().unwrap()]);
        if let Some(url) = &self.database {
            arguments.extend(["--database", url]);
        }
        arguments
    }

    /// Starts the server at its constant address, and waits until it accepts calls.
    pub async fn serve(&mut self) {
        self.serve_with(&[]).await;
    }

    /// Starts the server with additional options.
    pub async fn serve_with(&mut self, options: &[&str]) {
        self.serve_with_env(options, &[]).await;
    }

    /// Starts the server as on a machine whose clock is this many seconds ahead, or behind.
    pub async fn serve_with_clock_off_by(&mut self, seconds: i64) {
        self.serve_with_env(&[], &clock_offset_variables(seconds)).await;
    }

    /// Starts the server with additional options and environment variables.
    pub async fn serve_with_env(&mut self, options: &[&str], variables: &[(&str, String)]) {
        let address = self.address.to_string();
        let command = [&["serve", "--listen", &address], options].concat();
        let program = Program::start_with_env(&self.version.server(), &self.arguments(&command), variables);
        program.wait_for_line("listening on").await;
        self.running = Some(program);
    }

    /// The server's process, which must be running.
    pub fn running(&mut self) -> &mut Program {
        self.running.as_mut().expect("the server is running")
    }

    /// Sends `kill -9`, whatever the server is doing.
    pub async fn kill(&mut self) {
        self.running.take().expect("the server is running").kill().await;
    }

    /// Lets a killed server be served from another database with the same content.
    pub fn move_to(&mut self, database: String) {
        assert!(self.running.is_none(), "the server is killed first");
        self.database = Some(database);
    }

    pub fn version(&self) -> Version {
        self.version
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The server's data folder.
    pub fn files(&self) -> &Path {
        self.files.path()
    }

    pub fn pid(&self) -> u32 {
        self.running.as_ref().expect("the server is running").pid()
    }

    /// Signs in a user of the demo restaurant.
    pub async fn login(&self, username: &str) -> Client {
        Client::new(self.address).login(username, PASSWORD).await
    }
}

/// The environment that shifts a program's clock (libfaketime). Waiting takes as long as usual.
fn clock_offset_variables(seconds: i64) -> [(&'static str, String); 4] {
    let lies_in = |folder: &Path| {
        fs::read_dir(folder).ok()?.find_map(|entry| {
            Some(entry.ok()?.path().join("faketime/libfaketimeMT.so.1")).filter(|library| library.exists())
        })
    };
    let library = [Path::new("/usr/lib"), Path::new("/usr")].into_iter().find_map(lies_in);
    let library = library.expect("libfaketime: install Debian's package `faketime`");
    [
        ("LD_PRELOAD", library.to_str().unwrap().to_owned()),
        ("FAKETIME", format!("{seconds:+}")),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ("NO_FAKE_STAT", "1".to_owned()),
    ]
}

/// Addresses below the ports that the system assigns by itself: nobody takes one while the server is down.
pub fn free_address() -> SocketAddr {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let offset = std::process::id().wrapping_mul(37).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = u16::try_from(12_000 + offset % 18_000).unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}
