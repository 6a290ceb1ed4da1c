//! The restaurant for which the installed agent works.

use comanda_fake_printer::{Abilities, FakePrinter, Sheet};
use comanda_system_tests::{
    server::{Engine, Server},
    waiting::{eventually, within},
};
use comanda_test_support::client::Client;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The server, and a user who may set printers up.
#[derive(Debug)]
pub struct House {
    pub server: Server,
    pub admin: Client,
}

/// A fake printer that is connected to the agent in one way or another.
#[derive(Debug)]
pub struct Printer {
    pub id: i64,
    pub fake: FakePrinter,
}

impl House {
    pub async fn open() -> Self {
        let server = Server::open(Engine::Sqlite).await;
        let admin = server.login("admin").await;
        Self { server, admin }
    }

    /// Creates a pairing code, as /printers shows it.
    pub async fn pairing_code(&self) -> String {
        let code = self.admin.post("/api/print-agents/pairing-codes", json!({"name": "PC de caja"})).await.ok();
        code["code"].as_str().unwrap().to_owned()
    }

    /// The agent that was paired last.
    pub async fn agent(&self) -> Value {
        let agents = self.admin.get("/api/print-agents").await.rows();
        agents.into_iter().max_by_key(|agent| agent["id"].as_i64()).unwrap()
    }

    pub async fn wait_until_agent_is_online(&self, online: bool) {
        eventually(&format!("the installed agent's online = {online}"), async || {
            let agent = self.agent().await;
            if agent["online"] == online { Ok(()) } else { Err(agent) }
        })
        .await;
    }

    /// Sets up a printer of the agent that was paired last.
    pub async fn add_printer(&self, kind: &str, address: &str, fake: FakePrinter) -> Printer {
        let printer = json!({
            "agent_id": self.agent().await["id"], "name": format!("Prueba {address}"), "type": kind, "address": address,
            "size": "80",
        });
        let id = self.admin.post("/api/printers", printer).await.ok()["id"].as_i64().unwrap();
        Printer { id, fake }
    }

    /// Changes fields of a printer's set-up.
    pub async fn change(&self, printer: &Printer, fields: Value) {
        self.admin.put(&format!("/api/printers/{}", printer.id), fields).await.ok();
    }

    /// Waits until /printers shows this state.
    pub async fn wait_for_printer_state(&self, printer: &Printer, state: &str) {
        eventually(&format!("printer {} to be {state}", printer.id), async || {
            let printers = self.admin.get("/api/printers").await.rows();
            let own_printer = printers.into_iter().find(|row| row["id"] == printer.id).unwrap();
            if own_printer["state"] == state { Ok(()) } else { Err(own_printer) }
        })
        .await;
    }

    /// Requests the test page and returns the id of its print job.
    pub async fn start_test_page(&self, printer: &Printer) -> String {
        let job = self.admin.post(&format!("/api/printers/{}/test", printer.id), json!({})).await.ok();
        job["print_job_id"].as_str().unwrap_or_else(|| panic!("a job: {job}")).to_owned()
    }

    /// Waits until a print job is in this state, and returns it.
    pub async fn wait_for_job_state(&self, id: &str, state: &str) -> Value {
        eventually(&format!("the test page to be {state}"), async || {
            let job = self.admin.get(&format!("/api/print-jobs/{id}")).await.ok();
            if job["state"] == state { Ok(job) } else { Err(job) }
        })
        .await
    }

    /// Prints the test page and waits until it is on paper and confirmed at this level.
    pub async fn test_page(&self, printer: &Printer, level: &str) -> Sheet {
        let before = printer.fake.cuts();
        let id = self.start_test_page(printer).await;
        let finished_job = self.wait_for_job_state(&id, "DONE").await;
        assert_eq!(finished_job["level"], level, "{finished_job:#}");
        let sheets = within("the test page", printer.fake.cut_sheets(before + 1)).await;
        assert!(sheets[before].says("Si lee esta línea completa"), "{}", sheets[before].text());
        sheets.into_iter().nth(before).unwrap()
    }
}

/// A fake printer that answers every status query.
pub async fn good_printer() -> FakePrinter {
    FakePrinter::start(Abilities::ALL).await.unwrap()
}

/// A file that `scripts/installers` made, whose path is in an environment variable.
pub fn installer_file(variable: &str) -> PathBuf {
    let path = std::env::var_os(variable).unwrap_or_else(|| panic!("{variable} is not set: run make test-installers"));
    let path = PathBuf::from(path);
    assert!(path.exists(), "{} is not there: run make installers", path.display());
    path
}

/// Waits until a condition on the fake printer holds.
pub async fn wait_until(printer: &Printer, is_true: impl Fn(&FakePrinter) -> bool) {
    within("the printer", printer.fake.wait_until(is_true)).await;
}
