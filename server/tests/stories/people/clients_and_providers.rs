//! Clients and providers: stored with all fields, each document once, never deleted out of the history.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use serde_json::{Value, json};

fn firm() -> Value {
    json!({
        "document_type": "RUC", "document_number": "20131312955", "business_name": "SUNAT", "phone": "01 315 0730", "email": "Mesa@sunat.gob.pe",
        "address": "Av. Garcilaso 1472", "ubigeo_sunat": "150101", "reference": "Frente al parque", "status": "ACTIVE",
    })
}

async fn assert_fields_round_trip(keeper: &Client, path: &str) -> Value {
    let stored = keeper.post(path, firm()).await.ok();
    for (field, value) in [
        ("document_number", "20131312955"),
        ("business_name", "SUNAT"),
        ("display_name", "SUNAT"),
        ("phone", "01 315 0730"),
        ("email", "mesa@sunat.gob.pe"),
        ("address", "Av. Garcilaso 1472"),
        ("ubigeo_sunat", "150101"),
        ("department", "LIMA"),
        ("province", "LIMA"),
        ("district", "LIMA"),
        ("reference", "Frente al parque"),
        ("status", "ACTIVE"),
    ] {
        assert_eq!(stored[field], value, "{path} {field}");
    }
    let one = format!("{path}/{}", stored["id"]);
    assert_eq!(keeper.get(&one).await.ok(), stored);
    let disabled = keeper.put(&one, json!({"status": "INACTIVE"})).await.ok();
    assert_eq!((&disabled["status"], &disabled["business_name"]), (&json!("INACTIVE"), &json!("SUNAT")));
    let person = json!({"document_type": "DNI", "document_number": "44556677", "name": "Ana", "last_name": "Flores", "business_name": "SUNAT", "status": "ACTIVE"});
    let changed = keeper.put(&one, person).await.ok();
    assert_eq!(
        (&changed["business_name"], &changed["display_name"]),
        (&json!(""), &json!("Ana Flores")),
        "a DNI has no firm's name"
    );
    stored
}

async fn refusals(keeper: &Client, path: &str) {
    for (field, change) in [
        ("document_number", json!({"document_number": "20131312950"})),
        ("document_number", json!({"document_number": ""})),
        ("document_number", json!({"document_type": "DNI", "name": "Ana", "document_number": "1234567"})),
        ("document_number", json!({"document_type": "CE", "name": "Ana", "document_number": "ab"})),
        ("document_type", json!({"document_type": "LE"})),
        ("business_name", json!({"business_name": " "})),
        ("name", json!({"document_type": "PASAPORTE", "document_number": "X1234567"})),
        ("email", json!({"email": "mesa"})),
        ("ubigeo_sunat", json!({"ubigeo_sunat": "999999"})),
        ("address", json!({"address": "x".repeat(201)})),
        ("status", json!({"status": "GONE"})),
        ("phone", json!({"phone": 7})),
    ] {
        let mut body = firm();
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let refused = keeper.post(path, body).await.refused(422, "invalid");
        assert!(refused["errors"][field].is_array(), "{path} {change}: {refused}");
    }
    keeper.put(&format!("{path}/999999"), json!({"phone": "1"})).await.refused(404, "not_found");
    keeper.delete(&format!("{path}/999999")).await.refused(404, "not_found");
}

