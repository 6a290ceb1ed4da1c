//! The notices and mails about the change of the rate, and about the year's sales.

use super::{CHANGE, SmallHouse};
use crate::{on_both_databases, people::mail::outbox};
use serde_json::json;

on_both_databases! {
    async fn the_dashboard_announces_the_change_until_it_is_postponed_or_planned(mut house: SmallHouse) {
        // 36 days before, the change is not announced yet.
        assert_eq!(house.notice("LAW_RATE").await, None);
        house.set_clocks("2026-11-27T17:00:00Z").await;
        let notice = house.notice("LAW_RATE").await.unwrap();
        assert_eq!(notice["text"], "El 1 de enero de 2027 tu IGV pasa de 10.5 % a 15 %");
        assert!(notice["detail"].as_str().unwrap().starts_with("Faltan 35 días."), "{notice}");
        let until = house.admin.post(&format!("{CHANGE}/put-off"), json!({"days": 7})).await.ok();
        assert_eq!(until["put_off_until"], "2026-12-04");
        assert_eq!((house.notice("LAW_RATE").await, house.change("").await["put_off_until"].clone()), (None, json!("2026-12-04")));
        house.set_clocks("2026-12-04T17:00:00Z").await;
        assert!(house.notice("LAW_RATE").await.is_some());
        house.plan_price("39.50").await;
        assert_eq!(house.notice("LAW_RATE").await, None);
    }

    async fn the_change_is_mailed_once(mut house: SmallHouse) {
        house.till.house.sql("UPDATE electronic_billing SET alert_email = 'contador@ejemplo.pe'").await;
        house.set_clocks("2026-12-02T12:59:00Z").await;
        house.set_clocks("2026-12-02T13:00:00Z").await;
        let letters = outbox(&house.till.house.app, 1).await;
        // The lines of a mail are folded.
        let letter = letters[0].replace("=\r\n", "");
        assert!(letter.contains("contador@ejemplo.pe") && letter.contains("Ley 32387"), "{letter}");
        house.set_clocks("2026-12-03T13:00:00Z").await;
        house.ordered_price().await;
        let mut tx = house.till.house.db().read().await.unwrap();
        let mailed: i64 = tx.query("SELECT COUNT(*) FROM law_notices WHERE mailed_change = '2027-01-01'").scalar().await.unwrap();
        assert_eq!((mailed, outbox(&house.till.house.app, 1).await.len()), (1, letters.len()));
    }

    async fn sales_near_the_limit_of_small_firms_are_reported(house: SmallHouse) {
        house.admin.put(&format!("/api/products/{}", house.dish), json!({"sale_amount": "93000.00"})).await.ok();
        let firm = house.till.create_client("RUC", "20100070970", "Empresa").await;
        // 9 × 930,000.00 are 7,574,660.64 without IGV: 81 % of 9,350,000.00.
        for _ in 0..9 {
            assert_eq!(house.notice("LAW_SALES").await, None);
            let account = house.till.send_takeaway(&[(10, "Cau cau")]).await;
            let factura = json!({"billing_type_id": 2, "client_id": firm});
            house.till.pay(account, json!({"Yape": "930000"}), factura).await.ok();
        }
        let notice = house.notice("LAW_SALES").await.unwrap();
        assert_eq!(notice["text"], "Tus ventas del año llegan al 81 % del tope de la tasa de IGV reducida");
        assert!(notice["detail"].as_str().unwrap().contains("S/ 9,350,000 (1,700 UIT)"), "{notice}");
    }
}
