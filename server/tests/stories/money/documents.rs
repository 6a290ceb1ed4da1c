//! Boleta, factura, nota de venta: their clients, and numbering without gaps.

use super::till::{Till, payment};
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn each_kind_has_its_client_and_its_series(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let dni = till.create_client("DNI", "45871236", "María Fernanda Soto").await;
        let ruc = till.create_client("RUC", "20131312955", "SUNAT").await;
        let factura = |client: Option<i64>| json!({"billing_type_id": 2, "client_id": client});
        for client in [None, Some(dni)] {
            let refused = till.pay(id, json!({"Efectivo": "28"}), factura(client)).await.refused(422, "invalid");
            assert!(refused["errors"]["client_id"].is_array(), "{refused}");
        }
        let paid = till.pay(id, json!({"Efectivo": "28"}), factura(Some(ruc))).await.ok();
        assert_eq!((&paid["billing"]["full_number"], &paid["billing"]["client_document_number"]), (&json!("F001-00000001"), &json!("20131312955")));
        assert_eq!(paid["billing"]["client_name"], "SUNAT");

        let id = till.send_takeaway(&[(1, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        let nota = json!({"billing_type_id": 3, "by_consumption": true, "client_id": dni});
        let paid = till.pay(id, json!({"Efectivo": "42"}), nota).await.ok();
        assert_eq!(paid["billing"]["full_number"], "NV01-00000001");
        assert_eq!(paid["billing"]["lines"].as_array().unwrap().len(), 1);
        assert_eq!((&paid["billing"]["lines"][0]["description"], &paid["billing"]["lines"][0]["total"]), (&json!("POR CONSUMO"), &json!("42.00")));
        let receipt = till.house.papers().await.pop().unwrap();
        assert!(receipt.text.contains("No es un comprobante de pago tributario") && !receipt.text.contains("[QR"), "{}", receipt.text);
        till.pay(id, json!({}), json!({"billing_type_id": 9})).await.refused(422, "invalid");
    }

    async fn a_boleta_above_seven_hundred_names_its_client(till: Till) {
        let id = till.send_takeaway(&[(26, "Cau cau")]).await;
        till.pay(id, json!({"Efectivo": "728"}), json!({})).await.refused(422, "invalid");
        let dni = till.create_client("DNI", "45871236", "María Fernanda Soto").await;
        let paid = till.pay(id, json!({"Efectivo": "728"}), json!({"client_id": dni})).await.ok();
        assert_eq!((&paid["billing"]["number"], &paid["billing"]["client_document_number"]), (&json!(1), &json!("45871236")));
    }

    async fn numbers_have_no_gaps_however_many_pay_at_once(till: Till) {
        let jorge = till.open_second_till().await;
        let mut ids = Vec::new();
        for _ in 0..8 {
            ids.push(till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await);
        }
        let pay = |n: usize| {
            let client = if n.is_multiple_of(2) { &till.luis } else { &jorge };
            // Every other one first tries what is refused after the number could have been taken.
            let refused = payment(ids[n], json!({"Efectivo": "7"}), json!({"billing_type_id": 2}));
            let body = payment(ids[n], json!({"Efectivo": "7"}), json!({}));
            async move {
                client.post("/api/payments", refused).await.refused(422, "invalid");
                client.post("/api/payments", body).await.ok()["billing"]["number"].as_i64().unwrap()
            }
        };
        let mut numbers = futures::future::join_all((0..ids.len()).map(pay)).await;
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
        let series = till.luis.get("/api/billing-series").await.rows();
        let collected = series.iter().filter(|s| s["prefix"] != "NOTA CREDITO" && s["prefix"] != "NOTA DEBITO");
        let current: Vec<_> = collected.map(|s| (s["serie"].as_str().unwrap(), s["current_number"].as_i64().unwrap())).collect();
        assert_eq!(current, [("B001", 8), ("F001", 0), ("NV01", 0)]);
    }
}
