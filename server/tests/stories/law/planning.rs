//! The effect of the change, and the plan that an administrator makes for it.

use super::{CHANGE, NEW_YEAR, SmallHouse};
use crate::on_both_databases;
use serde_json::json;
use uuid::Uuid;

on_both_databases! {
    async fn the_change_shows_its_cost_and_the_price_that_makes_up_for_it(mut house: SmallHouse) {
        house.admin.put("/api/global-settings", json!({"service_percent": "10"})).await.ok();
        // Two at a table, with 10 % of recargo on the value without IGV: 76.00 + 6.88.
        let sent = house.till.house.send_order("12", &[house.till.house.order_item(2, "Cau cau").await]).await;
        let account = sent["client_request"]["id"].as_i64().unwrap();
        assert_eq!(house.till.payment_info(account).await["total"], "82.88");
        house.till.pay(account, json!({"Efectivo": "82.88"}), json!({})).await.ok();
        house.set_clocks("2026-11-28T17:00:00Z").await;
        let change = house.change("rounding=0.50&search=cau%20cau").await;
        assert_eq!((&change["valid_from"], &change["days_left"]), (&json!(NEW_YEAR), &json!(34)));
        assert_eq!((&change["from_percent"], &change["to_percent"]), (&json!("10.5"), &json!("15")));
        assert_eq!(change["parts"], json!([{"name": "IGV", "percent": "12"}, {"name": "IPM", "percent": "3"}]));
        assert_eq!(change["sources"].as_array().unwrap().len(), 2);
        assert_eq!((&change["rate_state"], &change["is_near"], &change["open_prices"]), (&json!("PROPOSED"), &json!(true), &json!("NONE")));
        // 76 / 1.105 = 68.78; 68.78 × 1.105 / 1.15 = 66.09.
        let month = json!({
            "days": 28, "sales": "68.78", "less_left": "2.69", "less_percent": "3.9", "more_tax": "2.69", "less_service": "0.27",
            "service_percent": "10",
        });
        assert_eq!(change["month"], month);
        // 38 / 1.105 = 34.39, 38 / 1.15 = 33.04, 39.50 / 1.15 = 34.35; each less 14.41.
        let dish = &change["dishes"][0];
        let prices = json!([dish["sold"], dish["price"], dish["left"], dish["left_if_same"], dish["proposed_price"], dish["left_then"], dish["planned_price"]]);
        assert_eq!(prices, json!(["2", "38.00", "19.98", "18.63", "39.50", "19.94", null]));
        assert_eq!(change["total_dishes"], 1);
        // Only products that were sold count: 39.50 is 3.9 % above 38.00, whatever the search term.
        assert_eq!(change["average_rise_percent"], "3.9");
        assert_eq!(house.change("rounding=1.00&limit=1").await["dishes"][0]["proposed_price"], "40.00");
        for bad in ["rounding=0.30", "limit=0", "limit=5001"] {
            assert_eq!(house.admin.get(&format!("{CHANGE}?{bad}")).await.status, 422, "{bad}");
        }
    }

    async fn a_restaurant_at_another_rate_sees_no_change(mut house: SmallHouse) {
        house.admin.post("/api/tax-rates", json!({"valid_from": "2026-12-15", "percent": "18"})).await.ok();
        assert_eq!(house.change("").await, json!(null), "it will not be on the small rate");
        house.set_clocks("2026-12-16T17:00:00Z").await;
        assert_eq!(house.change("").await, json!(null), "it is not on the small rate");
        house.admin.post(CHANGE, house.plan("39.50")).await.refused(409, "conflict");
        house.admin.post(&format!("{CHANGE}/put-off"), json!({"days": 7})).await.refused(409, "conflict");
    }

    async fn a_plan_holds_the_rate_and_the_prices_and_is_replaced_by_the_next(house: SmallHouse) {
        let key = Uuid::new_v4();
        let first = house.admin.post_with_key(CHANGE, house.plan("39.50"), key).await.ok();
        assert_eq!((&first["percent"], &first["planned"]["prices"]), (&json!("15"), &json!(1)));
        assert_eq!(house.admin.post_with_key(CHANGE, house.plan("39.50"), key).await.ok(), first, "sent twice it is done once");
        let change = house.change("search=cau%20cau").await;
        assert_eq!((&change["rate_state"], &change["open_prices"]), (&json!("PLANNED"), &json!("PLANNED")));
        assert_eq!(change["dishes"][0]["planned_price"], "39.50");
        let rates = house.admin.get("/api/tax-rates").await.rows();
        assert_eq!((&rates[0]["valid_from"], &rates[0]["percent"], &rates[0]["state"]), (&json!(NEW_YEAR), &json!("15"), &json!("FUTURE")));
        house.plan_price("40.00").await;
        assert_eq!(house.change("search=cau%20cau").await["dishes"][0]["planned_price"], "40.00");
        assert_eq!((house.waiting_prices().await, house.admin.get("/api/tax-rates").await.rows().len()), (1, rates.len()));
        house.admin.delete(&format!("{CHANGE}/prices")).await.ok();
        assert_eq!((house.waiting_prices().await, house.change("").await["rate_state"].clone()), (0, json!("PLANNED")));
        house.admin.delete(&format!("{CHANGE}/prices")).await.refused(404, "not_found");
        // No price changes: the plan holds the rate alone.
        let rate_only_plan = house.admin.post(CHANGE, json!({"valid_from": NEW_YEAR, "percent": "15"})).await.ok();
        assert_eq!(rate_only_plan["planned"], json!(null));
    }

    async fn an_invalid_plan_is_refused_and_leaves_nothing(house: SmallHouse) {
        let path = format!("/api/products/{}", house.dish);
        house.admin.put(&path, json!({"minimum_sale_price": "30.00"})).await.ok();
        let (dish, price) = (house.dish, |id: i64, price: &str| json!({"product_id": id, "price": price}));
        let cases = [
            ("prices.0.product_id", json!([price(999_999, "39.50")])),
            ("prices.0.price", json!([price(dish, "0")])),
            ("prices.0.price", json!([price(dish, "-1")])),
            ("prices.0.price", json!([price(dish, "29.99")])),
            ("prices.0.price", json!([price(dish, "39.505")])),
            ("prices.0.price", json!([price(dish, "100000.01")])),
            ("prices.1.product_id", json!([price(dish, "39.50"), price(dish, "40.00")])),
        ];
        for (field, prices) in cases {
            let body = json!({"valid_from": NEW_YEAR, "percent": "15", "prices": prices});
            let refused = house.admin.post(CHANGE, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        for (field, valid_from, percent) in [
            ("valid_from", "2026-11-26", "15"),
            ("valid_from", "2027-01-02", "15"),
            ("percent", NEW_YEAR, "12"),
            ("percent", NEW_YEAR, "10.5"),
        ] {
            let body = json!({"valid_from": valid_from, "percent": percent, "prices": []});
            let refused = house.admin.post(CHANGE, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{field}: {refused}");
        }
        for days in [0, 32] {
            house.admin.post(&format!("{CHANGE}/put-off"), json!({"days": days})).await.refused(422, "invalid");
        }
        assert_eq!((house.waiting_prices().await, house.change("").await["rate_state"].clone()), (0, json!("PROPOSED")));
        let supervisor = house.till.house.app.login("supervisor").await;
        supervisor.get(CHANGE).await.ok();
        supervisor.post(CHANGE, house.plan("39.50")).await.refused(422, "not_permitted");
    }

    async fn prices_of_a_cancelled_change_are_shown_and_withdrawn(house: SmallHouse) {
        house.plan_price("39.50").await;
        // Another rate comes first: the change for which the prices were planned does not come.
        house.admin.post("/api/tax-rates", json!({"valid_from": "2026-12-15", "percent": "18"})).await.ok();
        let answer = house.admin.get(CHANGE).await.ok();
        assert_eq!(answer["change"], json!(null));
        assert_eq!((&answer["planned"]["prices"], &answer["planned"]["valid_from"]), (&json!(1), &json!(NEW_YEAR)));
        house.admin.delete(&format!("{CHANGE}/prices")).await.ok();
        assert_eq!((house.admin.get(CHANGE).await.ok(), house.waiting_prices().await), (json!({"change": null, "planned": null}), 0));
    }

    async fn prices_move_with_their_rate(mut house: SmallHouse) {
        house.plan_price("39.50").await;
        let rates = house.admin.get("/api/tax-rates").await.rows();
        assert_eq!((&rates[0]["planned_prices"], &rates[1]["planned_prices"]), (&json!(1), &json!(0)));
        let path = format!("/api/tax-rates/{}", rates[0]["id"]);
        let same = house.admin.put(&path, json!({"name": "Mype"})).await.ok();
        assert_eq!((&same["moved_prices"], &same["valid_from"]), (&json!(0), &json!(NEW_YEAR)));
        let moved = house.admin.put(&path, json!({"valid_from": "2027-02-01"})).await.ok();
        assert_eq!((&moved["moved_prices"], &moved["valid_from"]), (&json!(1), &json!("2027-02-01")));
        let answer = house.admin.get(CHANGE).await.ok();
        // The day of the law's change has no rate of its own, and no prices.
        assert_eq!((&answer["change"]["rate_state"], &answer["change"]["planned"]), (&json!("PROPOSED"), &json!(null)));
        assert_eq!((&answer["planned"]["prices"], &answer["planned"]["valid_from"]), (&json!(1), &json!("2027-02-01")));
        house.set_clocks("2027-01-01T12:00:00Z").await;
        assert_eq!(house.ordered_price().await, "38.00");
        house.set_clocks("2027-02-01T12:00:00Z").await;
        assert_eq!(house.ordered_price().await, "39.50");
    }

    async fn prices_are_deleted_with_their_rate(house: SmallHouse) {
        house.plan_price("39.50").await;
        let rates = house.admin.get("/api/tax-rates").await.rows();
        house.admin.delete(&format!("/api/tax-rates/{}", rates[0]["id"])).await.ok();
        assert_eq!((house.waiting_prices().await, house.admin.get(CHANGE).await.ok()["planned"].clone()), (0, json!(null)));
    }

    async fn a_rate_that_somebody_else_planned_is_not_replaced_unnoticed(house: SmallHouse) {
        house.admin.post("/api/tax-rates", json!({"valid_from": NEW_YEAR, "percent": "18"})).await.ok();
        let refused = house.admin.post(CHANGE, house.plan("39.50")).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("18 %"), "{refused}");
        assert_eq!(house.waiting_prices().await, 0);
        let body = json!({"valid_from": NEW_YEAR, "percent": "18", "prices": [{"product_id": house.dish, "price": "40.50"}]});
        assert_eq!(house.admin.post(CHANGE, body).await.ok()["planned"]["prices"], 1);
    }

    async fn two_plans_at_the_same_time_do_not_add_up(house: SmallHouse) {
        let other = house.till.house.product_id("Ceviche mixto").await;
        for round in 0..6 {
            let price = |id: i64| json!({"valid_from": NEW_YEAR, "percent": "15", "prices": [{"product_id": id, "price": format!("7{round}.00")}]});
            let (one, two) = tokio::join!(house.admin.post(CHANGE, price(house.dish)), house.admin.post(CHANGE, price(other)));
            one.ok();
            two.ok();
            assert_eq!(house.waiting_prices().await, 1, "both plans in round {round}");
            if round % 2 == 0 {
                house.admin.delete(&format!("{CHANGE}/prices")).await.ok();
            }
        }
    }
}
