//! What systemd hears of the agent: ready, alive, ending.
#![cfg(target_os = "linux")]

#[path = "support/command.rs"]
mod command;
mod support;

use std::process::Stdio;

use support::{folder, server::Server, soon};
use tokio::{net::UnixDatagram, process::Command};

#[tokio::test]
async fn is_told_of_a_beginning_a_life_and_an_end() {
    let server = Server::start(Vec::new()).await;
    let folder = folder();
    command::configure(folder.path(), &server.url);
    let socket = folder.path().join("notify");
    let heard = UnixDatagram::bind(&socket).expect("binds");
    let mut agent = Command::new(env!("CARGO_BIN_EXE_comanda-agent"))
        .args(["run", "--config"])
        .arg(folder.path().join("agent.toml"))
        .env("NOTIFY_SOCKET", &socket)
        .env("WATCHDOG_USEC", "200000")
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("starts");
    let hears = async |what: &str| {
        soon(what, async {
            let mut text = [0; 512];
            loop {
                let length = heard.recv(&mut text).await.expect("hears");
                if text[..length].starts_with(what.as_bytes()) {
                    return;
                }
            }
        })
        .await;
    };
    hears("READY=1").await;
    hears("STATUS=Conectado con el servidor").await;
    for _ in 0..3 {
        hears("WATCHDOG=1").await;
    }
    let pid = agent.id().expect("lives").to_string();
    Command::new("kill").args(["-TERM", &pid]).status().await.expect("is asked to end");
    hears("STOPPING=1").await;
    assert!(soon("it ends", agent.wait()).await.expect("ends").success());
}
