//! An update of a restaurant as the version of 2026-11-23 left it (company tables up to 0050, before stock was valued and figures were
//! kept), with two days of sales, an open cash box and two occupied tables. The fixture was made by that version's own program.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        cli::{comanda_command, run_with_input},
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::{clock::Clock, db::Db};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::{fs, io::Read, path::Path};

const CONTROL: &[u8] = include_bytes!("../fixtures/2026-11-23-control.sqlite.gz");
const DEMO: &[u8] = include_bytes!("../fixtures/2026-11-23-demo.sqlite.gz");
/// The night after the old version was stopped, in Lima.
const NOW: &str = "2026-11-27T09:40:00Z";

/// The restaurant, served by the present version.
struct Updated(TestApp);

impl Fixture for Updated {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed(NOW.parse().unwrap());
        if let DatabasePlace::Sqlite(_) = place {
            let files = tempfile::tempdir().unwrap();
            fs::create_dir(files.path().join("companies")).unwrap();
            unpack(CONTROL, &files.path().join("control.sqlite"));
            unpack(DEMO, &files.path().join("companies/demo.sqlite"));
            return Self(TestApp::on_data_folder(files, clock).await);
        }
        // There was no other way from SQLite to PostgreSQL then either.
        let app = TestApp::without_company(place, clock).await;
        let backup = app.config.data.join("demo.sqlite");
        unpack(DEMO, &backup);
        let restore =
            ["company", "restore", "--slug", "demo", "--domain", "demo.localhost", "--from", backup.to_str().unwrap()];
        run_with_input(comanda_command(&app.config, &app.config.data, &restore), "").await.expect_success();
        app.app.companies().reload_companies().await.unwrap();
        Self(app)
    }
}

fn unpack(packed: &[u8], target: &Path) {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    fs::write(target, bytes).unwrap();
}

/// A figure as the old version stored it.
async fn old_figure(sql: &'static str) -> i64 {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("before.sqlite");
    unpack(DEMO, &file);
    Db::open_sqlite(&file).await.unwrap().read().await.unwrap().query(sql).scalar().await.unwrap()
}

/// Parses an amount into millionths.
fn millionths(amount: &Value) -> i64 {
    let (soles, rest) = amount.as_str().unwrap().split_once('.').unwrap();
    format!("{soles}{rest:0<6}").parse().unwrap()
}

on_both_databases! {
    async fn sales_before_an_update_are_in_the_figures_after_it(updated: Updated) {
        let admin = updated.0.login("admin").await;
        let (documents, total) = (old_figure("SELECT COUNT(*) FROM billings").await, old_figure("SELECT SUM(total) FROM billings").await);
        assert_eq!((documents, total), (77, 11_535_000_000));
        let report = admin.get("/api/sales-total-report?start_date=2026-11-25&end_date=2026-11-27&by=DAY").await.ok();
        assert_eq!((report["totals"]["documents"].as_i64(), millionths(&report["totals"]["total"])), (Some(documents), total), "{report}");
        let ways = admin.get("/api/payment-method-report?start_date=2026-11-25&end_date=2026-11-27").await.ok();
        let received = ways["methods"].as_array().unwrap().iter().map(|method| millionths(&method["sums"]["received"]));
        assert_eq!(received.sum::<i64>(), old_figure("SELECT SUM(amount) FROM payment_entries").await, "{ways}");
        let products = admin.get("/api/products?page=false").await.rows();
        assert_eq!(products.len(), 72);
        assert_eq!(admin.get("/api/products?term=ocopa").await.rows().len(), 1);
        // The cost of the dishes was computed anew, by the same recipes.
        let valued = async {
            while admin.get("/api/products?page=false").await.rows().iter().any(|product| product["cost_is_pending"] == true) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), valued).await.expect("stock is valued");
    }

    async fn users_at_work_before_an_update_continue_after_it(updated: Updated) {
        let (luis, rosa) = (updated.0.login("cajero").await, updated.0.login("mozo").await);
        let open = rosa.get("/api/client-requests?page=false&type=TABLE").await.rows();
        let open: Vec<&Value> = open.iter().filter(|request| request["closed_at"].is_null()).collect();
        assert_eq!(open.len(), 2, "{open:?}");
        for (request, total) in [(78, "84.00"), (79, "68.00")] {
            assert_eq!(luis.get(&format!("/api/payments-get-info/{request}")).await.ok()["total"], total);
        }
        let added = json!({"client_request": 78, "products": [{"product": {"id": 1}, "qty": 1}]});
        rosa.post("/api/orders", added).await.ok();
        let pay = json!({"client_request_id": 78, "payment_options": {"Efectivo": "110.00"}, "billing_type_id": 1});
        let paid = luis.post("/api/payments", pay).await.ok();
        assert_eq!((&paid["total"], &paid["turned"]), (&json!("106.00"), &json!("4.00")));
        // 200 at the opening, 63 before the update, 106 after it.
        let supervisor = updated.0.login("supervisor").await;
        let cycle = supervisor.get("/api/cashbox-cycles-detail/5").await.ok();
        let cash = cycle["methods"].as_array().unwrap().iter().find(|method| method["name"] == "Efectivo").unwrap();
        assert_eq!(cash["expected"], "369.00", "{cycle}");
        let last: i64 = old_figure("SELECT MAX(number) FROM billings b WHERE billing_type_id = 1").await;
        let company = updated.0.app.companies().find_by_slug("demo").unwrap();
        let now: i64 = company.db.read().await.unwrap()
            .query("SELECT MAX(number) FROM billings b WHERE billing_type_id = 1").scalar().await.unwrap();
        assert_eq!(now, last + 1, "its series goes on");
    }
}
