//! The company's data.

use crate::{on_both_databases, support::app::TestApp};
use comanda::seal::{OpenedSecret, Seals, SecretKind};
use serde_json::json;
use uuid::Uuid;

const PATH: &str = "/api/company-info";

on_both_databases! {
    async fn every_field_is_stored_and_returned(app: TestApp) {
        let admin = app.login("admin").await;
        let all = json!({
            "document_type": "RUC", "document_number": "20100070970", "legal_name": "LA OTRA S.A.C.", "commercial_name": "La Otra",
            "commercial_address": "Av. Grau 100", "tax_address": "Av. Grau 102", "ubigeo": "150105", "phone": "(01) 555-1234",
            "email": "hola@laotra.pe", "is_jungle": true, "is_electronic_invoice": false,
            "apifact_url": "https://api.example.pe/v1", "correlative": "000123",
        });
        let stored = admin.put(PATH, all.clone()).await.ok();
        for (field, value) in all.as_object().unwrap() {
            assert_eq!(&stored[field], value, "{field}");
        }
        assert_eq!((&stored["department"], &stored["province"], &stored["district"]), (&json!("LIMA"), &json!("LIMA"), &json!("BREÑA")));
        assert_eq!((&stored["igv"], &stored["domain"], &stored["logo"]), (&json!("18"), &json!("demo.localhost"), &json!(null)));
        assert!(stored["uuid_channel"].as_str().is_some_and(|c| c.len() == 36));
        assert_eq!(admin.get(PATH).await.ok(), stored);
        assert_eq!(app.anonymous_client().get("/api/public/company-info").await.ok()["commercial_name"], "La Otra");
        // Only given fields change; POST does the same.
        let now = admin.post(PATH, json!({"phone": "987654321"})).await.ok();
        assert_eq!((&now["phone"], &now["legal_name"]), (&json!("987654321"), &json!("LA OTRA S.A.C.")));
        assert_eq!(app.login("contador").await.get(PATH).await.ok(), now);
    }

    async fn the_token_is_never_shown_in_full(app: TestApp) {
        let admin = app.login("admin").await;
        let secret = "tok-abcdefgh-1234567890-WXYZ";
        let reply = admin.put(PATH, json!({"token_apifact": secret})).await;
        assert!(!String::from_utf8(reply.bytes.clone()).unwrap().contains("abcdefgh"));
        let masked = reply.ok()["token_apifact"].clone();
        assert_eq!(masked, "••••");
        let company = app.app.companies().find_by_slug("demo").unwrap();
        let mut tx = company.db.read().await.unwrap();
        let stored: String = tx.query("SELECT token_apifact FROM company_info").scalar().await.unwrap();
        drop(tx);
        assert!(stored.starts_with("sealed:") && !stored.contains("abcdefgh"), "{stored}");
        // The form sends back the masked token: nothing is lost.
        assert_eq!(admin.put(PATH, json!({"token_apifact": masked, "phone": "987654321"})).await.ok()["token_apifact"], "••••");
        let opened = Seals::in_folder(&app.config.data).open(SecretKind::ProviderToken, &stored).unwrap();
        assert_eq!(opened, OpenedSecret::Secret(secret.into()));
        assert_eq!(admin.put(PATH, json!({"token_apifact": ""})).await.ok()["token_apifact"], "");
        let log = admin.get("/api/pos-options/action-logs?action_type=COMPANY_CHANGED").await;
        assert!(!String::from_utf8(log.bytes).unwrap().contains("abcdefgh"));
    }

    async fn an_invalid_field_is_refused(app: TestApp) {
        let admin = app.login("admin").await;
        let before = admin.get(PATH).await.ok();
        for (field, value) in [
            ("document_number", json!("20100070971")),
            ("document_number", json!("")),
            ("document_type", json!("CE")),
            ("commercial_name", json!("  ")),
            ("commercial_name", json!("x".repeat(61))),
            ("commercial_name", json!(7)),
            ("ubigeo", json!("999999")),
            ("phone", json!("llámame")),
            ("email", json!("hola")),
            ("apifact_url", json!("http://api.example.pe")),
            ("token_apifact", json!("con espacio")),
            ("correlative", json!("1".repeat(21))),
            ("is_jungle", json!("si")),
            ("igv", json!("10.5")),
            ("domain", json!("otra.example")),
        ] {
            let refused = admin.put(PATH, json!({field: value})).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        let both = admin.put(PATH, json!({"document_number": "1", "email": "x"})).await.refused(422, "invalid");
        assert_eq!(both["errors"].as_object().unwrap().len(), 2, "{both}");
        assert_eq!(admin.get(PATH).await.ok(), before);
        // An unchanged invalid value may be sent along.
        admin.put(PATH, json!({"igv": 18, "domain": "demo.localhost"})).await.ok();
        for role in ["supervisor", "cajero", "mozo", "contador"] {
            app.login(role).await.put(PATH, json!({"phone": "987654321"})).await.refused(422, "not_permitted");
        }
        app.login("mozo").await.get(PATH).await.refused(422, "not_permitted");
    }

    async fn two_forms_at_once_lose_nothing(app: TestApp) {
        let admin = app.login("admin").await;
        let (phone, email) = tokio::join!(
            admin.put(PATH, json!({"phone": "987654321"})),
            admin.put(PATH, json!({"email": "a@b.pe"})),
        );
        phone.ok();
        email.ok();
        let now = admin.get(PATH).await.ok();
        assert_eq!((&now["phone"], &now["email"]), (&json!("987654321"), &json!("a@b.pe")));
        let key = Uuid::new_v4();
        let first = admin.post_with_key(PATH, json!({"phone": "911111111"}), key).await.ok();
        admin.put(PATH, json!({"phone": "922222222"})).await.ok();
        assert_eq!(admin.post_with_key(PATH, json!({"phone": "911111111"}), key).await.ok(), first);
        assert_eq!(admin.get(PATH).await.ok()["phone"], "922222222");
    }

    async fn districts_are_found_by_any_part(app: TestApp) {
        let mozo = app.login("mozo").await;
        let found = mozo.get("/api/ubigeo?term=brena").await.rows();
        assert_eq!((&found[0]["ubigeo"], &found[0]["district"]), (&json!("150105"), &json!("BREÑA")));
        assert!(mozo.get("/api/ubigeo?term=xyzzy").await.rows().is_empty());
    }
}
