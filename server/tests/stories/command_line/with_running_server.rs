//! Commands that an operator types while a server is running on the same data.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        cli::{CommandOutput, comanda_command, run_with_input},
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::{clock::Clock, config::Config, doctor::run_checks};
use serde_json::{Value, json};
use std::time::Duration;

/// A running server without a company.
pub struct EmptyServer(pub TestApp);
impl Fixture for EmptyServer {
    async fn create(place: &DatabasePlace) -> Self {
        Self(TestApp::without_company(place, Clock::system()).await)
    }
}

impl EmptyServer {
    /// Runs `comanda` with these arguments on the server's data, with `input` as its standard input.
    async fn run_command(&self, arguments: &[&str], input: &'static str) -> CommandOutput {
        run_with_input(comanda_command(&self.0.config, &self.0.config.data, arguments), input).await
    }
    pub async fn run_to_success(&self, arguments: &[&str], input: &'static str) -> String {
        self.run_command(arguments, input).await.expect_success()
    }
    /// Runs `comanda doctor`; returns its exit code and its report.
    async fn run_doctor(&self, arguments: &[&str]) -> (i32, Value) {
        let output = self.run_command(arguments, "").await.0;
        (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap())
    }
    pub async fn run_to_failure(&self, arguments: &[&str], input: &'static str) -> String {
        self.run_command(arguments, input).await.expect_failure()
    }
}

/// The finding of a check whose text contains `says`.
fn finding<'r>(report: &'r Value, check: &str, says: &str) -> &'r Value {
    let all = report["findings"].as_array().unwrap();
    let found = all.iter().find(|f| f["check"] == check && f["found"].as_str().unwrap().contains(says));
    found.unwrap_or_else(|| panic!("no {check} that says {says}: {report}"))
}

