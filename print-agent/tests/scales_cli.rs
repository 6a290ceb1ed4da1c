//! Tests of the technician's commands for scales, run as the real program.
#![cfg(unix)]

#[path = "support/command.rs"]
mod command;
#[path = "support/program.rs"]
mod program;
mod support;

use std::{fs, path::Path};

use comanda_agent::config::Config;
use comanda_fake_printer::{FakeScale, Load, ScaleKind};
use command::{CommandOutput, configure, run_in};
use program::Program;
use serde_json::Value;
use support::{agent::fast_timing, folder, server::Server};

fn add(folder: &Path, name: &str, address: &str, protocol: &str) -> CommandOutput {
    run_in(folder, &["scales", "add", "--name", name, "--address", address, "--protocol", protocol])
}

#[test]
fn scales_are_added_listed_and_removed() {
    let folder = folder();
    configure(folder.path(), "http://127.0.0.1:1");
    let empty = run_in(folder.path(), &["scales", "list"]);
    assert!(empty.stdout.contains("no tiene balanzas"), "{}", empty.stdout);
    let added = add(folder.path(), " Barra fría ", "com3", "CAS");
    assert_eq!(added.code, 0, "{}", added.stderr);
    assert!(added.stdout.contains("Balanza Barra fría agregada: cas en COM3:9600,8N1."), "{}", added.stdout);
    assert!(added.stdout.contains("comanda-agent scales test \"Barra fría\" --config "), "{}", added.stdout);
    assert_eq!(add(folder.path(), "CAJA", "/dev/ttyUSB0", "toledo").code, 0);
    let list = run_in(folder.path(), &["scales", "list"]).stdout;
    assert!(list.contains("Barra fría  cas        COM3:9600,8N1"), "{list}");
    assert!(list.contains("CAJA        toledo     /dev/ttyUSB0:9600,7E1"), "{list}");
    let removed = run_in(folder.path(), &["scales", "remove", "barra fria"]);
    assert_eq!(removed.stdout, "Balanza Barra fría quitada.\n");
    let json = run_in(folder.path(), &["scales", "list", "--json"]);
    let scales: Value = serde_json::from_str(&json.stdout).expect("is JSON");
    assert_eq!(scales, serde_json::json!([{"name": "CAJA", "address": "/dev/ttyUSB0", "protocol": "toledo"}]));
}

#[test]
fn scales_that_cannot_be_are_refused_with_a_reason() {
    let folder = folder();
    configure(folder.path(), "http://127.0.0.1:1");
    assert_eq!(add(folder.path(), "CAJA", "COM3", "cas").code, 0);
    let before = fs::read_to_string(folder.path().join("agent.toml")).expect("is there");
    let cases = [
        (add(folder.path(), "caja", "COM4", "cas"), "ya hay una balanza que se llama CAJA"),
        (add(folder.path(), "BARRA", "COM3:4800", "dibal"), "en ese puerto ya está la balanza CAJA"),
        (add(folder.path(), " ", "COM4", "cas"), "no sirve de nombre"),
        (add(folder.path(), "BARRA", "COM4:9600,9N1", "cas"), "COM3:19200,8N1"),
        (run_in(folder.path(), &["scales", "remove", "BARRA"]), "Hay: CAJA"),
        (run_in(folder.path(), &["scales", "test", "BARRA"]), "ninguna balanza de esta PC se llama «BARRA»"),
    ];
    for (output, words) in cases {
        assert_eq!(output.code, 2, "{}", output.stderr);
        assert!(output.stderr.contains(words), "{}", output.stderr);
    }
    assert_eq!(fs::read_to_string(folder.path().join("agent.toml")).expect("is there"), before);
}

/// A relative state folder would otherwise be fixed to the place where the file lies now.
#[test]
fn adding_a_scale_leaves_the_rest_of_the_file_alone() {
    let folder = folder();
    configure(folder.path(), "http://127.0.0.1:1");
    let file = folder.path().join("agent.toml");
    let before = Config::read_as_written(&file).expect("is valid");
    add(folder.path(), "CAJA", "COM3", "cas");
    let after = Config::read_as_written(&file).expect("is valid");
    assert_eq!(Config { scales: Vec::new(), ..after }, before);
    assert_eq!(before.state_dir, Path::new("state"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_test_shows_the_live_weight() {
    let folder = folder();
    configure(folder.path(), "http://127.0.0.1:1");
    let scale = FakeScale::start(&folder.path().join("port"), ScaleKind::Cas).expect("starts");
    scale.put(Load::stable(850));
    assert_eq!(add(folder.path(), "CAJA", &scale.address(), "cas").code, 0);
    let shown = run_in(folder.path(), &["scales", "test", "caja", "--seconds", "2"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    let lines: Vec<_> = shown.stdout.lines().collect();
    assert!(lines[0].starts_with("CAJA (cas en "), "{lines:?}");
    assert_eq!(lines[1..], ["0.850 kg  Moviéndose", "0.850 kg  Estable"]);
    let port = scale.address();
    let json = run_in(folder.path(), &["scales", "test", &port, "--protocol", "cas", "--seconds", "2", "--json"]);
    let readings: Vec<Value> = serde_json::from_str(&json.stdout).expect("is JSON");
    let stable = serde_json::json!({"scale": port, "grams": 850, "state": "STABLE"});
    assert_eq!(readings.last(), Some(&stable));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_test_says_what_is_wrong() {
    let folder = folder();
    let test = |port: &str, protocol: &str| {
        run_in(folder.path(), &["scales", "test", port, "--protocol", protocol, "--seconds", "4"])
    };
    let missing = test("/dev/no-such-port", "cas");
    assert_eq!((missing.code, missing.stdout.contains("No responde")), (6, true), "{}", missing.stderr);
    assert!(missing.stderr.contains("Revisa que esté encendida"), "{}", missing.stderr);
    let scale = FakeScale::start(&folder.path().join("port"), ScaleKind::Epelsa).expect("starts");
    let other = test(&scale.address(), "generico");
    assert_eq!(other.code, 6);
    assert!(other.stdout.contains("Llegan datos que no se entienden"), "{}", other.stdout);
    assert!(other.stderr.contains("otro --protocol"), "{}", other.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_agent_has_to_be_restarted() {
    let server = Server::start(Vec::new()).await;
    let folder = folder();
    let _program = Program::start(&server.url, folder.path(), fast_timing());
    server.wait_until("it is there", |data| data.connections > 0).await;
    let added = add(folder.path(), "CAJA", "COM3", "cas");
    assert!(added.stdout.contains("Reinícialo: comanda-agent service stop"), "{}", added.stdout);
}
