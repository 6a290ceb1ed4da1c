//! The certificate: which files are accepted, and with which words others are refused.

use super::{CERTIFICATE, OWN, PASSWORD, PATH, RUC, certificate, set_up};
use crate::{on_both_databases, settings::first_use::NewHouse, support::app::TestApp};
use serde_json::{Value, json};

const EXPIRED: &[u8] = include_bytes!("certificates/expired.p12");
const OTHER: &[u8] = include_bytes!("certificates/other.p12");
const LATER: &[u8] = include_bytes!("certificates/later.p12");
const WITHOUT_KEY: &[u8] = include_bytes!("../../../../sunat/tests/certificates/sin_clave.p12");
const OLD_ENCRYPTION: &[u8] = include_bytes!("../../../../sunat/tests/certificates/antiguo.pfx");

on_both_databases! {
    async fn a_certificate_shows_its_owner_and_its_last_day(app: TestApp) {
        let admin = app.login("admin").await;
        let details = admin.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.ok()["certificate"].clone();
        assert_eq!((&details["ruc"], &details["expires_at"]), (&json!(RUC), &json!("2099-12-31T23:59:59Z")));
        assert!(details["subject"].as_str().unwrap().contains("TERRAZA GASTRONOMICA"), "{details}");
        let log = admin.get("/api/pos-options/action-logs?action_type=CERTIFICATE_CHANGED").await.rows();
        assert!(json!(log).to_string().contains("TERRAZA GASTRONOMICA"), "{log:?}");
    }

    async fn a_certificate_that_cannot_sign_for_this_company_is_refused(app: TestApp) {
        let admin = app.login("admin").await;
        for (what, field, says) in [
            (certificate(OWN, "otra"), "password", "contraseña"),
            (certificate(OWN, ""), "password", "contraseña"),
            (certificate(EXPIRED, PASSWORD), "pfx", "venció"),
            (certificate(LATER, PASSWORD), "pfx", "todavía no rige"),
            (certificate(OTHER, PASSWORD), "pfx", "20100070970"),
            // A file with an obsolete cipher can be opened; the RUC in it is another one.
            (certificate(OLD_ENCRYPTION, PASSWORD), "pfx", "20123456789"),
            (certificate(WITHOUT_KEY, PASSWORD), "pfx", "clave privada"),
            (certificate(b"no es nada", PASSWORD), "pfx", "PFX o P12"),
            (certificate(&[0; 65 * 1024], PASSWORD), "pfx", "64 KB"),
            (json!({"pfx": "esto no es base64!", "password": PASSWORD}), "pfx", "PFX o P12"),
            (json!({"pfx": "", "password": PASSWORD}), "pfx", "Elige"),
            (json!({"pfx": 7}), "pfx", ""),
            (json!({}), "pfx", ""),
        ] {
            let refused = admin.post(CERTIFICATE, what).await.refused(422, "invalid");
            let text = refused["errors"][field][0].as_str().unwrap_or_else(|| panic!("{field}: {refused}"));
            assert!(text.contains(says), "{says}: {text}");
        }
        assert_eq!(admin.get(PATH).await.ok()["certificate"], Value::Null);
    }

    async fn attempts_are_limited(app: TestApp) {
        let admin = app.login("admin").await;
        for _ in 0..20 {
            admin.post(CERTIFICATE, certificate(OWN, "otra")).await.refused(422, "invalid");
        }
        admin.post(CERTIFICATE, certificate(OWN, "otra")).await.refused(429, "too_many_requests");
        assert_eq!(admin.get(PATH).await.ok()["certificate"], Value::Null);
    }

    async fn another_ruc_needs_another_certificate(app: TestApp) {
        let admin = app.login("admin").await;
        set_up(&admin).await;
        admin.put("/api/company-info", json!({"document_number": "20100070970"})).await.ok();
        let now = admin.get(PATH).await.ok();
        assert_eq!((&now["missing"], &now["is_complete"]), (&json!(["OWN_CERTIFICATE"]), &json!(false)));
        let now = admin.post(CERTIFICATE, certificate(OTHER, PASSWORD)).await.ok();
        assert_eq!((&now["is_complete"], &now["certificate"]["ruc"]), (&json!(true), &json!("20100070970")));
    }

    async fn a_company_without_a_ruc_has_no_certificate(house: NewHouse) {
        let refused = house.admin.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.refused(422, "invalid");
        assert!(refused["errors"]["pfx"][0].as_str().unwrap().contains("RUC"), "{refused}");
    }
}
