//! Renewal of the secrets key: every secret is readable afterwards as before, even when a renewal is interrupted anywhere.

use super::{OWN, PASSWORD, set_up};
use crate::{
    on_both_databases,
    people::{
        mail::{settings, smtp_server},
        second_factor::{self, code},
    },
    support::{
        app::TestApp,
        cli::{CommandOutput, comanda_command, run_with_input},
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::{
    billing::electronic::BillingSecrets,
    companies::NewCompany,
    db::{Db, Engine},
    doctor::run_checks,
    seal::{OpenedSecret, SealState, Seals, SecretKind},
    secrets::{self, SecretCount},
    servers::agree_on_key,
    transact,
};
use serde_json::json;
use tokio::sync::mpsc::UnboundedReceiver;

/// The demo restaurant with a secret of every kind, each set as people set it.
struct House {
    app: TestApp,
    admin: Client,
    letters: UnboundedReceiver<String>,
    /// The secret of Rosa's second factor.
    totp: String,
}

impl Fixture for House {
    async fn create(place: &DatabasePlace) -> Self {
        let app = TestApp::create(place).await;
        let (admin, (port, letters)) = (app.login("admin").await, smtp_server().await);
        admin.put("/api/smtp", settings(port)).await.ok();
        let service = json!({"dni_url": "https://consulta.ejemplo.pe/{number}", "ruc_url": "", "token": "ficha-1"});
        admin.put("/api/identity-service", service).await.ok();
        let provider = json!({"apifact_url": "https://api.ejemplo.pe", "token_apifact": "tok-1"});
        admin.put("/api/company-info", provider).await.ok();
        set_up(&admin).await;
        let (totp, _) = second_factor::set_up(&app, &app.login("mozo").await).await;
        Self { app, admin, letters, totp }
    }
}

impl House {
    fn db(&self) -> Db {
        self.app.app.companies().find_by_slug("demo").unwrap().db.clone()
    }

    async fn run_command(&self, arguments: &[&str]) -> CommandOutput {
        let arguments = [&["renew-secrets-key"], arguments].concat();
        run_with_input(comanda_command(&self.app.config, &self.app.config.data, &arguments), "").await
    }

    /// The number of secrets of each kind, by their relation to the current key.
    async fn secret_tallies(&self) -> Vec<SecretCount> {
        secrets::count_secrets(&self.db(), &self.app.app.seals(), &SecretKind::company_kinds()).await.unwrap()
    }

    async fn all_is_sealed_under_the_key_of_now(&self) -> bool {
        let found = self.secret_tallies().await;
        let kinds: Vec<_> =
            found.iter().filter(|tally| tally.current == tally.total()).map(|tally| tally.kind).collect();
        kinds == SecretKind::company_kinds()
    }

    async fn doctor_says_that_it_was_cut_off(&self) -> bool {
        let report = serde_json::to_value(run_checks(&self.app.config, self.app.app.clock()).await).unwrap();
        let mut findings = report["findings"].as_array().unwrap().iter();
        findings.any(|found| found["check"] == "key" && found["mend"].to_string().contains("renew-secrets-key"))
    }

    /// Asserts that each secret works and has its old value.
    async fn assert_every_secret_works(&mut self, step: i64) {
        self.admin.post("/api/smtp/test", json!({"to": "duena@ejemplo.pe"})).await.ok();
        self.letters.recv().await.unwrap();
        let (db, seals) = (self.db(), self.app.app.seals());
        let mut tx = db.read().await.unwrap();
        let company_secrets = BillingSecrets::load(&mut tx, &seals).await.unwrap();
        assert!(company_secrets.certificate == OWN && !company_secrets.are_lost);
        assert_eq!(
            (company_secrets.sol_password.as_str(), company_secrets.certificate_password.as_str()),
            ("moddatos-secreto", PASSWORD)
        );
        assert_eq!(comanda::settings::load_provider(&mut tx, &seals).await.unwrap().unwrap().token, "tok-1");
        let token: String = tx.query("SELECT token FROM identity_service").scalar().await.unwrap();
        assert_eq!(seals.open(SecretKind::LookupToken, &token).unwrap(), OpenedSecret::Secret("ficha-1".into()));
        drop(tx);
        let totp = code(&self.app, &self.totp, step);
        let login = json!({"username": "mozo", "password": comanda::demo::PASSWORD, "totp": totp});
        self.app.anonymous_client().post("/api/login", login).await.ok();
    }
}

on_both_databases! {
    async fn every_secret_is_readable_under_another_key(mut house: House) {
        let listed = house.run_command(&["--list"]).await.expect_success();
        for kind in SecretKind::company_kinds() {
            assert!(listed.lines().any(|line| line.starts_with("demo ") && line.contains(kind.spanish_name())), "{kind:?}: {listed}");
        }
        assert!(listed.contains("hecha a más tardar el") && listed.contains("Total: 7 secretos."), "{listed}");
        let before = house.app.app.seals().keys().unwrap();
        let output = house.run_command(&[]).await.expect_success();
        assert!(house.run_command(&["--list"]).await.expect_success().contains("hecha el"));
        assert!(output.contains("Total: 7 secretos.") && output.contains("copias de seguridad hechas antes"), "{output}");
        let after = house.app.app.seals().keys().unwrap();
        assert!(after.len() == 1 && before.len() == 1 && after[0].fingerprint != before[0].fingerprint, "{after:?}");
        assert!(house.all_is_sealed_under_the_key_of_now().await, "{:?}", house.secret_tallies().await);
        // A server that is started then, and the one that was running.
        let (fresh, _) = comanda::router::open_app_with_router(house.app.config.clone(), house.app.app.clock().clone()).await.unwrap();
        agree_on_key(fresh.companies().control(), &fresh.seals(), false).await.unwrap();
        fresh.leave_servers().await;
        house.assert_every_secret_works(0).await;
    }

    async fn an_interrupted_renewal_is_finished_by_another(mut house: House) {
        let seals = house.app.app.seals();
        // Interrupted when only the mail password was sealed again.
        seals.renew(house.app.app.clock().now()).unwrap();
        secrets::reseal_secrets(&house.db(), &seals, &[SecretKind::MailPassword]).await.unwrap();
        assert!(!house.all_is_sealed_under_the_key_of_now().await);
        house.assert_every_secret_works(0).await;
        let listed = house.run_command(&["--list"]).await.expect_success();
        assert!(listed.contains("a medias") && listed.contains("(1 con una clave anterior)"), "{listed}");
        assert!(house.doctor_says_that_it_was_cut_off().await);
        house.run_command(&[]).await.expect_success();
        assert_eq!(seals.keys().unwrap().len(), 1);
        assert!(!house.doctor_says_that_it_was_cut_off().await);
        assert!(house.all_is_sealed_under_the_key_of_now().await, "{:?}", house.secret_tallies().await);
        house.assert_every_secret_works(1).await;
    }

    async fn clear_secrets_are_sealed_and_unreadable_ones_stay(house: House) {
        let (db, seals) = (house.db(), house.app.app.seals());
        let strange: comanda::db::Result<u64> = transact!(db, |tx| {
            tx.query("UPDATE identity_service SET token = 'ficha-1'").run().await?;
            tx.query("UPDATE smtp_settings SET password = 'sealed:1:AAAA'").run().await
        });
        strange.unwrap();
        let before = seals.keys().unwrap();
        let why = house.run_command(&[]).await.expect_failure();
        assert!(why.contains("demo: contraseña del correo (1)") && why.contains("--leave-lost"), "{why}");
        assert_eq!(seals.keys().unwrap(), before, "nothing was begun");
        let output = house.run_command(&["--leave-lost"]).await.expect_success();
        assert!(output.contains("(1 sin sellar)") && output.contains("hay que escribirlo de nuevo"), "{output}");
        let mut tx = db.read().await.unwrap();
        let (lookup_token, mail_password): (String, String) =
            tx.query("SELECT i.token, s.password FROM identity_service i, smtp_settings s").one().await.unwrap();
        assert_eq!(seals.seal_state(SecretKind::LookupToken, &lookup_token).unwrap(), Some(SealState::Current));
        assert_eq!(mail_password, "sealed:1:AAAA");
    }

    async fn a_company_that_is_added_late_keeps_the_previous_key(house: House) {
        let (companies, seals) = (house.app.app.companies(), house.app.app.seals());
        let late = NewCompany { slug: "tarde".into(), name: "Tarde".into(), domain: Some("tarde.example".into()), database_url: None };
        let mut times_asked = 0;
        // The renewal looks at the list of companies a last time when everything in it is sealed.
        let check_running_servers = async || {
            times_asked += 1;
            if times_asked == 3 {
                companies.add_company(&late).await.unwrap();
            }
            Ok(())
        };
        let renewed = secrets::renew_key(companies, &seals, house.app.app.clock().now(), false, check_running_servers).await.unwrap();
        assert_eq!(times_asked, 3);
        let skipped_companies: Vec<_> = renewed.unreached.iter().map(|(slug, why)| (slug.as_str(), why.to_string())).collect();
        assert!(matches!(&skipped_companies[..], [("tarde", why)] if why.contains("se agregó")), "{skipped_companies:?}");
        assert_eq!(seals.keys().unwrap().len(), 2, "what was sealed of it under the key before is still read");
        let output = house.run_command(&[]).await.expect_success();
        assert!(output.contains("Listo") && seals.keys().unwrap().len() == 1, "{output}");
    }

    async fn other_columns_hold_nothing_sealed(house: House) {
        let db = house.db();
        let known: Vec<_> = SecretKind::ALL.iter().map(|kind| (kind.column().table, kind.column().name)).collect();
        let mut found = Vec::new();
        for (table, column) in text_columns(&db).await {
            let mut tx = db.read().await.unwrap();
            // The names come from the database itself.
            let count = format!("SELECT COUNT(*) FROM \"{table}\" WHERE CAST(\"{column}\" AS TEXT) LIKE 'sealed:%'");
            let rows: i64 = tx.query(&*Box::leak(count.into_boxed_str())).scalar().await.unwrap();
            if rows > 0 {
                found.push((table, column));
            }
        }
        found.retain(|(table, column)| !known.contains(&(table.as_str(), column.as_str())));
        assert!(found.is_empty(), "a renewed key does not reach {found:?}: name them in SecretKind");
    }
}

/// The columns that can hold a text, with their tables.
async fn text_columns(db: &Db) -> Vec<(String, String)> {
    let all = match db.engine() {
        Engine::Sqlite => {
            "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND p.type LIKE '%TEXT%'"
        }
        Engine::Postgres => {
            "SELECT table_name::text, column_name::text FROM information_schema.columns
             WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying', 'jsonb', 'json')"
        }
    };
    let columns: Vec<(String, String)> = db.read().await.unwrap().query(all).all().await.unwrap();
    assert!(columns.len() > 100, "{columns:?}");
    columns
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_renewal_that_other_servers_do_not_know_of_is_undone() {
    let mut house = House::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let (seals, control) = (house.app.app.seals(), house.app.app.companies().control().clone());
    agree_on_key(&control, &seals, false).await.unwrap();
    let shared = seals.fingerprint().unwrap();
    // Interrupted before the list of companies names the new key.
    seals.renew(house.app.app.clock().now()).unwrap();
    agree_on_key(&control, &seals, false).await.expect("this server starts all the same");
    assert_eq!((seals.fingerprint().unwrap(), seals.keys().unwrap().len()), (shared.clone(), 2));
    assert!(house.all_is_sealed_under_the_key_of_now().await);
    house.assert_every_secret_works(0).await;
    house.run_command(&[]).await.expect_success();
    let renewed = seals.fingerprint().unwrap();
    assert!(renewed != shared && seals.keys().unwrap().len() == 1);
    agree_on_key(&control, &seals, false).await.unwrap();
    house.assert_every_secret_works(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_key_is_outdated_seals_nothing() {
    let house = House::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let (db, seals, control) = (house.db(), house.app.app.seals(), house.app.app.companies().control().clone());
    let plain: comanda::db::Result<u64> =
        transact!(db, |tx| { tx.query("UPDATE identity_service SET token = 'ficha-1'").run().await });
    plain.unwrap();
    let token = async || -> String {
        db.read().await.unwrap().query("SELECT token FROM identity_service").scalar().await.unwrap()
    };
    // Another server made its key the valid one while this server was offline.
    let elsewhere = tempfile::tempdir().unwrap();
    agree_on_key(&control, &Seals::in_folder(elsewhere.path()), true).await.unwrap();
    comanda::housekeeping::clean_all(&house.app.app, 0).await;
    assert_eq!(token().await, "ficha-1");
    agree_on_key(&control, &seals, true).await.unwrap();
    comanda::housekeeping::clean_all(&house.app.app, 0).await;
    assert_eq!(seals.seal_state(SecretKind::LookupToken, &token().await).unwrap(), Some(SealState::Current));
}
