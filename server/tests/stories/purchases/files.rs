//! Files attached to a purchase: their permitted types, and who may see them.

use super::{Office, from_xml::SEAFOOD};
use crate::{
    companies::{DEMO, OTHER, admin_at, second_company},
    on_both_databases,
    support::client::Reply,
};
use serde_json::{Value, json};
use uuid::Uuid;

const PDF: &[u8] = b"%PDF-1.7\n%%EOF";

impl Office {
    async fn attach(&self, purchase: &Value, name: &str, bytes: &[u8]) -> Reply {
        self.jorge.upload_form(&format!("/api/purchase/{}/files", purchase["id"]), name, bytes, Uuid::new_v4()).await
    }
}

fn at(purchase: &Value, file: &Value) -> String {
    format!("/api/purchase/{}/files/{}", purchase["id"], file["id"])
}

on_both_databases! {
    async fn files_stay_with_their_purchase(office: Office) {
        let purchase = office.buy(json!({})).await.ok();
        assert_eq!(purchase["files"], json!([]));
        let xml = office.attach(&purchase, "C:\\compras\\20481234507-01-F002-9914.xml", SEAFOOD).await.ok();
        assert_eq!((&xml["name"], &xml["kind"], &xml["size"]), (&json!("20481234507-01-F002-9914.xml"), &json!("XML"), &json!(SEAFOOD.len())));
        let photo = office.attach(&purchase, "boleta.exe", b"\xff\xd8\xff\xe0 foto").await.ok();
        assert_eq!((&photo["name"], &photo["kind"]), (&json!("boleta.jpg"), &json!("JPEG")));
        assert_eq!(office.detail(&purchase).await["files"], json!([xml, photo]));
        let got = office.jorge.get(&at(&purchase, &xml)).await;
        assert_eq!((got.bytes.as_slice(), got.content_type.as_deref()), (SEAFOOD, Some("application/xml")));
        assert_eq!(got.cache_control.as_deref(), Some("private, no-store"));
        // A repeated request stores one file.
        let key = Uuid::new_v4();
        let path = format!("/api/purchase/{}/files", purchase["id"]);
        let first = office.jorge.upload_form(&path, "a.pdf", PDF, key).await.ok();
        assert_eq!(office.jorge.upload_form(&path, "a.pdf", PDF, key).await.ok(), first);
        assert_eq!(office.detail(&purchase).await["files"].as_array().unwrap().len(), 3);
        // A voided purchase keeps its files.
        office.void(&purchase, json!({})).await.ok();
        assert_eq!(office.jorge.delete(&at(&purchase, &photo)).await.ok()["name"], "boleta.jpg");
        office.jorge.get(&at(&purchase, &photo)).await.refused(404, "not_found");
        assert_eq!(office.detail(&purchase).await["files"].as_array().unwrap().len(), 2);
    }

    async fn files_of_other_types_are_refused(office: Office) {
        let purchase = office.buy(json!({})).await.ok();
        for bad in [&b"MZ\x90\0"[..], b"<!DOCTYPE html><script>", b"PK\x03\x04zip", b"<svg"] {
            assert!(office.attach(&purchase, "factura.pdf", bad).await.refused(422, "invalid")["errors"]["file"].is_array());
        }
        let large = [PDF, &vec![0; 5 * 1024 * 1024]].concat();
        office.attach(&purchase, "a.pdf", &large).await.refused(413, "too_large");
        for _ in 0..10 {
            office.attach(&purchase, "a.pdf", PDF).await.ok();
        }
        office.attach(&purchase, "a.pdf", PDF).await.refused(409, "conflict");
        office.attach(&json!({"id": 999_999}), "a.pdf", PDF).await.refused(404, "not_found");
    }

    async fn files_are_for_those_who_see_this_companys_purchases(office: Office) {
        let purchase = office.buy(json!({})).await.ok();
        let other = office.buy(json!({"number": "78"})).await.ok();
        let file = office.attach(&purchase, "a.pdf", PDF).await.ok();
        let accountant = office.house.app.login("contador").await;
        assert_eq!(accountant.get(&at(&purchase, &file)).await.bytes, PDF);
        let path = format!("/api/purchase/{}/files", purchase["id"]);
        accountant.upload_form(&path, "a.pdf", PDF, Uuid::new_v4()).await.refused(422, "not_permitted");
        accountant.delete(&at(&purchase, &file)).await.refused(422, "not_permitted");
        for name in ["cajero", "mozo", "cocina"] {
            office.house.app.login(name).await.get(&at(&purchase, &file)).await.refused(422, "not_permitted");
        }
        office.house.app.anonymous_client().get(&at(&purchase, &file)).await.refused(401, "unauthenticated");
        // The file is not found under another purchase, nor in another company.
        office.jorge.get(&at(&other, &file)).await.refused(404, "not_found");
        office.jorge.delete(&at(&other, &file)).await.refused(404, "not_found");
        second_company(&office.house.app).await;
        let stranger = admin_at(&office.house.app, OTHER).await;
        stranger.get(&at(&purchase, &file)).await.refused(404, "not_found");
        stranger.delete(&at(&purchase, &file)).await.refused(404, "not_found");
        stranger.upload_form(&path, "a.pdf", PDF, Uuid::new_v4()).await.refused(404, "not_found");
        assert_eq!(office.jorge.clone().at_host(DEMO).get(&at(&purchase, &file)).await.bytes, PDF);
    }
}
