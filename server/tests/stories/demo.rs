//! The demo restaurant is complete, reproducible, and leaves nothing open.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::{clock::Clock, db::Db, router::InProcess};

async fn count(db: &Db, sql: &'static str) -> i64 {
    db.read().await.unwrap().query(sql).scalar().await.unwrap()
}

fn db(app: &TestApp) -> Db {
    app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone()
}

on_both_databases! {
    async fn the_demo_is_a_complete_restaurant(app: TestApp) {
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
    async fn the_seeded_past_is_consistent_and_leaves_nothing_open(place: BareApp) {
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

on_both_databases! {
    async fn a_seeded_month_has_a_consistent_store_room(place: BareApp) {
        // Seeded as the command line does, where a server on the same database may value stock at the same time.
        let clock = Clock::fixed("2026-11-21T17:00:00Z".parse().unwrap());
        let quiet = comanda::router::open_app(place.0.app.config().clone(), clock).await.unwrap();
        comanda::demo::fill_demo(&quiet, InProcess::new(&quiet), 30).await.unwrap();
        let db = quiet.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone();
        for (what, sql, least) in [
            ("providers", "SELECT COUNT(*) FROM providers", 5),
            ("purchases", "SELECT COUNT(*) FROM purchases", 8),
            ("productions", "SELECT COUNT(*) FROM productions", 3),
            ("counts", "SELECT COUNT(*) FROM stock_counts", 2),
            ("waste", "SELECT COUNT(*) FROM stock_moves WHERE reason LIKE 'WASTE%'", 3),
            ("dismissed lines", "SELECT COUNT(*) FROM order_lines WHERE dismissed_at IS NOT NULL", 9),
            ("reservations", "SELECT COUNT(*) FROM client_requests WHERE reserved_for IS NOT NULL", 3),
            ("refused documents", "SELECT COUNT(*) FROM tax_documents WHERE state = 'REJECTED'", 1),
            ("recipes", "SELECT COUNT(*) FROM products WHERE has_supplies", 40),
            ("supplies to buy", "SELECT COUNT(*) FROM stock_items i JOIN supplies s ON s.id = i.item_id
              WHERE i.item_kind = 'SUPPLY' AND i.on_hand < s.min_stock", 2),
        ] {
            let found = count(&db, sql).await;
            assert!(found >= least, "{found} {what}");
        }
        for (what, disagree) in [
            ("stock and its moves", "SELECT COUNT(*) FROM stock_items i WHERE i.on_hand <> (SELECT SUM(m.quantity) FROM stock_moves m
              WHERE m.item_kind = i.item_kind AND m.item_id = i.item_id)"),
            ("moves without a value", "SELECT COUNT(*) FROM stock_moves WHERE balance IS NULL"),
            ("sold lines without their document", "SELECT COUNT(*) FROM stock_moves m JOIN order_lines l ON l.id = m.line_id
              WHERE m.reason = 'SALE' AND l.dismissed_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM billings b WHERE b.client_request_id = l.client_request_id
                AND m.document = b.serie || '-' || SUBSTR('00000000' || b.number, LENGTH('' || b.number) + 1))"),
            ("less than nothing", "SELECT COUNT(*) FROM stock_moves WHERE balance < 0"),
            ("accounts left open", "SELECT COUNT(*) FROM client_requests WHERE closed_at IS NULL AND reserved_for IS NULL"),
            ("purchases out of order", "SELECT COUNT(*) FROM purchases a JOIN purchases b ON b.id > a.id AND b.issued_on < a.issued_on"),
        ] {
            assert_eq!(count(&db, disagree).await, 0, "{what}");
        }
    }
}

/// A server without a company, which the story seeds itself.
struct BareApp(TestApp);
impl Fixture for BareApp {
    async fn create(place: &DatabasePlace) -> Self {
        Self(TestApp::without_company(place, Clock::system()).await)
    }
}
