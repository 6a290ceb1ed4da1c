//! A month with every kind of document, as CSV and on the screen.

use super::{Books, download_rvie, find_check, line_summaries, lines, total};
use crate::on_both_databases;
use comanda::money::Money;
use serde_json::json;

const NOVEMBER: &str = "year=2026&month=11";
const OCTOBER: &str = "year=2026&month=10";

on_both_databases! {
    async fn courtesies_are_listed_beside_the_register(books: Books) {
        let month = || async { books.accountant.get("/api/accounting/register?year=2026&month=11").await.ok() };
        assert_eq!(month().await["courtesies"], json!({"documents": 0, "value": "0.00", "igv": "0.00"}));
        let id = books.till.send_takeaway(&[(1, "Cau cau")]).await;
        books.till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT id, 'DISCOUNT', 1, TRUE, 100000000, 'Cortesía', attendant_id, opened_at FROM client_requests").await;
        books.till.pay(id, json!({}), json!({})).await.ok();
        let register = month().await;
        assert_eq!(register["courtesies"], json!({"documents": 1, "value": "23.73", "igv": "4.27"}));
        assert_eq!((&register["totals"]["igv"], &register["totals"]["total"]), (&json!("0.00"), &json!("0.00")));
    }

    async fn courtesies_that_no_document_lists_are_told_apart(books: Books) {
        let till = &books.till;
        let jorge = till.house.app.login("supervisor").await;
        let nota = json!([{"by_consumption": true, "billing_type_id": 3}]);
        for parts in [json!([{}]), json!([{"by_consumption": true}]), json!([{"amount": "13.00"}, {}]), nota] {
            let id = till.send_takeaway(&[(1, "Lomo saltado"), (1, "Inca Kola 500 ml")]).await;
            let kola = till.line_ids(id).await[1];
            let courtesy = json!({"client_request_id": id, "discounts": [{"discountTypeId": 1, "line_ids": [kola]}]});
            jorge.post("/api/billing-adjustment", courtesy).await.ok();
            for part in parts.as_array().unwrap() {
                till.pay(id, json!({"Efectivo": "100"}), part.clone()).await.ok();
            }
        }
        let register = books.accountant.get("/api/accounting/register?year=2026&month=11").await.ok();
        assert_eq!(register["courtesies"]["documents"], 1);
        // The nota de venta is no document of the tax authority.
        assert_eq!(register["unlisted_courtesies"], json!({"accounts": 2, "value": "14.00"}));
        let earlier = books.accountant.get("/api/accounting/register?year=2026&month=10").await.ok();
        assert_eq!(earlier["unlisted_courtesies"], json!({"accounts": 0, "value": "0.00"}));
    }

    async fn a_debit_note_is_in_both_registers_with_what_it_changes(books: Books) {
        let till = &books.till;
        let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let factura = books.sell(&[(1, "Lomo saltado")], json!({"billing_type_id": 2, "client_id": ruc})).await["billing"].clone();
        books.set_issue_date(&factura, "2026-10-20T17:00:00Z", "2026-10-20").await;
        let note_form = |reason: &str, amount: &str| json!({"pin": "1234", "reason": "Atraso", "reason_code": reason, "amount": amount, "payment_options": {"Efectivo": amount}});
        let path = format!("/api/billings/{}/debit-note", factura["id"]);
        till.luis.post(&path, note_form("01", "11.80")).await.ok();
        till.luis.post(&path, note_form("03", "5")).await.ok();
        let voided = till.luis.post(&path, note_form("02", "3")).await.ok();
        books.refund(&voided, json!({})).await;
        let november = lines(&books.accountant, NOVEMBER).await;
        assert_eq!(line_summaries(&november), ["08 FD01-1 11.80 1", "08 FD01-2 5.00 1", "08 FD01-3 0.00 2"]);
        // The note belongs to its own month, whatever the month of its document.
        assert_eq!(november[0][13..17], ["10.00", "0.00", "1.80", "0.00"]);
        assert_eq!(november[0][27..31], ["20/10/2026", "01", "F001", "1"]);
        assert_eq!((november[0][10].as_str(), november[1][18].as_str()), ("20100070970", "5.00"));
        let (_, text) = download_rvie(&books.accountant, NOVEMBER).await;
        let notes: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').collect()).collect();
        assert_eq!((notes[0][6], notes[0][25], &notes[0][28..32]), ("08", "11.80", &["20/10/2026", "01", "F001", "1"][..]));
    }

    async fn a_month_lists_what_was_sold_in_it(books: Books) {
        let till = &books.till;
        // Issued half an hour before midnight of 31 October in Lima, which is 1 November in UTC.
        let earlier = books.sell(&[(1, "Cau cau")], json!({})).await;
        books.set_issue_date(&earlier["billing"], "2026-11-01T04:30:00Z", "2026-10-31").await;
        // A boleta of 47.00 with a recargo al consumo of 10 %.
        let id = till.send_takeaway(&[(1, "Lomo saltado"), (1, "Chicha morada")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, additional_charge_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT r.id, 'CHARGE', t.id, TRUE, 10000000, t.name, r.attendant_id, r.opened_at FROM client_requests r, additional_charge_types t
            WHERE t.code = 'SERVICE' AND r.closed_at IS NULL").await;
        let dishes = till.line_ids(id).await;
        let due = till.payment_info(id).await["total"].clone();
        let ana = till.create_client("DNI", "45678912", "Ana").await;
        let boleta = till.pay(id, json!({"Efectivo": due}), json!({"client_id": ana})).await.ok();
        let voided = books.sell(&[(1, "Cau cau")], json!({})).await;
        books.refund(&voided, json!({})).await;
        // The chicha is refunded.
        let note = books.refund(&boleta, json!({"products": [{"id": dishes[1], "qty": 1}]})).await["credit_note"].clone();
        // One number is left out.
        let series = books.admin.get("/api/billing-series").await.rows();
        let b001 = series.iter().find(|s| s["serie"] == "B001").unwrap();
        books.admin.put(&format!("/api/billing-series/{}", b001["id"]), json!({"current_number": 4})).await.ok();
        // An exonerated dish beside a taxed drink.
        let id = till.send_takeaway(&[(1, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        let products = books.admin.get("/api/products?page=false").await.rows();
        let cau_cau = products.iter().find(|p| p["name"] == "Cau cau").unwrap();
        books.admin.put(&format!("/api/products/{}", cau_cau["id"]), json!({"igv_treatment": "EXONERATED"})).await.ok();
        till.pay(id, json!({"Efectivo": "42"}), json!({})).await.ok();
        let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        books.sell(&[(1, "Inca Kola 500 ml")], json!({"billing_type_id": 2, "client_id": ruc})).await;
        books.sell(&[(1, "Inca Kola 500 ml")], json!({"billing_type_id": 3})).await;

        let november = lines(&books.accountant, NOVEMBER).await;
        let (sold, off) = (boleta["billing"]["total"].as_str().unwrap(), note["total"].as_str().unwrap());
        assert_eq!(line_summaries(&november), [
            format!("03 B001-2 {sold} 1"), "03 B001-3 0.00 2".into(), "03 B001-5 42.00 1".into(), format!("07 BC01-1 -{off} 1"),
            "01 F001-1 7.00 1".into(), "00 NV01-1 7.00 1".into(),
        ]);
        assert_ne!(november[0][23], "0.00", "the recargo stands beside the base");
        assert_eq!(november[0][9..12], ["1", "45678912", "Ana"]);
        assert_eq!(november[2][13..19], ["11.86", "0.00", "2.14", "0.00", "28.00", "0.00"]);
        assert_eq!(november[3][27..31], ["20/11/2026", "03", "B001", "2"]);
        assert_eq!((november[4][9].as_str(), november[4][10].as_str()), ("6", "20100070970"));
        assert_eq!(line_summaries(&lines(&books.accountant, OCTOBER).await), ["03 B001-1 28.00 1"]);
        assert_eq!(lines(&books.admin, "year=2026&month=9").await.len(), 0);
        let reply = books.admin.get(&format!("/api/accounting/export-sales-report?{NOVEMBER}")).await;
        assert_eq!(reply.content_disposition.unwrap(), "attachment; filename=\"REGISTRO_VENTAS_INGRESOS_2026_11.csv\"");

        // The sales of the cash desk, in both months together.
        let daily = till.luis.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", till.cycle)).await.ok();
        let all = Money::centimos(total(&november) + 2_800);
        assert_eq!(daily["total"], all.to_string());

        // The screen says the same.
        let register = books.accountant.get(&format!("/api/accounting/register?{NOVEMBER}")).await.ok();
        assert_eq!(register["totals"]["total"], Money::centimos(total(&november)).to_string());
        assert_eq!((&register["totals"]["count"], &register["totals"]["voided"], &register["totals"]["rejected"]), (&json!(6), &json!(1), &json!(0)));
        let first = &register["series"][0];
        assert_eq!((&first["document_type"], &first["serie"], &first["first"], &first["last"]), (&json!("03"), &json!("B001"), &json!(2), &json!(5)));
        assert_eq!((&first["count"], &first["voided"], &first["exempt"]), (&json!(3), &json!(1), &json!("28.00")));
        let gap = find_check(&register, "NUMBERING_GAP");
        assert_eq!((&gap["ok"], &gap["count"], &gap["ranges"]), (&json!(false), &json!(1), &json!([{"serie": "B001", "first": 4, "last": 4}])));
        // The boletas, the factura and the note wait to be sent; the void waits to be reported.
        let waits = find_check(&register, "NOT_ACCEPTED");
        assert_eq!(waits["documents"].as_array().unwrap().len(), 4, "{waits}");
        for good in ["TOTALS_DIFFER", "UNNAMED_BOLETA", "REJECTED", "NO_RUC", "FUTURE_MONTH", "EMPTY_MONTH"] {
            assert_eq!(find_check(&register, good)["ok"], true, "{good}");
        }
        assert_eq!((&register["is_over"], &register["csv_file_name"]), (&json!(false), &json!("REGISTRO_VENTAS_INGRESOS_2026_11.csv")));
        let december = books.accountant.get("/api/accounting/register?year=2026&month=12").await.ok();
        assert_eq!((&find_check(&december, "FUTURE_MONTH")["ok"], &find_check(&december, "EMPTY_MONTH")["ok"]), (&json!(false), &json!(false)));
    }

    async fn notas_de_venta_are_listed_as_the_company_keeps_it(books: Books) {
        books.sell(&[(1, "Cau cau")], json!({"billing_type_id": 3})).await;
        let count = async |query: &str| lines(&books.accountant, query).await.len();
        let without = format!("{NOVEMBER}&notas_de_venta=false");
        assert_eq!((count(NOVEMBER).await, count(&without).await), (1, 0));
        let path = "/api/accounting/settings";
        let off = json!({"include_sale_notes": false});
        books.accountant.put(path, off.clone()).await.refused(422, "not_permitted");
        assert_eq!(books.admin.put(path, off.clone()).await.ok(), off);
        books.admin.put(path, off).await.ok();
        books.admin.put(path, json!({})).await.refused(422, "invalid");
        assert_eq!((count(NOVEMBER).await, count(&format!("{NOVEMBER}&notas_de_venta=true")).await), (0, 1));
        let register = books.admin.get(&format!("/api/accounting/register?{NOVEMBER}&notas_de_venta=true")).await.ok();
        assert_eq!((&register["include_sale_notes"], &register["keeps_sale_notes"]), (&json!(true), &json!(false)));
        assert_eq!(register["series"][0]["document_type"], "00");
        let log = books.admin.get("/api/pos-options/action-logs?action_type=SETTINGS_CHANGED").await.rows();
        assert_eq!(log.len(), 1, "{log:?}");
        // A change of other settings does not change this one.
        books.admin.put("/api/global-settings", json!({"hour_production": 12})).await.ok();
        assert_eq!(count(NOVEMBER).await, 0);
        let (name, text) = download_rvie(&books.admin, NOVEMBER).await;
        assert!(name.ends_with("00140400021012.txt") && text.is_empty(), "{name}");
    }

    async fn wrong_roles_and_wrong_months_are_refused(books: Books) {
        let export = format!("/api/accounting/export-sales-report?{NOVEMBER}");
        let nobody = books.till.house.app.anonymous_client().get(&export).await.refused(401, "unauthenticated");
        assert_eq!(nobody["message"], "No hay token de autenticación disponible");
        let supervisor = books.till.house.app.login("supervisor").await;
        for caller in [&supervisor, &books.till.luis, &books.till.house.rosa] {
            caller.get(&export).await.refused(422, "not_permitted");
            caller.get(&format!("/api/accounting/register?{NOVEMBER}")).await.refused(422, "not_permitted");
            caller.get(&format!("/api/accounting/rvie?{NOVEMBER}")).await.refused(422, "not_permitted");
        }
        for wrong in ["year=2026&month=13", "year=2026&month=0", "year=1999&month=1", "year=99999&month=1"] {
            books.admin.get(&format!("/api/accounting/register?{wrong}")).await.refused(422, "invalid");
        }
        books.admin.get("/api/accounting/register?year=2026").await.refused(422, "invalid");
    }
}
