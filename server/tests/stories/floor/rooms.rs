//! Rooms and tables as the office sets them up, and the layout of a room.

use super::{House, table_and_product, table_on_map, two_tables};
use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use serde_json::{Value, json};
use uuid::Uuid;

async fn names(client: &Client, path: &str) -> Vec<String> {
    client.get(path).await.rows().iter().map(|r| r["name"].as_str().unwrap().to_owned()).collect()
}

/// The whole layout of a room, as the editor sends it.
fn arrangement(plan: &Value) -> Value {
    let keep = |t: &Value| json!({"id": t["id"], "x": t["x"], "y": t["y"], "width": t["width"], "height": t["height"], "shape": t["shape"], "seats": t["seats"]});
    let tables: Vec<Value> = plan["tables"].as_array().unwrap().iter().map(keep).collect();
    json!({"tables": tables, "landmarks": plan["landmarks"], "width": plan["width"], "height": plan["height"], "version": plan["layout_version"]})
}

on_both_databases! {
    async fn a_room_is_added_renamed_disabled_and_deleted(app: TestApp) {
        let (boss, rosa) = (app.login("supervisor").await, app.login("mozo").await);
        let id = boss.post("/api/salons", json!({"name": " Azotea ", "description": "Al aire libre"})).await.ok()["id"].clone();
        assert_eq!(names(&rosa, "/api/salons").await, ["Terraza", "Salón", "Azotea"]);
        let refusal = boss.post("/api/salons", json!({"name": "AZOTEÁ"})).await.refused(409, "already_exists");
        assert!(refusal["errors"]["name"].is_array());
        let path = format!("/api/salons/{id}");
        boss.put(&path, json!({"name": "Terraza"})).await.refused(409, "already_exists");
        assert_eq!(boss.put(&path, json!({"name": "Mirador"})).await.ok()["description"], "Al aire libre");
        boss.put(&path, json!({"status": "INACTIVE"})).await.ok();
        assert_eq!(names(&rosa, "/api/salons").await, ["Terraza", "Salón"]);
        assert_eq!(names(&rosa, "/api/salons?status=INACTIVE").await, ["Mirador"]);
        assert_eq!(rosa.get("/api/floor").await.ok()["salons"].as_array().unwrap().len(), 2);
        boss.delete(&path).await.ok();
        boss.get(&path).await.refused(404, "not_found");
        boss.delete(&path).await.refused(404, "not_found");
        assert_eq!(names(&rosa, "/api/salons?status=ALL").await, ["Terraza", "Salón"]);
        boss.post("/api/salons", json!({"name": "Mirador"})).await.ok();
        rosa.get("/api/salons?status=OLD").await.refused(422, "invalid");
    }

    async fn a_table_gets_a_free_place_and_stays_in_its_bounds(app: TestApp) {
        let boss = app.login("admin").await;
        let salon = boss.post("/api/salons", json!({"name": "Azotea"})).await.ok()["id"].clone();
        for name in ["A", "B"] {
            boss.post("/api/tables", json!({"salon_id": salon, "name": name})).await.ok();
        }
        let new_table = boss.post("/api/tables", json!({"salon_id": salon, "name": "T-1", "seats": 2})).await.ok();
        let plan = boss.get(&format!("/api/salons/{salon}")).await.ok();
        let touches = |t: &Value| {
            let n = |v: &Value, f: &str| v[f].as_i64().unwrap();
            t["id"] != new_table["id"]
                && n(t, "x") < n(&new_table, "x") + n(&new_table, "width") && n(&new_table, "x") < n(t, "x") + n(t, "width")
                && n(t, "y") < n(&new_table, "y") + n(&new_table, "height") && n(&new_table, "y") < n(t, "y") + n(t, "height")
        };
        assert!(!plan["tables"].as_array().unwrap().iter().any(touches), "{new_table}");
        for (field, value) in [
            ("name", json!("")),
            ("name", json!("x".repeat(21))),
            ("seats", json!(0)),
            ("seats", json!(100)),
            ("seats", json!("cuatro")),
            ("x", json!(-1)),
            ("x", json!(99_999)),
            ("width", json!(10)),
            ("height", json!(5000)),
            ("shape", json!("STAR")),
            ("status", json!("GONE")),
        ] {
            let mut body = json!({"salon_id": salon, "name": "T-2"});
            body[field] = value.clone();
            boss.post("/api/tables", body).await.refused(422, "invalid");
            boss.put(&format!("/api/tables/{}", new_table["id"]), json!({field: value})).await.refused(422, "invalid");
        }
        boss.post("/api/tables", json!({"salon_id": salon, "name": "t-1"})).await.refused(409, "already_exists");
        boss.post("/api/tables", json!({"name": "T-3"})).await.refused(422, "invalid");
        boss.post("/api/tables", json!({"salon_id": 999_999, "name": "T-3"})).await.refused(404, "not_found");
    }

    async fn a_full_room_is_reported_instead_of_overlapping_tables(app: TestApp) {
        let boss = app.login("admin").await;
        let patio = boss.post("/api/salons", json!({"name": "Patio", "width": 300, "height": 200})).await.ok()["id"].clone();
        let first = boss.post("/api/tables", json!({"salon_id": patio, "name": "1"})).await.ok();
        let full = boss.post("/api/tables", json!({"salon_id": patio, "name": "2"})).await.refused(409, "conflict");
        assert!(full["message"].as_str().unwrap().contains("agranda el salón"), "{full}");
        // A small table still fits, nearer than usual; by hand it may be placed anywhere.
        let small = boss.post("/api/tables", json!({"salon_id": patio, "name": "2", "width": 80, "height": 80})).await.ok();
        assert!(small["x"].as_i64() >= first["x"].as_i64().zip(first["width"].as_i64()).map(|(x, w)| x + w), "{small}");
        boss.post("/api/tables", json!({"salon_id": patio, "name": "3", "x": 0, "y": 0})).await.ok();
        // A table from another room gets a place of its own, or is not moved at all.
        let elsewhere = boss.post("/api/salons", json!({"name": "Azotea"})).await.ok()["id"].clone();
        let guest = boss.post("/api/tables", json!({"salon_id": elsewhere, "name": "A 9"})).await.ok();
        boss.put(&format!("/api/tables/{}", guest["id"]), json!({"salon_id": patio})).await.refused(409, "conflict");
        boss.put(&format!("/api/salons/{patio}"), json!({"width": 912, "height": 616})).await.ok();
        let moved = boss.put(&format!("/api/tables/{}", guest["id"]), json!({"salon_id": patio})).await.ok();
        assert_ne!((&moved["x"], &moved["y"]), (&first["x"], &first["y"]), "{moved}");
    }

    async fn only_admin_and_supervisor_touch_rooms(app: TestApp) {
        let (rosa, cashier) = (app.login("mozo").await, app.login("cajero").await);
        let (table, _) = two_tables(&rosa).await;
        let salon = rosa.get("/api/salons").await.rows()[0]["id"].clone();
        for client in [&rosa, &cashier] {
            client.post("/api/salons", json!({"name": "X"})).await.refused(422, "not_permitted");
            client.put(&format!("/api/salons/{salon}"), json!({"name": "X"})).await.refused(422, "not_permitted");
            client.delete(&format!("/api/salons/{salon}")).await.refused(422, "not_permitted");
            client.post("/api/tables", json!({"salon_id": salon, "name": "X"})).await.refused(422, "not_permitted");
            client.put(&format!("/api/tables/{table}"), json!({"name": "X"})).await.refused(422, "not_permitted");
            client.delete(&format!("/api/tables/{table}")).await.refused(422, "not_permitted");
            client.put(&format!("/api/salons/{salon}/layout"), json!({"tables": []})).await.refused(422, "not_permitted");
        }
    }

    async fn a_table_in_use_stays_and_says_why(house: House) {
        let (boss, rosa) = (house.app.login("admin").await, house.app.login("mozo").await);
        let (table, other) = two_tables(&rosa).await;
        let shown = table_on_map(&rosa, &table).await;
        let elsewhere = boss.get("/api/salons").await.rows()[1]["id"].clone();
        let account = rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.ok()["client_request_id"].clone();
        let reserved = rosa.post("/api/client-requests", house.reservation(&other, 600)).await.ok()["id"].clone();
        for (table, used_by, word) in [(&table, &account, "cuenta abierta"), (&other, &reserved, "reservada")] {
            let path = format!("/api/tables/{table}");
            for refused in [
                boss.delete(&path).await,
                boss.put(&path, json!({"status": "INACTIVE"})).await,
                boss.put(&path, json!({"salon_id": elsewhere})).await,
            ] {
                let refused = refused.refused(409, "in_use");
                assert_eq!(refused["current"]["uses"][0]["client_request_id"], *used_by);
                assert!(refused["message"].as_str().unwrap().contains(word), "{refused}");
            }
            boss.put(&path, json!({"seats": 3})).await.ok();
        }
        let salon = format!("/api/salons/{}", shown["salon_id"]);
        boss.delete(&salon).await.refused(409, "in_use");
        boss.put(&salon, json!({"status": "INACTIVE"})).await.refused(409, "in_use");
        rosa.put(&format!("/api/tables/{table}/close"), json!({})).await.ok();
        boss.delete(&format!("/api/tables/{table}")).await.ok();
        rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.refused(404, "not_found");
    }

    async fn the_past_keeps_the_name_of_a_deleted_table(app: TestApp) {
        let (boss, rosa) = (app.login("admin").await, app.login("mozo").await);
        let (table, _) = two_tables(&rosa).await;
        let shown = table_on_map(&rosa, &table).await;
        let account = rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.ok()["client_request_id"].clone();
        rosa.put(&format!("/api/tables/{table}/close"), json!({})).await.ok();
        boss.delete(&format!("/api/tables/{table}")).await.ok();
        let past = rosa.get(&format!("/api/client-requests/{account}")).await.ok();
        assert_eq!(past["client_request_table"]["table"], shown["name"]);
        let same_name = json!({"salon_id": shown["salon_id"], "name": shown["name"]});
        assert_ne!(boss.post("/api/tables", same_name).await.ok()["id"], table, "the name is free again");
    }

    async fn a_disabled_table_is_off_the_map_and_comes_back(app: TestApp) {
        let (boss, rosa) = (app.login("admin").await, app.login("mozo").await);
        let (table, _) = two_tables(&rosa).await;
        let path = format!("/api/tables/{table}");
        boss.put(&path, json!({"status": "INACTIVE"})).await.ok();
        assert_eq!(rosa.get("/api/tables").await.rows().len(), 23);
        assert_eq!(rosa.get("/api/tables?status=ALL").await.rows().len(), 24);
        assert_eq!(rosa.get(&path).await.ok()["status"], "INACTIVE");
        rosa.put(&format!("{path}/open"), json!({})).await.refused(404, "not_found");
        boss.put(&path, json!({"status": "ACTIVE"})).await.ok();
        rosa.put(&format!("{path}/open"), json!({})).await.ok();
    }

    async fn opening_and_deleting_at_once_never_leaves_guests_without_a_table(app: TestApp) {
        let (boss, rosa) = (app.login("admin").await, app.login("mozo").await);
        for table in boss.get("/api/tables").await.rows().iter().take(6) {
            let path = format!("/api/tables/{}", table["id"]);
            let open = format!("{path}/open");
            let (opened, deleted) = tokio::join!(rosa.put(&open, json!({})), boss.delete(&path));
            assert_ne!(opened.status.is_success(), deleted.status.is_success(), "{} {}", opened.json, deleted.json);
        }
    }
}

