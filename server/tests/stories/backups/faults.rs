//! Failures while a backup is made or uploaded, and who is notified.

use super::HouseWithBackups;
use crate::on_both_databases;
use comanda::{
    backups::{self, BackupTroubleCounts, MissingBackupsPolicy},
    doctor::{FindingLevel, run_checks},
};
use std::{collections::HashSet, fs};

on_both_databases! {
    async fn a_target_that_fails_halfway_keeps_nothing_and_is_tried_again(house: HouseWithBackups) {
        house.add_large_pictures().await;
        let keeper = house.backup_runner();
        house.s3.accept_only(1);
        keeper.make_due_backups().await.unwrap();
        assert_eq!((house.names(), house.s3.accepted_uploads()), (vec![], 1), "a part was taken, and is no object");
        let notices = house.owner_notices().await;
        assert_eq!((notices.len(), notices[0]["level"].as_str()), (1, Some("BAD")), "{notices:?}");
        let text = notices[0].to_string();
        assert!(text.contains("comanda backup now") && !text.contains("s3://"), "{text}");
        let report = run_checks(&house.app.config, &house.clock).await;
        let found = report.findings.iter().find(|finding| finding.check == "backup").unwrap();
        assert!(found.found.contains("s3://casa") && found.mend.is_some(), "{found:?}");

        house.s3.accept_all();
        house.set_clock("2026-11-22T08:03:00Z");
        keeper.make_due_backups().await.unwrap();
        assert!(house.names().is_empty(), "not at once");
        house.set_clock("2026-11-22T08:04:01Z");
        keeper.make_due_backups().await.unwrap();
        assert_eq!(house.names().len(), 1);
        assert!(house.s3.accepted_uploads() > 2, "in parts");
        assert!(house.owner_notices().await.is_empty());

        // The next backups fail: a warning while there is one of the last day, an alarm when there is none.
        house.s3.accept_only(0);
        house.set_clock("2026-11-22T09:00:30Z");
        keeper.make_due_backups().await.unwrap();
        assert_eq!(house.owner_notices().await[0]["level"], "WARNING");
        house.set_clock("2026-11-23T11:00:30Z");
        keeper.make_due_backups().await.unwrap();
        assert_eq!((house.owner_notices().await[0]["level"].as_str(), house.names().len()), (Some("BAD"), 1));
        assert!(house.app.login("mozo").await.get("/api/dashboard/now").await.ok().to_string().find("copia de seg").is_none());
    }

    async fn a_corrupted_upload_is_no_backup(house: HouseWithBackups) {
        house.s3.corrupt_uploads(true);
        let why = house.backup_runner().run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap_err();
        assert!(format!("{why:#}").contains("no es lo que se envió"), "{why:#}");
        assert!(house.names().is_empty());
        house.s3.corrupt_uploads(false);
        house.backup_runner().run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap();
        assert_eq!(house.names().len(), 1);
    }

    async fn no_file_of_a_backup_stays_on_the_server(house: HouseWithBackups) {
        house.backup_runner().run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap();
        house.s3.accept_only(0);
        house.backup_runner().run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap_err();
        let remaining_files: Vec<_> = fs::read_dir(house.app.config.data.join("backups")).unwrap().collect();
        assert!(remaining_files.is_empty(), "{remaining_files:?}");
    }

    async fn a_failed_backup_by_hand_delays_nothing(house: HouseWithBackups) {
        house.s3.accept_only(0);
        house.backup_runner().run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap_err();
        house.s3.accept_all();
        house.backup_runner().make_due_backups().await.unwrap();
        assert_eq!(house.names().len(), 1);
    }

    async fn a_target_whose_files_are_gone_takes_no_backup(house: HouseWithBackups) {
        let keeper = house.backup_runner();
        keeper.make_due_backups().await.unwrap();
        let looked = async || run_checks(&house.app.config, &house.clock).await.findings.into_iter().find(|f| f.check == "backup").unwrap();
        let (control, company) = (house.app.app.companies().control(), HashSet::from([house.company().id]));
        let troubles = async || backups::count_troubles(control, &house.app.config.backups, &company, house.clock.now()).await.unwrap().unwrap();
        assert_eq!((looked().await.level, troubles().await), (FindingLevel::Good, BackupTroubleCounts::default()));
        // An unmounted share looks like this.
        let (name, aside) = (house.names().remove(0), house.elsewhere.path().join("aside"));
        let file = house.s3.object_path(&format!("copias/demo/{name}"));
        fs::rename(&file, &aside).unwrap();
        let found = looked().await;
        assert!(found.level == FindingLevel::Broken && found.found.contains("ya no está"), "{found:?}");
        house.set_clock("2026-11-23T09:00:30Z");
        keeper.make_due_backups().await.unwrap();
        assert!(house.names().is_empty(), "nothing is put where nobody will find it");
        let why = keeper.run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap_err().to_string();
        assert!(why.contains("montado") && why.contains("--anew"), "{why}");
        assert_eq!(troubles().await, BackupTroubleCounts { overdue: 0, failing: 1 });
        house.set_clock("2026-11-23T11:00:00Z");
        assert_eq!(troubles().await, BackupTroubleCounts { overdue: 1, failing: 1 });
        fs::rename(&aside, &file).unwrap();
        keeper.make_due_backups().await.unwrap();
        assert_eq!((house.names().len(), troubles().await), (2, BackupTroubleCounts::default()));
        // The files were deleted on purpose.
        for name in house.names() {
            fs::remove_file(house.s3.object_path(&format!("copias/demo/{name}"))).unwrap();
        }
        keeper.run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap_err();
        // A failed upload does not make the server forget the earlier backups.
        house.s3.accept_only(0);
        keeper.run_now(&house.company(), MissingBackupsPolicy::StartOver).await.unwrap_err();
        house.s3.accept_all();
        keeper.run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap_err();
        keeper.run_now(&house.company(), MissingBackupsPolicy::StartOver).await.unwrap();
        assert_eq!((house.names().len(), troubles().await), (1, BackupTroubleCounts::default()));
        keeper.run_now(&house.company(), MissingBackupsPolicy::Refuse).await.unwrap();
    }
}
