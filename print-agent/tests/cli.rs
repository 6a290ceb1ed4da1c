//! The technician's command line, as the real program: what it says and the number it ends with.

#[path = "support/command.rs"]
mod command;
#[path = "support/program.rs"]
mod program;
mod support;

use command::{golden, run, run_in};
use program::Program;
use serde_json::Value;
use support::{agent::quick, folder, network, server::Server, soon};

const ORDERS: &[&[&str]] = &[
    &[],
    &["setup"],
    &["pair"],
    &["discover"],
    &["printers", "list"],
    &["printers", "add"],
    &["printers", "probe"],
    &["printers", "test"],
    &["printers", "move"],
    &["printers", "remove"],
    &["status"],
    &["jobs", "list"],
    &["jobs", "show"],
    &["jobs", "release"],
    &["jobs", "cancel"],
    &["jobs", "reprint"],
    &["logs"],
    &["doctor"],
    &["service", "install"],
    &["service", "status"],
    &["run"],
    &["completions"],
];

#[test]
fn every_order_teaches_by_examples_in_spanish() {
    for order in ORDERS {
        let help = run(&[order, &["--help"][..]].concat());
        assert_eq!(help.code, 0, "{order:?}: {}", help.stderr);
        assert!(help.stdout.contains("comanda-agent "), "{order:?}");
        for english in ["Usage", "Options", "Commands", "Print help", "default:", "possible values", "[OPTIONS]"] {
            assert!(!help.stdout.contains(english), "{order:?} says «{english}»:\n{}", help.stdout);
        }
        let teaches = help.stdout.contains("Ejemplos:") || help.stdout.contains("paso a paso");
        assert!(teaches, "{order:?} has no examples:\n{}", help.stdout);
        assert!(help.stdout.lines().all(|line| line.chars().count() <= 140), "{order:?} is too wide");
    }
}

#[test]
fn help_is_as_it_was() {
    golden("help", &run(&["--help"]).stdout);
    golden("help_pair", &run(&["pair", "--help"]).stdout);
    golden("help_printers_add", &run(&["printers", "add", "--help"]).stdout);
}

#[test]
fn what_is_typed_wrong_is_said_in_spanish() {
    let cases: [(&[&str], &str); 7] = [
        (&["imprimir"], "no existe la orden «imprimir»"),
        (&["pair", "--code", "123456"], "falta --server"),
        (&["pair", "--servidor", "x"], "no existe la opción --servidor"),
        (&["printers", "add", "--name", "A", "--paper", "100"], "«100» no vale para --paper"),
        (&["printers", "add", "--name", "A", "--type", "bluetooth"], "es red, usb, serie, cola o virtual"),
        (&["jobs", "list", "--last", "0"], "«0» no vale para --last"),
        (&["completions", "cmd"], "bash"),
    ];
    for (typed, said) in cases {
        let wrong = run(typed);
        assert_eq!(wrong.code, 2, "{typed:?}: {}", wrong.stderr);
        assert!(wrong.stderr.contains(said), "{typed:?}: {}", wrong.stderr);
        assert!(!wrong.stderr.contains("error:"), "{}", wrong.stderr);
    }
    assert_eq!(run(&[]).code, 2);
}

#[test]
fn without_pairing_every_order_says_how_to_pair() {
    let folder = folder();
    for order in [&["status"][..], &["printers", "list"], &["jobs", "list"], &["run"], &["service", "install"]] {
        let said = run_in(folder.path(), order);
        assert_eq!(said.code, 3, "{order:?}: {}", said.stderr);
        assert!(said.stderr.contains("comanda-agent pair --server"), "{order:?}: {}", said.stderr);
    }
    let json = run_in(folder.path(), &["status", "--json"]);
    let answer: Value = serde_json::from_str(&json.stdout).expect("is JSON");
    assert_eq!((json.code, answer["exit"].as_u64()), (3, Some(3)));
    assert!(json.stderr.is_empty(), "{}", json.stderr);
}

