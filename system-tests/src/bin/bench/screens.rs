//! A big restaurant with 60 tables in one room and 500 products: the server's time to answer its screens, and a browser's time to show
//! them, to scroll them and to react to a tap.

use crate::{
    browser,
    report::{Report, Times, text},
};
use comanda_system_tests::{program, server::Server};
use sqlx::{ConnectOptions, Executor, SqliteConnection, sqlite::SqliteConnectOptions};
use std::{
    path::Path,
    time::{Duration, Instant},
};

const CALLS: usize = 200;
/// The longest time until a tap shows.
const MAX_ANSWER_TIME: Duration = Duration::from_millis(100);
/// Two frames of a usual screen.
const MAX_FRAME_TIME: Duration = Duration::from_millis(34);

const BIG: [&str; 5] = [
    "INSERT INTO salons (name, position, width, height) VALUES ('Gran salón', 9, 1600, 1000)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
     INSERT INTO dining_tables (salon_id, name, seats, x, y)
     SELECT (SELECT id FROM salons WHERE name = 'Gran salón'), 'M' || i, 4, (i - 1) % 10 * 158 + 10, (i - 1) / 10 * 160 + 20 FROM n",
    "INSERT INTO categories (name, icon, position) VALUES ('Carta larga', 'bowl', 99)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500 - (SELECT COUNT(*) FROM products))
     INSERT INTO products (category_id, production_area_id, name, search_key, description, sale_amount, plate, position)
     SELECT (SELECT id FROM categories WHERE name = 'Carta larga'), 1, 'Plato ' || i, 'plato ' || i, 'De la carta larga', 10000000 + i * 100000,
            (SELECT plate FROM products WHERE name = 'Lomo saltado'), i FROM n",
    "UPDATE global_settings SET waiters_share_tables = TRUE",
];

pub async fn measure(report: &mut Report) {
    let mut server = Server::open_at(tempfile::tempdir_in(program::folder()).unwrap(), None).await;
    server.kill().await;
    enlarge(server.files()).await;
    server.serve().await;
    let waiter = server.login("mozo").await;
    for path in ["/api/floor", "/api/catalog/sale"] {
        waiter.get(path).await.ok();
        let mut times = Vec::with_capacity(CALLS);
        let mut bytes = 0;
        for _ in 0..CALLS {
            let began = Instant::now();
            bytes = waiter.get(path).await.bytes.len();
            times.push(began.elapsed());
        }
        let what = format!("GET {path}, 60 tables more, 500 products ({} kB)", bytes / 1000);
        report.row(what, Times::new(times).text(), "");
    }
    in_the_browser(report, &server.url());
}

pub async fn enlarge(files: &Path) {
    let options = SqliteConnectOptions::new().filename(files.join("companies").join("demo.sqlite"));
    let mut company: SqliteConnection = options.connect().await.unwrap();
    for sql in BIG {
        company.execute(sql).await.unwrap();
    }
}

fn in_the_browser(report: &mut Report, url: &str) {
    let measured = browser::run("screens.spec.ts", url);
    let tap = measured.times("tap: shown");
    report.row_with_goal(
        "Tap on a product to its line on the screen",
        median_and_p95(&tap),
        "below 100 ms",
        tap.percent(95) < MAX_ANSWER_TIME,
    );
    for (name, what) in [("map", "Map with a room of 60 tables"), ("order", "Order screen with 500 products")] {
        report.row(
            format!("{what}: asked for, shown and ready"),
            median_and_p95(&measured.times(&format!("{name}: stands"))),
            "",
        );
        let frames = measured.times(&format!("{name}: frames"));
        let p50_p95 = median_and_p95(&frames);
        report.row_with_goal(
            format!("{what}: frames while scrolling"),
            p50_p95,
            "p95 below two frames",
            frames.percent(95) < MAX_FRAME_TIME,
        );
    }
}

fn median_and_p95(times: &Times) -> String {
    format!("p50 {}, p95 {}", text(times.percent(50)), text(times.percent(95)))
}
