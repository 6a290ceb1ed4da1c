//! When backups are made, by which server, and which of them are kept.

use super::{HouseWithBackups, backup_runner, folder_backup_runner};
use crate::on_both_databases;
use comanda::{backups, router};
use std::{fs, time::Duration};

on_both_databases! {
    async fn a_daily_backup_is_made_once_by_two_servers_of_one_database(house: HouseWithBackups) {
        let (other, _) = router::open_app_with_router(house.app.config.clone(), house.clock.clone()).await.unwrap();
        let (first, second) = (house.backup_runner(), backup_runner(&other));
        let both = async || {
            let (a, b) = tokio::join!(first.make_due_backups(), second.make_due_backups());
            a.unwrap();
            b.unwrap();
            house.names().iter().map(|name| name["demo-".len()..][..16].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(both().await, ["20261122T075900Z"], "there is none yet: at once");
        house.set_clock("2026-11-22T08:59:00Z");
        assert_eq!(both().await, ["20261122T075900Z"], "not before its hour");
        house.set_clock("2026-11-22T09:00:00Z");
        let todays_backups = ["20261122T075900Z", "20261122T090000Z"];
        assert_eq!(both().await, todays_backups, "four in the morning in Lima; all of today stay");
        house.set_clock("2026-11-23T08:00:00Z");
        assert_eq!(both().await, todays_backups);
        // Both servers were off for days: one backup makes up for them.
        house.set_clock("2026-11-26T20:00:00Z");
        for _ in 0..2 {
            assert_eq!(both().await, ["20261122T090000Z", "20261126T200000Z"], "of an earlier day the newest stays");
        }
        assert!(house.names().iter().all(|name| name.starts_with("demo-20261") && name.ends_with(".sqlite.age")));
        let listed = first.list_files("demo").await.unwrap();
        assert_eq!(listed.len(), 2);
        assert!(listed.iter().all(|one| one.record.as_ref().is_some_and(|run| run.bytes as u64 == one.item.bytes)));
        assert!(house.owner_notices().await.is_empty());
    }

    async fn a_server_makes_backups_while_it_serves(house: HouseWithBackups) {
        let pace = backups::RunnerSettings { look_every: Duration::from_millis(20), lease: Duration::from_secs(60) };
        let serving = tokio::spawn(backups::run_due_backups(house.app.app.clone(), pace));
        let first_backup = async {
            while house.backup_runner().list_files("demo").await.unwrap().iter().all(|one| one.record.is_none()) {
                house.app.login("mozo").await.get("/api/floor").await.ok();
            }
        };
        tokio::time::timeout(Duration::from_secs(60), first_backup).await.expect("a backup is made");
        serving.abort();
    }

    async fn old_backups_are_deleted_but_no_foreign_files(house: HouseWithBackups) {
        let folder = tempfile::tempdir().unwrap();
        let keeper = folder_backup_runner(&house.app.app, folder.path(), 2);
        let names = || {
            let mut names: Vec<_> = fs::read_dir(folder.path().join("demo")).unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        keeper.make_due_backups().await.unwrap();
        let first = names().remove(0);
        // Files of another installation, of a person, and a backup that somebody changed.
        let foreign = ["demo-20200101T000000Z-00000000.sqlite", "notas.txt"];
        for name in foreign {
            fs::write(folder.path().join("demo").join(name), "ajeno").unwrap();
        }
        for day in 23..=26 {
            house.set_clock(&format!("2026-11-{day}T09:00:30Z"));
            keeper.make_due_backups().await.unwrap();
            if day == 23 {
                let changed = names().into_iter().find(|name| name.contains("20261123")).unwrap();
                fs::write(folder.path().join("demo").join(changed), "otra cosa").unwrap();
            }
        }
        let remaining = names();
        for stays in ["20261126", "20261125", "20261123", foreign[0], foreign[1]] {
            assert!(remaining.iter().any(|name| name.contains(stays)), "{stays}: {remaining:?}");
        }
        assert!(remaining.len() == 5 && !remaining.contains(&first), "{remaining:?}");
    }
}
