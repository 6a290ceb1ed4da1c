//! The effect of purchases on the cost of sales: none of later purchases, a new valuation of everything after a late one, and none of a
//! voided one.

use super::{Office, days_ago};
use crate::{on_both_databases, orders::house::House};
use serde_json::{Value, json};

impl House {
    async fn sell_lomo(&self, table: &str) {
        self.send_order(table, &[self.order_item(2, "Lomo saltado").await]).await;
    }
}

fn sales(kardex: &Value) -> Vec<(Value, Value)> {
    let rows = kardex["rows"].as_array().unwrap().iter();
    rows.filter(|r| r["reason"] == "SALE").map(|r| (r["unit_cost"].clone(), r["value"].clone())).collect()
}

on_both_databases! {
    async fn a_late_purchase_revalues_what_followed_and_says_so(office: Office) {
        let house = &office.house;
        house.sell_lomo("12").await;
        house.sell_lomo("13").await;
        let before = house.kardex_of_supply("Lomo fino").await;
        let beef = json!({"item_type": "SUPPLY", "item_id": office.supply("Lomo fino").await, "quantity": "100", "buy_price": "90.00"});
        let body = json!({"date": days_ago(1), "time": "09:00", "items": [beef], "number": "901",
            "payment": {"source": "OTHER", "payment_option": "Transferencia"}});
        let bought = office.buy(body).await.ok();
        house.assert_ledger_adds_up().await;
        let admin = house.app.login("admin").await;
        let id = office.supply("Lomo fino").await;
        let kardex = admin.get(&format!("/api/products/kardex/{id}?item_type=SUPPLY&date_initialize={}", days_ago(2))).await.json;
        assert_eq!(kardex["rows"][0]["reason"], "PURCHASE", "it stands at its own time");
        assert_eq!((&kardex["before_quantity"], &kardex["rows"][0]["balance"]), (&json!("0"), &json!("100")));
        assert_ne!(sales(&kardex)[0].0, sales(&before)[0].0);
        let replay = &kardex["rows"][0]["replay"];
        assert_eq!((&replay["sales"], &replay["done"]), (&json!(2), &json!(true)));
        let listed = &office.detail(&bought).await["replays"][0];
        assert_eq!((&listed["name"], &listed["sales"], &listed["cost_after"]), (&json!("Lomo fino"), &json!(2), &replay["cost_after"]));
        // Voided, the purchase has no effect at all.
        office.void(&bought, json!({})).await.ok();
        house.assert_ledger_adds_up().await;
        let after = house.kardex_of_supply("Lomo fino").await;
        assert_eq!(sales(&after), sales(&before));
        assert_eq!((&after["after_quantity"], &after["after_value"], &after["after_cost"]),
            (&before["after_quantity"], &before["after_value"], &before["after_cost"]));
    }

    async fn a_present_purchase_changes_no_sale_and_moves_the_average(office: Office) {
        let house = &office.house;
        house.sell_lomo("12").await;
        let before = house.kardex_of_supply("Lomo fino").await;
        let beef = json!({"item_type": "SUPPLY", "item_id": office.supply("Lomo fino").await, "quantity": "10", "buy_price": "90.00"});
        let bought = office.buy(json!({"items": [beef], "number": "902"})).await.ok();
        house.sell_lomo("13").await;
        house.assert_ledger_adds_up().await;
        let kardex = house.kardex_of_supply("Lomo fino").await;
        assert_eq!(sales(&kardex)[0], sales(&before)[0]);
        assert_ne!(sales(&kardex)[1].0, sales(&before)[0].0);
        assert_eq!(office.detail(&bought).await["replays"], json!([]));
        let stock = office.jorge.get("/api/stock?term=lomo fino").await.rows()[0].clone();
        assert_eq!((&stock["unit_cost"], &stock["last_purchase"]["unit_price"], &stock["last_purchase"]["source"]),
            (&kardex["after_cost"], &json!("90.00"), &json!(format!("purchase:{}", bought["id"]))));
    }

    async fn bulk_deletion_of_purchases_revalues_the_rest(office: Office) {
        let house = &office.house;
        house.sell_lomo("12").await;
        let before = house.kardex_of_supply("Arroz").await;
        office.buy(json!({"payment": {"source": "OTHER", "payment_option": "Transferencia"}})).await.ok();
        house.wait_until_valued().await;
        let admin = house.app.login("admin").await;
        let body = json!({"word": "borrar", "pin": comanda::demo::PIN});
        admin.post("/api/advanced-options/purchases", body).await.ok();
        house.assert_ledger_adds_up().await;
        let after = house.kardex_of_supply("Arroz").await;
        assert_eq!((&after["after_quantity"], &after["after_value"]), (&before["after_quantity"], &before["after_value"]));
    }
}
