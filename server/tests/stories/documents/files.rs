//! XML, CDR and PDF of a document, and who may download them.

use crate::{money::till::Till, on_both_databases};
use serde_json::json;

on_both_databases! {
    async fn a_boleta_has_its_files_and_shows_its_progress(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let at = format!("/api/billings/{}", boleta["id"]);
        let shown = till.document(&boleta["id"]).await;
        assert_eq!((&shown["full_number"], &shown["lines"][0]["total"]), (&boleta["full_number"], &json!("28.00")));
        assert!(shown["transmission"]["token"].as_str().unwrap().len() >= 20, "{shown}");
        let xml = till.luis.get(&format!("{at}/xml")).await;
        assert_eq!((xml.status.as_u16(), xml.content_type.as_deref()), (200, Some("application/xml")));
        let text = String::from_utf8(xml.bytes).unwrap();
        assert!(text.starts_with("<?xml") && text.contains("<cbc:ID>B001-1</cbc:ID>") | text.contains("B001-00000001"), "{text}");
        for format in ["", "?format=80", "?format=58", "?format=a4&download=true"] {
            let pdf = till.luis.get(&format!("{at}/pdf{format}")).await;
            assert!(pdf.status.is_success() && pdf.bytes.starts_with(b"%PDF"), "{format}");
        }
        till.luis.get(&format!("{at}/pdf?format=a5")).await.refused(422, "invalid");
    }

    async fn the_cdr_is_available_unchanged_and_only_after_it_arrived(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let at = format!("/api/billings/{}/cdr", boleta["id"]);
        till.house.sql("UPDATE tax_documents SET cdr = NULL, next_try_at = NULL").await;
        let refused = till.luis.get(&at).await.refused(404, "not_found");
        assert!(refused["message"].as_str().unwrap().contains("CDR"), "{refused}");
        till.house.sql("UPDATE tax_documents SET cdr = xml").await;
        let cdr = till.luis.get(&at).await;
        assert_eq!((cdr.status.as_u16(), cdr.content_type.as_deref()), (200, Some("application/zip")));
        assert!(!cdr.bytes.is_empty());
    }

    async fn a_nota_de_venta_is_not_electronic_and_has_a_pdf(till: Till) {
        let nota = till.boleta(json!({"billing_type_id": 3})).await;
        let at = format!("/api/billings/{}", nota["id"]);
        assert_eq!(till.document(&nota["id"]).await["transmission"], json!(null));
        for file in ["xml", "cdr"] {
            let refused = till.luis.get(&format!("{at}/{file}")).await.refused(404, "not_found");
            assert!(refused["message"].as_str().unwrap().contains("no es electrónico"), "{refused}");
        }
        assert!(till.luis.get(&format!("{at}/pdf")).await.bytes.starts_with(b"%PDF"));
        till.luis.post(&format!("{at}/mail"), json!({"email": "ana@ejemplo.pe"})).await.refused(409, "conflict");
    }

    async fn a_cashier_gets_the_files_of_own_cycles_and_the_office_all(till: Till) {
        let jorge = till.open_second_till().await;
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let body = crate::money::till::payment(id, json!({"Efectivo": "28"}), json!({}));
        let jorge_boleta = jorge.post("/api/payments", body).await.ok()["billing"].clone();
        let luis_boleta = till.boleta(json!({})).await;
        let contadora = till.house.app.login("contador").await;
        for file in ["", "/xml", "/pdf"] {
            let (own_file, other_file) =
                (format!("/api/billings/{}{file}", luis_boleta["id"]), format!("/api/billings/{}{file}", jorge_boleta["id"]));
            assert!(till.luis.get(&own_file).await.status.is_success());
            till.luis.get(&other_file).await.refused(404, "not_found");
            till.house.rosa.get(&own_file).await.refused(422, "not_permitted");
            for reader in [&jorge, &contadora] {
                assert!(reader.get(&own_file).await.status.is_success() && reader.get(&other_file).await.status.is_success());
            }
        }
        let mail = format!("/api/billings/{}/mail", jorge_boleta["id"]);
        till.luis.post(&mail, json!({"email": "ana@ejemplo.pe"})).await.refused(404, "not_found");
        contadora.post(&mail, json!({"email": "ana@ejemplo.pe"})).await.refused(422, "not_permitted");
    }

    async fn the_list_is_filtered_by_client_and_says_what_to_do(till: Till) {
        let ana = till.create_client("DNI", "45871236", "Ana Soto").await;
        till.boleta(json!({})).await;
        let ana_boleta = till.boleta(json!({"client_id": ana})).await;
        till.house.sql("UPDATE tax_documents SET state = 'REJECTED', sunat_code = '2108', sunat_message = 'Presentacion fuera de fecha', next_try_at = NULL").await;
        let rows = till.luis.get(&format!("/api/billings?client_id={ana}")).await.rows();
        assert_eq!(rows.len(), 1);
        assert_eq!((&rows[0]["id"], &rows[0]["state"]), (&ana_boleta["id"], &json!("REJECTED")));
        assert!(rows[0]["what_to_do"].as_str().unwrap().ends_with('.'), "{}", rows[0]);
        till.house.sql("UPDATE tax_documents SET state = 'ACCEPTED', sunat_code = '0'").await;
        assert_eq!(till.document(&ana_boleta["id"]).await["what_to_do"], json!(null));
    }
}
