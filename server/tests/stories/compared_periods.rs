//! A period that is not over is compared with the preceding one up to the same time of the corresponding day, and the files say so.

use crate::{
    money::till,
    on_both_databases,
    support::{
        app::TestApp,
        database_place::{DatabasePlace, Fixture},
    },
};
use calamine::{Data, Reader, Xlsx};
use comanda::clock::Clock;
use comanda_test_support::pdf::run_poppler;
use serde_json::{Value, json};
use std::io::Cursor;

/// Saturday 31/10/2026 at seven in the evening in Lima.
const OCTOBER_31: &str = "2026-11-01T00:00:00Z";

/// A restaurant that sells for 84.00 on the last evening of October.
struct October {
    app: TestApp,
    clock: Clock,
}

impl Fixture for October {
    async fn create(place: &DatabasePlace) -> Self {
        let (app, clock) = TestApp::with_fixed_clock(place, OCTOBER_31).await;
        till::sell_for_84(&app.login("cajero").await).await;
        Self { app, clock }
    }
}

impl October {
    /// Returns what the reports of sales and of payment methods compare November with at this time.
    async fn november_before(&self, time: &str) -> [(Value, Value, Value); 2] {
        self.clock.set(time.parse().unwrap());
        let admin = self.app.login("admin").await;
        let days = "start_date=2026-11-01&end_date=2026-11-30";
        let sales = admin.get(&format!("/api/sales-total-report?{days}")).await.ok();
        let methods = admin.get(&format!("/api/payment-method-report?{days}")).await.ok();
        [(&sales, sales["before"]["total"].clone()), (&methods, methods["before"].clone())]
            .map(|(report, total)| (report["before_start_date"].clone(), report["before_end_date"].clone(), total))
    }
    /// Returns the lines below the titles of the files.
    async fn file_lines(&self) -> Vec<String> {
        let admin = self.app.login("admin").await;
        let mut lines = Vec::new();
        for name in ["sales-total-report", "payment-method-report"] {
            let path = format!("/api/{name}/file?start_date=2026-11-01&end_date=2026-11-30");
            let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(admin.get(&path).await.bytes)).unwrap();
            let page = book.worksheet_range_at(0).unwrap().unwrap();
            let line = page.rows().find_map(|row| match &row[0] {
                Data::String(text) if text.contains("Antes: ") => Some(text.clone()),
                _ => None,
            });
            lines.extend(line);
            let pdf = admin.get(&format!("{path}&format=pdf")).await.bytes;
            let text = run_poppler("pdftotext", &["-layout", "-", "-"], &pdf);
            lines.extend(text.lines().find(|line| line.contains("Antes: ")).map(|line| line.trim().to_owned()));
        }
        lines
    }
}

on_both_databases! {
    async fn a_month_is_compared_up_to_the_same_time_and_the_files_say_so(october: October) {
        let before = |total: &str| (json!("2026-10-02"), json!("2026-10-31"), json!(total));
        // The last day of November has come to six in the evening; in October the only sale was at seven.
        assert_eq!(october.november_before("2026-11-30T23:00:00Z").await, [before("0.00"), before("0.00")]);
        let line = "Del 01/11/2026 al 30/11/2026. Antes: del 02/10/2026 al 31/10/2026, hasta la misma hora.";
        assert_eq!(october.file_lines().await, [line; 4]);
        assert_eq!(october.november_before("2026-12-01T00:30:00Z").await, [before("84.00"), before("84.00")]);
        // A period that is over is compared with whole days.
        assert_eq!(october.november_before("2026-12-01T15:00:00Z").await, [before("84.00"), before("84.00")]);
        let line = "Del 01/11/2026 al 30/11/2026. Antes: del 02/10/2026 al 31/10/2026.";
        assert_eq!(october.file_lines().await, [line; 4]);
    }
}
