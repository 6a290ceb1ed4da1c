//! Tests of the messages that the agent sends to systemd: ready, alive and stopping.
#![cfg(target_os = "linux")]

#[path = "support/command.rs"]
mod command;
mod support;

use std::process::Stdio;

use support::{folder, server::Server, within_time_limit};
use tokio::{net::UnixDatagram, process::Command};

#[tokio::test]
async fn systemd_is_notified_of_start_watchdog_and_stop() {
    let server = Server::start(Vec::new()).await;
    let folder = folder();
    command::configure(folder.path(), &server.url);
    let socket = folder.path().join("notify");
    let socket_receiver = UnixDatagram::bind(&socket).expect("binds");
    let mut agent = Command::new(env!("CARGO_BIN_EXE_comanda-agent"))
        .args(["run", "--config"])
        .arg(folder.path().join("agent.toml"))
        .env("NOTIFY_SOCKET", &socket)
        .env("WATCHDOG_USEC", "200000")
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("starts");
    let wait_for_message = async |what: &str| {
        within_time_limit(what, async {
            let mut text = [0; 512];
            loop {
                let length = socket_receiver.recv(&mut text).await.expect("a message");
                if text[..length].starts_with(what.as_bytes()) {
                    return;
                }
            }
        })
        .await;
    };
    wait_for_message("READY=1").await;
    wait_for_message("STATUS=Conectado con el servidor").await;
    for _ in 0..3 {
        wait_for_message("WATCHDOG=1").await;
    }
    let pid = agent.id().expect("lives").to_string();
    Command::new("kill").args(["-TERM", &pid]).status().await.expect("is asked to end");
    wait_for_message("STOPPING=1").await;
    assert!(within_time_limit("it ends", agent.wait()).await.expect("ends").success());
}
