//! Reports of money, cash boxes, cancellations and the menu: known actions come to known figures, and each figure opens its details.

use crate::{
    money::till::Till,
    on_both_databases,
    purchases::{Office, provider_of},
    support::client::Client,
};
use comanda::money::Money;
use serde_json::{Value, json};

fn rows<'r>(report: &'r Value, field: &str) -> &'r Vec<Value> {
    report[field].as_array().unwrap_or_else(|| panic!("no {field}: {report}"))
}

fn named<'r>(report: &'r Value, field: &str, name: &str) -> &'r Value {
    let matches = |row: &&Value| [&row["name"], &row["kind"], &row["class"]].contains(&&json!(name));
    rows(report, field).iter().find(matches).unwrap_or_else(|| panic!("no {name}: {report}"))
}

/// Asserts that the report's files can be opened: Excel's is a ZIP, the PDF has its signature, and the CSV has a line for each row below
/// its head.
async fn opens(client: &Client, path: &str, lines: usize) {
    for (format, begins) in [("xlsx", &b"PK"[..]), ("pdf", b"%PDF"), ("csv", "\u{feff}".as_bytes())] {
        let reply = client.get(&format!("{path}?format={format}")).await;
        assert!(reply.status == 200 && reply.bytes.starts_with(begins), "{path} as {format}: {}", reply.status);
        let report = path.strip_suffix("/file").unwrap();
        let same = client.get(&format!("{report}?format={format}")).await;
        assert!(same.status == 200 && same.bytes.starts_with(begins), "{report} as {format}: {}", same.status);
        if format == "csv" {
            assert_eq!(String::from_utf8(reply.bytes).unwrap().lines().count(), lines, "{path}");
        }
    }
}

