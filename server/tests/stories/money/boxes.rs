//! Cash boxes and shifts, maintained by the office.

use super::till::{Till, open_cash_box};
use crate::on_both_databases;
use serde_json::{Value, json};

fn names(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["name"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn a_cash_box_is_added_found_changed_and_deleted(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        let printer = &jorge.get("/api/printers").await.rows()[0];
        let cash_box = jorge.post("/api/cashboxes", json!({"name": "  Jardín   de atrás ", "printer_id": printer["id"]})).await.ok();
        assert_eq!((&cash_box["name"], &cash_box["status"], &cash_box["printer_name"]), (&json!("Jardín de atrás"), &json!("ACTIVE"), &printer["name"]));
        let path = format!("/api/cashboxes/{}", cash_box["id"]);
        assert_eq!(jorge.get(&path).await.ok(), cash_box);
        assert_eq!(names(&jorge.get("/api/cashboxes?term=JARDIN&page=1").await.rows()), ["Jardín de atrás"]);
        let two = jorge.get("/api/cashboxes?page=1&per_page=2&sort=-name").await;
        assert_eq!((two.json["total_rows"].clone(), two.json["total_pages"].clone()), (json!(3), json!(2)));
        assert_eq!(names(&two.rows()), ["Principal", "Jardín de atrás"]);
        jorge.get("/api/cashboxes?page=1&sort=price").await.refused(422, "invalid");
        // Only the given fields change; null removes the printer.
        let moved = jorge.put(&path, json!({"printer_id": null})).await.ok();
        assert_eq!((&moved["name"], &moved["printer_id"]), (&json!("Jardín de atrás"), &Value::Null));
        let disabled = jorge.put(&path, json!({"status": "INACTIVE"})).await.ok();
        assert_eq!((&disabled["name"], &disabled["status"]), (&json!("Jardín de atrás"), &json!("INACTIVE")));
        assert_eq!(names(&jorge.get("/api/cashboxes?page=1&filters=%7B%22status%22%3A%5B%22INACTIVE%22%5D%7D").await.rows()), ["Jardín de atrás"]);
        jorge.delete(&path).await.ok();
        jorge.get(&path).await.refused(404, "not_found");
        jorge.delete(&path).await.refused(404, "not_found");
        jorge.put(&path, json!({"name": "Otra"})).await.refused(404, "not_found");
    }

    async fn a_cash_box_in_use_says_where_and_stays(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        let boxes = jorge.get("/api/cashboxes").await.rows();
        let path = |name: &str| format!("/api/cashboxes/{}", boxes.iter().find(|b| b["name"] == name).unwrap()["id"]);
        // Luis has the box open: it can be neither deleted nor disabled.
        for reply in [jorge.delete(&path("Principal")).await, jorge.put(&path("Principal"), json!({"status": "INACTIVE"})).await] {
            let refusal = reply.refused(409, "in_use");
            assert!(refusal["message"].as_str().unwrap().starts_with("Luis Cárdenas tiene abierta Principal."), "{refusal}");
        }
        let refusal = jorge.delete(&path("Barra")).await.refused(409, "in_use");
        assert_eq!(refusal["message"], "Trabajan en Barra: Diego Huamán. Dales otra caja en Usuarios, o desactívala.");
        open_cash_box(&jorge, "Barra", "0").await.ok();
        let own_cycle = jorge.get("/api/cashbox-opened-cycle").await.ok();
        jorge.put(&format!("/api/cashbox-cycles/{}", own_cycle["id"]), json!({"status": "CLOSED", "close_amount": "0"})).await.ok();
        let refusal = jorge.delete(&path("Barra")).await.refused(409, "in_use");
        assert!(refusal["message"].as_str().unwrap().contains("ya se abrió una vez"), "{refusal}");
        // A disabled box cannot be opened, and its past is still there.
        jorge.put(&path("Barra"), json!({"status": "INACTIVE"})).await.ok();
        open_cash_box(&jorge, "Barra", "0").await.refused(422, "invalid");
        assert_eq!(jorge.get(&format!("/api/cashbox-cycles/{}", own_cycle["id"])).await.ok()["cashbox_name"], "Barra");
    }

    async fn names_are_unique(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        for (list, existing_name) in [("/api/cashboxes", "principal"), ("/api/turns", "MANANA")] {
            let refusal = jorge.post(list, json!({"name": existing_name})).await.refused(409, "already_exists");
            assert!(refusal["errors"]["name"][0].as_str().unwrap().contains("ese nombre"), "{refusal}");
            for wrong in [json!({}), json!({"name": "  "}), json!({"name": "x".repeat(41)}), json!({"name": 7}), json!({"name": "Z", "status": "OFF"})] {
                jorge.post(list, wrong).await.refused(422, "invalid");
            }
            let new = json!({"name": "Nueva"});
            let (a, b) = tokio::join!(jorge.post(list, new.clone()), jorge.post(list, new));
            let mut codes = [a.status.as_u16(), b.status.as_u16()];
            codes.sort_unstable();
            assert_eq!(codes, [200, 409], "{list}");
        }
        jorge.post("/api/cashboxes", json!({"name": "Z", "printer_id": 999_999})).await.refused(422, "invalid");
        jorge.post("/api/turns", json!({"name": "Z", "description": "x".repeat(121)})).await.refused(422, "invalid");
    }

    async fn a_shift_with_work_in_it_stays(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        let shift = jorge.post("/api/turns", json!({"name": "Madrugada", "description": "00:00 a 04:00"})).await.ok();
        let path = format!("/api/turns/{}", shift["id"]);
        assert_eq!(names(&jorge.get("/api/turns?page=1&term=04:00").await.rows()), ["Madrugada"]);
        let changed = jorge.put(&path, json!({"description": ""})).await.ok();
        assert_eq!((&changed["name"], &changed["description"]), (&json!("Madrugada"), &json!("")));
        jorge.delete(&path).await.ok();
        jorge.get(&path).await.refused(404, "not_found");
        let worked = format!("/api/turns/{}", jorge.get("/api/turns").await.rows()[0]["id"]);
        let refusal = jorge.delete(&worked).await.refused(409, "in_use");
        assert!(refusal["message"].as_str().unwrap().contains("1 caja se abrió en el turno"), "{refusal}");
        jorge.put(&worked, json!({"status": "INACTIVE"})).await.ok();
        open_cash_box(&jorge, "Barra", "0").await.refused(422, "invalid");
    }

    async fn only_the_office_maintains_cash_boxes(till: Till) {
        for username in ["cajero", "mozo", "cocina", "contador"] {
            let client = till.house.app.login(username).await;
            for list in ["/api/cashboxes", "/api/turns"] {
                client.post(list, json!({"name": "Nueva"})).await.refused(422, "not_permitted");
                client.put(&format!("{list}/1"), json!({"name": "Nueva"})).await.refused(422, "not_permitted");
                client.delete(&format!("{list}/1")).await.refused(422, "not_permitted");
            }
        }
        till.house.app.login("mozo").await.get("/api/cashboxes/1").await.refused(422, "not_permitted");
    }
}