on_both_databases! {
    async fn all_fields_of_clients_are_stored(app: TestApp) {
        let cashier = app.login("cajero").await;
        let client = assert_fields_round_trip(&cashier, "/api/clients").await;
        refusals(&cashier, "/api/clients").await;
        let path = format!("/api/clients/{}", client["id"]);
        assert_eq!(cashier.put(&path, json!({"dob": "1988-02-29"})).await.ok()["dob"], "1988-02-29");
        assert_eq!(cashier.put(&path, json!({"phone": "1"})).await.ok()["dob"], "1988-02-29");
        assert_eq!(cashier.put(&path, json!({"dob": null})).await.ok()["dob"], Value::Null);
        for bad in ["2999-01-01", "1812-01-01", "30/02/1988"] {
            cashier.put(&path, json!({"dob": bad})).await.refused(422, "invalid");
        }
        let twice = [("DNI", "70000001"), ("DNI", "70000001")].map(|(kind, number)| {
            cashier.post("/api/clients", json!({"document_type": kind, "document_number": number, "name": "Doble"}))
        });
        let answers = futures::future::join_all(twice).await;
        assert_eq!(answers.iter().filter(|r| r.status.is_success()).count(), 1);
        let refused = answers.into_iter().find(|r| !r.status.is_success()).unwrap().refused(409, "already_exists");
        assert_eq!(refused["current"]["name"], "Doble");
    }

    async fn the_office_stores_all_fields_of_providers(app: TestApp) {
        let office = app.login("supervisor").await;
        let provider = assert_fields_round_trip(&office, "/api/providers").await;
        refusals(&office, "/api/providers").await;
        let second_reply = office.post("/api/providers", json!({"document_type": "DNI", "document_number": "44556677", "name": "Otra"})).await;
        assert_eq!(second_reply.refused(409, "already_exists")["current"]["id"], provider["id"]);
        let saved_firm = office.post("/api/providers", firm()).await.ok();
        let path = format!("/api/providers/{}", saved_firm["id"]);
        office.put(&path, json!({"business_name": "Agro Mercado Surquillo S.A.C."})).await.ok();
        let refused = office.post("/api/providers", firm()).await.refused(409, "already_exists");
        assert_eq!(refused["message"], "Ya hay un proveedor con ese documento: Agro Mercado Surquillo S.A.C. Búscalo en la lista.");
        let found = office.get("/api/providers?term=2013131&sort=-name").await.rows();
        assert_eq!(found.len(), 1);
        assert_eq!(office.get("/api/providers?filters=%7B%22document_type%22:%5B%22DNI%22%5D%7D").await.rows().len(), 1);
        let path = format!("/api/providers/{}", provider["id"]);
        office.delete(&path).await.ok();
        office.get(&path).await.refused(404, "not_found");
        for role in ["cajero", "mozo", "cocina", "contador"] {
            let client = app.login(role).await;
            client.get("/api/providers").await.refused(422, "not_permitted");
            client.post("/api/providers", firm()).await.refused(422, "not_permitted");
        }
    }

    async fn a_client_with_purchases_is_not_deleted_and_has_a_history(app: TestApp) {
        let cashier = app.login("cajero").await;
        let ana = cashier.get("/api/clients?term=45120987").await.rows().remove(0);
        let path = format!("/api/clients/{}", ana["id"]);
        let empty = cashier.get(&format!("{path}/history")).await.ok();
        assert_eq!((&empty["visits"], &empty["total"], &empty["last_visit"]), (&json!(0), &json!("0.00"), &Value::Null));
        let cashbox = cashier.get("/api/cashboxes").await.rows()[0]["id"].clone();
        let turn = cashier.get("/api/turns").await.rows()[0]["id"].clone();
        cashier.post("/api/cashbox-cycles", json!({"cashbox_id": cashbox, "turn_id": turn, "open_amount": "100.00", "status": "OPEN"})).await.ok();
        let request = cashier.post("/api/client-requests", json!({"type": "ORDER", "client_id": ana["id"]})).await.ok()["id"].clone();
        let product = cashier.get("/api/products?term=lomo%20saltado").await.rows()[0].clone();
        let order = json!({"client_request": request, "products": [{"product": {"id": product["id"]}, "variant_id": product["variants"][0]["id"], "qty": 2}]});
        cashier.post("/api/orders", order).await.ok();
        let refused = cashier.delete(&path).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().contains("1 cuenta"), "{refused}");
        let due = cashier.get(&format!("/api/payments-get-info/{request}")).await.ok();
        let pay = json!({"client_request_id": request, "billing_type_id": 1, "client_id": ana["id"], "payment_options": {"Efectivo": due["total"]}});
        cashier.post("/api/payments", pay).await.ok();
        let history = cashier.get(&format!("{path}/history")).await.ok();
        assert_eq!(history["visits"], 1);
        assert_eq!(history["total"], history["documents"][0]["total"]);
        assert_eq!(history["documents"][0]["client_request_id"], request);
        let refused = cashier.delete(&path).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().contains("1 comprobante"), "{refused}");
        cashier.put(&path, json!({"status": "INACTIVE"})).await.ok();
        app.login("mozo").await.get(&format!("{path}/history")).await.refused(422, "not_permitted");
        cashier.get("/api/clients/999999/history").await.refused(404, "not_found");
    }

    async fn a_client_without_purchases_can_be_deleted_but_not_the_generic_one(app: TestApp) {
        let cashier = app.login("cajero").await;
        let client = cashier.post("/api/clients", firm()).await.ok();
        let path = format!("/api/clients/{}", client["id"]);
        app.login("mozo").await.delete(&path).await.refused(422, "not_permitted");
        cashier.delete(&path).await.ok();
        cashier.get(&path).await.refused(404, "not_found");
        cashier.post("/api/clients", firm()).await.ok();
        let nobody = cashier.get("/api/clients?term=00000000").await.rows()[0]["id"].clone();
        cashier.delete(&format!("/api/clients/{nobody}")).await.refused(409, "in_use");
        cashier.get(&format!("/api/clients/{nobody}/history")).await.refused(422, "invalid");
    }
}
