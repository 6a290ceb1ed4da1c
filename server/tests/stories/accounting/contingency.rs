//! Documents that were written on paper during an outage and entered later, in the registers of their month.

use super::{Books, download_rvie, line_summaries, lines};
use crate::on_both_databases;
use serde_json::json;
use std::collections::BTreeSet;

const NOVEMBER: &str = "year=2026&month=11";

on_both_databases! {
    async fn a_paper_document_is_registered_on_its_own_day(books: Books) {
        let form = json!({"billing_type_id": 1, "serie": "0001", "is_contingency": true});
        let series = books.admin.post("/api/billing-series", form).await.ok()["id"].clone();
        let paper = json!({"contingency": {"series_id": series, "number": 7, "issued_on": "2026-11-18"}});
        let sold = books.sell(&[(1, "Cau cau")], paper).await;
        assert_eq!(sold["billing"]["full_number"], "0001-00000007");
        let november = lines(&books.accountant, NOVEMBER).await;
        assert_eq!(line_summaries(&november), ["03 0001-7 28.00 1"]);
        assert_eq!(november[0][3], "18/11/2026");
        let download = download_rvie(&books.accountant, NOVEMBER).await;
        assert!(format!("{download:?}").contains("0001"), "{download:?}");
        // The sale belongs to the day of the document, its money to the cash cycle in which it was entered.
        let billing = &sold["billing"]["id"];
        let day_documents = books.admin.get("/api/billings?date_from=2026-11-18&date_to=2026-11-18").await.rows();
        assert_eq!(day_documents.iter().map(|b| &b["id"]).collect::<Vec<_>>(), [billing]);
        assert_eq!(books.till.expected_amount("Efectivo").await, "228.00");
    }

    async fn a_paper_document_is_in_one_month_of_both_registers(books: Books) {
        let mut series = Vec::new();
        for kind in [1, 2] {
            let form = json!({"billing_type_id": kind, "serie": "0001", "is_contingency": true});
            series.push(books.admin.post("/api/billing-series", form).await.ok()["id"].clone());
        }
        let ruc = books.till.create_client("RUC", "20131312955", "SUNAT").await;
        // The first day that can be entered, and one document of each kind with the same number.
        let oldest = json!({"contingency": {"series_id": series[0], "number": 1, "issued_on": "2026-09-21"}});
        let boleta = json!({"contingency": {"series_id": series[0], "number": 7, "issued_on": "2026-10-05"}});
        let factura = json!({"billing_type_id": 2, "client_id": ruc,
            "contingency": {"series_id": series[1], "number": 7, "issued_on": "2026-10-28"}});
        for paper in [oldest, boleta, factura] {
            books.sell(&[(1, "Lomo saltado")], paper).await;
        }
        books.till.house.wait_until_valued().await;
        let told_of = |month: &'static str| {
            let books = &books;
            async move {
                let reply = books.accountant.get(&format!("/api/stock/register/file?month={month}")).await;
                assert_eq!(reply.status, 200, "{}", reply.json);
                let text = String::from_utf8(reply.bytes).unwrap();
                let sales = text.lines().map(|line| line.split('|').collect::<Vec<_>>()).filter(|f| f[11] == "0001");
                sales.map(|f| format!("{} {} {}-{}", f[9], f[10], f[11], f[12].trim_start_matches('0'))).collect::<BTreeSet<_>>()
            }
        };
        assert_eq!(told_of("2026-09").await, BTreeSet::from(["21/09/2026 03 0001-1".to_owned()]));
        let october = BTreeSet::from(["05/10/2026 03 0001-7".to_owned(), "28/10/2026 01 0001-7".to_owned()]);
        assert_eq!(told_of("2026-10").await, october);
        assert_eq!(told_of("2026-11").await, BTreeSet::new());
        let september_lines = lines(&books.accountant, "year=2026&month=9").await;
        assert_eq!((september_lines.len(), line_summaries(&september_lines)[0].as_str()), (1, "03 0001-1 38.00 1"));
        let october_lines = lines(&books.accountant, "year=2026&month=10").await;
        let days: BTreeSet<String> = october_lines.iter().map(|l| format!("{} {} {}-{}", l[3], l[5], l[6], l[7])).collect();
        assert_eq!(days, october);
        let summary = books.accountant.get("/api/accounting/register?year=2026&month=10").await.ok();
        assert_eq!(summary["series"].as_array().unwrap().len(), 2, "{summary}");
    }
}
