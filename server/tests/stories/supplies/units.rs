//! The company's own units of measure.

use super::supply::{supply, unit};
use crate::{on_both_databases, orders::house::House};
use serde_json::json;

on_both_databases! {
    async fn an_own_unit_is_created_used_and_kept(house: House) {
        let admin = house.app.login("admin").await;
        let kg = unit(&admin, "kg").await;
        let body = json!({"symbol": "saco", "name": "Saco de 50 kg", "magnitude_id": kg["id"], "equivalence": "50"});
        let sack = admin.post("/api/measurements", body).await.ok();
        assert_eq!((&sack["symbol"], &sack["equivalence"], &sack["magnitude_id"], &sack["status"]),
            (&json!("saco"), &json!("50"), &kg["id"], &json!("ACTIVE")));
        let path = format!("/api/measurements/{}", sack["id"]);
        assert_eq!(admin.get(&path).await.ok(), sack);
        let related = admin.get(&format!("/api/measurements/{}/related", sack["id"])).await.rows();
        assert_eq!(related.iter().map(|u| u["symbol"].as_str().unwrap()).collect::<Vec<_>>(), ["kg", "saco", "g"]);
        assert_eq!(admin.put(&path, json!({"equivalence": "45"})).await.ok()["equivalence"], "45", "nobody uses it yet");
        let flour = admin.post("/api/supplies", json!({"name": "Harina", "measurement_id": sack["id"], "cost_amount": "135", "min_stock": "0.5"})).await.ok();
        assert_eq!((&flour["min_stock"], &flour["measurement"]), (&json!("0.5"), &json!("saco")));
        let refused = admin.put(&path, json!({"equivalence": "50"})).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().contains("Harina"), "{refused}");
        assert!(admin.delete(&path).await.refused(409, "in_use")["message"].as_str().unwrap().contains("Harina"));
        assert_eq!(admin.put(&path, json!({"name": "Saco", "status": "INACTIVE"})).await.ok()["status"], "INACTIVE");
        admin.delete(&format!("/api/supplies/{}", flour["id"])).await.ok();
        admin.delete(&path).await.ok();
        admin.get(&path).await.refused(404, "not_found");
    }

    async fn an_invalid_unit_is_refused(house: House) {
        let admin = house.app.login("admin").await;
        let (kg, g) = (unit(&admin, "kg").await, unit(&admin, "g").await);
        for (field, body) in [
            ("symbol", json!({"name": "Caja"})),
            ("symbol", json!({"symbol": "una caja grande", "name": "Caja"})),
            ("name", json!({"symbol": "cja"})),
            ("equivalence", json!({"symbol": "cja", "name": "Caja", "magnitude_id": kg["id"], "equivalence": "0"})),
            ("equivalence", json!({"symbol": "cja", "name": "Caja", "magnitude_id": kg["id"], "equivalence": "-3"})),
            ("magnitude_id", json!({"symbol": "cja", "name": "Caja", "magnitude_id": g["id"], "equivalence": "3"})),
            ("magnitude_id", json!({"symbol": "cja", "name": "Caja", "magnitude_id": 999_999, "equivalence": "3"})),
        ] {
            let refused = admin.post("/api/measurements", body.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{body}: {refused}");
        }
        admin.post("/api/measurements", json!({"symbol": "KG", "name": "Kilo"})).await.refused(409, "already_exists");
        assert!(admin.delete(&format!("/api/measurements/{}", kg["id"])).await.refused(409, "in_use")["message"].as_str().unwrap().contains("Gramo"));
        assert!(admin.delete(&format!("/api/measurements/{}", g["id"])).await.refused(409, "in_use")["message"].as_str().unwrap().contains("receta"));
        let found = admin.get("/api/measurements?term=onza").await.rows();
        assert_eq!(found.len(), 1);
        house.app.login("mozo").await.post("/api/measurements", json!({"symbol": "x", "name": "x"})).await.refused(422, "not_permitted");
        assert_eq!(supply(&admin, "Huevo").await["measurement"], "doc");
    }
}
