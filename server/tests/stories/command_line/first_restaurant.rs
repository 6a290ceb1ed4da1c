//! The first minutes with `comanda`: the README's lines to an own restaurant, and typing errors.

use serde_json::json;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::Command,
};

/// `comanda`, started by a line of the README in a folder of its own.
struct RunningCommand {
    child: std::process::Child,
    output: Vec<String>,
    /// The pipe of its output, which stays open while it runs.
    _heard: std::io::Lines<BufReader<std::io::PipeReader>>,
}

impl RunningCommand {
    /// Runs the line in `folder` and waits until the server listens, or ends.
    fn run_line(line: &[String], folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_comanda"));
        command.args(line).current_dir(folder).env("RUST_LOG", "info");
        let (read, write) = std::io::pipe().unwrap();
        let child = command.stdout(write.try_clone().unwrap()).stderr(write).spawn().unwrap();
        drop(command);
        let (mut output, mut heard) = (Vec::new(), BufReader::new(read).lines());
        while let Some(Ok(line)) = heard.next() {
            output.push(line);
            if output.last().unwrap().contains("listening on") {
                break;
            }
        }
        Self { child, output, _heard: heard }
    }
    fn find_output_line(&self, what: &str) -> Option<&str> {
        self.output.iter().find_map(|line| line.trim().strip_prefix(what)).map(str::trim)
    }
}
impl Drop for RunningCommand {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The lines of the README that lead to an own restaurant, as they are printed there.
fn own_restaurant() -> Vec<String> {
    let readme = include_str!("../../../../README.md");
    let (_, part) = readme.split_once("## A restaurant of your own").expect("the README's part is there");
    let block = part.split("```").nth(1).expect("with its lines in a block");
    block.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Splits a line into words as a shell does; quotes hold words together.
fn shell_words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    quoted
        .flat_map(|(at, part)| {
            if at % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() }
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_two_lines_of_the_readme_start_a_new_restaurant() {
    let lines = own_restaurant();
    let [build, serve] = lines.as_slice() else { panic!("two lines: {lines:?}") };
    assert_eq!(build, "make build");
    let makefile = include_str!("../../../../Makefile");
    let built = makefile.split("\nbuild: ").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    assert!(built.contains("cargo build --release --bin comanda"), "{built}");
    let mut line = shell_words(serve);
    assert_eq!(line.remove(0), "target/release/comanda", "where `make build` puts it");
    // Another program may use the default port on this machine.
    let listen = line.iter_mut().find(|word| word.ends_with(":8080")).expect("it says where it listens");
    *listen = "127.0.0.1:0".to_owned();

    let folder = tempfile::tempdir().unwrap();
    let first = RunningCommand::run_line(&line, folder.path());
    let password = first.find_output_line("Contraseña ").unwrap_or_else(|| panic!("{:#?}", first.output)).to_owned();
    assert!(first.find_output_line("Solo esta computadora llega aquí").is_some(), "{:#?}", first.output);
    let address = |command: &RunningCommand| {
        let address_line =
            command.find_output_line("En esta computadora  http://").unwrap_or_else(|| panic!("{:#?}", command.output));
        address_line.parse::<std::net::SocketAddr>().unwrap()
    };
    let owner = crate::support::client::Client::new(address(&first))
        .login(first.find_output_line("Usuario ").unwrap(), &password)
        .await;
    let password_change = json!({"password": "mi propia clave", "password_confirmation": "mi propia clave"});
    owner.put("/api/profile/password", password_change).await.ok();
    assert_eq!(owner.get("/api/first-use").await.ok()["is_new"], true);
    assert_eq!(owner.get("/api/company-info").await.ok()["commercial_name"], "Mi restaurante");
    let server_address = owner.get("/api/server-address").await.ok();
    assert_eq!(
        (&server_address["reachable"], &server_address["url"]),
        (&json!(false), &json!(format!("http://{}", address(&first))))
    );
    drop(first);

    let second = RunningCommand::run_line(&line, folder.path());
    assert!(second.find_output_line("Contraseña ").is_none(), "only once: {:#?}", second.output);
    crate::support::client::Client::new(address(&second)).login("admin", "mi propia clave").await;
}

#[test]
fn every_error_is_one_sentence_that_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let run_to_failure = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_comanda"));
        let ended = command
            .args(arguments)
            .current_dir(folder.path())
            .envs([("RUST_BACKTRACE", "1"), ("RUST_LOG", "off")])
            .output()
            .unwrap();
        let text = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    };
    Command::new(env!("CARGO_BIN_EXE_comanda"))
        .args(["seed-demo", "--past-days", "0"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let busy = listener.local_addr().unwrap().to_string();
    std::fs::write(folder.path().join("mal.toml"), "listen = \"x\"\n").unwrap();
    for (arguments, says) in [
        (&["company", "add", "--slug", "mine", "--name", "Mi restaurante"][..], "usa otra carpeta con --data"),
        (&["company", "add", "--slug", "mi local", "--name", "Mi restaurante"], "--data"),
        (&["company", "add", "--slug", "mine"], "Falta --name"),
        (&["company", "backup", "--slug", "nadie"], "No hay una empresa nadie"),
        (&["serve", "--listen", &busy], "Otro programa ya usa ese puerto"),
        (&["serve", "--listen", "8080"], "--listen"),
        (&["serve", "--metrics-token", "hunter2"], "El token de las métricas lleva al menos 16"),
        (&["serve", "--listen", "127.0.0.1:0", "--metrics-listen", &busy], "elige otro con --metrics-listen"),
        (&["serve", "--lisen", "8080"], "No existe la opción --lisen"),
        (&["sirve"], "No existe el comando sirve"),
        (&["--config", "mal.toml", "serve"], "línea 1"),
        (&["--config", "nada.toml", "serve"], "nada.toml"),
        (&["serve", "--data", "mal.toml"], "mal.toml"),
    ] {
        let text = run_to_failure(arguments);
        assert!(text.to_lowercase().contains(&says.to_lowercase()), "{arguments:?}: {text}");
        assert!(!text.contains("hunter2"), "what is secret is not repeated: {text}");
    }
}
