//! The table of the law that the program contains.

use super::SmallHouse;
use crate::on_both_databases;
use serde_json::json;

on_both_databases! {
    async fn the_office_reads_the_law_with_its_sources(house: SmallHouse) {
        let facts = house.admin.get("/api/law").await.ok()["facts"].as_array().unwrap().clone();
        let rates_of = |key: &str, state: &str| {
            let found = facts.iter().filter(|fact| fact["key"] == key && fact["state"] == state);
            found.map(|fact| fact["value"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!((rates_of("IGV_SMALL", "PAST"), rates_of("IGV_SMALL", "NOW"), rates_of("IGV_SMALL", "FUTURE")), (vec!["10 %".into()], vec!["10.5 %".into()], vec!["15 %".into()]));
        assert_eq!((rates_of("UIT", "NOW"), rates_of("CASH_LIMIT", "NOW")), (vec!["S/ 5,500".to_owned()], vec!["S/ 2,000".to_owned()]));
        assert_eq!(rates_of("UIT", "FUTURE"), vec!["Aún no publicada".to_owned()]);
        assert_eq!((rates_of("UNNAMED_BOLETA", "NOW"), rates_of("SERVICE", "NOW")), (vec!["S/ 700".to_owned()], vec!["13 %".to_owned()]));
        for fact in &facts {
            assert!(!fact["source"].as_str().unwrap().is_empty(), "{fact}");
            assert_eq!(fact["read_on"], "2026-11-28");
        }
        let waiter = house.till.house.app.login("mozo").await;
        waiter.get("/api/law").await.refused(422, "not_permitted");
    }

    async fn cash_above_the_legal_limit_warns(house: SmallHouse) {
        let path = format!("/api/products/{}", house.dish);
        house.admin.put(&path, json!({"sale_amount": "1999.99"})).await.ok();
        let account = house.till.send_takeaway(&[(1, "Cau cau")]).await;
        assert_eq!(house.till.payment_info(account).await["cash_warning"], json!(null));
        house.admin.put(&path, json!({"sale_amount": "2000.00"})).await.ok();
        let account = house.till.send_takeaway(&[(1, "Cau cau")]).await;
        let warning = house.till.payment_info(account).await["cash_warning"].clone();
        assert_eq!(warning["from"], "2000.00");
        let firm = house.till.create_client("RUC", "20100070970", "Empresa").await;
        let factura = json!({"billing_type_id": 2, "client_id": firm});
        let paid = house.till.pay(account, json!({"Efectivo": "2000"}), factura.clone()).await.ok();
        assert!(paid["warnings"].as_array().unwrap().contains(&warning["text"]), "{}", paid["warnings"]);
        // Part of it is paid by Yape: less than the limit is in cash.
        let account = house.till.send_takeaway(&[(1, "Cau cau")]).await;
        let paid = house.till.pay(account, json!({"Efectivo": "1999.90", "Yape": "0.10"}), factura).await.ok();
        assert!(!paid["warnings"].as_array().unwrap().contains(&warning["text"]), "{}", paid["warnings"]);
    }
}
