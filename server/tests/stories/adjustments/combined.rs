//! Adjustments and payments on the same account.

use super::{TIP, adjust, charge, discount, house_of, listed_adjustments, percent};
use crate::{money::till::Till, on_both_databases};
use serde_json::json;

on_both_databases! {
    async fn payments_add_up_to_the_adjusted_account(till: Till) {
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        // 76.00 + 9.00
        adjust(&till.luis, id, percent("10")).await.ok();
        adjust(&till.luis, id, charge(TIP, json!({"amount": "3.50"}))).await.ok();
        assert_eq!(till.payment_info(id).await["total"], "80.00");
        let paid = till.pay(id, json!({"Visa": "80.00"}), json!({})).await.ok();
        assert_eq!((&paid["total"], &paid["billing"]["total"]), (&json!("80.00"), &json!("76.50")));
        let cycle = format!("/api/cashbox-cycles-detail/{}", till.cycle);
        let read = till.house.app.login("supervisor").await.get(&cycle).await.ok();
        assert_eq!((&read["tips"], &read["sales_by_document"][0]["total"]), (&json!("3.50"), &json!("76.50")));
        assert_eq!(till.luis.get(&cycle).await.ok().get("tips"), None, "before a blind count nothing tells what came in");
        let closed = adjust(&till.luis, id, percent("10")).await.refused(409, "conflict");
        assert_eq!(closed["current"]["is_paid"], true);
        let listed = listed_adjustments(house_of(&till), id).await;
        assert_eq!(listed["discounts"][0]["billing_id"], paid["billing"]["id"]);
        let path = format!("/api/billing-adjustment/{}", listed["discounts"][0]["id"]);
        till.luis.patch(&path, json!({"enabled": false})).await.refused(409, "conflict");
        till.luis.delete(&path).await.refused(409, "conflict");
    }

    async fn an_account_is_never_less_than_is_paid_and_closes_when_nothing_is_left(till: Till) {
        let id = till.send_takeaway(&[(1, "Lomo saltado"), (1, "Chicha morada")]).await;
        till.pay(id, json!({"Efectivo": "40"}), json!({"amount": "40.00"})).await.ok();
        let jorge = till.house.app.login("supervisor").await;
        let refused = adjust(&jorge, id, discount(json!({"amount": "7.01"}))).await.refused(409, "already_paid");
        assert_eq!(refused["current"]["paid"], "40.00");
        assert_eq!(listed_adjustments(house_of(&till), id).await["discounts"], json!([]));
        let answer = adjust(&jorge, id, discount(json!({"amount": "7.00"}))).await.ok();
        assert_eq!(answer["client_request"]["is_paid"], true);
        assert!(answer["client_request"]["closed_at"].is_string());
    }

    async fn however_an_account_is_paid_the_day_tells_the_same_dishes_and_discounts(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        for parts in [json!([{}]), json!([{"by_consumption": true}]), json!([{"share": {"of": 2}}, {}]), json!([{"amount": "13.00"}, {}])] {
            let id = till.send_takeaway(&[(1, "Lomo saltado"), (2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
            let kola = till.line_ids(id).await[2];
            adjust(&jorge, id, discount(json!({"discountTypeId": 1, "line_ids": [kola]}))).await.ok();
            adjust(&jorge, id, percent("10")).await.ok();
            adjust(&jorge, id, charge(TIP, json!({"amount": "7.00"}))).await.ok();
            for part in parts.as_array().unwrap() {
                till.pay(id, json!({"Efectivo": "100"}), part.clone()).await.ok();
            }
        }
        let daily = till.daily().await;
        // A tenth of 38 + 56 + 7, of four accounts that have six documents.
        assert_eq!(daily["discounts"], json!({"count": 6, "total": "40.40"}));
        assert_eq!(daily["courtesies"], json!({"count": 4, "total": "28.00"}), "once for each account");
        let product = |name: &str| daily["products"].as_array().unwrap().iter().find(|product| product["name"] == name).unwrap().clone();
        let quantities = ["Lomo saltado", "Cau cau", "Inca Kola 500 ml"].map(|name| product(name)["quantity"].clone());
        assert_eq!(quantities, [json!("4"), json!("8"), json!("4")]);
        assert_eq!(product("Inca Kola 500 ml")["total"], "0.00");
    }

    async fn a_refunded_share_takes_its_part_of_dishes_and_discount_along(till: Till) {
        let jorge = till.house.app.login("supervisor").await;
        let id = till.send_takeaway(&[(1, "Lomo saltado"), (2, "Cau cau")]).await;
        adjust(&jorge, id, percent("10")).await.ok();
        let first = till.pay(id, json!({"Efectivo": "100"}), json!({"share": {"of": 2}})).await.ok();
        till.pay(id, json!({"Efectivo": "100"}), json!({})).await.ok();
        let body = json!({"pin": comanda::demo::PIN, "reason": "Comida fría", "reason_code": "06"});
        till.luis.post(&format!("/api/billings/{}/credit-note", first["billing"]["id"]), body).await.ok();
        let daily = till.daily().await;
        let product = |name: &str| daily["products"].as_array().unwrap().iter().find(|product| product["name"] == name).unwrap().clone();
        assert_eq!((&product("Lomo saltado")["quantity"], &product("Cau cau")["quantity"]), (&json!("0.5"), &json!("1")));
        // Half of 38.00 and 56.00, less a tenth.
        assert_eq!(daily["total"], "42.30");
    }

    async fn an_account_of_courtesies_closes_without_money(till: Till) {
        let id = till.send_takeaway(&[(1, "Lomo saltado")]).await;
        let jorge = till.house.app.login("supervisor").await;
        let answer = adjust(&jorge, id, discount(json!({"discountTypeId": 1}))).await.ok();
        assert_eq!(answer["client_request"]["closed_at"], json!(null));
        let paid = till.pay(id, json!({}), json!({})).await.ok();
        assert_eq!((&paid["total"], &paid["client_request"]["is_paid"]), (&json!("0.00"), &json!(true)));
        assert_eq!(paid["billing"]["free"], "32.20");
    }

    async fn a_tip_is_on_the_document_where_the_company_wants_it(till: Till) {
        let admin = till.house.app.login("admin").await;
        admin.put("/api/global-settings", json!({"tip_on_document": true})).await.ok();
        let id = till.send_takeaway(&[(2, "Cau cau")]).await;
        adjust(&till.luis, id, charge(TIP, json!({"amount": "5"}))).await.ok();
        let first = till.pay(id, json!({"Efectivo": "30.50"}), json!({"share": {"of": 2}})).await.ok();
        let b = &first["billing"];
        assert_eq!((&b["total"], &b["other_charges"], &b["amounts"][0]["code"]), (&json!("30.50"), &json!("2.50"), &json!("46")));
        let second = till.pay(id, json!({"Efectivo": "30.50"}), json!({})).await.ok();
        assert_eq!((&second["billing"]["other_charges"], &second["billing"]["igv"]), (&json!("2.50"), &json!("4.27")));
        let papers = till.house.papers().await;
        let receipt = &papers.iter().rfind(|p| p.document == "RECEIPT").unwrap().text;
        for (label, amount) in [("PROPINA", "2.50"), ("OTROS CARGOS", "2.50"), ("TOTAL", "30.50")] {
            assert!(receipt.lines().any(|l| l.starts_with(label) && l.trim_end().ends_with(amount)), "{label} {amount}\n{receipt}");
        }
        assert!(!receipt.contains("no es parte"), "{receipt}");
    }
}
