//! Tests of the technician's command line, run as the real program: its output and its exit codes.

#[path = "support/command.rs"]
mod command;
#[path = "support/program.rs"]
mod program;
mod support;

use command::{check_golden, run, run_in};
use program::Program;
use serde_json::Value;
use support::{agent::fast_timing, folder, network, server::Server, within_time_limit};

const COMMANDS: &[&[&str]] = &[
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
    &["scales", "list"],
    &["scales", "add"],
    &["scales", "test"],
    &["scales", "remove"],
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
fn every_command_has_help_with_examples_in_spanish() {
    for command in COMMANDS {
        let help = run(&[command, &["--help"][..]].concat());
        assert_eq!(help.code, 0, "{command:?}: {}", help.stderr);
        assert!(help.stdout.contains("comanda-agent "), "{command:?}");
        for english in ["Usage", "Options", "Commands", "Print help", "default:", "possible values", "[OPTIONS]"] {
            assert!(!help.stdout.contains(english), "{command:?} says «{english}»:\n{}", help.stdout);
        }
        let teaches = help.stdout.contains("Ejemplos:") || help.stdout.contains("paso a paso");
        assert!(teaches, "{command:?} has no examples:\n{}", help.stdout);
        assert!(help.stdout.lines().all(|line| line.chars().count() <= 140), "{command:?} is too wide");
    }
}

#[test]
fn help_text_is_unchanged() {
    check_golden("help", &run(&["--help"]).stdout);
    check_golden("help_pair", &run(&["pair", "--help"]).stdout);
    check_golden("help_printers_add", &run(&["printers", "add", "--help"]).stdout);
    check_golden("help_scales_add", &run(&["scales", "add", "--help"]).stdout);
}

#[test]
fn usage_errors_are_reported_in_spanish() {
    let cases: [(&[&str], &str); 9] = [
        (&["imprimir"], "no existe la orden «imprimir»"),
        (&["pair", "--code", "123456"], "falta --server"),
        (&["pair", "--servidor", "x"], "no existe la opción --servidor"),
        (&["printers", "add", "--name", "A", "--paper", "100"], "«100» no vale para --paper"),
        (&["printers", "add", "--name", "A", "--type", "bluetooth"], "es red, usb, serie, cola o virtual"),
        (
            &["scales", "add", "--name", "A", "--address", "COM3", "--protocol", "casio"],
            "es toledo, toledo-continuo, cas",
        ),
        (&["scales", "test", "192.168.1.50", "--protocol", "cas"], "no es un puerto serie"),
        (&["jobs", "list", "--last", "0"], "«0» no vale para --last"),
        (&["completions", "cmd"], "bash"),
    ];
    for (typed, expected) in cases {
        let wrong = run(typed);
        assert_eq!(wrong.code, 2, "{typed:?}: {}", wrong.stderr);
        assert!(wrong.stderr.contains(expected), "{typed:?}: {}", wrong.stderr);
        assert!(!wrong.stderr.contains("error:"), "{}", wrong.stderr);
    }
    assert_eq!(run(&[]).code, 2);
}

#[test]
fn without_pairing_every_command_explains_how_to_pair() {
    let folder = folder();
    for command in [
        &["status"][..],
        &["printers", "list"],
        &["scales", "list"],
        &["jobs", "list"],
        &["run"],
        &["service", "install"],
    ] {
        let output = run_in(folder.path(), command);
        assert_eq!(output.code, 3, "{command:?}: {}", output.stderr);
        assert!(output.stderr.contains("comanda-agent pair --server"), "{command:?}: {}", output.stderr);
    }
    let json = run_in(folder.path(), &["status", "--json"]);
    let answer: Value = serde_json::from_str(&json.stdout).expect("is JSON");
    assert_eq!((json.code, answer["exit"].as_u64()), (3, Some(3)));
    assert!(json.stderr.is_empty(), "{}", json.stderr);
}

/// The user of the service owns the folder, but the person who pairs is an administrator.
///
/// If pairing followed symbolic links, that user could make the administrator overwrite any file.
#[cfg(unix)]
#[test]
fn pairing_does_not_follow_symbolic_links() {
    use std::{fs, os::unix::fs::symlink};
    let dir = folder();
    let victim = dir.path().join("victim");
    fs::write(&victim, "mine").expect("is written");
    for place in ["agent.probe", "agent.new"] {
        symlink(&victim, dir.path().join(place)).expect("is made");
    }
    let output = run_in(dir.path(), &["pair", "--server", "http://127.0.0.1:1", "--code", "123456"]);
    assert_eq!(output.code, 4, "{}", output.stderr);
    command::configure(dir.path(), "http://127.0.0.1:1");
    assert_eq!(fs::read_to_string(&victim).expect("is there"), "mine");
    assert!(fs::symlink_metadata(dir.path().join("agent.toml")).expect("is there").is_file());
}

#[test]
fn pairing_errors_are_explained() {
    let folder = folder();
    let pair = |server: &str, code: &str| run_in(folder.path(), &["pair", "--server", server, "--code", code]);
    let cases = [
        (pair("https://caja", "12345"), 2, "seis dígitos"),
        (pair("ftp://caja", "123456"), 2, "no es una dirección de servidor"),
        (pair("http://127.0.0.1:1", "123456"), 4, "cortafuegos"),
        (pair("http://no-hay-tal.invalid", "123456"), 4, "no se encuentra el nombre"),
    ];
    for (output, code, words) in cases {
        assert_eq!(output.code, code, "{}", output.stderr);
        assert!(output.stderr.contains(words), "{}", output.stderr);
    }
    let away = run(&["pair", "--server", "http://127.0.0.1:1", "--code", "123456", "--config", "/dev/null/agent.toml"]);
    assert!(away.stderr.contains("no se puede escribir /dev/null/agent.toml"), "{}", away.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_one_agent_runs_at_a_time() {
    let server = Server::start(vec![network(1, "COCINA", "127.0.0.1:1")]).await;
    let folder = folder();
    let _program = Program::start(&server.url, folder.path(), fast_timing());
    server.wait_until("it is there", |data| data.connections > 0).await;
    let second = run_in(folder.path(), &["run"]);
    assert_eq!(second.code, 8, "{}", second.stderr);
    assert!(second.stderr.contains("ya está trabajando"), "{}", second.stderr);
    let second_pairing = run_in(folder.path(), &["pair", "--server", &server.url, "--code", "123456"]);
    assert_eq!(second_pairing.code, 8, "{}", second_pairing.stderr);
    assert!(second_pairing.stderr.contains("--again"), "{}", second_pairing.stderr);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_server_status_shows_the_local_state() {
    let server = Server::start(vec![network(1, "COCINA", "127.0.0.1:1")]).await;
    let folder = folder();
    let program = Program::start(&server.url, folder.path(), fast_timing());
    server.wait_until("it is there", |data| !data.printer_states.is_empty()).await;
    let running = within_time_limit("the state is written", async {
        loop {
            let output = run_in(folder.path(), &["status"]);
            if output.stdout.contains("conectado hace") && output.stdout.contains("no responde") {
                return output;
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
fn doctor_explains_how_to_fix_problems() {
    let folder = folder();
    let output = run_in(folder.path(), &["doctor", "--json"]);
    assert_eq!(output.code, 9, "{}", output.stderr);
    let findings: Vec<Value> = serde_json::from_str(&output.stdout).expect("is JSON");
    let unpaired = findings.iter().find(|finding| finding["verdict"] == "fault").expect("it is not paired");
    assert!(unpaired["mend"].as_str().expect("has a mend").contains("comanda-agent pair"));
    command::configure(folder.path(), "http://127.0.0.1:1");
    let output = run_in(folder.path(), &["doctor"]);
    assert_eq!(output.code, 9);
    assert!(output.stdout.contains("MAL   Red: no se puede conectar con 127.0.0.1, puerto 1"), "{}", output.stdout);
}

#[test]
fn completion_scripts_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, 0);
        assert!(script.stdout.contains("doctor"), "{shell}");
    }
}