on_both_databases! {
    async fn a_company_added_beside_a_running_server_can_be_used_at_once(server: EmptyServer) {
        let add: &[&str] = &["company", "add", "--name", "Chifa Unión", "--slug", "chifa", "--domain", "chifa.example"];
        let output = server.run_to_success(add, "").await;
        let password = output.lines().find_map(|line| line.trim().strip_prefix("Contraseña ")).unwrap().trim().to_owned();
        server.run_to_failure(add, "").await;
        server.run_to_failure(&["company", "add", "--name", "Mala", "--slug", "Ma la"], "").await;
        assert!(server.run_to_success(&["company", "list"], "").await.contains("chifa.example"));

        let ana: &[&str] = &["user", "add", "--username", "Ana", "--role", "admin", "--name", "Ana", "--super-admin"];
        assert!(server.run_to_failure(ana, "corta\n").await.contains("8 letras"));
        server.run_to_success(ana, "una-clave-larga\n").await;
        assert!(server.run_to_failure(ana, "una-clave-larga\n").await.contains("Ya hay un usuario ana"));

        let chifa_client = server.0.anonymous_client().at_host("chifa.example");
        let owner = chifa_client.clone().login("admin", &password).await;
        owner.get("/api/payment-options").await.refused(422, "must_change_password");
        let password_change = serde_json::json!({"password": "mi propia clave", "password_confirmation": "mi propia clave"});
        owner.put("/api/profile/password", password_change).await.ok();
        assert_eq!((&owner.user["role_id"], &owner.user["is_super_admin"]), (&1.into(), &false.into()));
        let options = owner.get("/api/payment-options").await.rows();
        let names: Vec<_> = options.iter().map(|o| o["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["Efectivo", "Visa", "Mastercard", "Yape", "Plin", "Transferencia", "Crédito"]);
        assert_eq!(owner.get("/api/measurements").await.rows().len(), 8);
        assert_eq!(owner.get("/api/production-areas").await.rows()[0]["name"], "CAJA");
        assert_eq!(owner.get("/api/global-settings").await.ok()["time_zone"], "America/Lima");
        let ana = chifa_client.login("ana", "una-clave-larga").await;
        assert_eq!((&ana.user["role_id"], &ana.user["is_super_admin"]), (&1.into(), &true.into()));
        let known: &[&str] = &["user", "password", "--username", "ana"];
        assert!(server.run_to_failure(known, "iloveyou\n").await.contains("se adivina"));
        server.run_to_success(known, "otra-clave-larga\n").await;
        // The server is not notified; it looks for changes within two seconds.
        let is_out = async { while ana.get("/api/clients").await.json["code"] != "session_ended" {} };
        tokio::time::timeout(Duration::from_secs(2), is_out).await.expect("within two seconds");
        let ana = server.0.anonymous_client().at_host("chifa.example").login("ana", "otra-clave-larga").await;
        assert_eq!(ana.get("/api/clients").await.rows()[0]["display_name"], "CLIENTES VARIOS");
        assert_eq!(ana.get("/api/floor").await.ok()["salons"].as_array().unwrap().len(), 0);
    }

    async fn with_several_companies_each_has_its_host_and_a_disabled_one_has_none(server: EmptyServer) {
        server.run_to_success(&["company", "add", "--name", "Uno", "--slug", "uno"], "").await;
        let second: &[&str] = &["company", "add", "--name", "Dos", "--slug", "dos", "--domain", "dos.example"];
        assert!(server.run_to_failure(second, "").await.contains("uno"), "the first would be lost");
        server.run_to_success(&["company", "change", "--slug", "uno", "--domain", "uno.example"], "").await;
        server.run_to_failure(&["company", "add", "--name", "Dos", "--slug", "dos"], "").await;
        server.run_to_failure(&["company", "add", "--name", "Dos", "--slug", "dos", "--domain", "UNO.example"], "").await;
        server.run_to_success(second, "").await;

        server.0.app.companies().reload_companies().await.unwrap();
        let name_at = async |host: &str| server.0.anonymous_client().at_host(host).get("/api/public/company-info").await;
        assert_eq!(name_at("uno.example").await.ok()["commercial_name"], "Uno");
        assert_eq!(name_at("dos.example:8080").await.ok()["commercial_name"], "Dos");
        name_at("tres.example").await.refused(404, "not_found");

        assert!(server.run_to_success(&["company", "disable", "--slug", "dos"], "").await.contains("desactivada"));
        server.0.app.companies().reload_companies().await.unwrap();
        name_at("dos.example").await.refused(404, "not_found");
        assert_eq!(name_at("uno.example").await.ok()["commercial_name"], "Uno");
        server.run_to_success(&["company", "enable", "--slug", "dos"], "").await;
        server.0.app.companies().reload_companies().await.unwrap();
        assert_eq!(name_at("dos.example").await.ok()["commercial_name"], "Dos");
        server.run_to_failure(&["company", "disable", "--slug", "tres"], "").await;

        let until = ["company", "change", "--slug", "dos", "--license-until", "2020-01-31"];
        assert!(server.run_to_success(Box::leak(Box::new(until)), "").await.contains("vencida el 31/01/2020"));
        server.0.app.companies().reload_companies().await.unwrap();
        assert_eq!(name_at("dos.example").await.ok()["license_active"], false);
    }

    #[cfg(unix)]
    async fn data_files_are_readable_by_their_owner_alone(server: EmptyServer) {
        server.run_to_success(&["company", "add", "--name", "Uno", "--slug", "uno"], "").await;
        server.run_to_success(&["company", "backup", "--slug", "uno"], "").await;
        let forgot = json!({"email": "nadie@example.pe"});
        server.0.anonymous_client().post("/api/forgot-password", forgot).await;
        let mut open = Vec::new();
        let mut folders = vec![server.0.config.data.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                use std::os::unix::fs::PermissionsExt;
                let meta = entry.metadata().unwrap();
                if meta.permissions().mode() & 0o077 != 0 {
                    open.push(entry.path());
                }
                if meta.is_dir() {
                    folders.push(entry.path());
                }
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    async fn the_demo_is_seeded_from_the_command_line_once(server: EmptyServer) {
        for _ in 0..2 {
            server.run_to_success(&["seed-demo", "--past-days", "1"], "").await;
        }
        let rosa = server.0.login("mozo").await;
        assert_eq!(rosa.get("/api/tables").await.rows().len(), 24);
    }

    async fn the_doctor_says_what_is_wrong_and_how_to_mend_it(server: EmptyServer) {
        let look: &[&str] = &["doctor", "--json", "--listen", "127.0.0.1:0"];
        let (code, report) = server.run_doctor(look).await;
        assert_eq!((code, finding(&report, "database", "no tiene empresas")["level"].as_str()), (1, Some("warning")));

        server.run_to_success(&["company", "add", "--name", "Chifa", "--slug", "chifa"], "").await;
        let (code, report) = server.run_doctor(look).await;
        assert_eq!(code, 1, "no backup yet: {report}");
        let backup = finding(&report, "backup", "No hay copias");
        assert_eq!(backup["company"], "chifa");
        assert!(backup["mend"].as_str().unwrap().contains("comanda company backup"));
        server.run_to_success(&["company", "backup", "--slug", "chifa"], "").await;
        let (code, report) = server.run_doctor(look).await;
        assert_eq!(code, 0, "{report}");
        assert!(server.run_to_success(&["doctor", "--listen", "127.0.0.1:0"], "").await.contains("Todo está bien."));
        let second_config = Config { listen: server.0.address, ..server.0.config.clone() };
        let second_report = serde_json::to_value(run_checks(&second_config, &Clock::system()).await).unwrap();
        assert_eq!(finding(&second_report, "port", "Comanda ya responde")["level"], "good");

        server.run_to_success(&["company", "change", "--slug", "chifa", "--license-until", "2020-01-31"], "").await;
        let (code, report) = server.run_doctor(look).await;
        assert_eq!(code, 2);
        let licence = finding(&report, "licence", "venció el 31/01/2020");
        assert!(licence["mend"].as_str().unwrap().contains("--slug chifa --license-until"), "{licence}");
        server.run_to_success(&["company", "change", "--slug", "chifa", "--license-until", "sin-fin"], "").await;

        let company = server.0.app.companies().find_by_host("any").await.unwrap();
        let spoiled: comanda::error::Result<()> = comanda::transact!(company.db, |tx| {
            let tomorrow = Clock::system().now() + chrono::Duration::days(1);
            tx.query("INSERT INTO action_logs (at, action_type, device) VALUES ($1, 'LOGIN', '')").bind(tomorrow).run().await?;
            tx.query("DELETE FROM _sqlx_migrations WHERE version = 19").run().await?;
            Ok(())
        });
        spoiled.unwrap();
        let (code, report) = server.run_doctor(look).await;
        assert_eq!(code, 2);
        assert!(finding(&report, "clock", "atrás")["mend"].as_str().unwrap().contains("set-ntp"));
        assert_eq!(finding(&report, "database", "le falta 1 migración")["level"], "warning", "and it did none itself");
    }
}
