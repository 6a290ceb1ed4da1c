//! Planned prices take effect automatically at 00:00 in Lima, whether or not a server is running then.

use super::{CHANGE, SmallHouse};
use crate::{
    on_both_databases,
    support::database_place::{DatabasePlace, Fixture},
};
use comanda::{db::Engine, demo};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const A_SECOND_BEFORE: &str = "2027-01-01T04:59:59Z";
const MIDNIGHT: &str = "2027-01-01T05:00:00Z";

impl SmallHouse {
    async fn sale_amount(&self) -> Value {
        self.till.house.product("Cau cau").await["sale_amount"].clone()
    }
    /// Waits at most ten seconds until the worker has written the due prices.
    async fn wait_until_price_is_written(&self) {
        let began = Instant::now();
        while self.waiting_prices().await > 0 {
            assert!(began.elapsed() < Duration::from_secs(20), "nobody wrote the planned prices");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

on_both_databases! {
    async fn at_midnight_orders_take_the_planned_price(mut house: SmallHouse) {
        house.admin.put(&format!("/api/products/{}", house.dish), json!({"delivery_price": "38.00", "delivery_app_price": "45.00"})).await.ok();
        house.plan_price("39.50").await;
        let sale = house.till.luis.get("/api/catalog/sale").await.ok();
        assert_eq!(sale["changes_at"], json!(MIDNIGHT), "tills read the catalogue again then");
        house.set_clocks(A_SECOND_BEFORE).await;
        assert_eq!((house.ordered_price().await, house.sale_amount().await), (json!("38.00"), json!("38.00")));
        house.set_clocks(MIDNIGHT).await;
        assert_eq!((house.ordered_price().await, house.sale_amount().await), (json!("39.50"), json!("39.50")));
        house.wait_until_price_is_written().await;
        assert_eq!((house.ordered_price().await, house.sale_amount().await), (json!("39.50"), json!("39.50")));
        // A delivery price that equalled the price still does; another one stays.
        let product = house.admin.get(&format!("/api/products/{}", house.dish)).await.ok();
        assert_eq!((&product["delivery_price"], &product["delivery_app_price"]), (&json!("39.50"), &json!("45.00")));
        assert_eq!(house.logged_changes().await, 1);
        house.admin.delete(&format!("{CHANGE}/prices")).await.refused(404, "not_found");
    }

    async fn a_server_that_was_off_over_midnight_makes_up_for_it(mut house: SmallHouse) {
        house.plan_price("39.50").await;
        house.set_clocks("2027-01-03T15:00:00Z").await;
        assert_eq!(house.ordered_price().await, "39.50");
        house.wait_until_price_is_written().await;
        assert_eq!(house.logged_changes().await, 1);
    }

    async fn withdrawn_plans_and_deleted_products_change_nothing(mut house: SmallHouse) {
        house.plan_price("39.50").await;
        house.admin.delete(&format!("{CHANGE}/prices")).await.ok();
        house.set_clocks(MIDNIGHT).await;
        assert_eq!((house.ordered_price().await, house.logged_changes().await), (json!("38.00"), 0));
    }

    async fn a_price_changed_by_hand_meanwhile_stays_and_a_deleted_product_gets_none(mut house: SmallHouse) {
        let other = house.till.house.product_id("Ceviche mixto").await;
        let body = json!({"valid_from": "2027-01-01", "percent": "15", "prices": [
            {"product_id": house.dish, "price": "39.50"}, {"product_id": other, "price": "60.00"},
        ]});
        house.admin.post(CHANGE, body).await.ok();
        // A change of another field than the price does not affect the plan.
        house.admin.put(&format!("/api/products/{}", house.dish), json!({"description": "Con papas"})).await.ok();
        house.admin.delete(&format!("/api/products/{other}")).await.ok();
        assert_eq!(house.waiting_prices().await, 1);
        house.admin.put(&format!("/api/products/{}", house.dish), json!({"sale_amount": "42.00"})).await.ok();
        assert_eq!(house.waiting_prices().await, 0);
        house.set_clocks(MIDNIGHT).await;
        assert_eq!(house.ordered_price().await, "42.00");
    }

    async fn a_price_change_of_that_day_is_not_undone_by_an_earlier_plan(mut house: SmallHouse) {
        house.plan_price("39.50").await;
        house.set_clocks(MIDNIGHT).await;
        assert_eq!(house.ordered_price().await, "39.50");
        house.admin.put(&format!("/api/products/{}", house.dish), json!({"sale_amount": "41.00"})).await.ok();
        assert_eq!((house.waiting_prices().await, house.ordered_price().await), (0, json!("41.00")));
    }
}

#[tokio::test]
async fn two_servers_write_a_planned_price_once() {
    let mut house = SmallHouse::create(&DatabasePlace::on(Engine::Postgres).await).await;
    house.plan_price("39.50").await;
    let other = house.till.house.app.start_second_server().await;
    assert!(other.app.companies().find_by_slug(demo::SLUG).is_some());
    house.set_clocks(MIDNIGHT).await;
    house.wait_until_price_is_written().await;
    assert_eq!((house.logged_changes().await, house.sale_amount().await), (1, json!("39.50")));
}
