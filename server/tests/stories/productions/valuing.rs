//! Late purchases of an ingredient change the cost of what was made of it, and of the dishes that contain that.

use super::{differ_only_by_rounding, millionths};
use crate::{
    on_both_databases,
    purchases::{Office, days_ago},
};
use serde_json::{Value, json};

impl Office {
    /// Buys ají this many days ago, at this price a kilo.
    async fn buy_aji(&self, number: &str, days: i64, quantity: &str, price: &str) -> Value {
        let aji = json!({"item_type": "SUPPLY", "item_id": self.supply("Ají amarillo").await, "quantity": quantity, "buy_price": price});
        let body = json!({"date": days_ago(days).to_string(), "time": "09:00", "items": [aji], "number": number,
            "payment": {"source": "OTHER", "payment_option": "Transferencia"}});
        self.buy(body).await.ok()
    }
}

on_both_databases! {
    async fn a_late_purchase_reaches_the_sauce_and_what_is_made_of_it(office: Office) {
        let house = &office.house;
        let sauce = office.sauce().await;
        let dip = json!({"name": "Crema de rocoto", "measurement_id": office.unit("l").await, "has_recipe": true, "recipe_yield": "2",
            "supply_items": [{"supply_id": sauce["id"], "quantity": "1"}]});
        let dip = office.jorge.post("/api/supplies", dip).await.ok();
        // A dish that takes a tenth of a litre of the dip.
        let lomo = office.product("Lomo saltado").await;
        let recipe = json!({"has_supplies": true, "supply_items": [{"supply_id": dip["id"], "quantity": "0.1"}]});
        house.app.login("admin").await.put(&format!("/api/products/{lomo}"), recipe).await.ok();
        let sauce_production = office.make(&sauce, "6", json!({})).await.ok();
        let dip_production = office.make(&dip, "4", json!({})).await.ok();
        house.send_order("12", &[house.order_item(5, "Lomo saltado").await]).await;
        let (before, dip_before) = (office.production(&sauce_production).await, office.production(&dip_production).await);
        let cost = |p: &Value| millionths(&p["cost"]);
        // Half of the dip's ingredient is a third of what the sauce cost.
        assert!(differ_only_by_rounding(cost(&dip_before) * 3, cost(&before)), "{before} {dip_before}");
        house.assert_ledger_adds_up().await;
        let bought = office.buy_aji("701", 2, "400", "20.00").await;
        let (after, dip_after) = (office.production(&sauce_production).await, office.production(&dip_production).await);
        assert!(cost(&after) > cost(&before), "{before} {after}");
        assert!(differ_only_by_rounding(cost(&dip_after) * 3, cost(&after)), "{after} {dip_after}");
        house.assert_ledger_adds_up().await;
        // The purchase shows it, for the sales of the dip.
        let replays = office.detail(&bought).await["replays"].clone();
        assert!(replays.as_array().unwrap().iter().any(|r| r["name"] == "Crema de rocoto" && r["sales"] == 1), "{replays}");
        let kardex = house.kardex_of_supply("Crema de rocoto").await;
        let sale = kardex["rows"].as_array().unwrap().iter().find(|r| r["reason"] == "SALE").unwrap();
        assert!(differ_only_by_rounding(millionths(&sale["unit_cost"]), millionths(&dip_after["unit_cost"])), "{sale} {dip_after}");
        // Voided, the purchase has no effect at all.
        office.void(&bought, json!({})).await.ok();
        assert_eq!((office.production(&sauce_production).await["cost"].clone(), office.production(&dip_production).await["cost"].clone()),
            (before["cost"].clone(), dip_before["cost"].clone()));
        house.assert_ledger_adds_up().await;
    }

    async fn a_reverted_production_is_not_valued(office: Office) {
        let house = &office.house;
        let sauce = office.sauce().await;
        let first = office.make(&sauce, "6", json!({})).await.ok();
        let second = office.make(&sauce, "3", json!({})).await.ok();
        house.wait_until_valued().await;
        office.set_status(&first, "REJECTED").await.ok();
        office.buy_aji("702", 1, "100", "15.00").await;
        house.assert_ledger_adds_up().await;
        let kardex = house.kardex_of_supply("Salsa de ají").await;
        let production = office.production(&second).await;
        assert_eq!((&kardex["after_cost"], &kardex["after_value"]), (&production["unit_cost"], &production["cost"]));
    }

    async fn an_unknown_ingredient_cost_makes_the_product_cost_unknown_until_known(office: Office) {
        let house = &office.house;
        let herb = json!({"name": "Chincho", "measurement_id": office.unit("kg").await});
        let herb = office.jorge.post("/api/supplies", herb).await.ok();
        let paste = json!({"name": "Pasta de chincho", "measurement_id": office.unit("kg").await, "has_recipe": true, "recipe_yield": "1",
            "supply_items": [{"supply_id": herb["id"], "quantity": "1"}]});
        let paste = office.jorge.post("/api/supplies", paste).await.ok();
        let paste_production = office.make(&paste, "2", json!({})).await.ok();
        assert_eq!(paste_production["warnings"].as_array().unwrap().len(), 1, "there was none of it: {paste_production}");
        assert_eq!(office.production(&paste_production).await["cost"], json!(null));
        let item = json!({"item_type": "SUPPLY", "item_id": herb["id"], "quantity": "5", "buy_price": "12.00"});
        let body = json!({"date": days_ago(1).to_string(), "time": "09:00", "items": [item], "number": "703",
            "payment": {"source": "OTHER", "payment_option": "Transferencia"}});
        office.buy(body).await.ok();
        assert_eq!(office.production(&paste_production).await["cost"], json!("24.00"));
        house.assert_ledger_adds_up().await;
    }
}
