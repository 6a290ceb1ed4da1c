//! Lists, prices and the report of purchases, and who may see and write them.

use super::{Office, days_ago, provider_of};
use crate::{on_both_databases, support::socket::Socket};
use serde_json::{Value, json};

fn numbers(list: &Value) -> Vec<Value> {
    list["rows"].as_array().unwrap().iter().map(|row| row["number"].clone()).collect()
}

fn address(path: &str, query: &[(&str, String)]) -> String {
    let url = reqwest::Url::parse_with_params(&format!("http://house{path}"), query).unwrap();
    url.as_str()["http://house".len()..].to_owned()
}

on_both_databases! {
    async fn purchases_are_found_sorted_and_summed(office: Office) {
        let makro = provider_of(&office.jorge, "20100047218", "MAKRO S.A.").await;
        office.buy(json!({"number": "1", "date": days_ago(3)})).await.ok();
        office.buy(json!({"number": "2", "date": days_ago(9), "provider_id": makro, "items": [office.kola_line("10", "2.50").await]})).await.ok();
        office.buy(json!({"number": "3", "date": days_ago(1), "document": "FACTURA", "serie": "F7", "type": "CREDITO"})).await.ok();
        let list = async |query: &[(&str, String)]| office.jorge.get(&address("/api/purchase", query)).await.json;
        let all = list(&[]).await;
        assert_eq!(numbers(&all), ["3", "1", "2"], "the latest paper first");
        assert_eq!(all["totals"], json!({"count": 3, "total": "105.00", "due": "40.00", "overdue": "0.00"}));
        assert_eq!((&all["rows"][0]["user_name"].as_str().is_some(), &all["rows"][2]["provider_name"]), (&true, &json!("MAKRO S.A.")));
        for (sort, order) in [("total", ["2", "1", "3"]), ("-due", ["3", "2", "1"]), ("provider", ["3", "1", "2"]), ("date", ["2", "1", "3"])] {
            assert_eq!(numbers(&list(&[("sort", sort.into())]).await)[0], order[0], "{sort}");
        }
        for (term, found) in [("f7-3", vec!["3"]), ("makro", vec!["2"]), ("inca kola", vec!["2"]), ("ARROZ", vec!["3", "1"]), ("20100047218", vec!["2"]), ("nada", vec![])] {
            assert_eq!(numbers(&list(&[("term", term.into())]).await), found, "{term}");
        }
        for (filters, found) in [
            (json!({"type": ["CREDITO"]}), vec!["3"]),
            (json!({"document": ["BOLETA"]}), vec!["1", "2"]),
            (json!({"provider_id": [makro]}), vec!["2"]),
            (json!({"state": ["PAID"]}), vec!["1", "2"]),
            (json!({"state": ["VOIDED", "DUE"]}), vec!["3"]),
        ] {
            assert_eq!(numbers(&list(&[("filters", filters.to_string())]).await), found, "{filters}");
        }
        let days = [("date_from", days_ago(4).to_string()), ("date_to", days_ago(2).to_string())];
        assert_eq!(numbers(&list(&days).await), ["1"]);
        let wrong = office.jorge.get(&address("/api/purchase", &[("filters", json!({"state": ["LOST"]}).to_string())])).await;
        wrong.refused(422, "invalid");
    }

    async fn prices_are_shown_with_their_change(office: Office) {
        let rice = office.supply("Arroz").await;
        office.buy(json!({"number": "1", "date": days_ago(9), "items": [office.rice_line("10", "4.00").await], "freight": "9.00"})).await.ok();
        let sack = json!({"item_type": "SUPPLY", "item_id": rice, "quantity": "5000", "measurement_id": office.unit("g").await, "total_price": "22.50"});
        let makro = provider_of(&office.jorge, "20100047218", "MAKRO S.A.").await;
        office.buy(json!({"number": "2", "date": days_ago(5), "provider_id": makro, "items": [sack]})).await.ok();
        let voided = office.buy(json!({"number": "3", "items": [office.rice_line("1", "99.00").await]})).await.ok();
        office.void(&voided, json!({})).await.ok();
        let history = office.jorge.get(&format!("/api/purchase/price-history?item_type=SUPPLY&item_id={rice}")).await.rows();
        let prices: Vec<_> = history.iter().map(|row| (row["base_price"].clone(), row["change_percent"].clone())).collect();
        assert_eq!(prices, [(json!("4.50"), json!("12.5")), (json!("4.00"), json!(null))]);
        assert_eq!((&history[0]["measurement"], &history[0]["provider_name"]), (&json!("g"), &json!("MAKRO S.A.")));
        let provider_prices = office.jorge.get(&format!("/api/purchase/price-history?item_type=SUPPLY&item_id={rice}&provider_id={}", office.provider)).await.rows();
        assert_eq!((provider_prices.len(), &provider_prices[0]["full_number"]), (1, &json!("B001-1")));
        let kola = office.product("Inca Kola 500 ml").await;
        let last = office.jorge.get(&format!("/api/purchase/last-prices?items=SUPPLY:{rice},PRODUCT:{kola}")).await.rows();
        assert_eq!((last.len(), &last[0]["base_price"], &last[0]["measurement"]), (1, &json!("4.50"), &json!("g")));
        assert_eq!(office.jorge.get("/api/purchase/last-prices?items=").await.rows(), Vec::<Value>::new());
        office.jorge.get("/api/purchase/last-prices?items=ARROZ").await.refused(422, "invalid");
    }

    async fn the_report_sums_a_span_of_days(office: Office) {
        let makro = provider_of(&office.jorge, "20100047218", "MAKRO S.A.").await;
        office.buy(json!({"number": "1", "date": days_ago(3)})).await.ok();
        let factura = json!({"number": "2", "document": "FACTURA", "serie": "F001", "type": "CREDITO", "provider_id": makro, "items": [office.rice_line("10", "11.80").await]});
        office.buy(factura).await.ok();
        let voided = office.buy(json!({"number": "3"})).await.ok();
        office.void(&voided, json!({})).await.ok();
        let days = [("start_date", days_ago(9).to_string()), ("end_date", days_ago(0).to_string())];
        let alicorp = office.provider.to_string();
        let report = async |more: &[(&str, String)]| {
            let query: Vec<(&str, String)> = days.iter().cloned().chain(more.iter().cloned()).collect();
            office.jorge.get(&address("/api/purchase-report", &query)).await.ok()
        };
        let all = report(&[]).await;
        assert_eq!(all["purchases"].as_array().unwrap().len(), 3);
        let summary = json!({
            "count": 2, "total": "158.00", "subtotal": "140.00", "igv": "18.00", "paid": "40.00", "due": "118.00", "voided_count": 1,
            "by_provider": [
                {"provider_id": makro, "name": "MAKRO S.A.", "count": 1, "total": "118.00"},
                {"provider_id": office.provider, "name": "ALICORP S.A.A.", "count": 1, "total": "40.00"},
            ],
            "by_document": [{"document": "FACTURA", "count": 1, "total": "118.00"}, {"document": "BOLETA", "count": 1, "total": "40.00"}],
        });
        assert_eq!(all["summary"], summary);
        for (name, value, count) in [
            ("payment_type", "CREDITO", 1), ("payment_type", "cash", 2), ("payment_type", "other", 0), ("status", "VOIDED", 1),
            ("term", "makro", 1), ("provider_id", alicorp.as_str(), 2),
        ] {
            let found = report(&[(name, value.to_owned())]).await["purchases"].as_array().unwrap().len();
            assert_eq!(found, count, "{name} {value}");
        }
        let wrong = [("start_date", days_ago(1).to_string()), ("end_date", days_ago(2).to_string())];
        office.jorge.get(&address("/api/purchase-report", &wrong)).await.refused(422, "invalid");
        // The accountant reads it, and writes nothing.
        let accountant = office.house.app.login("contador").await;
        for path in ["/api/purchase".to_owned(), format!("/api/purchase/{}", voided["id"]), "/api/purchase-report".into()] {
            assert!(accountant.get(&path).await.status.is_success(), "{path}");
        }
        accountant.post("/api/purchase", office.purchase_body(json!({})).await).await.refused(422, "not_permitted");
        for user in ["cajero", "mozo", "cocina"] {
            let person = office.house.app.login(user).await;
            person.get("/api/purchase").await.refused(422, "not_permitted");
            person.post("/api/purchase", office.purchase_body(json!({})).await).await.refused(422, "not_permitted");
        }
    }

    async fn copying_errors_are_corrected(office: Office) {
        let purchase = office.buy(json!({"number": "1"})).await.ok();
        office.buy(json!({"number": "2"})).await.ok();
        let path = format!("/api/purchase/{}", purchase["id"]);
        let put = async |body: Value| office.jorge.put(&path, body).await;
        let changed = put(json!({"number": "11", "note": "Con guía"})).await.ok();
        assert_eq!((&changed["full_number"], &changed["note"], &changed["total"]), (&json!("B001-11"), &json!("Con guía"), &json!("40.00")));
        assert_eq!(office.count("SELECT COUNT(*) FROM stock_moves WHERE document = 'B001-11'").await, 1, "the kardex calls it so");
        put(json!({"number": "2"})).await.refused(409, "already_exists");
        put(json!({"document": "FACTURA"})).await.refused(409, "conflict");
        put(json!({"serie": ""})).await.refused(422, "invalid");
        put(json!({"provider_id": 999_999})).await.refused(422, "invalid");
        for fixed in [json!({"items": []}), json!({"date": days_ago(1)}), json!({"total": "1.00"}), json!({"type": "CREDITO"})] {
            let refused = put(fixed).await.refused(409, "conflict");
            assert!(refused["message"].as_str().unwrap().contains("regístrala de nuevo"), "{refused}");
        }
        office.void(&purchase, json!({})).await.ok();
        put(json!({"note": "x"})).await.refused(409, "conflict");
    }

    async fn screens_are_notified(office: Office) {
        let auth = json!({"token": office.jorge.token});
        let mut screen = Socket::connect(office.house.app.address, auth).await.unwrap();
        screen.emit_and_wait("join", json!({"rooms": ["catalog"]})).await;
        let purchase = office.buy(json!({})).await.ok();
        screen.next_event("event", |e| e["type"] == "purchases.changed" && e["ids"]["purchase_id"] == purchase["id"]).await;
    }
}
