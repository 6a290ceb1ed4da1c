//! A document in the forms that the printer's options choose: paper, PDF of the paper, A4; and reprints.

use super::till::Till;
use crate::{on_both_databases, orders::house::pdf_width_mm};
use serde_json::json;

on_both_databases! {
    async fn the_printers_options_decide_the_form_of_a_receipt(till: Till) {
        for (option, receipt, papers) in [("PRINT", "PRINT", 1), ("PDF", "PDF", 0), ("NONE", "NONE", 0)] {
            let set = match option {
                "PDF" => "UPDATE printers SET print_receipt = 'PDF' WHERE name = 'Ticket CAJA'",
                "NONE" => "UPDATE printers SET print_receipt = 'NONE' WHERE name = 'Ticket CAJA'",
                _ => "UPDATE printers SET print_receipt = 'PRINT' WHERE name = 'Ticket CAJA'",
            };
            till.house.sql(set).await;
            let id = till.send_takeaway(&[(1, "Cau cau")]).await;
            let paid = till.pay(id, json!({"Efectivo": "28"}), json!({})).await.ok();
            assert_eq!((&paid["receipt"], paid["print_jobs"].as_array().unwrap().len()), (&json!(receipt), papers), "{option}");
            let reprint = till.luis.post(&format!("/api/payments/{}/print", paid["id"]), json!({})).await.ok();
            assert_eq!(reprint["print_jobs"].as_array().unwrap().len(), papers, "{option}");
        }
        till.house.sql("UPDATE printers SET status = 'INACTIVE' WHERE name = 'Ticket CAJA'").await;
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let paid = till.pay(id, json!({"Efectivo": "28"}), json!({})).await.ok();
        assert_eq!((&paid["receipt"], paid["warnings"].as_array().unwrap().len()), (&json!("PDF"), 1), "{paid}");
    }

    async fn a_reprinted_document_says_so(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let paid = till.pay(id, json!({"Efectivo": "28"}), json!({})).await.ok();
        let path = format!("/api/payments/{}/print", paid["id"]);
        let (a, b) = tokio::join!(till.luis.post(&path, json!({})), till.luis.post(&path, json!({})));
        assert_eq!((a.ok()["receipt"].clone(), b.ok()["receipt"].clone()), (json!("PRINT"), json!("PRINT")));
        let mut tx = till.house.db().read().await.unwrap();
        let copies: Vec<(i64, String)> =
            tx.query("SELECT copy, marks FROM print_jobs WHERE document = 'RECEIPT' ORDER BY copy").all().await.unwrap();
        assert_eq!(copies.iter().map(|c| c.0).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(copies[1..].iter().all(|c| c.1.contains("REIMPRESION")), "{copies:?}");
        till.house.rosa.post(&path, json!({})).await.refused(422, "not_permitted");
        till.luis.post("/api/payments/999999/print", json!({})).await.refused(404, "not_found");
    }

    async fn each_document_is_available_as_a_ticket_and_on_a4(till: Till) {
        let ruc = till.create_client("RUC", "20131312955", "SUNAT").await;
        for (kind, code) in [(1, "BOLETA"), (2, "FACTURA"), (3, "NOTA_VENTA")] {
            let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
            let paid = till.pay(id, json!({"Efectivo": "63"}), json!({"billing_type_id": kind, "client_id": ruc})).await.ok();
            for query in ["", "?format=ticket", "?format=a4", "?format=A4&download=true"] {
                let pdf = till.luis.get(&format!("/api/orders/{id}/{code}/billing-order-pdf{query}")).await;
                assert!(pdf.status.is_success() && pdf.bytes.starts_with(b"%PDF"), "{code} {query}");
            }
            let payment_pdf = format!("/api/orders/{id}/{kind}/billing-order-pdf?payment_id={}&format=a4", paid["id"]);
            assert!(till.luis.get(&payment_pdf).await.status.is_success());
            till.luis.get(&format!("/api/orders/{id}/{code}/billing-order-pdf?format=a5")).await.refused(422, "invalid");
            till.house.rosa.get(&payment_pdf).await.refused(422, "not_permitted");
        }
    }

    async fn a_pdf_of_the_cash_desk_is_as_wide_as_its_paper(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(id, json!({"Efectivo": "28"}), json!({})).await.ok();
        let receipt = format!("/api/orders/{id}/1/billing-order-pdf");
        let width = async |path: &str| pdf_width_mm(&till.luis.get(path).await.bytes);
        for (size, mm) in [("UPDATE printers SET size = '80' WHERE name = 'Ticket CAJA'", 80), ("UPDATE printers SET size = '58' WHERE name = 'Ticket CAJA'", 58)] {
            till.house.sql(size).await;
            assert_eq!(width(&receipt).await, mm);
            assert_eq!(width("/api/pos-options/daily-report/pdf").await, mm);
        }
        assert_eq!((width(&format!("{receipt}?format=80")).await, width(&format!("{receipt}?format=a4")).await), (80, 210));
    }

    async fn documents_and_payments_are_found_by_any_known_detail(till: Till) {
        let ruc = till.create_client("RUC", "20131312955", "SUNAT").await;
        let (a, b) = (till.send_takeaway(&[(1, "Cau cau")]).await, till.send_takeaway(&[(1, "Cau cau")]).await);
        till.pay(a, json!({"Efectivo": "28"}), json!({})).await.ok();
        till.pay(b, json!({"Yape": "28"}), json!({"billing_type_id": 2, "client_id": ruc})).await.ok();
        let jorge = till.house.app.login("supervisor").await;
        let cycle = format!("cashbox_cycle_id={}", till.cycle);
        for (query, count) in [
            ("term=F001-00000001", 1), ("term=f001-1", 1), ("term=sunat", 1), ("term=20131312955", 1), ("term=zzz", 0),
            ("billing_type_id=1", 1), ("state=VOIDED", 0), (cycle.as_str(), 2), ("date_from=2100-01-01", 0), ("date_to=2100-01-01", 2),
        ] {
            let path = format!("/api/billings?{query}&{cycle}");
            let path = if query == cycle { format!("/api/billings?{query}") } else { path };
            assert_eq!(till.luis.get(&path).await.rows().len(), count, "{query}");
        }
        let options = jorge.get("/api/payment-options").await.rows();
        let yape = &options.iter().find(|o| o["name"] == "Yape").unwrap()["id"];
        for (query, count) in [(format!("payment_option_id={yape}"), 1), (cycle.clone(), 2), (format!("user_id={}", till.luis.user_id()), 2), ("date_from=2020-01-01".to_owned(), 2), ("date_to=2001-01-01".to_owned(), 0)] {
            assert_eq!(jorge.get(&format!("/api/payments?{query}&{cycle}").replace(&format!("{cycle}&{cycle}"), &cycle)).await.rows().len(), count, "{query}");
        }
        jorge.get("/api/payments?date_from=ayer").await.refused(422, "invalid");
    }
}