/// The service's user owns the folder, and whoever pairs is an administrator.
#[cfg(unix)]
#[test]
fn pairing_writes_through_no_link() {
    use std::{fs, os::unix::fs::symlink};
    let dir = folder();
    let victim = dir.path().join("victim");
    fs::write(&victim, "mine").expect("is written");
    for place in ["agent.probe", "agent.new"] {
        symlink(&victim, dir.path().join(place)).expect("is made");
    }
    let said = run_in(dir.path(), &["pair", "--server", "http://127.0.0.1:1", "--code", "123456"]);
    assert_eq!(said.code, 4, "{}", said.stderr);
    command::configure(dir.path(), "http://127.0.0.1:1");
    assert_eq!(fs::read_to_string(&victim).expect("is there"), "mine");
    assert!(fs::symlink_metadata(dir.path().join("agent.toml")).expect("is there").is_file());
}

#[test]
fn pairing_says_what_is_wrong() {
    let folder = folder();
    let pair = |server: &str, code: &str| run_in(folder.path(), &["pair", "--server", server, "--code", code]);
    let cases = [
        (pair("https://caja", "12345"), 2, "seis dígitos"),
        (pair("ftp://caja", "123456"), 2, "no es una dirección de servidor"),
        (pair("http://127.0.0.1:1", "123456"), 4, "cortafuegos"),
        (pair("http://no-hay-tal.invalid", "123456"), 4, "no se encuentra el nombre"),
    ];
    for (said, code, words) in cases {
        assert_eq!(said.code, code, "{}", said.stderr);
        assert!(said.stderr.contains(words), "{}", said.stderr);
    }
    let away = run(&["pair", "--server", "http://127.0.0.1:1", "--code", "123456", "--config", "/dev/null/agent.toml"]);
    assert!(away.stderr.contains("no se puede escribir /dev/null/agent.toml"), "{}", away.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_agent_at_a_time() {
    let server = Server::start(vec![network(1, "COCINA", "127.0.0.1:1")]).await;
    let folder = folder();
    let _program = Program::start(&server.url, folder.path(), quick());
    server.until("it is there", |kept| kept.connections > 0).await;
    let second = run_in(folder.path(), &["run"]);
    assert_eq!(second.code, 8, "{}", second.stderr);
    assert!(second.stderr.contains("ya está trabajando"), "{}", second.stderr);
    let again = run_in(folder.path(), &["pair", "--server", &server.url, "--code", "123456"]);
    assert_eq!(again.code, 8, "{}", again.stderr);
    assert!(again.stderr.contains("--again"), "{}", again.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn status_without_the_servers_calls_tells_what_this_machine_knows() {
    let server = Server::start(vec![network(1, "COCINA", "127.0.0.1:1")]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), quick());
    server.until("it is there", |kept| !kept.printer_states.is_empty()).await;
    let running = soon("the state is written", async {
        loop {
            let said = run_in(folder.path(), &["status"]);
            if said.stdout.contains("conectado hace") && said.stdout.contains("no responde") {
                return said;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    })
    .await;
    assert_eq!(running.code, 0);
    assert!(running.stdout.contains("COCINA"), "{}", running.stdout);
    program.kill().await;
    let stopped = run_in(folder.path(), &["status"]);
    assert!(stopped.stdout.contains("parado: nada se imprime"), "{}", stopped.stdout);
    let logs = run_in(folder.path(), &["logs", "-n", "5"]);
    assert!(logs.stdout.contains("linked to the server"), "{}", logs.stdout);
    assert!(logs.stdout.lines().count() <= 5);
}

#[test]
fn the_doctor_says_how_to_mend() {
    let folder = folder();
    let said = run_in(folder.path(), &["doctor", "--json"]);
    assert_eq!(said.code, 9, "{}", said.stderr);
    let findings: Vec<Value> = serde_json::from_str(&said.stdout).expect("is JSON");
    let unpaired = findings.iter().find(|finding| finding["verdict"] == "fault").expect("it is not paired");
    assert!(unpaired["mend"].as_str().expect("has a mend").contains("comanda-agent pair"));
    command::configure(folder.path(), "http://127.0.0.1:1");
    let said = run_in(folder.path(), &["doctor"]);
    assert_eq!(said.code, 9);
    assert!(said.stdout.contains("MAL   Red: no se puede conectar con 127.0.0.1, puerto 1"), "{}", said.stdout);
}

#[test]
fn shells_can_complete() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, 0);
        assert!(script.stdout.contains("doctor"), "{shell}");
    }
}
