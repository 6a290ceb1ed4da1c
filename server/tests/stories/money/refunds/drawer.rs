//! The effect of a refund on the drawer, the count and the figures.

use super::{super::till::Till, refund_as};
use crate::on_both_databases;
use serde_json::{Value, json};

on_both_databases! {
    async fn a_refund_leaves_the_cycle_of_whoever_makes_it(till: Till) {
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let jorge = till.open_second_till().await;
        let mine = jorge.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        refund_as(&jorge, &paid, "CLOSE", json!({})).await.ok();
        assert_eq!(till.expected_amount("Efectivo").await, "228.00");
        let detail = jorge.get(&format!("/api/cashbox-cycles-detail/{mine}")).await.ok();
        assert_eq!((&detail["cash"]["refunds"], &detail["cash"]["expected"]), (&json!("28.00"), &json!("22.00")));
        assert_eq!((&detail["methods"][0]["refunds"], &detail["refunds"][0]["document"]), (&json!("28.00"), &json!("B001-00000001")));
        assert_eq!(detail["refunds"][0]["paid_in_cycle_id"], till.cycle);
        // The cycle that had issued the document shows it as voided, not as sold.
        let issued = jorge.get(&format!("/api/cashbox-cycles-detail/{}", till.cycle)).await.ok();
        let documents = &issued["sales_by_document"][0];
        assert_eq!((&documents["count"], &documents["voided_count"], &documents["total"]), (&json!(0), &json!(1), &json!("0.00")));
        // A cycle with nothing but a refund cannot be deleted.
        jorge.delete(&format!("/api/cashbox-cycles/{mine}")).await.refused(409, "in_use");
    }

    async fn no_more_cash_leaves_than_is_there(till: Till) {
        let paid = till.sell(&[(2, "Lomo saltado")]).await;
        let jorge = till.open_second_till().await;
        let refusal = refund_as(&jorge, &paid, "CLOSE", json!({})).await.refused(409, "conflict");
        assert_eq!(refusal["current"]["expected"], "50.00");
        assert!(refusal["message"].as_str().unwrap().contains("S/ 76.00"), "{refusal}");
        let expense = json!({"movement_type": "EXPENSE", "motive": "Al banco", "receipt_by": "Banco", "amount": "270"});
        till.luis.post("/api/cash-movements", expense).await.ok();
        let refusal = till.refund(&paid, "CLOSE", json!({})).await.refused(409, "conflict");
        assert!(refusal.get("current").is_none() && !refusal["message"].as_str().unwrap().contains("6.00 en caja"), "{refusal}");
        // By another method than cash the refund succeeds.
        till.refund(&paid, "CLOSE", json!({"payment_options": {"Yape": "76"}})).await.ok();
        assert_eq!((till.expected_amount("Efectivo").await, till.expected_amount("Yape").await), (json!("6.00"), json!("-76.00")));
    }

    async fn the_count_and_its_paper_include_the_refund(till: Till) {
        let paid = till.sell(&[(1, "Cau cau")]).await;
        till.sell(&[(1, "Lomo saltado")]).await;
        till.refund(&paid, "CLOSE", json!({"reason": "Plato frío"})).await.ok();
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        let closed = till.luis.put(&path, json!({"status": "CLOSED", "close_amount": "238.00", "counted": {}})).await.ok();
        assert_eq!((&closed["difference"], &closed["count"]["expected"]["Efectivo"]), (&json!("0.00"), &json!("238.00")));
        let paper = till.house.papers().await.pop().unwrap();
        for text in ["Devoluciones", "-28.00", "DEVOLUCIONES", "B001-00000001 Efectivo", "Plato frío", "Anulados (1)", "Boleta (1)"] {
            assert!(paper.text.contains(text), "{text}:\n{}", paper.text);
        }
    }

    async fn a_refund_after_the_count_requires_a_recount(till: Till) {
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let path = format!("/api/cashbox-cycles/{}", till.cycle);
        till.luis.put(&path, json!({"status": "CLOSED", "close_amount": "100"})).await.refused(409, "cash_difference");
        till.refund(&paid, "CLOSE", json!({})).await.ok();
        let accept = json!({"status": "CLOSED", "count_version": 1, "reason": "No lo sé", "pin": "1234"});
        till.luis.put(&path, accept).await.refused(409, "conflict");
    }

    async fn the_drawer_opens_when_cash_goes_out(till: Till) {
        till.house.sql("UPDATE printers SET opens_drawer = TRUE WHERE name = 'Ticket CAJA'").await;
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let before = till.count_drawer_jobs().await;
        till.refund(&paid, "CLOSE", json!({"payment_options": {"Yape": "28"}})).await.ok();
        assert_eq!(till.count_drawer_jobs().await, before);
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let before = till.count_drawer_jobs().await;
        let refunded = till.refund(&paid, "CLOSE", json!({"print": false})).await.ok();
        assert_eq!((till.count_drawer_jobs().await, &refunded["print_jobs"][0]["document"]), (before + 1, &json!("DRAWER")));
    }

    async fn cash_is_rounded_in_the_clients_favour_both_ways(till: Till) {
        till.house.sql("UPDATE global_settings SET cash_rounding = TRUE").await;
        till.house.sql("UPDATE products SET sale_amount = 10380000 WHERE name = 'Cau cau'").await;
        let paid = till.sell(&[(1, "Cau cau")]).await;
        assert_eq!((&paid["total"], &paid["rounding"]), (&json!("10.38"), &json!("0.08")));
        let refunded = till.refund(&paid, "REOPEN", json!({})).await.ok();
        assert_eq!((&refunded["refund"]["total"], &refunded["refund"]["rounding"], &refunded["refund"]["entries"][0]["amount"]), (&json!("10.38"), &json!("-0.08"), &json!("10.30")));
        let id = paid["client_request_id"].as_i64().unwrap();
        let paid = till.pay(id, json!({"Visa": "10.38"}), json!({})).await.ok();
        let refunded = till.refund(&paid, "CLOSE", json!({"payment_options": {"Efectivo": "10.38"}})).await.ok();
        assert_eq!((&refunded["refund"]["rounding"], &refunded["refund"]["entries"][0]["amount"]), (&json!("0.02"), &json!("10.40")));
        assert_eq!((till.expected_amount("Efectivo").await, till.expected_amount("Visa").await), (json!("189.60"), json!("10.38")));
    }

    async fn voided_sales_are_no_sales_in_the_figures(till: Till) {
        let paid = till.sell(&[(1, "Lomo saltado")]).await;
        till.sell(&[(1, "Cau cau")]).await;
        till.refund(&paid, "CLOSE", json!({})).await.ok();
        let jorge = till.house.app.login("supervisor").await;
        let dashboard = jorge.get("/api/dashboard").await.ok();
        assert_eq!((&dashboard["sales_today"]["total"], &dashboard["sales_today"]["count"]), (&json!("28.00"), &json!(1)));
        let top: Vec<&Value> = dashboard["top_products"].as_array().unwrap().iter().map(|p| &p["name"]).collect();
        assert_eq!(top, ["Cau cau"]);
    }
}
