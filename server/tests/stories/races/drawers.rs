//! A cash box that is closed during payments: each payment is in the count that closed it, or was refused.

use super::TIMES;
use crate::{
    money::till::{Till, open_cash_box, payment},
    on_both_databases,
};
use comanda::money::Money;
use serde_json::{Value, json};

fn money(value: &Value) -> Money {
    value.as_str().unwrap().parse().unwrap()
}

on_both_databases! {
    async fn payments_during_the_closing_are_counted_or_refused(till: Till) {
        till.house.sql("UPDATE global_settings SET cash_tolerance = 0").await;
        let jorge = till.open_second_till().await;
        let mut cycle = till.cycle;
        for _ in 0..TIMES {
            let accounts = [till.send_takeaway(&[(1, "Cau cau")]).await, till.send_takeaway(&[(1, "Cau cau")]).await, till.send_takeaway(&[(1, "Cau cau")]).await];
            let pay = |id: i64| till.luis.post("/api/payments", payment(id, json!({"Efectivo": "28"}), json!({})));
            let slip = json!({"movement_type": "EXPENSE", "motive": "Hielo", "receipt_by": "Juan", "amount": "5.00"});
            let path = format!("/api/cashbox-cycles/{cycle}");
            // The count was made before any payment: each one that comes in makes a difference, which the count shows or the closing keeps
            // out.
            let counted = json!({"status": "CLOSED", "close_amount": "200.00"});
            let (a, b, c, slip, closed) = tokio::join!(
                pay(accounts[0]), pay(accounts[1]), pay(accounts[2]),
                till.luis.post("/api/cash-movements", slip), till.luis.put(&path, counted),
            );
            let paid = [&a, &b, &c].iter().filter(|r| r.status.is_success()).count() as i64;
            for reply in [&a, &b, &c, &slip] {
                let closed_before = reply.status.as_u16() == 409 && ["no_open_cycle", "cycle_closed"].contains(&reply.json["code"].as_str().unwrap());
                assert!(reply.status.is_success() || closed_before, "{}", reply.json);
            }
            let took = Money::units(200 + 28 * paid) - if slip.status.is_success() { Money::units(5) } else { Money::ZERO };
            if closed.status.is_success() {
                assert_eq!((paid, slip.status.is_success()), (0, false), "closed with 200.00 and took {took}");
            } else {
                closed.refused(409, "cash_difference");
                let recount = json!({"status": "CLOSED", "close_amount": took, "recount": true, "reason": "Hubo cobros después", "pin": "1234"});
                assert_eq!(till.luis.put(&path, recount).await.ok()["difference"], "0.00");
            }
            let detail = jorge.get(&format!("/api/cashbox-cycles-detail/{cycle}")).await.ok();
            let cash = detail["methods"].as_array().unwrap().iter().find(|m| m["name"] == "Efectivo").unwrap();
            assert_eq!(money(&cash["expected"]), took);
            // No payment comes in once the cycle is closed.
            let late = till.pay(accounts[0], json!({"Efectivo": "28"}), json!({})).await;
            assert_eq!(late.status.as_u16(), 409, "{}", late.json);
            cycle = open_cash_box(&till.luis, "Principal", "200.00").await.ok()["id"].as_i64().unwrap();
        }
    }

    async fn of_two_who_open_one_cash_box_one_hears_who_has_it(till: Till) {
        let (jorge, admin) = (till.house.app.login("supervisor").await, till.house.app.login("admin").await);
        for _ in 0..TIMES {
            let (one, other) = tokio::join!(open_cash_box(&jorge, "Barra", "10.00"), open_cash_box(&admin, "Barra", "10.00"));
            let (won, lost, owner) = if one.status.is_success() { (one, other, &jorge) } else { (other, one, &admin) };
            lost.refused(409, "cycle_already_open");
            let path = format!("/api/cashbox-cycles/{}", won.ok()["id"]);
            owner.put(&path, json!({"status": "CLOSED", "close_amount": "10.00"})).await.ok();
        }
    }

    async fn a_series_that_is_changed_while_it_numbers_gives_no_number_twice(till: Till) {
        let admin = till.house.app.login("admin").await;
        let series = admin.get("/api/billing-series").await.rows();
        let b001 = series.iter().find(|s| s["serie"] == "B001").unwrap();
        let path = format!("/api/billing-series/{}", b001["id"]);
        let mut numbers = Vec::new();
        for n in 0..TIMES as i64 {
            let accounts = [till.send_takeaway(&[(1, "Cau cau")]).await, till.send_takeaway(&[(1, "Cau cau")]).await];
            let pay = |id: i64| till.luis.post("/api/payments", payment(id, json!({"Efectivo": "28"}), json!({})));
            let (a, set, b) = tokio::join!(pay(accounts[0]), admin.put(&path, json!({"current_number": (n + 1) * 10})), pay(accounts[1]));
            assert!(set.status.is_success(), "{}", set.json);
            numbers.extend([a, b].into_iter().map(|paid| paid.ok()["billing"]["number"].as_i64().unwrap()));
        }
        let mut once = numbers.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), numbers.len(), "{numbers:?}");
    }
}
