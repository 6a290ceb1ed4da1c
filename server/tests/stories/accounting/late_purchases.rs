//! Purchase documents that arrive after their month: the register in which they appear, the day on which their goods come in, and what the
//! register says of detractions.

use super::{
    Books,
    purchases::{line_summaries, lines},
    zipped,
};
use crate::{on_both_databases, purchases::provider_of};
use serde_json::{Value, json};

const OCTOBER: &str = "year=2026&month=10";
const NOVEMBER: &str = "year=2026&month=11";

impl Books {
    async fn close_month(&self, day: Value) {
        self.admin.put("/api/global-settings", json!({"books_closed_until": day})).await.ok();
    }
    /// The business days on which purchases moved stock, in the order in which the moves were written.
    async fn stock_days(&self) -> Vec<String> {
        let mut tx = self.till.house.db().read().await.unwrap();
        let sql = "SELECT business_day FROM stock_moves WHERE reason = 'PURCHASE' ORDER BY id";
        let days: Vec<(chrono::NaiveDate,)> = tx.query(sql).all().await.unwrap();
        days.into_iter().map(|(day,)| day.to_string()).collect()
    }
    async fn purchase_rules(&self, query: &str) -> Value {
        self.admin.get(&format!("/api/purchase/paper-rules?{query}")).await.ok()
    }
}

