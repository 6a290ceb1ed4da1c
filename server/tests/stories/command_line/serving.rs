//! `comanda serve`, and which servers may run beside each other.

use super::with_running_server::EmptyServer;
use crate::{
    on_both_databases,
    support::database_place::{DatabasePlace, Fixture},
};
use comanda::{
    config::Config,
    db::{Engine, PostgresPool},
    transact,
};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

/// `comanda serve` in a process of its own, which is killed when this is dropped.
pub(super) struct Serving {
    child: std::process::Child,
    /// The address, such as `http://127.0.0.1:49152`.
    address: String,
}

impl Serving {
    /// Starts the server on this folder; `Err` holds its output when it ends instead. Its log is not read after it listens.
    pub(super) async fn start(config: &Config, data: &Path) -> Result<Self, String> {
        Self::start_with(config, data, &[]).await
    }
    async fn start_with(config: &Config, data: &Path, options: &[&str]) -> Result<Self, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_comanda"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).args(options).env("RUST_LOG", "info");
        if let Some(url) = &config.database {
            command.args(["--database", url]);
        }
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let heard = BufReader::new(child.stderr.take().unwrap());
        let listens = move || {
            let mut output = String::new();
            for line in heard.lines().map_while(Result::ok) {
                if let Some((_, address)) = line.split_once("listening on ") {
                    return Ok(address.trim().to_owned());
                }
                output.push_str(&line);
            }
            Err(output)
        };
        match tokio::task::spawn_blocking(listens).await.unwrap() {
            Ok(address) => Ok(Self { child, address }),
            Err(output) => {
                assert!(!child.wait().unwrap().success());
                Err(output)
            }
        }
    }
}
impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

on_both_databases! {
    async fn a_server_whose_log_is_no_longer_read_keeps_serving(server: EmptyServer) {
        let running = Serving::start(&server.0.config, &server.0.config.data).await.unwrap();
        // Each call writes a line to the log, since no restaurant has this address yet.
        for _ in 0..3 {
            let answer = reqwest::get(format!("{}/api/profile", running.address)).await.unwrap();
            assert_eq!(answer.status(), 404);
        }
    }

    async fn a_second_server_on_the_same_folder_is_refused_at_once(server: EmptyServer) {
        let config = &server.0.config;
        let mut first = Serving::start(config, &config.data).await.unwrap();
        let output = Serving::start(config, &config.data).await.err().unwrap();
        assert!(output.contains(&format!("el proceso {}", first.child.id())) && output.contains("kill"), "{output}");
        // Commands beside the server still work.
        server.run_to_success(&["company", "add", "--name", "Uno", "--slug", "uno"], "").await;
        server.run_to_success(&["company", "backup", "--slug", "uno"], "").await;
        // However the server ends, its lock does not block the next one.
        first.child.kill().unwrap();
        first.child.wait().unwrap();
        Serving::start(config, &config.data).await.unwrap();
    }
}

#[tokio::test]
async fn a_second_server_on_one_database_needs_the_key_of_the_first() {
    let server = EmptyServer::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let config = &server.0.config;
    let elsewhere = tempfile::tempdir().unwrap();
    let (key, its_key) = (config.data.join("secrets.key"), elsewhere.path().join("secrets.key"));
    let mut first = Serving::start(config, &config.data).await.unwrap();
    let output = Serving::start(config, elsewhere.path()).await.err().unwrap();
    assert!(output.contains("secrets.key") && output.contains("--new-secrets-key") && !its_key.exists(), "{output}");
    std::fs::write(&its_key, "bm8gZXMgbGEgY2xhdmUgZGUgbG9zIG90cm9zISEhISE=").unwrap();
    assert!(Serving::start(config, elsewhere.path()).await.err().unwrap().contains("no es la de los otros"));
    // While the first server runs, no other key becomes the valid one.
    let output = Serving::start_with(config, elsewhere.path(), &["--new-secrets-key"]).await.err().unwrap();
    assert!(output.contains("detén todos"), "{output}");
    // The key may change at once when the first server has ended, however it ended.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    drop(Serving::start_with(config, elsewhere.path(), &["--new-secrets-key"]).await.unwrap());
    assert!(Serving::start(config, &config.data).await.err().unwrap().contains("no es la de los otros"));
    std::fs::copy(&its_key, &key).unwrap();
    Serving::start(config, &config.data).await.unwrap();
}

#[tokio::test]
async fn a_server_that_was_offline_while_the_key_was_renewed_ends() {
    const CUT: &str = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
                       WHERE datname = current_database() AND application_name LIKE 'comanda serve%'";
    let server = EmptyServer::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let config = &server.0.config;
    let mut serving = Serving::start(config, &config.data).await.unwrap();
    let control = PostgresPool::connect(config.database.as_ref().unwrap(), 1).await.unwrap().schema("control").unwrap();
    let cut = async |fingerprint: Option<&str>| {
        let outcome: comanda::db::Result<i64> = transact!(control, |tx| {
            if let Some(fingerprint) = fingerprint {
                tx.query("UPDATE secrets_key SET fingerprint = $1").bind(fingerprint).run().await?;
            }
            tx.query(CUT).scalar().await
        });
        assert_eq!(outcome.unwrap(), 1, "the one connection that holds the database");
    };
    let holds = async || {
        let held = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'comanda serve%'";
        control.read().await.unwrap().query(held).scalar::<i64>().await.unwrap() == 1
    };
    // The server was offline, but nothing changed: it continues.
    cut(None).await;
    let retaken = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), retaken).await.expect("the database is held again");
    assert!(reqwest::get(format!("{}/healthz", serving.address)).await.unwrap().status().is_success());
    cut(Some("la clave que hizo otro servidor")).await;
    let ended = async {
        while serving.child.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), ended).await.expect("it ends");
    assert!(!serving.child.wait().unwrap().success());
    assert!(Serving::start(config, &config.data).await.err().unwrap().contains("no es la de los otros"));
}

#[tokio::test]
async fn a_version_that_must_run_alone_and_sharing_servers_exclude_each_other() {
    const LOCK: &str = "SELECT pg_try_advisory_xact_lock(27988538271097953)";
    let server = EmptyServer::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let config = &server.0.config;
    let control = PostgresPool::connect(config.database.as_ref().unwrap(), 1).await.unwrap().schema("control").unwrap();
    let mut exclusive = control.write().await.unwrap();
    assert!(exclusive.query(LOCK).scalar::<bool>().await.unwrap());
    let output = Serving::start(config, &config.data).await.err().unwrap();
    assert!(output.contains("versión anterior"), "{output}");
    drop(exclusive);
    let _serving = Serving::start(config, &config.data).await.unwrap();
    let mut late = control.write().await.unwrap();
    assert!(!late.query(LOCK).scalar::<bool>().await.unwrap());
}
