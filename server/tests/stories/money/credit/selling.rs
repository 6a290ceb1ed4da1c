//! A sale on credit is sold and owed, and is in no drawer.

use super::{super::till::Till, in_days, instalments};
use crate::on_both_databases;
use serde_json::{Value, json};

on_both_databases! {
    async fn a_factura_on_credit_closes_the_account_and_is_owed(till: Till) {
        let kiosko = till.create_kiosko().await;
        let paid = till.sell_on_credit(kiosko, &["42.50", "42.50"]).await;
        assert_eq!((&paid["client_request"]["is_paid"], &paid["turned"]), (&json!(true), &json!("0.00")));
        let billing = &paid["billing"];
        assert_eq!((&billing["full_number"], &billing["total"]), (&json!("F001-00000001"), &json!("85.00")));
        assert_eq!(billing["instalments"], instalments(&["42.50", "42.50"]));
        assert_eq!((&paid["entries"][0]["name"], &paid["entries"][0]["is_credit"]), (&json!("Crédito"), &json!(true)));
        let receipt = till.house.papers().await.pop().unwrap().text;
        let first = in_days(30).format("Cuota 1 (%d/%m/%Y)").to_string();
        for text in ["FACTURA ELECTRÓNICA", "CRÉDITO", "Forma de pago: Crédito", &first, "42.50"] {
            assert!(receipt.contains(text), "{text}: {receipt}");
        }
        // The XML for the tax authority says the same.
        let xml = till.xml(billing).await;
        for text in ["<cbc:PaymentMeansID>Credito</cbc:PaymentMeansID>", "<cbc:PaymentMeansID>Cuota002</cbc:PaymentMeansID>", &format!("<cbc:PaymentDueDate>{}</cbc:PaymentDueDate>", in_days(60))] {
            assert!(xml.contains(text), "{text}: {xml}");
        }
        // The sale is in the reports, but neither in the drawer nor among what is counted.
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        let detail = till.detail().await;
        assert_eq!(detail["sold_on_credit"], "85.00");
        assert!(detail["methods"].as_array().unwrap().iter().all(|m| m["name"] != "Crédito"), "{detail}");
        let daily = till.luis.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle)).await.ok();
        assert_eq!(daily["total"], "85.00");
        let admin = till.house.app.login("admin").await;
        let daily_report = admin.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle)).await.ok();
        assert_eq!((&daily_report["methods"][0]["name"], &daily_report["methods"][0]["net"]), (&json!("Crédito"), &json!("85.00")));
        let list = till.luis.get("/api/receivables").await.json;
        assert_eq!(list["totals"], json!({"clients": 1, "due": "85.00", "overdue": "0.00"}));
        let row = &list["rows"][0];
        assert_eq!((&row["client_name"], &row["sales"], &row["due"]), (&json!("KIOSKO S.A."), &json!(1), &json!("85.00")));
        assert_eq!(row["next_due_on"], json!(in_days(30)));
        let debt = till.debt(kiosko).await;
        assert_eq!((&debt["receivables"][0]["document"], &debt["due"]), (&json!("F001-00000001"), &json!("85.00")));
        assert_eq!(debt["receivables"][0]["instalments"][1], json!({"amount": "42.50", "due_on": in_days(60), "due": "42.50", "is_overdue": false}));
        // The cycle closes without it.
        let closed = till.luis.put(&format!("/api/cashbox-cycles/{}", till.cycle), json!({"status": "CLOSED", "close_amount": "200.00"})).await.ok();
        assert_eq!((&closed["status"], &closed["difference"]), (&json!("CLOSED"), &json!("0.00")));
        let arqueo = till.house.papers().await.pop().unwrap().text;
        assert!(arqueo.contains("Al crédito (no está en caja)"), "{arqueo}");
    }

    async fn a_part_is_paid_and_the_rest_is_owed(till: Till) {
        let kiosko = till.create_kiosko().await;
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let more = json!({"billing_type_id": 2, "client_id": kiosko, "instalments": instalments(&["60.00"])});
        let paid = till.pay(id, json!({"Crédito": "60", "Efectivo": "30"}), more).await.ok();
        assert_eq!((&paid["turned"], &paid["billing"]["instalments"][0]["amount"]), (&json!("5.00"), &json!("60.00")));
        assert_eq!((till.expected_amount("Efectivo").await, till.debt(kiosko).await["due"].clone()), (json!("225.00"), json!("60.00")));
        let xml = till.xml(&paid["billing"]).await;
        assert!(xml.contains("<cbc:PaymentMeansID>Credito</cbc:PaymentMeansID><cbc:Amount currencyID=\"PEN\">60.00</cbc:Amount>"), "{xml}");
    }

    async fn a_boleta_and_a_nota_can_be_owed_by_a_client_with_a_document(till: Till) {
        let ana = till.create_client("DNI", "45678912", "Ana").await;
        for (kind, due) in [(1, "28.00"), (3, "56.00")] {
            let id = till.send_takeaway(&[(1, "Cau cau")]).await;
            let more = json!({"billing_type_id": kind, "client_id": ana, "instalments": instalments(&["28.00"])});
            let paid = till.pay(id, json!({"Crédito": "28"}), more).await.ok();
            assert_eq!(till.debt(ana).await["due"], due);
            let receipt = till.house.papers().await.pop().unwrap().text;
            assert!(receipt.contains("Forma de pago: Crédito"), "{receipt}");
            if kind == 1 {
                let xml = till.xml(&paid["billing"]).await;
                assert!(!xml.contains("PaymentTerms"), "{xml}");
            }
        }
    }

    async fn invalid_terms_are_refused(till: Till) {
        let (kiosko, id) = (till.create_kiosko().await, till.send_takeaway(&[(1, "Cau cau")]).await);
        let day = |days: u64| json!(in_days(days));
        let one = |amount: &str, due_on: Value| json!([{"amount": amount, "due_on": due_on}]);
        for (field, more) in [
            ("instalments", json!({})),
            ("instalments", json!({"instalments": one("27.99", day(30))})),
            ("instalments.0.due_on", json!({"instalments": one("28.00", day(0))})),
            ("instalments.1.due_on", json!({"instalments": [{"amount": "14", "due_on": day(30)}, {"amount": "14", "due_on": day(29)}]})),
            ("instalments.0.amount", json!({"instalments": one("28.001", day(30))})),
            ("client_id", json!({"client_id": null, "billing_type_id": 3, "instalments": one("28.00", day(30))})),
        ] {
            let mut body = json!({"billing_type_id": 2, "client_id": kiosko});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let refused = till.pay(id, json!({"Crédito": "28"}), body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        let with_dates = json!({"client_id": kiosko, "instalments": one("28.00", day(30))});
        till.pay(id, json!({"Efectivo": "28"}), with_dates).await.refused(422, "invalid");
        // Never more than the account's total is owed.
        let more = json!({"billing_type_id": 2, "client_id": kiosko, "instalments": one("30.00", day(30))});
        till.pay(id, json!({"Crédito": "30"}), more).await.refused(422, "invalid");
        assert_eq!(till.luis.get("/api/receivables").await.json["rows"], json!([]));
        assert_eq!(till.payment_info(id).await["total"], "28.00");
    }

    async fn a_setting_decides_whether_sales_on_credit_are_allowed(till: Till) {
        let (kiosko, id, credit) = (till.create_kiosko().await, till.send_takeaway(&[(1, "Cau cau")]).await, till.option("Crédito").await);
        let admin = till.house.app.login("admin").await;
        let path = format!("/api/payment-options/{credit}");
        for change in [json!({"payment_type_id": 3}), json!({"is_cash": true}), json!({"asks_operation_number": true})] {
            admin.put(&path, change).await.refused(422, "invalid");
        }
        admin.delete(&path).await.refused(409, "conflict");
        admin.post("/api/payment-options", json!({"name": "Fiado", "payment_type_id": 5})).await.refused(422, "invalid");
        admin.put(&path, json!({"name": "Al crédito"})).await.ok();
        let more = json!({"billing_type_id": 2, "client_id": kiosko, "instalments": instalments(&["28.00"])});
        admin.patch(&format!("{path}/status"), json!({"status": "INACTIVE"})).await.ok();
        till.pay(id, json!({"Al crédito": "28"}), more.clone()).await.refused(422, "invalid");
        admin.patch(&format!("{path}/status"), json!({"status": "ACTIVE"})).await.ok();
        till.pay(id, json!({"Al crédito": "28"}), more).await.ok();
    }
}
