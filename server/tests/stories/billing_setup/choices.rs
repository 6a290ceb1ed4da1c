//! The form of electronic billing: what each role may choose, and when documents become electronic.

use super::{CERTIFICATE, OWN, PASSWORD, PATH, RUC, certificate, operator_settings, set_up};
use crate::{on_both_databases, settings::first_use::NewHouse, support::app::TestApp};
use comanda::transact;
use serde_json::{Value, json};

const COMPANY: &str = "/api/company-info";

on_both_databases! {
    async fn documents_become_electronic_automatically_once_all_settings_are_there(house: NewHouse) {
        let admin = &house.admin;
        let new = admin.get(PATH).await.ok();
        assert_eq!((&new["gateway"], &new["is_electronic_invoice"], &new["demo"]), (&json!("NONE"), &json!(false), &json!(false)));
        assert_eq!((&new["missing"], &new["certificate"]), (&json!(["GATEWAY"]), &Value::Null));
        admin.put(COMPANY, json!({"document_number": RUC})).await.ok();
        let refused = admin.put(COMPANY, json!({"is_electronic_invoice": true})).await.refused(422, "invalid");
        assert!(refused["errors"]["is_electronic_invoice"][0].as_str().unwrap().contains("Facturación"), "{refused}");

        let half = admin.put(PATH, operator_settings()).await.ok();
        assert_eq!((&half["missing"], &half["is_complete"]), (&json!(["CERTIFICATE"]), &json!(false)));
        assert_eq!(half["is_electronic_invoice"], false);
        let whole = admin.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.ok();
        assert_eq!((&whole["is_complete"], &whole["is_electronic_invoice"], &whole["missing"]), (&json!(true), &json!(true), &json!([])));
        assert_eq!(admin.get(PATH).await.ok(), whole);

        // This happens the first time only; afterwards the administrator decides.
        admin.put(COMPANY, json!({"is_electronic_invoice": false})).await.ok();
        admin.put(PATH, json!({"gateway": "NONE"})).await.ok();
        assert_eq!(admin.put(PATH, operator_settings()).await.ok()["is_electronic_invoice"], false);
        assert_eq!(admin.put(COMPANY, json!({"is_electronic_invoice": true})).await.ok()["is_electronic_invoice"], true);
    }

    async fn a_provider_is_complete_with_the_companys_address_and_token(house: NewHouse) {
        let admin = &house.admin;
        let chosen = admin.put(PATH, json!({"gateway": "PROVIDER", "boletas": "DAILY_SUMMARY", "summary_time": "6:30"})).await.ok();
        assert_eq!((&chosen["missing"], &chosen["summary_time"]), (&json!(["RUC", "PROVIDER"]), &json!("06:30")));
        let set = json!({"document_number": RUC, "apifact_url": "https://api.ejemplo.pe", "token_apifact": "tok-1"});
        assert_eq!(admin.put(COMPANY, set).await.ok()["is_electronic_invoice"], true);
        assert_eq!(admin.get(PATH).await.ok()["is_complete"], true);
        admin.put(COMPANY, json!({"token_apifact": ""})).await.ok();
        assert_eq!(admin.get(PATH).await.ok()["missing"], json!(["PROVIDER"]));
    }

    async fn only_the_demonstration_company_may_choose_demonstration(app: TestApp) {
        let admin = app.login("admin").await;
        let demo = admin.get(PATH).await.ok();
        assert_eq!((&demo["gateway"], &demo["demo"], &demo["is_complete"]), (&json!("DEMO"), &json!(true), &json!(true)));
        let away = set_up(&admin).await;
        assert_eq!((&away["gateway"], &away["is_complete"]), (&json!("OSE"), &json!(true)));
        assert_eq!(admin.put(PATH, json!({"gateway": "DEMO"})).await.ok()["gateway"], "DEMO");
    }

    async fn another_company_may_not_choose_demonstration(house: NewHouse) {
        let refused = house.admin.put(PATH, json!({"gateway": "DEMO"})).await.refused(422, "invalid");
        assert!(refused["errors"]["gateway"].is_array(), "{refused}");
    }

    async fn invalid_settings_are_refused_at_their_field(app: TestApp) {
        let admin = app.login("admin").await;
        let before = admin.get(PATH).await.ok();
        let with_ruc = format!("{RUC}MODDATOS");
        for (field, body) in [
            ("gateway", json!({"gateway": "SUNAT2"})),
            ("boletas", json!({"boletas": "NEVER"})),
            ("url", json!({"gateway": "OSE"})),
            ("url", json!({"url": "http://ose.ejemplo.pe/billService"})),
            ("url", json!({"url": "http://127.0.0.1.ejemplo.pe/billService"})),
            ("url", json!({"url": format!("https://ose.pe/{}", "x".repeat(300))})),
            ("sol_user", json!({"sol_user": "MOD DATOS"})),
            ("sol_user", json!({"sol_user": with_ruc})),
            ("sol_user", json!({"sol_user": "x".repeat(61)})),
            ("sol_password", json!({"sol_password": "x".repeat(101)})),
            ("sol_password", json!({"sol_password": "dos\nlíneas"})),
            ("summary_time", json!({"summary_time": "25:00"})),
            ("summary_time", json!({"summary_time": ""})),
            ("alert_email", json!({"alert_email": "nadie"})),
            ("issues_on_paper", json!({"issues_on_paper": true})),
        ] {
            let refused = admin.put(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        let both = admin.put(PATH, json!({"url": "x", "alert_email": "x"})).await.refused(422, "invalid");
        assert_eq!(both["errors"].as_object().unwrap().len(), 2, "{both}");
        assert_eq!(admin.get(PATH).await.ok(), before);
        admin.put(PATH, json!({"gateway": "OSE", "url": "http://127.0.0.1:9/billService"})).await.ok();
        for role in ["supervisor", "cajero", "mozo", "contador", "cocina"] {
            let client = app.login(role).await;
            client.get(PATH).await.refused(422, "not_permitted");
            client.put(PATH, operator_settings()).await.refused(422, "not_permitted");
            client.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.refused(422, "not_permitted");
        }
        app.anonymous_client().get(PATH).await.refused(401, "unauthenticated");
    }

    async fn a_password_belongs_to_one_service(app: TestApp) {
        let admin = app.login("admin").await;
        set_up(&admin).await;
        for elsewhere in [
            json!({"url": "https://otra.ejemplo.pe/billService"}),
            json!({"gateway": "SUNAT"}),
            json!({"sol_user": "OTRO"}),
        ] {
            let refused = admin.put(PATH, elsewhere.clone()).await.refused(422, "invalid");
            assert!(refused["errors"]["sol_password"].is_array(), "{refused}");
            let mut setup = elsewhere;
            setup["sol_password"] = json!("la-de-ese");
            assert_eq!(admin.put(PATH, setup).await.ok()["is_complete"], true);
        }
        admin.put(PATH, json!({"gateway": "NONE"})).await.ok();
        admin.put(PATH, json!({"gateway": "SUNAT_BETA", "sol_password": ""})).await.refused(422, "invalid");
        assert_eq!(admin.put(PATH, json!({"boletas": "DAILY_SUMMARY"})).await.ok()["password_set"], true);
    }

    async fn paper_documents_end_when_the_administrator_says_so(house: NewHouse) {
        let company = house.app.app.companies().find_by_slug("nueva").unwrap();
        let outcome: comanda::error::Result<u64> = transact!(company.db, |tx| {
            Ok(tx.query("UPDATE electronic_billing SET issues_on_paper = TRUE WHERE id = 1").run().await?)
        });
        outcome.unwrap();
        assert_eq!(house.admin.get(PATH).await.ok()["issues_on_paper"], true);
        assert_eq!(house.admin.put(PATH, json!({"issues_on_paper": false})).await.ok()["issues_on_paper"], false);
        house.admin.put(PATH, json!({"issues_on_paper": true})).await.refused(422, "invalid");
    }
}
