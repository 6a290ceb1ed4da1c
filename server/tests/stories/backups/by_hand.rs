//! What an operator types: a key, a backup, a look, and the way back, with everything that may be wrong with it.

use super::Bucketed;
use crate::{
    on_both_databases,
    support::{
        s3::BUCKET,
        typed::{Typed, comanda, run},
    },
};
use comanda::backups::WhenGone;
use comanda_test_support::sqlite;
use std::{fs, path::Path};

impl Bucketed {
    /// Runs `comanda` on this restaurant's data, with the bucket's keys around it.
    async fn types(&self, arguments: &[&str]) -> Typed {
        self.types_on(&self.app.config.data, arguments).await
    }
    /// The same on a machine with other data, but the same PostgreSQL.
    async fn types_on(&self, data: &Path, arguments: &[&str]) -> Typed {
        let mut command = comanda(&self.app.config, data, arguments);
        command.envs(self.s3.environment()).env("RUST_LOG", "off");
        run(command, "").await
    }
    async fn done(&self, arguments: &[&str]) -> String {
        self.types(arguments).await.done()
    }
    async fn fails(&self, arguments: &[&str]) -> String {
        self.types(arguments).await.failed()
    }
    /// Why a backup is not restored in the place of the restaurant, nor as a new one.
    async fn refused(&self, from: &Path, key: Option<&Path>) -> String {
        let from = from.to_str().unwrap();
        let mut onto = vec!["company", "restore", "--from", from, "--slug", "demo", "--word", "reemplazar"];
        let mut beside = vec!["company", "restore", "--from", from, "--slug", "otra", "--domain", "otra.example"];
        if let Some(key) = key.map(|key| key.to_str().unwrap()) {
            onto.extend(["--identity", key]);
            beside.extend(["--identity", key]);
        }
        let why = self.fails(&onto).await;
        assert_eq!(self.fails(&beside).await, why);
        assert!(why.contains("nada cambió"), "{why}");
        why
    }
}

