//! What an operator types, beside a server that is running on the same data.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        places::{Place, Stage},
    },
};
use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// A running server without a company.
struct Empty(TestApp);
impl Stage for Empty {
    async fn set(place: &Place) -> Self {
        Self(TestApp::bare(place, comanda::clock::Clock::system()).await)
    }
}

impl Empty {
    /// Runs `comanda` with these arguments on the server's data, typing `input`.
    async fn types(&self, arguments: &'static [&'static str], input: &'static str) -> Output {
        let config = self.0.config.clone();
        let run = move || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_comanda"));
            command.args(arguments).arg("--data").arg(&config.data);
            if let Some(url) = &config.database {
                command.args(["--database", url]);
            }
            let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = pipes.spawn().unwrap();
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            child.wait_with_output().unwrap()
        };
        tokio::task::spawn_blocking(run).await.unwrap()
    }
    async fn done(&self, arguments: &'static [&'static str], input: &'static str) -> String {
        let output = self.types(arguments, input).await;
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
    async fn fails(&self, arguments: &'static [&'static str], input: &'static str) -> String {
        let output = self.types(arguments, input).await;
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

on_both_databases! {
    async fn a_company_added_beside_a_running_server_can_be_used_at_once(server: Empty) {
        let add: &[&str] = &["company", "add", "--name", "Chifa Unión", "--slug", "chifa", "--domain", "chifa.example"];
        assert!(server.done(add, "").await.contains("Chifa Unión"));
        server.fails(add, "").await;
        server.fails(&["company", "add", "--name", "Mala", "--slug", "Ma la"], "").await;
        assert!(server.done(&["company", "list"], "").await.contains("chifa.example"));

        let ana: &[&str] = &["user", "add", "--username", "Ana", "--role", "admin", "--name", "Ana", "--super-admin"];
        assert!(server.fails(ana, "corta\n").await.contains("8 letras"));
        server.done(ana, "una-clave-larga\n").await;
        assert!(server.fails(ana, "una-clave-larga\n").await.contains("ya hay un usuario ana"));

        let at_chifa = server.0.nobody().at_host("chifa.example");
        let ana = at_chifa.login("ana", "una-clave-larga").await;
        assert_eq!((&ana.user["role_id"], &ana.user["is_super_admin"]), (&1.into(), &true.into()));
        assert_eq!(ana.get("/api/clients").await.rows()[0]["display_name"], "CLIENTES VARIOS");
        assert_eq!(ana.get("/api/floor").await.ok()["salons"].as_array().unwrap().len(), 0);
    }

    async fn the_demo_is_seeded_from_the_command_line_once(server: Empty) {
        for _ in 0..2 {
            server.done(&["seed-demo", "--past-days", "1"], "").await;
        }
        let rosa = server.0.login("mozo").await;
        assert_eq!(rosa.get("/api/tables").await.rows().len(), 24);
    }
}
