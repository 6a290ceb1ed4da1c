//! Long lists with 10,000 products and 50,000 clients: the time for a page and for a search by any part of a name, on both databases.

use crate::report::{Report, Times, text};
use comanda_system_tests::{program, server::Server};
use comanda_test_support::postgres;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions,
};
use std::time::{Duration, Instant};

const CALLS: usize = 200;
const GOAL: Duration = Duration::from_millis(50);

/// The same SQL text for both databases. Names have accents, search keys have none.
const LONG: [&str; 3] = [
    "INSERT INTO categories (name, icon, position) VALUES ('Carta larga', 'bowl', 99)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000 - (SELECT COUNT(*) FROM products))
     INSERT INTO products (category_id, production_area_id, name, search_key, description, sale_amount, position)
     SELECT (SELECT id FROM categories WHERE name = 'Carta larga'), 1,
            CASE i % 3 WHEN 0 THEN 'Ají de gallina ' WHEN 1 THEN 'Arroz con maíz ' ELSE 'Causa limeña ' END || i,
            CASE i % 3 WHEN 0 THEN 'aji de gallina ' WHEN 1 THEN 'arroz con maiz ' ELSE 'causa limena ' END || i,
            'De la carta larga', 10000000 + i * 10000, i FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000 - (SELECT COUNT(*) FROM clients))
     INSERT INTO clients (document_type, document_number, name, last_name, search_key, phone)
     SELECT 'DNI', CAST(60000000 + i AS TEXT),
            CASE i % 3 WHEN 0 THEN 'José' WHEN 1 THEN 'Lucía' ELSE 'Andrés' END, 'Quispe Huamán ' || i,
            CASE i % 3 WHEN 0 THEN 'jose' WHEN 1 THEN 'lucia' ELSE 'andres' END || ' quispe huaman ' || i || ' ' || (60000000 + i),
            '9' || (10000000 + i) FROM n",
];

/// The paths of pages, and their names in the report.
const PAGES: [(&str, &str); 8] = [
    ("/api/products?page=1", "products: first page"),
    ("/api/products?page=400", "products: a page far behind"),
    ("/api/products?page=1&term=gallina%2077", "products: search in the middle of the name"),
    ("/api/products?page=1&term=limena", "products: a search that a third of them fit, without its ñ"),
    ("/api/clients?page=1", "clients: first page"),
    ("/api/clients?page=2000", "clients: a page far behind"),
    ("/api/clients?page=1&term=huaman%20123", "clients: search in the middle of the name, without its accent"),
    ("/api/clients?page=1&term=60012345", "clients: search by document"),
];

pub async fn measure(report: &mut Report) {
    let folder = || tempfile::tempdir_in(program::folder()).unwrap();
    let server = Server::open_at(folder(), None).await;
    let file = server.files().join("companies").join("demo.sqlite");
    let mut company: SqliteConnection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    for sql in LONG {
        company.execute(sql).await.unwrap();
    }
    company.close().await.unwrap();
    pages(report, "SQLite", &server).await;

    let cluster =
        postgres::start_durable_cluster(&program::folder().join(format!("bench-lists-{}", std::process::id())));
    let database = postgres::create_database(&cluster, "lists").await;
    let server = Server::open_at(folder(), Some(database.clone())).await;
    let mut company = PgConnection::connect(&database).await.unwrap();
    company.execute("SET search_path = demo").await.unwrap();
    for sql in LONG.into_iter().chain(["ANALYZE"]) {
        company.execute(AssertSqlSafe(sql)).await.unwrap();
    }
    company.close().await.unwrap();
    pages(report, "PostgreSQL", &server).await;
}

async fn pages(report: &mut Report, database: &str, server: &Server) {
    let admin = server.login("admin").await;
    for (path, what) in PAGES {
        let rows = admin.get(path).await.rows();
        assert!(!rows.is_empty(), "{path} finds nothing");
        let mut times = Vec::with_capacity(CALLS);
        for _ in 0..CALLS {
            let began = Instant::now();
            admin.get(path).await.rows();
            times.push(began.elapsed());
        }
        let times = Times::new(times);
        let (middle, late) = (times.percent(50), times.percent(95));
        let measured = format!("p50 {}, p95 {}", text(middle), text(late));
        report.row_with_goal(format!("{database}, {what}"), measured, "p95 below 50 ms", late < GOAL);
    }
}
