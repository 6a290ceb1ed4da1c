//! The demo restaurant: whole, the same again, and nothing left open.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        places::{Place, Stage},
    },
};
use comanda::db::Db;

async fn count(db: &Db, sql: &'static str) -> i64 {
    db.read().await.unwrap().query(sql).scalar().await.unwrap()
}

fn db(app: &TestApp) -> Db {
    app.app.companies().by_slug(comanda::demo::SLUG).unwrap().db.clone()
}

on_both_databases! {
    async fn the_demo_is_a_whole_restaurant(app: TestApp) {
        let db = db(&app);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM salons").await, 2);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM dining_tables").await, 24);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM categories WHERE type = 'PRODUCT'").await, 8);
        assert!(count(&db, "SELECT COUNT(*) FROM products").await >= 60);
        assert!(count(&db, "SELECT COUNT(*) FROM combo_items").await >= 6);
        for username in ["admin", "supervisor", "cajero", "mozo", "mozo2", "cocina", "contador"] {
            app.login(username).await;
        }
    }
}

on_both_databases! {
    async fn a_past_agrees_with_itself_and_leaves_nothing_open(place: BareApp) {
        let app = place.0;
        comanda::demo::seed_demo(&app.app, 3).await.unwrap();
        let db = db(&app);
        let sales = count(&db, "SELECT COUNT(*) FROM billings").await;
        assert!(sales > 60, "{sales} in three days");
        assert_eq!(count(&db, "SELECT COUNT(*) FROM client_requests WHERE closed_at IS NULL").await, 0);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM cashbox_cycles WHERE status = 'OPEN'").await, 0);
        for (what, disagree) in [
            ("documents and their lines", "SELECT COUNT(*) FROM billings b WHERE b.total <> b.taxable + b.igv
              OR b.total <> (SELECT SUM(l.total) FROM billing_lines l WHERE l.billing_id = b.id)"),
            ("documents and payments", "SELECT COUNT(*) FROM billings b JOIN payments p ON p.id = b.payment_id WHERE p.total <> b.total"),
            ("payments and accounts", "SELECT COUNT(*) FROM payments p WHERE p.total <> (SELECT SUM(l.quantity / 1000000 *
              (l.base_sale_amount + l.variant_amount + l.toppings_amount)) FROM order_lines l WHERE l.client_request_id = p.client_request_id)"),
            ("payments and what was handed over", "SELECT COUNT(*) FROM payments p WHERE p.total <>
              (SELECT SUM(e.amount) FROM payment_entries e WHERE e.payment_id = p.id)"),
            ("series and their last number", "SELECT COUNT(*) FROM billing_series s WHERE s.current_number <>
              (SELECT COUNT(*) FROM billings b WHERE b.serie = s.serie) OR s.current_number <>
              (SELECT MAX(b.number) FROM billings b WHERE b.serie = s.serie)"),
            ("invoices and their RUC", "SELECT COUNT(*) FROM billings b WHERE b.billing_type_id = 2 AND b.client_document_type <> 'RUC'"),
        ] {
            assert_eq!(count(&db, disagree).await, 0, "{what}");
        }
        comanda::demo::seed_demo(&app.app, 3).await.unwrap();
        assert_eq!(count(&db, "SELECT COUNT(*) FROM billings").await, sales, "seeding again changes nothing");
    }
}

/// A server without a company: the story seeds it.
struct BareApp(TestApp);
impl Stage for BareApp {
    async fn set(place: &Place) -> Self {
        Self(TestApp::bare(place, comanda::clock::Clock::system()).await)
    }
}
