//! Documents that were written on paper while nothing could be issued electronically, and entered afterwards.

use super::till::{Till, payment};
use crate::{on_both_databases, support::client::Client};
use serde_json::{Value, json};

/// Creates a series of paper documents; the fields of `more` override the body's.
async fn series(admin: &Client, kind: i64, serie: &str, more: Value) -> i64 {
    let mut body = json!({"billing_type_id": kind, "serie": serie, "is_contingency": true});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    admin.post("/api/billing-series", body).await.ok()["id"].as_i64().unwrap()
}

fn paper(series: i64, number: i64) -> Value {
    json!({"contingency": {"series_id": series, "number": number}})
}

on_both_databases! {
    async fn a_paper_document_is_entered_with_its_payment(till: Till) {
        let admin = till.house.app.login("admin").await;
        let id = series(&admin, 1, "0001", json!({"first_number": 1, "last_number": 500})).await;
        let config = till.luis.get("/api/payments-get-config").await.ok();
        assert_eq!(config["contingency_series"], json!([{"id": id, "billing_type_id": 1, "serie": "0001", "first_number": 1, "last_number": 500}]));
        let boleta = till.boleta(paper(id, 12)).await;
        assert_eq!((&boleta["full_number"], &boleta["is_contingency"], &boleta["state"], &boleta["hash"]), (&json!("0001-00000012"), &json!(true), &json!("NOT_SENT"), &json!(null)));
        let text = till.house.papers().await.pop().unwrap().text;
        assert!(text.contains("BOLETA DE VENTA EN CONTINGENCIA") && text.contains("vale el papel 0001-00000012"), "{text}");
        assert!(!text.contains("[QR"), "{text}");
        // The document is not electronic.
        let at = format!("/api/billings/{}", boleta["id"]);
        till.luis.get(&format!("{at}/xml")).await.refused(404, "not_found");
        assert!(till.luis.get(&format!("{at}/pdf?format=a4")).await.bytes.starts_with(b"%PDF"));
        // New documents are numbered as before.
        let next = till.boleta(json!({})).await;
        assert_eq!((&next["full_number"], &next["is_contingency"], &next["state"]), (&json!("B001-00000001"), &json!(false), &json!("PENDING")));
        let listed = till.luis.get("/api/billings?contingency=true").await.rows();
        assert_eq!(listed.iter().map(|b| &b["full_number"]).collect::<Vec<_>>(), [&json!("0001-00000012")]);
        // The drawer holds the money of both.
        assert_eq!(till.expected_amount("Efectivo").await, "256.00");
        // A wrong document is voided, and its number stays taken.
        let back = json!({"pin": "1234", "reason": "Mal escrito", "outcome": "CLOSE"});
        till.luis.post(&format!("/api/payments/{}/refund", boleta["payment_id"]), back).await.ok();
        assert_eq!(till.document(&boleta["id"]).await["state"], "VOIDED");
        assert_eq!(till.expected_amount("Efectivo").await, "228.00");
        let request = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(request, json!({"Efectivo": "28"}), paper(id, 12)).await.refused(409, "conflict");
    }

    async fn a_number_is_entered_once_and_within_the_authorised_range(till: Till) {
        let admin = till.house.app.login("admin").await;
        let boletas = series(&admin, 1, "0001", json!({"first_number": 10, "last_number": 20})).await;
        let facturas = series(&admin, 2, "0002", json!({})).await;
        let request = till.send_takeaway(&[(1, "Cau cau")]).await;
        let b001 = admin.get("/api/billing-series").await.rows().into_iter().find(|s| s["serie"] == "B001").unwrap()["id"].as_i64().unwrap();
        for (more, status) in [
            (paper(boletas, 9), 422), (paper(boletas, 21), 422), (paper(boletas, 0), 422), (paper(boletas, -1), 422),
            (paper(boletas, 100_000_000), 422), (paper(facturas, 1), 422), (paper(b001, 5), 404), (paper(9999, 5), 404),
            (json!({"billing_type_id": 3, "contingency": {"series_id": boletas, "number": 11}}), 422),
            (json!({"contingency": {"series_id": boletas, "number": 11, "issued_on": "2099-01-01"}}), 422),
            (json!({"contingency": {"series_id": boletas, "number": 11, "issued_on": "2020-01-01"}}), 422),
            (json!({"contingency": {"series_id": boletas, "number": "x"}}), 422),
        ] {
            let reply = till.pay(request, json!({"Efectivo": "28"}), more.clone()).await;
            assert_eq!(reply.status.as_u16(), status, "{more}");
        }
        // Of two tills with the same paper document one succeeds.
        let jorge = till.open_second_till().await;
        let other = till.send_takeaway(&[(1, "Cau cau")]).await;
        let body = |id: i64| payment(id, json!({"Efectivo": "28"}), paper(boletas, 11));
        let (one, two) = tokio::join!(till.luis.post("/api/payments", body(request)), jorge.post("/api/payments", body(other)));
        assert_eq!([one.status.as_u16(), two.status.as_u16()].iter().sum::<u16>(), 200 + 409);
        // Paper documents need not be entered in the order of their numbers.
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Efectivo": "28"}), paper(boletas, 10)).await.ok();
        // A factura on paper needs a RUC too.
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let factura = |client: Option<i64>| json!({"billing_type_id": 2, "client_id": client, "contingency": {"series_id": facturas, "number": 3}});
        till.pay(id, json!({"Efectivo": "28"}), factura(None)).await.refused(422, "invalid");
        let ruc = till.create_client("RUC", "20131312955", "SUNAT").await;
        let paid = till.pay(id, json!({"Efectivo": "28"}), factura(Some(ruc))).await.ok();
        assert_eq!(paid["billing"]["full_number"], "0002-00000003");
        // The series is switched off: nothing more is entered in it.
        admin.put(&format!("/api/billing-series/{boletas}"), json!({"enabled": false})).await.ok();
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Efectivo": "28"}), paper(boletas, 12)).await.refused(404, "not_found");
    }

    async fn booklets_of_two_kinds_may_have_one_series(till: Till) {
        let admin = till.house.app.login("admin").await;
        let (boletas, facturas) = (series(&admin, 1, "0001", json!({})).await, series(&admin, 2, "0001", json!({})).await);
        for kind in [1, 2] {
            let same_series = json!({"billing_type_id": kind, "serie": "0001", "is_contingency": true});
            let refused = admin.post("/api/billing-series", same_series).await.refused(409, "already_exists");
            assert!(refused["errors"]["serie"][0].as_str().unwrap().contains("0001"), "{refused}");
        }
        // Electronic series have unique names.
        admin.post("/api/billing-series", json!({"billing_type_id": 5, "serie": "FC01"})).await.refused(409, "already_exists");
        let ruc = till.create_client("RUC", "20131312955", "SUNAT").await;
        let boleta = till.boleta(paper(boletas, 12)).await;
        let mut factura = paper(facturas, 12);
        (factura["billing_type_id"], factura["client_id"]) = (json!(2), json!(ruc));
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let factura = till.pay(id, json!({"Efectivo": "28"}), factura).await.ok()["billing"].clone();
        assert_eq!((&boleta["full_number"], &factura["full_number"]), (&json!("0001-00000012"), &json!("0001-00000012")));
        for term in ["0001-12", "0001-00000012"] {
            let found = admin.get(&format!("/api/billings?term={term}")).await.rows();
            assert_eq!(found.len(), 2, "{term}: {found:?}");
        }
        // Each booklet has its own numbers.
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Efectivo": "28"}), paper(boletas, 12)).await.refused(409, "conflict");
        let shown = admin.get(&format!("/api/billing-series/{facturas}")).await.ok();
        assert_eq!((&shown["last_issued"], &shown["current_number"]), (&json!(12), &json!(12)));
        till.pay(id, json!({"Efectivo": "28"}), paper(boletas, 13)).await.ok();
        assert_eq!(admin.get(&format!("/api/billing-series/{facturas}")).await.ok()["last_issued"], 12);
    }

    async fn a_series_is_deletable_until_it_has_a_document(till: Till) {
        let admin = till.house.app.login("admin").await;
        let unused = series(&admin, 1, "0007", json!({"first_number": 100, "last_number": 500, "current_number": 250})).await;
        admin.delete(&format!("/api/billing-series/{unused}")).await.ok();
        let used = series(&admin, 1, "0007", json!({"first_number": 100, "last_number": 500})).await;
        till.boleta(paper(used, 480)).await;
        let refused = admin.delete(&format!("/api/billing-series/{used}")).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().contains("un comprobante"), "{refused}");
    }

    async fn a_series_of_paper_has_four_digits_and_stays_paper(till: Till) {
        let admin = till.house.app.login("admin").await;
        for (kind, serie) in [(1, "B002"), (1, "001"), (1, "0000"), (2, "F0A1"), (1, "00001")] {
            let refused = admin.post("/api/billing-series", json!({"billing_type_id": kind, "serie": serie, "is_contingency": true})).await.refused(422, "invalid");
            assert!(refused["errors"]["serie"].is_array(), "{refused}");
        }
        admin.post("/api/billing-series", json!({"billing_type_id": 3, "serie": "0001", "is_contingency": true})).await.refused(422, "invalid");
        admin.post("/api/billing-series", json!({"billing_type_id": 1, "serie": "0001"})).await.refused(422, "invalid");
        let refused = admin.post("/api/billing-series", json!({"billing_type_id": 1, "serie": "0001", "is_contingency": true, "first_number": 5, "last_number": 4})).await.refused(422, "invalid");
        assert!(refused["errors"]["last_number"].is_array(), "{refused}");
        let id = series(&admin, 1, "0001", json!({})).await;
        let path = format!("/api/billing-series/{id}");
        admin.put(&path, json!({"is_contingency": false})).await.refused(422, "invalid");
        let saved = admin.put(&path, json!({"first_number": 1, "last_number": 50, "is_contingency": true})).await.ok();
        assert_eq!((&saved["first_number"], &saved["last_number"]), (&json!(1), &json!(50)));
        for wrong in [json!({"first_number": 0}), json!({"last_number": 0}), json!({"first_number": -5}), json!({"first_number": "uno"})] {
            let refused = admin.put(&path, wrong.clone()).await.refused(422, "invalid");
            assert!(refused["message"].as_str().is_some_and(|text| !text.is_empty()), "{wrong}");
        }
        let refused = admin.put(&path, json!({"first_number": 0})).await.refused(422, "invalid");
        assert!(refused["errors"]["first_number"][0].as_str().unwrap().contains("1 a 99999999"), "{refused}");
        assert_eq!(admin.put(&path, json!({"last_number": null})).await.ok()["last_number"], json!(null));
        // The paper series numbers nothing by itself, so the electronic one stays the last of its kind.
        let b001 = admin.get("/api/billing-series").await.rows().into_iter().find(|s| s["serie"] == "B001").unwrap();
        admin.put(&format!("/api/billing-series/{}", b001["id"]), json!({"enabled": false})).await.refused(409, "in_use");
        admin.put(&path, json!({"enabled": false})).await.ok();
        till.luis.post("/api/billing-series", json!({"billing_type_id": 1, "serie": "0003", "is_contingency": true})).await.refused(422, "not_permitted");
    }
}