on_both_databases! {
    async fn an_encrypted_backup_comes_back_from_the_bucket_with_its_key(house: Bucketed) {
        house.done(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"]).await;
        let key = house.elsewhere.path().join("own.key");
        let said = house.done(&["backup", "keygen", "--to", key.to_str().unwrap()]).await;
        let public = said.split_whitespace().find(|word| word.starts_with("age1")).unwrap().to_owned();
        assert!(house.fails(&["backup", "keygen", "--to", key.to_str().unwrap()]).await.contains("ya existe"));
        let to = format!("s3://{BUCKET}/casa-1");
        let now = ["backup", "now", "--backup-to", &to, "--backup-recipient", &public];
        assert!(house.done(&now).await.contains("demo: copia comprobada demo-"));
        let name = house.s3.names("casa-1/demo").remove(0);
        let sealed = fs::read(house.s3.file(&format!("casa-1/demo/{name}"))).unwrap();
        assert!(sealed.starts_with(b"age-encryption.org/v1"));
        fs::write(house.s3.file("casa-1/demo/ajena.txt"), "x").unwrap();
        let listed = house.done(&["backup", "list", "--backup-to", &to, "--backup-recipient", &public]).await;
        assert!(listed.contains(&name) && listed.contains("ajena.txt  (no la hizo este servidor)"), "{listed}");

        let from = format!("{to}/demo/{name}");
        let restore = ["company", "restore", "--from", &from, "--slug", "prueba", "--domain", "prueba.example"];
        assert!(house.fails(&restore).await.contains("está cifrada: agrega --identity"));
        house.done(&[&restore[..], &["--identity", key.to_str().unwrap()]].concat()).await;
        house.app.app.companies().reload().await.unwrap();
        let at = async |host: &str| house.app.nobody().at_host(host).login("admin", comanda::demo::PASSWORD).await;
        let products = async |host| at(host).await.get("/api/products?page=false").await.rows();
        assert_eq!(products("prueba.example").await, products("demo.localhost").await);
    }

    async fn companies_whose_backups_were_taken_away_begin_anew_one_by_one(house: Bucketed) {
        house.done(&["company", "add", "--slug", "otra", "--name", "Otra", "--domain", "otra.example"]).await;
        let shelf = tempfile::tempdir().unwrap();
        let to = shelf.path().to_str().unwrap();
        fs::create_dir(shelf.path().join("lost+found")).unwrap();
        house.done(&["backup", "now", "--backup-to", to]).await;
        let listed = house.done(&["backup", "list", "--backup-to", to]).await;
        assert!(listed.lines().count() == 2 && listed.contains("demo/demo-") && listed.contains("otra/otra-"), "{listed}");
        assert!(house.fails(&["backup", "list", "--backup-to", to, "--company", "dmeo"]).await.contains("una empresa dmeo"));
        // The first is made by hand; whoever looks knows of it.
        let report = comanda::doctor::examine(
            &comanda::config::Config { backups: comanda::config::Backups { to: Some(to.into()), ..Default::default() }, ..house.app.config.clone() },
            &comanda::clock::Clock::system(),
        ).await;
        assert!(report.findings.iter().any(|found| found.check == "backup" && found.found.contains("La última copia en")), "{report:?}");

        for slug in ["demo", "otra"] {
            fs::remove_dir_all(shelf.path().join(slug)).unwrap();
        }
        let why = house.fails(&["backup", "now", "--backup-to", to]).await;
        assert!(why.contains("--company demo --anew") && why.contains("--company otra --anew"), "{why}");
        house.done(&["backup", "now", "--backup-to", to, "--company", "demo", "--anew"]).await;
        let why = house.fails(&["backup", "now", "--backup-to", to]).await;
        assert!(why.contains("otra") && !why.contains("--company demo"), "the other one is not forgotten with it: {why}");
        house.done(&["backup", "now", "--backup-to", to, "--anew"]).await;
        let listed = house.done(&["backup", "list", "--backup-to", to]).await;
        assert_eq!((listed.matches("demo/demo-").count(), listed.matches("otra/otra-").count()), (3, 1), "{listed}");
    }

    async fn what_is_not_the_whole_backup_of_a_company_changes_nothing(house: Bucketed) {
        house.done(&["company", "change", "--slug", "demo", "--domain", "demo.localhost"]).await;
        house.keeper().now(&house.company(), WhenGone::Refuse).await.unwrap();
        let name = house.names().remove(0);
        let sealed = fs::read(house.s3.file(&format!("copias/demo/{name}"))).unwrap();
        let (key, here) = (house.key(), tempfile::tempdir().unwrap());
        let put = |name: &str, bytes: &[u8]| {
            let file = here.path().join(name);
            fs::write(&file, bytes).unwrap();
            file
        };
        let other = here.path().join("other.key");
        comanda::backups::make_key(&other).unwrap();
        let whole = put("whole", &sealed);
        assert!(house.refused(&whole, None).await.contains("--identity"));
        assert!(house.refused(&whole, Some(&other)).await.contains("esa llave no abre esta copia"));
        assert!(house.refused(&whole, Some(&whole)).await.contains("no es una llave privada"));
        for length in [40, sealed.len() / 2, sealed.len() - 1] {
            let why = house.refused(&put("cut", &sealed[..length]), Some(&key)).await;
            assert!(why.contains("cortada o alterada"), "{length}: {why}");
        }
        let mut altered = sealed.clone();
        altered[sealed.len() / 2] ^= 1;
        assert!(house.refused(&put("altered", &altered), Some(&key)).await.contains("cortada o alterada"));
        assert!(house.refused(&put("foreign", b"PK\x03\x04 something else"), Some(&key)).await.contains("no es una copia de Comanda"));
        assert!(house.refused(&put("empty", b""), Some(&key)).await.contains("no es una copia de Comanda"));
        let control = comanda::db::Db::open_sqlite(here.path().join("control.sqlite")).await.unwrap();
        control.migrate(&comanda::db::CONTROL).await.unwrap();
        let kept: comanda::db::Result<u64> = comanda::transact!(control, |tx| {
            tx.query("DELETE FROM companies").run().await
        });
        kept.unwrap();
        drop(control);
        let why = house.refused(&here.path().join("control.sqlite"), None).await;
        assert!(why.contains("no es una copia entera") && why.contains("no tiene los datos de una empresa"), "{why}");
        for (name, change, says) in [
            ("later", "UPDATE _sqlx_migrations SET version = 1000000077 WHERE version = 1", "actualiza este programa"),
            ("dangling", "DELETE FROM products", "les falta otra"),
        ] {
            let copy = here.path().join(name);
            house.company().db.backup_to(&copy).await.unwrap();
            sqlite::change(&copy, change).await;
            let why = house.refused(&copy, None).await;
            assert!(why.contains(says) && !why.contains("migration") && !why.contains("rows"), "{why}");
        }
        let mut halved = fs::read(here.path().join("later")).unwrap();
        halved.truncate(halved.len() / 2);
        assert!(house.refused(&put("halved", &halved), None).await.contains("el archivo está dañado"));
        assert!(!house.app.config.data.join("companies/otra.sqlite").exists(), "nothing is left of what was refused");
        assert!(house.refused(&here.path().join("nowhere"), None).await.contains("no hay un archivo"));
        let nowhere = format!("s3://{BUCKET}/copias/demo/nada.sqlite.age");
        assert!(house.refused(Path::new(&nowhere), Some(&key)).await.contains("no está ahí"));
        assert!(!house.done(&["company", "list"]).await.contains("otra"), "nothing half restored");
        house.app.nobody().at_host("demo.localhost").login("admin", comanda::demo::PASSWORD).await.get("/api/floor").await.ok();
    }

    async fn what_does_not_go_together_is_said_at_the_start(house: Bucketed) {
        let to = format!("s3://{BUCKET}/x");
        for (arguments, says) in [
            (vec!["serve", "--listen", "127.0.0.1:0", "--backup-to", &to], "--backup-recipient"),
            (vec!["serve", "--listen", "127.0.0.1:0", "--backup-to", "/srv", "--backup-recipient", "age1x"], "llave pública"),
            (vec!["serve", "--listen", "127.0.0.1:0", "--backup-to", "/srv", "--backup-hour", "24"], "0 a 23"),
            (vec!["backup", "now"], "--backup-to"),
            (vec!["backup", "now", "--backup-to", "/srv", "--company", "nadie"], "no hay una empresa nadie"),
        ] {
            let why = house.fails(&arguments).await.to_lowercase();
            assert!(why.contains(&says.to_lowercase()), "{arguments:?}: {why}");
        }
    }

    #[cfg(unix)]
    async fn copies_in_a_folder_are_their_owners_alone(house: Bucketed) {
        use std::os::unix::fs::PermissionsExt;
        let folder = house.elsewhere.path().join("copies");
        let said = house.done(&["backup", "now", "--backup-to", folder.to_str().unwrap(), "--company", "demo"]).await;
        assert!(said.contains("copia comprobada"), "{said}");
        let files: Vec<_> = fs::read_dir(folder.join("demo")).unwrap().map(|entry| entry.unwrap()).collect();
        assert_eq!(files.len(), 1);
        for path in [folder.join("demo"), files[0].path(), house.key()] {
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o077, 0, "{}", path.display());
        }
        // A file that is not encrypted needs no key, but has to be what was made.
        let (copy, moved) = (files[0].path(), house.elsewhere.path().join(files[0].file_name()));
        let restore = |from: &Path| vec!["company", "restore", "--from", Box::leak(from.to_str().unwrap().into()), "--slug", "demo", "--word", "reemplazar"];
        let mut altered = fs::read(&copy).unwrap();
        // A version of the user's own: the database is whole all the same.
        altered[63] ^= 1;
        fs::write(&moved, &altered).unwrap();
        let why = house.fails(&restore(&moved)).await;
        assert!(why.contains("SHA-256") && why.contains("nada cambió"), "{why}");
        house.done(&restore(&copy)).await;
        // Another machine finds it without knowing a company.
        let empty = tempfile::tempdir().unwrap();
        if house.app.config.database.is_none() {
            let list = ["backup", "list", "--backup-to", folder.to_str().unwrap()];
            let listed = house.types_on(empty.path(), &list).await.done();
            let name = copy.file_name().unwrap().to_str().unwrap();
            assert!(listed.contains(&format!("demo/{name}  (no la hizo este servidor)")), "{listed}");
        }
    }
}
