//! Text pasted from messages and web pages: invisible characters, full-width digits and spaces, phones written in any way.

use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

async fn found(client: &crate::support::client::Client, path: &str, term: &str) -> Vec<Value> {
    let term = term.replace('+', "%2B");
    client.get(&format!("{path}?term={term}")).await.rows().iter().map(|row| row["id"].clone()).collect()
}

on_both_databases! {
    async fn clients_and_providers_are_stored_as_they_look_and_found_by_digits(app: TestApp) {
        let admin = app.login("admin").await;
        for path in ["/api/clients", "/api/providers"] {
            let firm = json!({
                "document_type": "RUC", "document_number": "\u{feff}２０１３１３１２９５５\u{200b}",
                "business_name": "La\u{200b} Sazón\u{a0}del\u{ad} Norte\u{202c}", "phone": "\u{2066}+51 ９８６\u{a0}012\u{2011}345\u{2069}",
            });
            let stored = admin.post(path, firm).await.ok();
            assert_eq!(stored["document_number"], "20131312955");
            assert_eq!(stored["business_name"], "La Sazón del Norte");
            assert_eq!(stored["phone"], "+51 986 012\u{2011}345");
            let same_number = json!({"document_type": "RUC", "document_number": "2013\u{2060}1312955", "business_name": "Otra"});
            admin.post(path, same_number).await.refused(409, "already_exists");
            let terms = ["986012345", "986 012 345", "+51 986-012-345", "0051 986012345", "９８６０１２３４５", "\u{200b}986.012", "la sa\u{ad}zon", "20131312955\u{feff}"];
            for term in terms {
                assert_eq!(found(&admin, path, term).await, [stored["id"].clone()], "{path} {term:?}");
            }
            assert_eq!(found(&admin, path, "986012346").await, Vec::<Value>::new());
        }
        let person = json!({"document_number": "４４５５６６７７", "name": "Ma\u{200d}ría\u{2028}José", "phone": "(01) 315-0730"});
        let stored = admin.post("/api/clients", person).await.ok();
        assert_eq!((&stored["document_number"], &stored["name"]), (&json!("44556677"), &json!("María José")));
        for term in ["013150730", "315 07 30", "+51 1 3150730", "(01) 315-0730"] {
            assert_eq!(found(&admin, "/api/clients", term).await, [stored["id"].clone()], "{term}");
        }
        let known = admin.post("/api/data-identification", json!({"type": "dni", "identifier_number": "4455\u{200b}6677 "})).await.ok();
        assert_eq!(known["id"], stored["id"]);
    }

    async fn a_product_that_differs_by_invisible_characters_is_the_same(app: TestApp) {
        let admin = app.login("admin").await;
        let category = admin.get("/api/categories").await.rows()[0]["id"].clone();
        let product = |name: &str| json!({"name": name, "category_id": category, "sale_amount": "10"});
        let stored_product = admin.post("/api/products", product("Pollo\u{200b} a la\u{a0}brasa\u{feff}")).await.ok();
        assert_eq!(stored_product["name"], "Pollo a la brasa");
        for same in ["Pollo a la brasa", "Po\u{ad}llo a la brasa", "\u{202a}Pollo a la brasa\u{202c}", "Ｐｏｌｌｏ a　la brasa", "pollo\u{200b} a la brasa"] {
            let refused = admin.post("/api/products", product(same)).await.refused(409, "already_exists");
            assert!(refused["errors"]["name"].is_array(), "{refused}");
        }
        let family = admin.post("/api/products", product("Brasa familiar 👨\u{200d}👩\u{200d}👧")).await.ok();
        assert_eq!(family["name"], "Brasa familiar 👨\u{200d}👩\u{200d}👧", "a picture of several is one");
        for nothing in ["\u{200b}", "\u{feff}\u{a0}\u{2060}"] {
            let refused = admin.post("/api/products", product(nothing)).await.refused(422, "invalid");
            assert!(refused["errors"]["name"].is_array(), "{refused}");
        }
    }

    async fn people_log_in_by_the_visible_characters_of_their_name(app: TestApp) {
        let admin = app.login("admin").await;
        let password = "una clave\u{a0}larga";
        let body = json!({
            "name": "Ro\u{200b}sa", "lastname": "Quispe\u{a0}Mamani", "username": "rosa.q\u{feff}", "email": "\u{200b}rosa@ejemplo.pe",
            "role_id": 4, "password": password, "password_confirmation": password,
        });
        let user = admin.post("/api/users", body).await.ok();
        assert_eq!((&user["name"], &user["lastname"]), (&json!("Rosa"), &json!("Quispe Mamani")));
        assert_eq!((&user["username"], &user["email"]), (&json!("rosa.q"), &json!("rosa@ejemplo.pe")));
        let login = |password: &str| json!({"username": "rosa\u{200b}.q", "password": password});
        app.anonymous_client().post("/api/login", login(password)).await.ok();
        assert_ne!(app.anonymous_client().post("/api/login", login("una clave larga")).await.status, 200, "a password is what was typed");
    }
}
