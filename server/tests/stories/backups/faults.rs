//! What goes wrong on the way, and who is told.

use super::Bucketed;
use crate::on_both_databases;
use comanda::doctor::examine;
use std::fs;

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
        let why = house.keeper().now(&house.company()).await.unwrap_err();
        assert!(format!("{why:#}").contains("no es lo que se envió"), "{why:#}");
        assert!(house.names().is_empty());
        house.s3.spoil(false);
        house.keeper().now(&house.company()).await.unwrap();
        assert_eq!(house.names().len(), 1);
    }

    async fn no_file_of_it_stays_on_the_server(house: Bucketed) {
        house.keeper().now(&house.company()).await.unwrap();
        house.s3.take_only(0);
        house.keeper().now(&house.company()).await.unwrap_err();
        let left: Vec<_> = fs::read_dir(house.app.config.data.join("backups")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
