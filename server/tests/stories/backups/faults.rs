//! What goes wrong on the way, and who is told.

use super::Bucketed;
use crate::on_both_databases;
use comanda::{
    backups::{self, Troubles, WhenGone},
    doctor::{Level, examine},
};
use std::{collections::HashSet, fs};

on_both_databases! {
    async fn a_target_that_fails_in_the_middle_leaves_nothing_and_is_tried_again(house: Bucketed) {
        house.has_large_pictures().await;
        let keeper = house.keeper();
        house.s3.take_only(1);
        keeper.round().await.unwrap();
        assert_eq!((house.names(), house.s3.bodies()), (vec![], 1), "a part was taken, and is no object");
        let told = house.told().await;
        assert_eq!((told.len(), told[0]["level"].as_str()), (1, Some("BAD")), "{told:?}");
        let text = told[0].to_string();
        assert!(text.contains("comanda backup now") && !text.contains("s3://"), "{text}");
        let report = examine(&house.app.config, &house.clock).await;
        let found = report.findings.iter().find(|finding| finding.check == "backup").unwrap();
        assert!(found.found.contains("s3://casa") && found.mend.is_some(), "{found:?}");

        house.s3.take_all();
        house.at("2026-11-22T08:03:00Z");
        keeper.round().await.unwrap();
        assert!(house.names().is_empty(), "not at once");
        house.at("2026-11-22T08:04:01Z");
        keeper.round().await.unwrap();
        assert_eq!(house.names().len(), 1);
        assert!(house.s3.bodies() > 2, "in parts");
        assert!(house.told().await.is_empty());

        // The next one fails: there is one of the last day, and then there is none.
        house.s3.take_only(0);
        house.at("2026-11-22T09:00:30Z");
        keeper.round().await.unwrap();
        assert_eq!(house.told().await[0]["level"], "WARNING");
        house.at("2026-11-23T11:00:30Z");
        keeper.round().await.unwrap();
        assert_eq!((house.told().await[0]["level"].as_str(), house.names().len()), (Some("BAD"), 1));
        assert!(house.app.login("mozo").await.get("/api/dashboard/now").await.ok().to_string().find("copia de seg").is_none());
    }

    async fn what_arrives_as_something_else_is_no_backup(house: Bucketed) {
        house.s3.spoil(true);
        let why = house.keeper().now(&house.company(), WhenGone::Refuse).await.unwrap_err();
        assert!(format!("{why:#}").contains("no es lo que se envió"), "{why:#}");
        assert!(house.names().is_empty());
        house.s3.spoil(false);
        house.keeper().now(&house.company(), WhenGone::Refuse).await.unwrap();
        assert_eq!(house.names().len(), 1);
    }

    async fn no_file_of_it_stays_on_the_server(house: Bucketed) {
        house.keeper().now(&house.company(), WhenGone::Refuse).await.unwrap();
        house.s3.take_only(0);
        house.keeper().now(&house.company(), WhenGone::Refuse).await.unwrap_err();
        let left: Vec<_> = fs::read_dir(house.app.config.data.join("backups")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }

    async fn a_try_by_hand_that_fails_holds_up_nothing(house: Bucketed) {
        house.s3.take_only(0);
        house.keeper().now(&house.company(), WhenGone::Refuse).await.unwrap_err();
        house.s3.take_all();
        house.keeper().round().await.unwrap();
        assert_eq!(house.names().len(), 1);
    }

    async fn a_place_where_nothing_lies_any_more_takes_no_backup(house: Bucketed) {
        let keeper = house.keeper();
        keeper.round().await.unwrap();
        let looked = async || examine(&house.app.config, &house.clock).await.findings.into_iter().find(|f| f.check == "backup").unwrap();
        let (control, company) = (house.app.app.companies().control(), HashSet::from([house.company().id]));
        let troubles = async || backups::troubles(control, &house.app.config.backups, &company, house.clock.now()).await.unwrap().unwrap();
        assert_eq!((looked().await.level, troubles().await), (Level::Good, Troubles::default()));
        // As a share looks that is not mounted.
        let (name, aside) = (house.names().remove(0), house.elsewhere.path().join("aside"));
        let file = house.s3.file(&format!("copias/demo/{name}"));
        fs::rename(&file, &aside).unwrap();
        let found = looked().await;
        assert!(found.level == Level::Broken && found.found.contains("ya no está"), "{found:?}");
        house.at("2026-11-23T09:00:30Z");
        keeper.round().await.unwrap();
        assert!(house.names().is_empty(), "nothing is put where nobody will find it");
        let why = keeper.now(&house.company(), WhenGone::Refuse).await.unwrap_err().to_string();
        assert!(why.contains("montado") && why.contains("--anew"), "{why}");
        assert_eq!(troubles().await, Troubles { overdue: 0, failing: 1 });
        house.at("2026-11-23T11:00:00Z");
        assert_eq!(troubles().await, Troubles { overdue: 1, failing: 1 });
        fs::rename(&aside, &file).unwrap();
        keeper.round().await.unwrap();
        assert_eq!((house.names().len(), troubles().await), (2, Troubles::default()));
        // They were taken away on purpose.
        for name in house.names() {
            fs::remove_file(house.s3.file(&format!("copias/demo/{name}"))).unwrap();
        }
        keeper.now(&house.company(), WhenGone::Refuse).await.unwrap_err();
        // One that does not arrive makes nothing be forgotten.
        house.s3.take_only(0);
        keeper.now(&house.company(), WhenGone::StartOver).await.unwrap_err();
        house.s3.take_all();
        keeper.now(&house.company(), WhenGone::Refuse).await.unwrap_err();
        keeper.now(&house.company(), WhenGone::StartOver).await.unwrap();
        assert_eq!((house.names().len(), troubles().await), (1, Troubles::default()));
        keeper.now(&house.company(), WhenGone::Refuse).await.unwrap();
    }
}
