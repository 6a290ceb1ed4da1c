//! Forms: one answer lists everything that is wrong with a form, each message at its field.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use serde_json::{Value, json};

/// The fields that an answer names, in alphabetical order.
async fn wrong_fields(client: &Client, path: &str, body: &Value) -> Vec<String> {
    let refused = client.post(path, body.clone()).await.refused(422, "invalid");
    refused["errors"].as_object().unwrap().keys().cloned().collect()
}

on_both_databases! {
    async fn one_answer_names_every_field_that_is_wrong(app: TestApp) {
        let admin = app.login("admin").await;
        for (path, body, fields) in [
            ("/api/products", json!({"has_supplies": true, "supply_items": []}), vec!["category_id", "name", "sale_amount", "supply_items"]),
            ("/api/products", json!({"name": " ", "category_id": 1, "sale_amount": "-1", "delivery_price": "1.0001", "cost_amount": "-2"}),
                vec!["cost_amount", "delivery_price", "name", "sale_amount"]),
            ("/api/categories", json!({"position": -1}), vec!["name", "position"]),
            ("/api/categories", json!({"type": "WINE"}), vec!["type"]),
            ("/api/production-areas", json!({"warn_minutes": 0, "late_minutes": 0}), vec!["late_minutes", "name", "warn_minutes"]),
            ("/api/attributes", json!({"options": [" ", "Medio", "medio"]}), vec!["name", "options.0.name", "options.2.name"]),
            ("/api/toppings", json!({"has_stock": true, "cost_amount": "-1"}), vec!["cost_amount", "name", "sale_amount", "supply_id"]),
            ("/api/supplies", json!({"cost_amount": "-1"}), vec!["cost_amount", "measurement_id", "name"]),
            ("/api/measurements", json!({"magnitude_id": 999, "equivalence": "0"}), vec!["equivalence", "magnitude_id", "name", "symbol"]),
            ("/api/clients", json!({"document_number": "1", "email": "x", "ubigeo_sunat": "990101"}),
                vec!["document_number", "email", "name", "ubigeo_sunat"]),
            ("/api/providers", json!({"email": "x"}), vec!["business_name", "document_number", "email"]),
            ("/api/users", json!({"email": "x", "password": "corta"}),
                vec!["email", "name", "password", "password_confirmation", "role_id", "username"]),
            ("/api/billing-series", json!({"serie": "X", "current_number": -1}), vec!["billing_type_id", "current_number", "serie"]),
            ("/api/payment-options", json!({"payment_type_id": 9}), vec!["name", "payment_type_id"]),
            ("/api/printers", json!({"size": "70", "type": "RADIO"}), vec!["size", "type"]),
            ("/api/cashboxes", json!({}), vec!["name"]),
            ("/api/turns", json!({"description": "x".repeat(121)}), vec!["description", "name"]),
            ("/api/salons", json!({"width": 1, "height": 1}), vec!["height", "name", "width"]),
            ("/api/salons", json!({"width": "x", "status": "GONE"}), vec!["status", "width"]),
            ("/api/promotions", json!({}), vec!["name", "text"]),
            ("/api/tax-rates", json!({}), vec!["percent", "valid_from"]),
            ("/api/cash-movements", json!({"receipt_by": "x".repeat(301)}), vec!["amount", "motive", "receipt_by"]),
            ("/api/cashbox-cycles", json!({"open_amount": ""}), vec!["cashbox_id", "open_amount", "turn_id"]),
        ] {
            assert_eq!(wrong_fields(&admin, path, &body).await, fields, "{path} {body}");
        }
    }

    async fn a_taken_name_is_reported_with_the_other_errors(app: TestApp) {
        let admin = app.login("admin").await;
        let existing_name = admin.get("/api/categories").await.rows()[0]["name"].clone();
        assert_eq!(wrong_fields(&admin, "/api/categories", &json!({"name": existing_name, "position": -1})).await, ["name", "position"]);
        let only_taken = admin.post("/api/categories", json!({"name": existing_name})).await;
        only_taken.refused(409, "already_exists");
    }

    async fn settings_and_company_report_all_their_errors(app: TestApp) {
        let admin = app.login("admin").await;
        let put = async |path: &str, body: Value| {
            let refused = admin.put(path, body).await.refused(422, "invalid");
            refused["errors"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
        };
        let rules = json!({"delivery_charge": "-1", "service_percent": 14, "time_zone": "Luna", "business_day_start": "x"});
        assert_eq!(put("/api/global-settings", rules).await, ["business_day_start", "delivery_charge", "service_percent", "time_zone"]);
        let company = json!({"commercial_name": "", "phone": "1", "domain": "otro.pe", "apifact_url": "ftp://x"});
        assert_eq!(put("/api/company-info", company).await, ["apifact_url", "commercial_name", "domain", "phone"]);
        let profile = json!({"name": "", "email": "nueva@laterraza.pe"});
        assert_eq!(put("/api/profile", profile).await, ["current_password", "name"]);
        assert_eq!(put("/api/profile/password", json!({})).await, ["current_password", "password", "password_confirmation"]);
        assert_eq!(put("/api/profile/pin", json!({"pin": "1111"})).await, ["current_password", "pin"]);
    }

    async fn changing_ones_own_password_needs_the_present_one_on_every_path(app: TestApp) {
        let admin = app.login("admin").await;
        let new = "ají lomo pisco";
        let own_path = format!("/api/users/{}", admin.user_id());
        let body = json!({"password": new, "password_confirmation": new});
        let refused = admin.put(&own_path, body.clone()).await.refused(422, "invalid");
        assert!(refused["errors"]["current_password"].is_array(), "{refused}");
        let mut known = body.clone();
        known["current_password"] = json!("no es esta clave");
        admin.put(&own_path, known.clone()).await.refused(422, "invalid");
        known["current_password"] = json!(comanda::demo::PASSWORD);
        admin.put(&own_path, known).await.ok();
        app.anonymous_client().login("admin", new).await;
        // An administrator gives another user a password without knowing the present one.
        let others = admin.get("/api/users?term=mozo2").await.rows()[0]["id"].clone();
        admin.put(&format!("/api/users/{others}"), body).await.ok();
    }
}
