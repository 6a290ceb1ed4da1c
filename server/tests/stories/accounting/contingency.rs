//! Documents on paper, entered afterwards, in the registers of their month.

use super::{Books, lines, rvie, told};
use crate::on_both_databases;
use serde_json::json;

const NOVEMBER: &str = "year=2026&month=11";

on_both_databases! {
    async fn a_paper_stands_in_the_registers_on_its_own_day(books: Books) {
        let form = json!({"billing_type_id": 1, "serie": "0001", "is_contingency": true});
        let series = books.admin.post("/api/billing-series", form).await.ok()["id"].clone();
        let paper = json!({"contingency": {"series_id": series, "number": 7, "issued_on": "2026-11-18"}});
        let sold = books.sold(&[(1, "Cau cau")], paper).await;
        assert_eq!(sold["billing"]["full_number"], "0001-00000007");
        let november = lines(&books.accountant, NOVEMBER).await;
        assert_eq!(told(&november), ["03 0001-7 28.00 1"]);
        assert_eq!(november[0][3], "18/11/2026");
        let told = rvie(&books.accountant, NOVEMBER).await;
        assert!(format!("{told:?}").contains("0001"), "{told:?}");
        // Its sale is of its day, its money of the cycle that it was entered in.
        let billing = &sold["billing"]["id"];
        let of_day = books.admin.get("/api/billings?date_from=2026-11-18&date_to=2026-11-18").await.rows();
        assert_eq!(of_day.iter().map(|b| &b["id"]).collect::<Vec<_>>(), [billing]);
        assert_eq!(books.till.expected("Efectivo").await, "228.00");
    }
}
