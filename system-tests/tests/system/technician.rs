//! A technician sets up a print PC with the agent's own program: from the code on the screen to the paper.

use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_system_tests::{
    program::{self, quick_folder},
    server::{Engine, Server},
    waiting::within,
};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

/// The time for a question to appear, on a busy machine.
const PATIENCE_MS: u64 = 60_000;

/// A print PC before its set-up, beside a restaurant without printers.
struct PrintPc {
    server: Server,
    files: TempDir,
    code: String,
}

impl PrintPc {
    async fn new() -> Self {
        let server = Server::open(Engine::Sqlite).await;
        let admin = server.login("admin").await;
        for printer in admin.get("/api/printers").await.rows() {
            let unused = json!({"status": "INACTIVE", "production_area_ids": [], "cashbox_ids": []});
            admin.put(&format!("/api/printers/{}", printer["id"]), unused).await.ok();
        }
        let code = admin.post("/api/print-agents/pairing-codes", json!({"name": "PC de cocina"})).await.ok();
        let code = code["code"].as_str().unwrap().to_owned();
        Self { server, files: quick_folder(), code }
    }

    fn file(&self) -> String {
        let file: &Path = self.files.path();
        file.join("agent.toml").to_str().unwrap().to_owned()
    }

    /// Runs a command that must succeed; returns its JSON answer.
    async fn order(&self, arguments: &[&str]) -> Value {
        let file = self.file();
        let output = program::run("comanda-agent", &[arguments, &["--config", &file, "--json"]].concat()).await;
        serde_json::from_str(&output).unwrap()
    }
}

/// Starts a fake printer at port 9100, at an unused address of this machine.
async fn kitchen_printer() -> (FakePrinter, String) {
    for host in 2..250 {
        let address = format!("127.0.9.{host}");
        if let Ok(printer) = FakePrinter::start_at(&format!("{address}:9100"), Abilities::ALL).await {
            return (printer, address);
        }
    }
    panic!("no address is free");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn set_up_step_by_step_from_a_code_to_paper() {
    let pc = PrintPc::new().await;
    let (printer, address) = kitchen_printer().await;
    let paired = pc.order(&["pair", "--server", &pc.server.url(), "--code", &pc.code]).await;
    assert!(paired["agent_id"].is_i64(), "{paired}");

    let found = pc.order(&["discover", "--only", "red", "--network", &address, "--ask"]).await;
    assert_eq!(found[0]["evidence"], "answered", "{found}");
    let added = pc.order(&["printers", "add", "--name", "COCINA 1", "--address", &address, "--area", "cocina"]).await;
    let second_discovery = pc.order(&["discover", "--only", "red", "--network", &address]).await;
    assert_eq!(second_discovery[0]["added_as"], "COCINA 1", "{second_discovery}");
    let probed = pc.order(&["printers", "probe", "cocina 1"]).await;
    assert_eq!((&probed["state"], &probed["level"]), (&json!("READY"), &json!("L2")), "{probed}");
    assert!(printer.sheets().is_empty(), "nothing so far prints");

    let tested = pc.order(&["printers", "test", "cocina 1"]).await;
    assert_eq!(tested["job"]["level"], "L2", "{tested}");
    let papers = within("the test page", printer.cut_sheets(1)).await;
    assert!(papers[0].says("COCINA 1"), "{}", papers[0].text());

    let jobs = pc.order(&["jobs", "list"]).await;
    assert_eq!((&jobs[0]["state"], jobs.as_array().unwrap().len()), (&json!("DONE"), 1), "{jobs}");
    let shown = pc.order(&["jobs", "show", &jobs[0]["id"].as_str().unwrap()[30..]]).await;
    assert_eq!(shown["id"], jobs[0]["id"]);
    let listed = pc.order(&["printers", "list"]).await;
    assert_eq!((&listed[0]["id"], &listed[0]["level"]), (&added["id"], &json!("L2")), "{listed}");

    pc.order(&["printers", "move", "cocina 1", "--name", "COCINA FRÍA", "--paper", "58"]).await;
    let moved = pc.order(&["printers", "list"]).await;
    assert_eq!((&moved[0]["name"], &moved[0]["size"]), (&json!("COCINA FRÍA"), &json!("58")), "{moved}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn set_up_at_once_without_a_terminal() {
    let pc = PrintPc::new().await;
    let (printer, address) = kitchen_printer().await;
    let wish = format!("COCINA 1={address};area=Cocina");
    let url = pc.server.url();
    let arguments =
        ["setup", "--yes", "--server", &url, "--code", &pc.code, "--no-search", "--no-service", "--add", &wish];
    let first_setup = pc.order(&arguments).await;
    assert_eq!(first_setup["tested"][0]["job"]["state"], "DONE", "{first_setup:#}");
    within("the test page", printer.cut_sheets(1)).await;
    // Repeated, the command creates nothing twice.
    let second_setup = pc.order(&arguments).await;
    assert_eq!(second_setup["added"], first_setup["added"]);
    assert_eq!(pc.order(&["printers", "list"]).await.as_array().unwrap().len(), 1);
}

/// Runs `setup` at a terminal, answering each question as a person does, until it ends.
fn talk(arguments: &[&str], conversation: &[(&str, &str)]) -> String {
    let mut command = std::process::Command::new(program::path("comanda-agent"));
    command.args(arguments).env("TERM", "xterm");
    let mut terminal = rexpect::session::spawn_command(command, Some(PATIENCE_MS)).unwrap();
    let mut transcript = String::new();
    for (question, answer) in conversation {
        // The terminal takes every byte for a letter.
        let as_read: String = question.bytes().map(char::from).collect();
        transcript += &terminal.exp_string(&as_read).unwrap_or_else(|error| panic!("no «{question}»: {error}"));
        terminal.send(answer).unwrap();
        terminal.flush().unwrap();
    }
    transcript += &terminal.exp_eof().unwrap();
    transcript
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn set_up_by_dialogue_with_typing_errors() {
    let pc = PrintPc::new().await;
    let (printer, address) = kitchen_printer().await;
    let (file, network, code) = (pc.file(), address.clone(), format!("{}\r", pc.code));
    let server = format!("{}\r", pc.server.url());
    let talked = tokio::task::spawn_blocking(move || {
        let arguments = ["setup", "--config", &file, "--no-service", "--only", "red", "--network", &network];
        let answers = [
            ("la que abre Comanda", "mi restaurante\r"),
            ("Escribe la dirección con la que abres Comanda", &server),
            ("Código de la pantalla Impresoras", "000000\r"),
            // Enter keeps the address.
            ("la que abre Comanda", "\r"),
            ("Código de la pantalla Impresoras", &code),
            ("¿Qué impresora agregas?", "\r"),
            ("Nombre", "\r"),
            ("Nombre", "COCINA 1\r"),
            ("¿Qué imprime?", "\r"),
            ("Nada marcado", "\r"),
            ("¿Qué imprime?", " \r"),
            ("Ancho del papel", "\r"),
            ("Ninguna más: seguir", "\r"),
        ];
        talk(&arguments, &answers)
    });
    let transcript = talked.await.unwrap();
    assert!(transcript.contains("COCINA 1: impresa (L2"), "{transcript}");
    let papers = within("the test page", printer.cut_sheets(1)).await;
    assert!(papers[0].says("COCINA 1"), "{}", papers[0].text());
    let listed = pc.order(&["printers", "list"]).await;
    assert_eq!((&listed[0]["name"], &listed[0]["size"]), (&json!("COCINA 1"), &json!("80")), "{listed}");
    assert_eq!(listed[0]["production_areas"].as_array().unwrap().len(), 1, "{listed}");
}
