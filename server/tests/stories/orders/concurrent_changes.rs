//! Several people at one account.

use super::house::{House, lines};
use crate::on_both_databases;
use futures::future::join_all;
use serde_json::{Value, json};

/// Opens Rosa's account with one unsent line.
async fn one_unsent(house: &House) -> (i64, Value) {
    let id = house.open_table(&house.rosa, "12").await;
    let body = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await], "send": false});
    let answer = house.rosa.post("/api/orders", body).await.ok();
    (id, answer["client_request"]["lines"][0].clone())
}

on_both_databases! {
    async fn a_change_of_an_outdated_version_gets_the_current_line(house: House) {
        let (id, line) = one_unsent(&house).await;
        let diego = house.app.login("mozo2").await;
        let path = format!("/api/orders/{}", line["id"]);
        let theirs = diego.put(&path, json!({"comment": "sin cebolla", "version": line["version"]})).await.ok();
        let refusal = house.rosa.put(&path, json!({"qty": 3, "version": line["version"]})).await.refused(409, "stale_version");
        assert_eq!((&refusal["current"]["comment"], &refusal["current"]["version"]), (&json!("sin cebolla"), &theirs["version"]));
        // Repeated on the current version, both changes are there.
        let both = house.rosa.put(&path, json!({"qty": 3, "version": refusal["current"]["version"]})).await.ok();
        assert_eq!((&both["qty"], &both["comment"], &both["total"]), (&json!("3"), &json!("sin cebolla"), &json!("114.00")));
        let stale_deletion = diego.delete(&format!("{path}?version={}", line["version"])).await.refused(409, "stale_version");
        assert_eq!(stale_deletion["current"]["qty"], "3");
        assert_eq!(lines(&house.load_account(&json!(id)).await), [("Lomo saltado".into(), "3".into())]);
    }

    async fn of_simultaneous_changes_of_one_version_one_counts(house: House) {
        let (id, line) = one_unsent(&house).await;
        let path = format!("/api/orders/{}", line["id"]);
        let changing = (2..8).map(|qty| {
            let (rosa, path, version) = (house.rosa.clone(), path.clone(), line["version"].clone());
            async move { (qty, rosa.put(&path, json!({"qty": qty, "version": version})).await) }
        });
        let (won, lost): (Vec<_>, Vec<_>) = join_all(changing).await.into_iter().partition(|a| a.1.status.is_success());
        assert_eq!((won.len(), lost.len()), (1, 5));
        for (_, reply) in lost {
            assert_eq!(reply.refused(409, "stale_version")["current"]["qty"], won[0].0.to_string());
        }
        assert_eq!(lines(&house.load_account(&json!(id)).await)[0].1, won[0].0.to_string());
    }

    async fn a_change_by_another_makes_a_newer_version(house: House) {
        let (id, line) = one_unsent(&house).await;
        let diego = house.app.login("mozo2").await;
        let tap = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await], "send": false});
        diego.post("/api/orders", tap).await.ok();
        let path = format!("/api/orders/{}", line["id"]);
        let refusal = house.rosa.put(&path, json!({"qty": 2, "version": line["version"]})).await.refused(409, "stale_version");
        assert_eq!(refusal["current"]["qty"], "2");
    }

    async fn a_line_that_another_removed_or_sent_says_so(house: House) {
        let (id, line) = one_unsent(&house).await;
        let diego = house.app.login("mozo2").await;
        let path = format!("/api/orders/{}", line["id"]);
        diego.post("/api/commands", json!({"client_request_id": id})).await.ok();
        // Sending makes a newer version too; the refusal says that the line is sent.
        let refusal = house.rosa.put(&path, json!({"qty": 2, "version": line["version"]})).await.refused(409, "stale_version");
        assert!(refusal["current"]["command_id"].is_number());
        house.rosa.put(&path, json!({"qty": 2})).await.refused(409, "conflict");
        let tap = json!({"client_request": id, "products": [house.order_item(1, "Chicha morada").await], "send": false});
        let added = house.rosa.post("/api/orders", tap).await.ok()["lines"][0].clone();
        diego.delete(&format!("/api/orders/{added}")).await.ok();
        house.rosa.put(&format!("/api/orders/{added}"), json!({"qty": 2, "version": 1})).await.refused(404, "not_found");
    }

    async fn each_change_is_announced_to_those_who_see_the_account(house: House) {
        let (id, line) = one_unsent(&house).await;
        let mut screen = house.watch(&format!("request:{id}")).await;
        let diego = house.app.login("mozo2").await;
        diego.put(&format!("/api/orders/{}", line["id"]), json!({"qty": 2})).await.ok();
        let event = screen.next_event("event", |e| e["type"] == "request.changed").await;
        assert_eq!(event["ids"]["client_request_id"], id);
    }
}