on_both_databases! {
    async fn a_late_paper_is_registered_in_the_first_open_month(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        books.close_month(json!("2026-10-31")).await;
        let expected = json!({"igv_percent": "18", "periods": ["2026-11"], "stock_on": "2026-11-01"});
        assert_eq!(books.purchase_rules("date=2026-10-28").await, expected);
        let late_purchase = books.buy(alicorp, json!({"date": "2026-10-28"})).await;
        assert_eq!((&late_purchase["date"], &late_purchase["period"]), (&json!("2026-10-28"), &json!("2026-11")), "the paper keeps its day");
        books.buy(alicorp, json!({"number": "28432"})).await;
        assert_eq!(books.stock_days().await, ["2026-11-01", "2026-11-05"], "a closed month is not valued again");
        assert!(lines(&books, OCTOBER).await.is_empty());
        let november = lines(&books, NOVEMBER).await;
        assert_eq!(line_summaries(&november), ["01 F014 28431 100.00 18.00 0.00 118.00 6", "01 F014 28432 100.00 18.00 0.00 118.00 1"]);
        assert_eq!((november[0][0].as_str(), november[0][3].as_str()), ("20261100", "28/10/2026"));
        let (_, rce) = zipped(&books.accountant, &format!("/api/accounting/rce?{NOVEMBER}")).await;
        assert!(rce.lines().next().unwrap().contains("|202611||28/10/2026||01|F014||28431|"), "{rce}");
        let register = books.accountant.get(&format!("/api/accounting/purchase-register?{NOVEMBER}")).await.ok();
        assert_eq!((&register["late"], &register["totals"]["count"]), (&json!(["F014-28431"]), &json!(2)));
        // The purchase can be voided and entered again like any other of November, since nothing of October moves.
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se registró mal"});
        books.admin.send(reqwest::Method::DELETE, &format!("/api/purchase/{}", late_purchase["id"]), Some(body), None).await.ok();
        assert_eq!(lines(&books, NOVEMBER).await.len(), 1);
    }

    async fn a_purchase_can_be_declared_in_the_next_month_when_its_own_was_sent(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        let rules = books.purchase_rules("date=2026-10-28").await;
        assert_eq!((&rules["periods"], &rules["stock_on"]), (&json!(["2026-10", "2026-11"]), &Value::Null));
        let own_month_purchase = books.buy(alicorp, json!({"date": "2026-10-28"})).await;
        let later = books.buy(alicorp, json!({"number": "28432", "date": "2026-10-28", "period": "2026-11"})).await;
        assert_eq!((&own_month_purchase["period"], &later["period"]), (&json!("2026-10"), &json!("2026-11")));
        assert_eq!(books.stock_days().await, ["2026-10-28", "2026-10-28"], "the store room goes by the paper");
        assert_eq!(line_summaries(&lines(&books, OCTOBER).await), ["01 F014 28431 100.00 18.00 0.00 118.00 1"]);
        assert_eq!(line_summaries(&lines(&books, NOVEMBER).await), ["01 F014 28432 100.00 18.00 0.00 118.00 6"]);

        // This can be noticed later as well, until the books that hold the document are closed.
        let path = format!("/api/purchase/{}", own_month_purchase["id"]);
        assert_eq!(books.admin.put(&path, json!({"period": "2026-11"})).await.ok()["period"], "2026-11");
        assert_eq!(lines(&books, NOVEMBER).await.len(), 2);
        assert_eq!(books.admin.put(&path, json!({"period": "2026-10"})).await.ok()["period"], "2026-10");
        for wrong in ["2026-09", "2026-12", "octubre", "2026-13"] {
            assert!(books.admin.put(&path, json!({"period": wrong})).await.refused(422, "invalid")["errors"]["period"].is_array());
        }
        books.close_month(json!("2026-10-31")).await;
        let refused = books.admin.put(&path, json!({"period": "2026-11"})).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("pide al administrador"), "{refused}");
        let back = format!("/api/purchase/{}", later["id"]);
        books.admin.put(&back, json!({"period": "2026-10"})).await.refused(422, "invalid");
    }

    async fn a_paper_returns_to_its_own_month_when_those_books_reopen(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        books.close_month(json!("2026-10-31")).await;
        let late_purchase = books.buy(alicorp, json!({"date": "2026-10-28"})).await;
        books.close_month(Value::Null).await;
        assert_eq!(lines(&books, NOVEMBER).await.len(), 1);
        let path = format!("/api/purchase/{}", late_purchase["id"]);
        assert_eq!(books.admin.put(&path, json!({"period": "2026-10"})).await.ok()["period"], "2026-10");
        assert_eq!(line_summaries(&lines(&books, OCTOBER).await), ["01 F014 28431 100.00 18.00 0.00 118.00 1"]);
        assert!(lines(&books, NOVEMBER).await.is_empty());
    }

    async fn nothing_is_deducted_after_a_year(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        books.close_month(json!("2026-10-31")).await;
        assert_eq!(books.buy(alicorp, json!({"date": "2025-11-03"})).await["period"], "2026-11");
        assert_eq!(books.purchase_rules("date=2025-10-31").await["periods"], json!([]));
        let item = json!({"item_type": "SUPPLY", "item_id": 1, "quantity": "1", "total_price": "1.00"});
        let old = |document: &str, number: &str| json!({"provider_id": alicorp, "document": document, "serie": "F014", "number": number,
            "date": "2025-10-31", "items": [item], "payment": {"source": "OTHER"}});
        let refused = books.admin.post("/api/purchase", old("FACTURA", "9")).await.refused(422, "invalid");
        assert!(refused["errors"]["date"][0].as_str().unwrap().contains("12 meses"), "{refused}");
        books.buy(alicorp, json!({"document": "BOLETA", "serie": "B001", "number": "8", "date": "2025-10-31"})).await;
        assert_eq!(line_summaries(&lines(&books, NOVEMBER).await), [
            "01 F014 28431 100.00 18.00 0.00 118.00 6",
            "03 B001 8 0.00 0.00 118.00 118.00 7",
        ]);
    }

    async fn detractions_show_their_deposit_and_retentions_their_mark(books: Books) {
        let alicorp = provider_of(&books.admin, "20100055237", "ALICORP S.A.A.").await;
        let aside = |number: &str, kind: &str| json!({"type": "CREDITO", "number": number, "payment": null, "set_aside": [{"kind": kind, "amount": "14.16"}],
            "quotes": [{"date": "2026-12-05", "amount": "103.84"}]});
        let detracted = books.buy(alicorp, aside("1", "DETRACTION")).await;
        books.buy(alicorp, aside("2", "RETENTION")).await;
        let rate_fields = |lines: Vec<Vec<String>>| lines.iter().map(|l| [8, 31, 32, 33].map(|n| l[n].as_str()).join(" ")).collect::<Vec<_>>();
        assert_eq!(rate_fields(lines(&books, NOVEMBER).await), ["1   ", "2   1"]);
        let register = || async { books.accountant.get(&format!("/api/accounting/purchase-register?{NOVEMBER}")).await.ok() };
        assert_eq!(register().await["without_deposit"], json!(["F014-1"]));
        let quotes = detracted["quotes"].as_array().unwrap();
        let quote = quotes.iter().find(|quote| quote["kind"] == "DETRACTION").unwrap();
        let deposit = json!({"quote_id": quote["id"], "amount": "14.16", "source": "OTHER", "operation_number": "88231907"});
        books.admin.post(&format!("/api/purchase/{}/pay", detracted["id"]), deposit).await.ok();
        assert_eq!(rate_fields(lines(&books, NOVEMBER).await), ["1 20/11/2026 88231907 ", "2   1"]);
        assert_eq!(register().await["without_deposit"], json!([]));
    }
}
