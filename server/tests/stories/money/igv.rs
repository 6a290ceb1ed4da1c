//! The figures of a document whose products have different IGV treatments.

use super::till::Till;
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn a_document_shows_the_igv_treatment_of_each_product(till: Till) {
        let admin = till.house.app.login("admin").await;
        // 28.00 and 7.00; the dish's treatment is corrected after it was ordered, before it is paid.
        let id = till.send_takeaway(&[(1, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        let products = admin.get("/api/products?page=false").await.rows();
        let cau_cau = products.iter().find(|p| p["name"] == "Cau cau").unwrap();
        let path = format!("/api/products/{}", cau_cau["id"]);
        admin.put(&path, json!({"igv_treatment": "IVAP"})).await.refused(422, "invalid");
        assert_eq!(admin.put(&path, json!({"igv_treatment": "UNAFFECTED"})).await.ok()["igv_treatment"], "UNAFFECTED");
        let due = till.luis.get(&format!("/api/payments-get-info/{id}")).await.ok();
        assert_eq!((&due["total"], &due["igv_included"]), (&json!("42.00"), &json!("2.14")));

        let paid = till.pay(id, json!({"Efectivo": "42"}), json!({})).await.ok();
        let billing = &paid["billing"];
        let amounts = ["taxable", "exonerated", "unaffected", "igv", "total"].map(|field| billing[field].as_str().unwrap());
        assert_eq!(amounts, ["11.86", "0.00", "28.00", "2.14", "42.00"]);
        let affectations: Vec<_> = billing["lines"].as_array().unwrap().iter().map(|l| l["affectation"].clone()).collect();
        assert_eq!(affectations, ["30", "10"]);
        assert!(billing["hash"].is_string(), "its XML is kept");
        let receipt = till.house.papers().await.pop().unwrap().text;
        assert!(receipt.contains("OP. GRAVADA") && receipt.contains("OP. INAFECTA"), "{receipt}");
    }
}
