//! Methods of payment, maintained by the admin.

use crate::{money::till::Till, on_both_databases};
use serde_json::{Value, json};

on_both_databases! {
    async fn a_method_is_created_used_disabled_and_kept(till: Till) {
        let admin = till.house.app.login("admin").await;
        let rappi = json!({"name": "Rappi Pay", "payment_type_id": 3, "asks_operation_number": true, "icon": "wallet"});
        let method = admin.post("/api/payment-options", rappi.clone()).await.ok();
        assert_eq!((&method["name"], &method["status"], &method["is_cash"]), (&json!("Rappi Pay"), &json!("ACTIVE"), &json!(false)));
        let path = format!("/api/payment-options/{}", method["id"]);
        assert_eq!(till.luis.get(&path).await.ok(), method);
        let names: Vec<Value> = till.luis.get("/api/payment-options").await.rows().iter().map(|o| o["name"].clone()).collect();
        assert_eq!(names.last().unwrap(), "Rappi Pay");
        let refusal = admin.post("/api/payment-options", json!({"name": "rappi pay"})).await.refused(409, "already_exists");
        assert_eq!(refusal["current"]["id"], method["id"]);
        admin.put(&path, json!({"name": "Yape"})).await.refused(409, "already_exists");
        admin.put(&path, json!({"asks_operation_number": false})).await.ok();
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Rappi Pay": "28.00"}), json!({})).await.ok();
        let refused = admin.delete(&path).await.refused(409, "in_use");
        assert_eq!(refused["message"], "Hay 1 cobro con Rappi Pay. Desactívalo para que ya no aparezca al cobrar.");
        let found = |query: &'static str| till.luis.get(query);
        let second = found("/api/payment-options?page=2&per_page=4").await;
        assert_eq!((&second.json["total_rows"], &second.json["total_pages"]), (&json!(7), &json!(2)));
        let falling = found("/api/payment-options?page=1&sort=-name").await.rows();
        assert_eq!(falling[0]["name"], "Yape");
        let wallets = found("/api/payment-options?page=1&term=RAPPI&filters=%7B%22payment_type_id%22%3A%5B3%5D%7D").await.rows();
        assert_eq!(wallets.len(), 1);
        found("/api/payment-options?sort=icon").await.refused(422, "invalid");
        admin.put(&path, json!({"is_cash": true})).await.refused(409, "in_use");
        admin.patch(&format!("{path}/status"), json!({"status": "INACTIVE"})).await.ok();
        let offered = till.luis.get("/api/payments-get-config").await.ok();
        assert!(offered["payment_options"].as_array().unwrap().iter().all(|o| o["name"] != "Rappi Pay"));
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Rappi Pay": "28.00"}), json!({})).await.refused(422, "invalid");
        let unused = admin.post("/api/payment-options", json!({"name": "Cheque"})).await.ok();
        admin.delete(&format!("/api/payment-options/{}", unused["id"])).await.ok();
        admin.get(&format!("/api/payment-options/{}", unused["id"])).await.refused(404, "not_found");
    }

    async fn cash_cannot_be_removed(till: Till) {
        let admin = till.house.app.login("admin").await;
        let options = admin.get("/api/payment-options").await.rows();
        let cash = format!("/api/payment-options/{}", options.iter().find(|o| o["name"] == "Efectivo").unwrap()["id"]);
        admin.delete(&cash).await.refused(409, "conflict");
        admin.patch(&format!("{cash}/status"), json!({"status": "INACTIVE"})).await.refused(409, "conflict");
        admin.put(&cash, json!({"is_cash": false})).await.refused(409, "conflict");
        admin.put(&cash, json!({"name": "Soles"})).await.ok();
        admin.post("/api/payment-options", json!({"name": "Dólares", "is_cash": true})).await.ok();
        admin.patch(&format!("{cash}/status"), json!({"status": "INACTIVE"})).await.ok();
        for body in [json!({"status": "OFF"}), json!({})] {
            admin.patch(&format!("{cash}/status"), body).await.refused(422, "invalid");
        }
        for body in [json!({}), json!({"name": ""}), json!({"name": "x".repeat(41)}), json!({"name": "Z", "payment_type_id": 9})] {
            admin.post("/api/payment-options", body).await.refused(422, "invalid");
        }
        for username in ["supervisor", "cajero", "mozo"] {
            till.house.app.login(username).await.post("/api/payment-options", json!({"name": "Cheque"})).await.refused(422, "not_permitted");
        }
    }

    async fn of_two_who_add_the_same_name_one_succeeds(till: Till) {
        let admin = till.house.app.login("admin").await;
        let body = json!({"name": "Cheque"});
        let (a, b) = tokio::join!(admin.post("/api/payment-options", body.clone()), admin.post("/api/payment-options", body));
        let mut codes = [a.status.as_u16(), b.status.as_u16()];
        codes.sort_unstable();
        assert_eq!(codes, [200, 409]);
    }
}
