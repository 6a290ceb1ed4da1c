//! Backup commands that an operator types: making a key, backing up, listing and restoring, with everything that may be wrong.

use super::HouseWithBackups;
use crate::{
    on_both_databases,
    support::{
        cli::{CommandOutput, comanda_command, run_with_input},
        s3::BUCKET,
    },
};
use comanda::backups::MissingBackupsPolicy;
use comanda_test_support::sqlite;
use std::{fs, path::Path};

impl HouseWithBackups {
    /// Runs `comanda` on this restaurant's data, with the bucket's credentials in the environment.
    async fn run_command(&self, arguments: &[&str]) -> CommandOutput {
        self.run_command_on(&self.app.config.data, arguments).await
    }
    /// Runs `comanda` on a machine with other data, but the same PostgreSQL.
    async fn run_command_on(&self, data: &Path, arguments: &[&str]) -> CommandOutput {
        let mut command = comanda_command(&self.app.config, data, arguments);
        command.envs(self.s3.environment_variables()).env("RUST_LOG", "off");
        run_with_input(command, "").await
    }
    async fn run_to_success(&self, arguments: &[&str]) -> String {
        self.run_command(arguments).await.expect_success()
    }
    async fn run_to_failure(&self, arguments: &[&str]) -> String {
        self.run_command(arguments).await.expect_failure()
    }
    /// Asserts that a backup is neither restored in the restaurant's place nor as a new one; returns the reason.
    async fn assert_restore_refused(&self, from: &Path, key: Option<&Path>) -> String {
        let from = from.to_str().unwrap();
        let mut restore_over = vec!["company", "restore", "--from", from, "--slug", "demo", "--word", "reemplazar"];
        let mut restore_as_new =
            vec!["company", "restore", "--from", from, "--slug", "otra", "--domain", "otra.example"];
        if let Some(key) = key.map(|key| key.to_str().unwrap()) {
            restore_over.extend(["--identity", key]);
            restore_as_new.extend(["--identity", key]);
        }
        let why = self.run_to_failure(&restore_over).await;
        assert_eq!(self.run_to_failure(&restore_as_new).await, why);
        assert!(why.contains("nada cambió"), "{why}");
        why
    }
}