on_both_databases! {
    async fn money_is_what_was_kept_and_a_difference_belongs_to_cash(till: Till) {
        let (luis, admin) = (&till.luis, till.house.app.login("admin").await);
        // 84.00 of a note of 100.00, 112.00 by Yape, 28.00 given back, and 20.00 taken out for a taxi.
        let away = till.send_takeaway(&[(3, "Cau cau")]).await;
        let paid = till.pay(away, json!({"Efectivo": "100.00"}), json!({})).await.ok();
        let yape = till.send_takeaway(&[(4, "Cau cau")]).await;
        till.pay(yape, json!({"Yape": "112.00"}), json!({})).await.ok();
        let line = till.line_ids(away).await[0];
        let body = json!({"outcome": "CLOSE", "reason": "Se quejó", "pin": comanda::demo::PIN, "products": [{"id": line, "qty": 1}]});
        luis.post(&format!("/api/payments/{}/refund", paid["id"]), body).await.ok();
        let taxi = json!({"movement_type": "EXPENSE", "amount": "20.00", "motive": "Taxi", "receipt_by": "Ana", "cash_box_cycle_id": till.cycle});
        luis.post("/api/cash-movements", taxi).await.ok();

        let report = admin.get("/api/payment-method-report").await.ok();
        assert_eq!(report["totals"], json!({"received": "196.00", "refunds": "28.00", "collections": "0.00", "total": "168.00", "tips": "0.00", "operations": 3}));
        let cash = named(&report, "methods", "Efectivo");
        assert_eq!((&cash["sums"]["received"], &cash["sums"]["total"]), (&json!("84.00"), &json!("56.00")), "kept, not tendered");
        assert_eq!(named(&report, "methods", "Yape")["sums"]["total"], "112.00");
        assert_eq!((rows(&report, "days").len(), &report["days"][0]["total"], &report["cashiers"][0]["sums"]["total"]), (1, &json!("168.00"), &json!("168.00")));
        let path = format!("/api/payment-method-report/operations?payment_option_id={}", cash["payment_option_id"]);
        let operations = admin.get(&path).await.json;
        let movements: Vec<_> = rows(&operations, "rows").iter().map(|r| (r["movement"].clone(), r["amount"].clone())).collect();
        assert_eq!(movements, [(json!("REFUND"), json!("-28.00")), (json!("PAYMENT"), json!("84.00"))]);
        assert_eq!(operations["totals"], json!({"rows": 2, "total": "56.00"}));
        let document = rows(&operations, "rows")[1]["document"].as_str().unwrap().to_lowercase();
        let found = admin.get(&format!("/api/payment-method-report/operations?term={document}")).await.json;
        assert_eq!(rows(&found, "rows").len(), 2, "what was paid and what went back of it: {found}");
        let nobody = admin.get("/api/payment-method-report?user_id=999999").await.ok();
        assert_eq!((&nobody["totals"]["operations"], rows(&nobody, "methods").len()), (&json!(0), 0));

        // The accountant reads closed sessions: what an open drawer should hold is not shown.
        let accountant = till.house.app.login("contador").await;
        let cash_report = accountant.get("/api/cash-report").await.ok();
        assert_eq!((&cash_report["cycles_count"], &cash_report["still_open"][0]["cashbox_name"]), (&json!(0), &json!("Principal")), "but that it is open is");
        // 200.00 + 84.00 - 28.00 - 20.00; 235.00 are counted, and 1.00 too much of Yape, which makes up for nothing.
        let open = admin.get("/api/cash-report").await.ok();
        assert_eq!((&open["open_count"], &open["totals"]["expected"], &open["totals"]["counted"]), (&json!(1), &json!("236.00"), &Value::Null), "nobody counted it yet");
        assert_eq!((&open["open_expected"], &open["totals"]["short"], &open["totals"]["others"]), (&json!("236.00"), &json!("0.00"), &json!("112.00")));
        let count = json!({"status": "CLOSED", "denominations": {"200": 1, "20": 1, "10": 1, "5": 1}, "counted": {"Yape": "113.00"}, "reason": "Vuelto mal dado", "pin": comanda::demo::PIN});
        luis.put(&format!("/api/cashbox-cycles/{}", till.cycle), count).await.ok();
        // Jorge has 4.00 too much, which does not make up for what is missing.
        let jorge = till.open_second_till().await;
        let cycle = jorge.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        let count = json!({"status": "CLOSED", "denominations": {"50": 1, "2": 2}, "counted": {}, "reason": "Sobró", "pin": comanda::demo::PIN});
        jorge.put(&format!("/api/cashbox-cycles/{cycle}"), count).await.ok();
        let closed = admin.get("/api/cash-report").await.ok();
        assert_eq!((&closed["totals"]["short"], &closed["totals"]["over"], &closed["with_difference"]), (&json!("1.00"), &json!("5.00"), &json!(2)));
        let luis_cycle = rows(&closed, "cycles").iter().find(|cycle| cycle["id"] == till.cycle).unwrap();
        assert_eq!((&luis_cycle["short"], &luis_cycle["over"], &luis_cycle["differences"][1]), (&json!("1.00"), &json!("1.00"), &json!({"name": "Yape", "is_cash": false, "amount": "1.00"})));
        assert_eq!((&closed["totals"]["counted"], &closed["open_count"]), (&json!("289.00"), &json!(0)));
        assert_eq!((&closed["people"][0]["name"], &closed["people"][0]["short"]), (&json!("Luis Cárdenas"), &json!("1.00")));
        // The list of cycles has the same filters.
        for (filter, count) in [("difference=SHORT", 1), ("difference=OVER", 2), ("difference=EVEN", 0), ("cashbox_id=999999", 0), ("status=OPEN", 0), ("status=CLOSED&start_date=2099-01-01", 0)] {
            assert_eq!(admin.get(&format!("/api/cashbox-cycles?{filter}")).await.rows().len(), count, "{filter}");
        }
        let box_id = &named(&closed, "cashboxes", "Barra")["id"];
        let box_report = admin.get(&format!("/api/cash-report?cashbox_id={box_id}")).await.ok();
        assert_eq!((&box_report["cycles_count"], &box_report["totals"]["short"], &box_report["totals"]["over"]), (&json!(1), &json!("0.00"), &json!("4.00")));
        opens(&admin, "/api/payment-method-report/file", 3).await;
        opens(&admin, "/api/cash-report/file", 3).await;
        opens(&admin, "/api/cash-movements/file", 2).await;
        // Two documents and the note over one of them; whoever counts blind gets no file that sums them up.
        opens(&admin, "/api/cash-movements-sale-billing/file", 4).await;
        luis.get("/api/cash-movements-sale-billing/file").await.refused(422, "not_permitted");
        let tomorrow = admin.get("/api/cash-report?start_date=2099-01-01&end_date=2099-01-02").await.ok();
        assert_eq!((&tomorrow["cycles_count"], rows(&tomorrow, "days").len()), (&json!(0), 2));
        for path in ["payment-method-report", "cash-report", "cancellation-report", "menu-engineering", "purchase-report", "cash-movements", "cashbox-cycles", "cashbox-cycles-report"] {
            for days in ["start_date=2026-02-02&end_date=2026-02-01", "start_date=2026-02-02&end_date=9999-12-31", "start_date=0001-01-01"] {
                let refused = admin.get(&format!("/api/{path}?{days}")).await.refused(422, "invalid");
                assert!(refused["errors"]["start_date"].is_array() || refused["errors"]["end_date"].is_array(), "{path}: {refused}");
            }
        }
        admin.get("/api/cancellation-report?hour=24").await.refused(422, "invalid");
    }

    async fn dismissals_discounts_and_refunds_are_reported_with_user_and_reason(till: Till) {
        let (rosa, luis, admin) = (&till.house.rosa, &till.luis, till.house.app.login("admin").await);
        let pin = comanda::demo::PIN;
        // Rosa dismisses three lines, one of them made; gives a courtesy, a discount of 20 % and one that is too small to report.
        let sent = till.house.send_order("12", &[till.house.order_item(1, "Cau cau").await, till.house.order_item(1, "Chicha morada").await, till.house.order_item(2, "Lomo saltado").await, till.house.order_item(4, "Inca Kola 500 ml").await]).await;
        let id = sent["client_request"]["id"].as_i64().unwrap();
        let lines = rows(&till.house.load_account(&json!(id)).await, "lines").clone();
        for (ids, was_made) in [(vec![&lines[0]["id"], &lines[3]["id"]], false), (vec![&lines[1]["id"]], true)] {
            let body = json!({"order_ids": ids, "pin": pin, "reason": "Demoró mucho", "made": was_made});
            rosa.put(&format!("/api/orders/{id}/dismiss"), body).await.ok();
        }
        for discount in [json!({"percentage": "20"}), json!({"percentage": "5"}), json!({"discountTypeId": 1, "line_ids": [lines[2]["id"]]})] {
            rosa.post("/api/billing-adjustment", json!({"client_request_id": id, "discounts": [discount], "pin": pin})).await.ok();
        }
        // Luis collects twice and refunds all of one the same day.
        let account = till.send_takeaway(&[(1, "Cau cau")]).await;
        let unchanged = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(unchanged, json!({"Efectivo": "28.00"}), json!({})).await.ok();
        let paid = till.pay(account, json!({"Efectivo": "28.00"}), json!({"billing_type_id": 3})).await.ok();
        let body = json!({"outcome": "CLOSE", "reason": "Se fue", "pin": pin});
        luis.post(&format!("/api/payments/{}/refund", paid["id"]), body).await.ok();

        let report = admin.get("/api/cancellation-report").await.ok();
        let counts: Vec<String> = rows(&report, "kinds").iter().map(|k| format!("{} {}", k["kind"].as_str().unwrap(), k["count"])).collect();
        assert_eq!(counts, ["LINE_NOT_MADE 2", "LINE_MADE 1", "VOIDED 1", "CREDIT_NOTE 0", "COURTESY 1", "DISCOUNT 1", "REPRINT 0", "DRAWER 0"]);
        assert_eq!((&named(&report, "kinds", "COURTESY")["amount"], &named(&report, "kinds", "LINE_NOT_MADE")["amount"]), (&json!("57.00"), &json!("56.00")), "what the courtesy took off beside the discounts");
        assert_eq!(named(&report, "kinds", "VOIDED")["before_count"], 0);
        let rosa_row = named(&report, "people", "Rosa Quispe");
        assert_eq!((&rosa_row["post"], &rosa_row["sales"], &rosa_row["rates"][0]["rate"]), (&json!("WAITER"), &json!(0), &Value::Null), "nothing of hers is paid yet");
        let luis_row = named(&report, "people", "Luis Cárdenas");
        assert_eq!((&luis_row["sales"], &luis_row["rates"][2]["count"], &luis_row["rates"][2]["rate"]), (&json!(1), &json!(1), &json!("100")));
        assert_eq!(rows(&report, "people").iter().filter(|p| p["rates"][1]["stands_out"] == true).count(), 0, "one case is none");
        assert_eq!((&report["by_reason"][0]["key"], &report["by_reason"][0]["count"]), (&json!("Demoró mucho"), &json!(3)));
        // The restaurant's shared PIN names no person.
        assert_eq!((rows(&report, "by_area").iter().map(|area| area["count"].as_i64().unwrap()).sum::<i64>(), rows(&report, "by_approver").len()), (3, 0));
        let all = admin.get("/api/cancellation-report/operations").await.json;
        assert_eq!(all["total_rows"].as_i64().unwrap(), rows(&report, "kinds").iter().map(|k| k["count"].as_i64().unwrap()).sum::<i64>());
        // Both lines dismissed at once are two; a void shows its document apart from its reason.
        let mut found = admin.get("/api/cancellation-report/operations?kind=VOIDED&reason=Se%20fue").await.rows();
        assert_eq!((found.len(), found[0]["document"].take()), (1, paid["billing"]["full_number"].clone()));
        assert_eq!(admin.get("/api/cancellation-report/operations?term=chicha").await.rows().len(), 1);
        // The average is that of everybody, even where one person is filtered.
        let whole = luis_row["rates"][2]["times"].clone();
        let luis_report = admin.get(&format!("/api/cancellation-report?user_id={}", luis_row["user_id"])).await.ok();
        assert_eq!((rows(&luis_report, "people").len(), &luis_report["people"][0]["rates"][2]["times"], rows(&luis_report, "groups").len()), (1, &whole, 0));
        let operations = admin.get("/api/cancellation-report/operations?kind=LINE_MADE&reason=Demor%C3%B3%20mucho").await.json;
        let act = &operations["rows"][0];
        assert_eq!((operations["total_rows"].as_i64(), &act["what"], &act["user_name"]), (Some(1), &json!("1 Chicha morada"), &json!("Rosa Quispe")));
        assert!(act["place"].as_str().unwrap().contains("12"), "{act}");
        let nothing = admin.get("/api/cancellation-report?reason=Otro").await.ok();
        assert!(rows(&nothing, "kinds").iter().all(|kind| kind["count"] == 0), "{nothing}");
        opens(&admin, "/api/cancellation-report/file", rows(&report, "people").len() + 1).await;
    }

    async fn purchases_are_exported_as_listed(office: Office) {
        office.buy(json!({"document": "FACTURA", "serie": "F014", "number": "28431"})).await.ok();
        let voided = office.buy(json!({"number": "78"})).await.ok();
        office.void(&voided, json!({})).await.ok();
        let report = office.jorge.get("/api/purchase-report").await.ok();
        assert_eq!((&report["summary"]["count"], &report["summary"]["voided_count"], &report["summary"]["total"]), (&json!(1), &json!(1), &json!("40.00")));
        opens(&office.jorge, "/api/purchase-report/file", 3).await;
        office.jorge.get("/api/purchase-report/file?start_date=2026-02-02&end_date=2026-02-01").await.refused(422, "invalid");
    }

    async fn waste_of_made_dishes_has_a_value(till: Till) {
        let (house, admin) = (&till.house, till.house.app.login("admin").await);
        let provider = provider_of(&admin, "20100055237", "ALICORP S.A.A.").await;
        let kola = house.product("Inca Kola 500 ml").await;
        let item = json!({"item_type": "PRODUCT", "item_id": kola["id"], "quantity": "12", "buy_price": "2.50"});
        let body = json!({"provider_id": provider, "document": "NOTA_VENTA", "serie": "", "number": "", "items": [item], "payment": {"source": "OTHER", "payment_option": "Yape"}});
        admin.post("/api/purchase", body).await.ok();
        let sent = house.send_order("12", &[house.order_item(3, "Inca Kola 500 ml").await, house.order_item(1, "Cau cau").await]).await;
        let id = sent["client_request"]["id"].as_i64().unwrap();
        let line = rows(&house.load_account(&json!(id)).await, "lines")[0]["id"].clone();
        let dismissed = async |quantity: &str| {
            let body = json!({"order_ids": [line], "quantities": {line.to_string(): quantity}, "pin": comanda::demo::PIN, "reason": "Se cayó", "made": true});
            house.rosa.put(&format!("/api/orders/{id}/dismiss"), body).await.ok();
            house.wait_until_valued().await;
            let report = admin.get("/api/cancellation-report").await.ok();
            let cost: Money = named(&report, "kinds", "LINE_MADE")["cost"].as_str().unwrap().parse().unwrap();
            (report, cost)
        };
        let (_, one_wasted) = dismissed("1").await;
        assert!(one_wasted > Money::ZERO);
        let (report, all_wasted) = dismissed("2").await;
        let deviation = (all_wasted - one_wasted - one_wasted - one_wasted).millionths().abs();
        assert!(deviation <= 20_000, "what is dismissed of a line costs its own part: {one_wasted} of {all_wasted}");
        let session = admin.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle)).await.ok();
        assert_eq!(session["dismissals"]["count"], 2, "nobody pays this account, and a waiter has no cash box");
        let today = report["start_date"].as_str().unwrap();
        let close = admin.get(&format!("/api/close-of-day?date={today}")).await.ok();
        let waste = rows(&close, "acts").iter().find(|act| act["kind"] == "LINE_MADE").unwrap();
        assert!(close["text"].as_str().unwrap().contains(&format!("A costo: {}", waste["cost"].as_str().unwrap())), "{close}");
    }

    async fn a_voided_sale_wastes_what_was_made(till: Till) {
        let (house, admin) = (&till.house, till.house.app.login("admin").await);
        house.wait_until_valued().await;
        let kola = house.product("Inca Kola 500 ml").await["id"].clone();
        let sold = till.send_takeaway(&[(3, "Inca Kola 500 ml")]).await;
        let due = house.load_account(&json!(sold)).await["totals"]["due"].clone();
        let paid = till.pay(sold, json!({"Efectivo": due}), json!({})).await.ok();
        house.wait_until_valued().await;
        let cost = admin.get(&format!("/api/products/{kola}")).await.ok()["food_cost"].as_str().unwrap().parse::<Money>().unwrap();
        let refund = json!({"outcome": "CLOSE", "reason": "Se fue", "pin": comanda::demo::PIN, "remove_inventory": false});
        till.luis.post(&format!("/api/payments/{}/refund", paid["id"]), refund).await.ok();
        house.wait_until_valued().await;
        let report = admin.get("/api/cancellation-report").await.ok();
        let voided: Money = named(&report, "kinds", "VOIDED")["cost"].as_str().unwrap().parse().unwrap();
        assert_eq!(voided, (cost + cost + cost).to_centimos(), "{report}");
        let used = admin.get("/api/stock/use?page=false").await.json.clone();
        let bottle = used["rows"].as_array().unwrap().iter().find(|row| row["item_type"] == "PRODUCT" && row["item_id"] == kola).unwrap().clone();
        assert_eq!((&bottle["theoretical"], &bottle["by_hand"]), (&json!("0"), &json!("3")), "{bottle}");
    }

    async fn dishes_are_compared_by_sales_and_cost(till: Till) {
        let admin = till.house.app.login("contador").await;
        for (quantity, dish, due) in [(6, "Cau cau", "168.00"), (1, "Lomo saltado", "38.00")] {
            let account = till.send_takeaway(&[(quantity, dish)]).await;
            till.pay(account, json!({"Efectivo": due}), json!({})).await.ok();
        }
        till.house.wait_until_valued().await;
        let report = admin.get("/api/menu-engineering").await.ok();
        let placed = rows(&report, "dishes").iter().chain(rows(&report, "without_cost"));
        let units: Vec<String> = placed.map(|dish| format!("{} {}", dish["name"], dish["units"])).collect();
        assert!(units.contains(&"\"Cau cau\" \"6\"".to_owned()) && units.contains(&"\"Lomo saltado\" \"1\"".to_owned()), "{units:?}");
        // Both are main dishes; of another category nothing was sold.
        let category = &report["categories"][0]["id"];
        for (categories, count) in [(format!("{category},999999"), 2), ("999999".to_owned(), 0)] {
            let category_report = admin.get(&format!("/api/menu-engineering?category_id={categories}")).await.ok();
            assert_eq!(rows(&category_report, "dishes").len() + rows(&category_report, "without_cost").len(), count, "{categories}");
        }
        let away = admin.get("/api/menu-engineering?channel=TABLE").await.ok();
        assert_eq!(rows(&away, "dishes").len() + rows(&away, "without_cost").len(), 0, "all was taken away");
        admin.get("/api/menu-engineering?category_id=a").await.refused(422, "invalid");
        opens(&admin, "/api/menu-engineering/file", rows(&report, "dishes").len() + 1).await;
    }

    async fn the_accounting_dashboard_is_exported(till: Till) {
        let sold = till.send_takeaway(&[(3, "Cau cau")]).await;
        till.pay(sold, json!({"Efectivo": "84.00"}), json!({})).await.ok();
        let accountant = till.house.app.login("contador").await;
        // Below the head there is a line for each stretch, day, week, month, year and product.
        for (part, lines) in [("summary", 5), ("sales-by-day", 8), ("sales-by-week", 9), ("sales-by-month", 13), ("sales-by-year", 6),
                              ("top-products", 2), ("margin-by-month", 13)] {
            opens(&accountant, &format!("/api/accounting-dashboard/{part}/file"), lines).await;
        }
        let days = accountant.get("/api/accounting-dashboard/sales-by-day?days=1&format=csv").await;
        let days = String::from_utf8(days.bytes).unwrap();
        assert!(days.trim_end().ends_with(";1;84.00"), "what was sold today: {days}");
        accountant.get("/api/accounting-dashboard/nothing/file").await.refused(404, "not_found");
        accountant.get("/api/accounting-dashboard/summary?format=doc").await.refused(422, "invalid");
    }
}
