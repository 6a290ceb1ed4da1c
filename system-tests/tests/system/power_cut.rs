//! The power fails while tills send orders, and the disk keeps only what was synced. Acknowledged orders are there afterwards, once.

use crate::on_both_databases;
use comanda_system_tests::{
    disk::{ForgetfulDisk, postgres_data, postgres_on},
    server::{Engine, Server},
    tills::Tills,
    waiting::within,
};
use comanda_test_support::{instance::PostgresInstance, sqlite};
use std::{fs, path::Path};

const TILLS: usize = 8;
const ORDERS: usize = 40;
const CUTS: usize = 3;
/// The number of orders that are accepted between two cuts.
const BETWEEN: usize = TILLS * ORDERS / (CUTS + 1);

on_both_databases! {
    async fn acknowledged_orders_are_there_once(engine) {
        let Some(mut disk) = ForgetfulDisk::mount() else { return };
        let (mut postgres, database) = postgres_on(disk.path(), engine, &[]).await.unzip();
        let files = tempfile::tempdir_in(disk.path()).unwrap();
        let mut server = Server::open_at(files, database).await;
        let waiter = server.login("mozo").await;
        let product = waiter.get("/api/products?term=cau%20cau").await.rows()[0]["id"].as_i64().unwrap();
        let tills = Tills::start(&waiter, product, TILLS, ORDERS).await;
        for cut in 1..=CUTS {
            tills.wait_for_accepted_orders(cut * BETWEEN - TILLS).await;
            let not_synced = disk.path().join(format!("not-synced-{cut}"));
            fs::write(&not_synced, "before orders that are answered").unwrap();
            tills.wait_for_accepted_orders(cut * BETWEEN).await;
            server.kill().await;
            if let Some(running) = postgres.take() {
                running.kill();
            }
            assert!(tills.accepted_orders() < TILLS * ORDERS, "it goes while orders are sent");
            disk.lose_power();
            let unsynced = fs::read(&not_synced).unwrap_or_default();
            assert!(unsynced.is_empty(), "this disk keeps what was not synced: nothing is shown here");

            if engine == Engine::Postgres {
                postgres = Some(PostgresInstance::start(&postgres_data(disk.path()), &[]).await);
            }
            server.serve().await;
            tills.assert_accepted_orders_are_stored(&waiter).await;
        }
        within("the tills", tills.assert_each_order_is_stored_once(&waiter)).await;
        if engine == Engine::Sqlite {
            every_file_is_sound(server.files()).await;
        }
    }
}

async fn every_file_is_sound(files: &Path) {
    let list_files = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let all = list_files(files).chain(list_files(&files.join("companies")));
    let databases: Vec<_> = all.filter(|file| file.extension().is_some_and(|kind| kind == "sqlite")).collect();
    assert_eq!(databases.len(), 2, "of the company and of the server: {databases:?}");
    for file in databases {
        assert_eq!(sqlite::integrity_check(&file).await, "ok", "{}", file.display());
    }
}