on_both_databases! {
    async fn an_encrypted_backup_is_restored_from_the_bucket_with_its_key(house: HouseWithBackups) {
        house.run_to_success(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"]).await;
        let key = house.elsewhere.path().join("own.key");
        let output = house.run_to_success(&["backup", "keygen", "--to", key.to_str().unwrap()]).await;
        let public = output.split_whitespace().find(|word| word.starts_with("age1")).unwrap().to_owned();
        assert!(house.run_to_failure(&["backup", "keygen", "--to", key.to_str().unwrap()]).await.contains("ya existe"));
        let bucket_url = format!("s3://{BUCKET}/casa-1");
        let now = ["backup", "now", "--backup-to", &bucket_url, "--backup-recipient", &public];
        assert!(house.run_to_success(&now).await.contains("demo: copia comprobada demo-"));
        let name = house.s3.object_names("casa-1/demo").remove(0);
        let sealed = fs::read(house.s3.object_path(&format!("casa-1/demo/{name}"))).unwrap();
        assert!(sealed.starts_with(b"age-encryption.org/v1"));
        fs::write(house.s3.object_path("casa-1/demo/ajena.txt"), "x").unwrap();
        let listed = house.run_to_success(&["backup", "list", "--backup-to", &bucket_url, "--backup-recipient", &public]).await;
        assert!(listed.contains(&name) && listed.contains("ajena.txt  (no la hizo este servidor)"), "{listed}");

        let from = format!("{bucket_url}/demo/{name}");
        let restore = ["company", "restore", "--from", &from, "--slug", "prueba", "--domain", "prueba.example"];
        assert!(house.run_to_failure(&restore).await.contains("está cifrada: agrega --identity"));
        house.run_to_success(&[&restore[..], &["--identity", key.to_str().unwrap()]].concat()).await;
        house.app.app.companies().reload_companies().await.unwrap();
        let at = async |host: &str| house.app.anonymous_client().at_host(host).login("admin", comanda::demo::PASSWORD).await;
        let products = async |host| at(host).await.get("/api/products?page=false").await.rows();
        assert_eq!(products("prueba.example").await, products("demo.localhost").await);
    }

    async fn companies_whose_backups_were_deleted_start_again_one_by_one(house: HouseWithBackups) {
        house.run_to_success(&["company", "add", "--slug", "otra", "--name", "Otra", "--domain", "otra.example"]).await;
        let destination = tempfile::tempdir().unwrap();
        let folder = destination.path().to_str().unwrap();
        fs::create_dir(destination.path().join("lost+found")).unwrap();
        house.run_to_success(&["backup", "now", "--backup-to", folder]).await;
        let listed = house.run_to_success(&["backup", "list", "--backup-to", folder]).await;
        assert!(listed.lines().count() == 2 && listed.contains("demo/demo-") && listed.contains("otra/otra-"), "{listed}");
        assert!(house.run_to_failure(&["backup", "list", "--backup-to", folder, "--company", "dmeo"]).await.contains("una empresa dmeo"));
        // The first backup is made by hand; `list` shows it.
        let report = comanda::doctor::run_checks(
            &comanda::config::Config { backups: comanda::config::BackupConfig { to: Some(folder.into()), ..Default::default() }, ..house.app.config.clone() },
            &comanda::clock::Clock::system(),
        ).await;
        assert!(report.findings.iter().any(|found| found.check == "backup" && found.found.contains("La última copia en")), "{report:?}");

        for slug in ["demo", "otra"] {
            fs::remove_dir_all(destination.path().join(slug)).unwrap();
        }
        let why = house.run_to_failure(&["backup", "now", "--backup-to", folder]).await;
        assert!(why.contains("--company demo --anew") && why.contains("--company otra --anew"), "{why}");
        house.run_to_success(&["backup", "now", "--backup-to", folder, "--company", "demo", "--anew"]).await;
        let why = house.run_to_failure(&["backup", "now", "--backup-to", folder]).await;
        assert!(why.contains("otra") && !why.contains("--company demo"), "the other one is not forgotten with it: {why}");
        house.run_to_success(&["backup", "now", "--backup-to", folder, "--anew"]).await;
        let listed = house.run_to_success(&["backup", "list", "--backup-to", folder]).await;
        assert_eq!((listed.matches("demo/demo-").count(), listed.matches("otra/otra-").count()), (3, 1), "{listed}");
    }

    async fn an_incomplete_or_foreign_backup_changes_nothing(house: HouseWithBackups) {
        house.run_to_success(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"]).await;
        house.backup_runner().run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap();
        let name = house.names().remove(0);
        let sealed = fs::read(house.s3.object_path(&format!("copias/demo/{name}"))).unwrap();
        let (key, folder) = (house.key(), tempfile::tempdir().unwrap());
        let put = |name: &str, bytes: &[u8]| {
            let file = folder.path().join(name);
            fs::write(&file, bytes).unwrap();
            file
        };
        let other = folder.path().join("other.key");
        comanda::backups::make_backup_key(&other).unwrap();
        let whole = put("whole", &sealed);
        assert!(house.assert_restore_refused(&whole, None).await.contains("--identity"));
        assert!(house.assert_restore_refused(&whole, Some(&other)).await.contains("esa llave no abre esta copia"));
        assert!(house.assert_restore_refused(&whole, Some(&whole)).await.contains("no es una llave privada"));
        for length in [40, sealed.len() / 2, sealed.len() - 1] {
            let why = house.assert_restore_refused(&put("cut", &sealed[..length]), Some(&key)).await;
            assert!(why.contains("cortada o alterada"), "{length}: {why}");
        }
        let mut altered = sealed.clone();
        altered[sealed.len() / 2] ^= 1;
        assert!(house.assert_restore_refused(&put("altered", &altered), Some(&key)).await.contains("cortada o alterada"));
        assert!(house.assert_restore_refused(&put("foreign", b"PK\x03\x04 something else"), Some(&key)).await.contains("no es una copia de Comanda"));
        assert!(house.assert_restore_refused(&put("empty", b""), Some(&key)).await.contains("no es una copia de Comanda"));
        let control = comanda::db::Db::open_sqlite(folder.path().join("control.sqlite")).await.unwrap();
        control.migrate(&comanda::db::CONTROL_MIGRATIONS).await.unwrap();
        let stored: comanda::db::Result<u64> = comanda::transact!(control, |tx| {
            tx.query("DELETE FROM companies").run().await
        });
        stored.unwrap();
        drop(control);
        let why = house.assert_restore_refused(&folder.path().join("control.sqlite"), None).await;
        assert!(why.contains("no es una copia entera") && why.contains("no tiene los datos de una empresa"), "{why}");
        for (name, change, says) in [
            ("later", "UPDATE _sqlx_migrations SET version = 1000000077 WHERE version = 1", "actualiza este programa"),
            ("dangling", "DELETE FROM products", "les falta otra"),
        ] {
            let copy = folder.path().join(name);
            house.company().db.backup_to(&copy).await.unwrap();
            sqlite::execute_offline(&copy, change).await;
            let why = house.assert_restore_refused(&copy, None).await;
            assert!(why.contains(says) && !why.contains("migration") && !why.contains("rows"), "{why}");
        }
        let mut halved = fs::read(folder.path().join("later")).unwrap();
        halved.truncate(halved.len() / 2);
        assert!(house.assert_restore_refused(&put("halved", &halved), None).await.contains("el archivo está dañado"));
        assert!(!house.app.config.data.join("companies/otra.sqlite").exists(), "nothing is left of what was refused");
        assert!(house.assert_restore_refused(&folder.path().join("nowhere"), None).await.contains("no hay un archivo"));
        let nowhere = format!("s3://{BUCKET}/copias/demo/nada.sqlite.age");
        assert!(house.assert_restore_refused(Path::new(&nowhere), Some(&key)).await.contains("no está ahí"));
        assert!(!house.run_to_success(&["company", "list"]).await.contains("otra"), "nothing half restored");
        house.app.anonymous_client().at_host("demo.localhost").login("admin", comanda::demo::PASSWORD).await.get("/api/floor").await.ok();
    }

    async fn contradictory_options_are_refused_at_the_start(house: HouseWithBackups) {
        let bucket_url = format!("s3://{BUCKET}/x");
        for (arguments, says) in [
            (vec!["serve", "--listen", "127.0.0.1:0", "--backup-to", &bucket_url], "--backup-recipient"),
            (vec!["serve", "--listen", "127.0.0.1:0", "--backup-to", "/srv", "--backup-recipient", "age1x"], "llave pública"),
            (vec!["serve", "--listen", "127.0.0.1:0", "--backup-to", "/srv", "--backup-hour", "24"], "0 a 23"),
            (vec!["backup", "now"], "--backup-to"),
            (vec!["backup", "now", "--backup-to", "/srv", "--company", "nadie"], "no hay una empresa nadie"),
        ] {
            let why = house.run_to_failure(&arguments).await.to_lowercase();
            assert!(why.contains(&says.to_lowercase()), "{arguments:?}: {why}");
        }
    }

    #[cfg(unix)]
    async fn copies_in_a_folder_are_readable_by_their_owner_alone(house: HouseWithBackups) {
        use std::os::unix::fs::PermissionsExt;
        let folder = house.elsewhere.path().join("copies");
        let output = house.run_to_success(&["backup", "now", "--backup-to", folder.to_str().unwrap(), "--company", "demo"]).await;
        assert!(output.contains("copia comprobada"), "{output}");
        let files: Vec<_> = fs::read_dir(folder.join("demo")).unwrap().map(|entry| entry.unwrap()).collect();
        assert_eq!(files.len(), 1);
        for path in [folder.join("demo"), files[0].path(), house.key()] {
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o077, 0, "{}", path.display());
        }
        // An unencrypted file needs no key, but must be what was written.
        let (copy, moved) = (files[0].path(), house.elsewhere.path().join(files[0].file_name()));
        let restore = |from: &Path| vec!["company", "restore", "--from", Box::leak(from.to_str().unwrap().into()), "--slug", "demo", "--word", "reemplazar"];
        let mut altered = fs::read(&copy).unwrap();
        // A version of the file that the user changed: the database is complete all the same.
        altered[63] ^= 1;
        fs::write(&moved, &altered).unwrap();
        let why = house.run_to_failure(&restore(&moved)).await;
        assert!(why.contains("SHA-256") && why.contains("nada cambió"), "{why}");
        house.run_to_success(&restore(&copy)).await;
        // Another machine finds the backup without knowing any company.
        let empty = tempfile::tempdir().unwrap();
        if house.app.config.database.is_none() {
            let list = ["backup", "list", "--backup-to", folder.to_str().unwrap()];
            let listed = house.run_command_on(empty.path(), &list).await.expect_success();
            let name = copy.file_name().unwrap().to_str().unwrap();
            assert!(listed.contains(&format!("demo/{name}  (no la hizo este servidor)")), "{listed}");
        }
    }
}
