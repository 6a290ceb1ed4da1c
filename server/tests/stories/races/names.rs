//! Names that are unique regardless of capitals and accents.

use super::{TIMES, assert_exactly_one_succeeded};
use crate::{on_both_databases, orders::house::House};
use serde_json::{Value, json};

/// The lists with the field of the name and the other fields of a new row.
fn lists(category: &Value, salon: &Value) -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("attributes", "name", json!({"options": ["Poco"]})),
        ("billing-types", "name", json!({})),
        ("cashboxes", "name", json!({})),
        ("categories", "name", json!({"type": "SUPPLY"})),
        ("choice-groups", "name", json!({"options": [{"name": "Salsa de la casa", "amount": "0"}]})),
        ("comment", "name", json!({"category_id": category})),
        ("measurements", "symbol", json!({"name": "Una medida"})),
        ("payment-options", "name", json!({"payment_type_id": 3})),
        ("printers", "name", json!({"type": "VIRTUAL", "size": "80"})),
        ("production-areas", "name", json!({})),
        ("products", "name", json!({"category_id": category, "sale_amount": "9.00"})),
        ("promotions", "name", json!({"text": "Gracias por venir"})),
        ("salons", "name", json!({})),
        ("supplies", "name", json!({"measurement_id": 1})),
        ("tables", "name", json!({"salon_id": salon})),
        ("toppings", "name", json!({"sale_amount": "1.00"})),
        ("turns", "name", json!({})),
        (
            "users",
            "username",
            json!({"name": "Nilda", "lastname": "Ruiz", "role_id": 4, "password": "ají lomo pisco", "password_confirmation": "ají lomo pisco"}),
        ),
    ]
}

fn with(body: &Value, field: &str, value: &str) -> Value {
    let mut body = body.clone();
    body[field] = json!(value);
    body
}

on_both_databases! {
    async fn of_two_who_use_one_name_one_hears_that_it_is_taken(house: House) {
        let (admin, second_session) = (house.app.login("admin").await, house.app.login("admin").await);
        let category = &admin.get("/api/categories?active_only=true").await.rows()[0]["id"].clone();
        // The room is large enough for all tables.
        let salon = &admin.post("/api/salons", json!({"name": "Azotea"})).await.ok()["id"].clone();
        for (list, field, body) in lists(category, salon) {
            let path = format!("/api/{list}");
            for n in 0..TIMES {
                let one = format!("nu{n}va-{}", &list[..3]);
                // Names of series are distinguished by capitals too.
                let other = if ["printers", "promotions"].contains(&list) { one.clone() } else { one.to_uppercase() };
                let (one, other) = (with(&body, field, &one), with(&body, field, &other));
                let (a, b) = tokio::join!(admin.post(&path, one), second_session.post(&path, other));
                let lost = if assert_exactly_one_succeeded(list, &a, &b) { b } else { a };
                lost.refused(409, "already_exists");
            }
        }
    }

    async fn of_two_who_enter_one_document_number_one_hears_who_has_it(house: House) {
        let (luis, admin) = (house.app.login("cajero").await, house.app.login("admin").await);
        for n in 0..TIMES {
            let body = json!({"document_type": "DNI", "document_number": format!("4123456{n}"), "name": "Julia", "last_name": "Rivas"});
            let (a, b) = tokio::join!(luis.post("/api/clients", body.clone()), admin.post("/api/clients", body));
            let lost = if assert_exactly_one_succeeded("clients", &a, &b) { b } else { a };
            lost.refused(409, "already_exists");
            let body = json!({"document_type": "DNI", "document_number": format!("4223456{n}"), "name": "Julia", "last_name": "Rivas"});
            let (a, b) = tokio::join!(admin.post("/api/providers", body.clone()), admin.post("/api/providers", body));
            assert_exactly_one_succeeded("providers", &a, &b);
        }
    }
}