on_both_databases! {
    async fn a_layout_is_saved_whole_and_the_map_shows_it(app: TestApp) {
        let (boss, rosa) = (app.login("supervisor").await, app.login("mozo").await);
        let salon = boss.get("/api/salons").await.rows()[0]["id"].clone();
        let path = format!("/api/salons/{salon}");
        let plan = boss.get(&path).await.ok();
        let mut body = arrangement(&plan);
        body["tables"][0]["x"] = json!(40);
        body["tables"][0]["shape"] = json!("ROUND");
        body["tables"][8]["seats"] = json!(3);
        body["landmarks"] = json!([{"kind": "DOOR", "name": "Entrada", "x": 0, "y": 0, "width": 90, "height": 28}]);
        let key = Uuid::new_v4();
        let layout = format!("{path}/layout");
        let saved = boss.send(reqwest::Method::PUT, &layout, Some(body.clone()), Some(key)).await.ok();
        assert_eq!(boss.send(reqwest::Method::PUT, &layout, Some(body.clone()), Some(key)).await.ok(), saved, "sent twice");
        assert_eq!(saved["layout_version"].as_i64().unwrap(), plan["layout_version"].as_i64().unwrap() + 1);
        let shown = table_on_map(&rosa, &plan["tables"][0]["id"]).await;
        assert_eq!((&shown["x"], &shown["shape"]), (&json!(40), &json!("ROUND")));
        assert_eq!(table_on_map(&rosa, &plan["tables"][8]["id"]).await["seats"], 3);
        assert_eq!(rosa.get("/api/floor").await.ok()["salons"][0]["landmarks"][0]["name"], "Entrada");
        // The second layout starts from the earlier state: the first one's work stays.
        let stale = boss.put(&layout, body).await.refused(409, "stale_version");
        assert_eq!(stale["current"]["layout_version"], saved["layout_version"]);
    }

    async fn a_layout_with_one_wrong_table_changes_nothing(app: TestApp) {
        let boss = app.login("admin").await;
        let salons = boss.get("/api/salons").await.rows();
        let path = format!("/api/salons/{}", salons[0]["id"]);
        let plan = boss.get(&path).await.ok();
        let foreign = boss.get(&format!("/api/salons/{}", salons[1]["id"])).await.ok()["tables"][0]["id"].clone();
        for (at, field, value) in [
            ("tables[1].x", "x", json!(5000)),
            ("tables[1].y", "y", json!(-4)),
            ("tables[1].width", "width", json!(20)),
            ("tables[1].seats", "seats", json!(0)),
            ("tables[1].shape", "shape", json!("HEART")),
            ("tables[1].id", "id", foreign),
            ("tables[1].id", "id", plan["tables"][0]["id"].clone()),
        ] {
            let mut body = arrangement(&plan);
            body["tables"][0]["x"] = json!(60);
            body["tables"][1][field] = value;
            let refused = boss.put(&format!("{path}/layout"), body).await.refused(422, "invalid");
            assert!(refused["errors"][at].is_array(), "{at}: {refused}");
        }
        let mut small = arrangement(&plan);
        small["width"] = json!(400);
        boss.put(&format!("{path}/layout"), small).await.refused(422, "invalid");
        boss.put(&format!("{path}/layout"), json!({"tables": "todas"})).await.refused(422, "invalid");
        assert_eq!(boss.get(&path).await.ok(), plan);
        boss.put(&format!("{path}/layout"), json!({"tables": []})).await.ok();
        boss.put("/api/salons/999999/layout", json!({"tables": []})).await.refused(404, "not_found");
    }

    async fn of_two_who_arrange_a_room_at_once_one_is_told(app: TestApp) {
        let (admin, boss) = (app.login("admin").await, app.login("supervisor").await);
        let salon = boss.get("/api/salons").await.rows()[0]["id"].clone();
        let plan = boss.get(&format!("/api/salons/{salon}")).await.ok();
        let path = format!("/api/salons/{salon}/layout");
        let body = arrangement(&plan);
        let (one, two) = tokio::join!(admin.put(&path, body.clone()), boss.put(&path, body));
        let (won, lost) = if one.status.is_success() { (one, two) } else { (two, one) };
        won.ok();
        lost.refused(409, "stale_version");
    }

    async fn a_room_with_guests_may_be_arranged(app: TestApp) {
        let (boss, rosa) = (app.login("admin").await, app.login("mozo").await);
        let (table, _) = table_and_product(&rosa).await;
        rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.ok();
        let shown = table_on_map(&rosa, &table).await;
        let mut body = arrangement(&boss.get(&format!("/api/salons/{}", shown["salon_id"])).await.ok());
        body["tables"][0]["y"] = json!(60);
        boss.put(&format!("/api/salons/{}/layout", shown["salon_id"]), body).await.ok();
        let moved = table_on_map(&rosa, &table).await;
        assert_eq!((&moved["y"], &moved["status_table"]), (&json!(60), &json!("OCCUPIED")));
    }
}
