//! The kardex and the register of inventory as files: they equal the screens, to the céntimo.

use crate::{on_both_databases, orders::house::House, support::client::Client};
use calamine::{Data, Reader, Xlsx};
use chrono_tz::America::Lima;
use comanda::money::Money;
use serde_json::Value;
use std::{collections::BTreeMap, io::Cursor};

/// The name of a downloaded file, and its content.
async fn file(client: &Client, path: &str) -> (String, Vec<u8>) {
    let reply = client.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {:?}", reply.json);
    (reply.content_disposition.unwrap(), reply.bytes)
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}
fn in_centimos(v: &Value) -> Money {
    v.as_str().map(money).unwrap_or_default().to_centimos()
}

on_both_databases! {
    async fn the_kardex_in_excel_equals_the_screen(house: House) {
        house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        let kardex = house.kardex_of_supply("Lomo fino").await;
        let admin = house.app.login("admin").await;
        let id = house.supply_id("Lomo fino").await;
        let path = format!("/api/products/kardex/{id}/file?item_type=SUPPLY");
        let (name, book) = file(&admin, &path).await;
        assert!(name.contains("kardex-lomo-fino-") && name.ends_with(".xlsx\""), "{name}");
        let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(book)).unwrap();
        let page = book.worksheet_range_at(0).unwrap().unwrap();
        let rows: Vec<Vec<Data>> = page.rows().map(<[Data]>::to_vec).collect();
        let total = rows.iter().find(|r| r[0] == Data::String("Total".into())).unwrap();
        let shown = |field: &str| Data::Float(kardex[field].as_str().unwrap().parse().unwrap());
        assert_eq!((&total[3], &total[4], &total[6]), (&shown("entries"), &shown("exits"), &shown("after_quantity")));
        let moves = rows.iter().filter(|r| matches!(&r[2], Data::String(reason) if reason == "Venta")).count();
        assert_eq!(moves, kardex["rows"].as_array().unwrap().iter().filter(|r| r["reason"] == "SALE").count());
        let (_, pdf) = file(&admin, &format!("{path}&format=pdf")).await;
        assert!(pdf.starts_with(b"%PDF"));
        let (_, csv) = file(&admin, &format!("{path}&format=csv")).await;
        assert_eq!(String::from_utf8(csv).unwrap().lines().count(), kardex["rows"].as_array().unwrap().len() + 2);
        admin.get("/api/products/kardex/999999/file").await.refused(404, "not_found");
        admin.get(&format!("{path}&format=doc")).await.refused(422, "invalid");
        house.rosa.get(&path).await.refused(422, "not_permitted");
    }

    async fn the_register_of_a_month_adds_up_item_by_item(house: House) {
        house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        house.wait_until_valued().await;
        let admin = house.app.login("admin").await;
        let kardex = house.kardex_of_supply("Lomo fino").await;
        let month = house.app.app.clock().now().with_timezone(&Lima).format("%Y-%m").to_string();
        let summary = admin.get(&format!("/api/stock/register?month={month}")).await.ok();
        let (name, text) = file(&admin, &format!("/api/stock/register/file?month={month}")).await;
        assert!(name.contains(summary["file_name"].as_str().unwrap()), "{name}");
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|l| l.split('|').collect()).collect();
        assert_eq!(lines.len(), summary["lines"]);
        let mut balances: BTreeMap<&str, Money> = BTreeMap::new();
        for line in &lines {
            assert_eq!((line.len(), line[27]), (28, ""), "27 fields, each with its bar");
            let before = balances.get(line[6]).copied().unwrap_or_default();
            assert_eq!(before + money(line[19]) + money(line[22]), money(line[25]), "{line:?}");
            balances.insert(line[6], money(line[25]));
        }
        assert_eq!(balances.values().copied().sum::<Money>(), money(summary["final_value"].as_str().unwrap()));
        let id = house.supply_id("Lomo fino").await;
        assert_eq!(balances[format!("S{id:06}").as_str()], in_centimos(&kardex["after_value"]));
        let stock = admin.get("/api/stock?page=false").await.rows();
        let shown: Money = stock.iter().map(|row| in_centimos(&row["value"])).sum();
        assert_eq!(balances.values().copied().sum::<Money>(), shown, "the stock list shows the same value");
        let problems = summary["problems"].as_array().unwrap();
        assert!(problems.iter().any(|p| p["name"] == "Hierbabuena" && p["what"] == "UNKNOWN_COST"), "{problems:?}");
        house.app.login("contador").await.get(&format!("/api/stock/register?month={month}")).await.ok();
        house.rosa.get(&format!("/api/stock/register/file?month={month}")).await.refused(422, "not_permitted");
        for wrong in ["2026-13", "november", "", "2026-11-01", "99999-01"] {
            admin.get(&format!("/api/stock/register?month={wrong}")).await.refused(422, "invalid");
        }
    }

    async fn no_file_is_available_while_a_month_is_valued_again(house: House) {
        house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        house.wait_until_valued().await;
        let admin = house.app.login("admin").await;
        let month = house.app.app.clock().now().with_timezone(&Lima).format("%Y-%m").to_string();
        let kardex = format!("/api/products/kardex/{}/file?item_type=SUPPLY", house.supply_id("Lomo fino").await);
        let (summary, register) = (format!("/api/stock/register?month={month}"), format!("/api/stock/register/file?month={month}"));
        // A valuation that cannot finish.
        house.sql("ALTER TABLE stock_replays RENAME TO stock_replays_away").await;
        house.sql("UPDATE stock_values SET replay_from = valued_at, cause = 'purchase:1' WHERE item_kind = 'SUPPLY'
            AND item_id = (SELECT id FROM supplies WHERE name = 'Lomo fino')").await;
        for path in [&summary, &register, &kardex] {
            let refused = admin.get(path).await.refused(409, "conflict");
            assert!(refused["message"].as_str().unwrap().contains("Espera un momento"), "{refused}");
        }
        admin.get("/api/stock/register?month=2020-01").await.ok();
        house.sql("ALTER TABLE stock_replays_away RENAME TO stock_replays").await;
        house.wait_until_valued().await;
        admin.get(&summary).await.ok();
        for path in [&register, &kardex] {
            file(&admin, path).await;
        }
    }
}
