//! Clients: found by any part of their data, stored once, and validated like the tax office does.

use crate::{on_both_databases, support::app::TestApp};
use serde_json::json;

on_both_databases! {
    async fn a_client_is_found_by_name_document_or_phone(app: TestApp) {
        let waiter = app.login("mozo").await;
        for term in ["ana lucia", "45120987", "991%20220"] {
            let found = waiter.get(&format!("/api/clients?term={term}")).await.rows();
            assert_eq!(found.len(), 1, "{term}");
            assert_eq!(found[0]["display_name"], "Ana Lucía Flores Vega");
        }
        let nobody = waiter.get("/api/clients?term=00000000").await.rows();
        assert_eq!(nobody[0]["display_name"], "CLIENTES VARIOS");
        assert_eq!(waiter.get("/api/clients?term=100%25").await.rows().len(), 0, "% is no wildcard");
    }

    async fn a_document_belongs_to_one_client(app: TestApp) {
        let waiter = app.login("mozo").await;
        let body = json!({"document_type": "RUC", "document_number": "20131312955", "business_name": "SUNAT", "address": "Lima"});
        let client = waiter.post("/api/clients", body.clone()).await.ok();
        assert_eq!(client["display_name"], "SUNAT");
        let refusal = waiter.post("/api/clients", body).await.refused(409, "already_exists");
        assert_eq!(refusal["current"]["id"], client["id"]);
        for (field, body) in [
            ("document_number", json!({"document_type": "RUC", "document_number": "20131312950", "business_name": "X"})),
            ("document_number", json!({"document_type": "DNI", "document_number": "123", "name": "X"})),
            ("business_name", json!({"document_type": "RUC", "document_number": "20100070970"})),
            ("name", json!({"document_number": "44556677"})),
            ("document_type", json!({"document_type": "LE", "name": "X"})),
        ] {
            let refused = waiter.post("/api/clients", body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        waiter.put(&format!("/api/clients/{}", client["id"]), json!({"phone": "1"})).await.refused(422, "not_permitted");
        let cashier = app.login("cajero").await;
        let changed = cashier.put(&format!("/api/clients/{}", client["id"]), json!({"phone": "01 315 0730"})).await.ok();
        assert_eq!((&changed["phone"], &changed["business_name"]), (&json!("01 315 0730"), &json!("SUNAT")));
        cashier.put("/api/clients/999999", json!({"phone": "1"})).await.refused(404, "not_found");
    }

    async fn a_number_is_looked_up_among_own_clients_first(app: TestApp) {
        let waiter = app.login("mozo").await;
        let known = json!({"type": "dni", "identifier_number": "40563821"});
        assert_eq!(waiter.post("/api/data-identification", known).await.ok()["name"], "Carlos");
        let unknown = json!({"type": "ruc", "identifier_number": "20131312955"});
        let refusal = waiter.post("/api/data-identification", unknown).await.refused(404, "not_found");
        assert!(refusal["message"].as_str().unwrap().contains("a mano"), "{refusal}");
        waiter.post("/api/data-identification", json!({"type": "ruc", "identifier_number": "1"})).await.refused(422, "invalid");
        waiter.post("/api/data-identification", json!({"type": "ce", "identifier_number": "1"})).await.refused(422, "invalid");
    }
}
