//! A payment whose answer was lost: repeated with the same key and body, it is the same payment.

use super::till::{Till, payment};
use crate::on_both_databases;
use comanda_test_support::client::Client;
use serde_json::{Value, json};
use uuid::Uuid;

/// Sends a payment and hangs up before the answer is read, as a till does whose connection breaks.
async fn send_without_reading_answer(client: &Client, body: &Value, key: Uuid) {
    let answer = client.try_send(reqwest::Method::POST, "/api/payments", Some(body.clone()), Some(key)).await;
    drop(answer);
}

fn full_number(payment: &Value) -> &Value {
    &payment["billing"]["full_number"]
}

on_both_databases! {
    async fn a_clock_that_is_corrected_takes_no_payment_twice(till: Till) {
        let id = till.send_takeaway(&[(3, "Cau cau")]).await;
        let app = &till.house.app.app;
        let (key, body) = (Uuid::new_v4(), payment(id, json!({"Efectivo": "30"}), json!({"amount": "30.00"})));
        let first = till.luis.post_with_key("/api/payments", body.clone(), key).await.ok();
        let db = till.house.db();
        // The clock was eight days behind when the payment was taken; the server then starts with the right time.
        let mut tx = db.write().await.unwrap();
        let long_ago = app.clock().now() - chrono::Duration::days(8);
        let outcome = tx.query("UPDATE idempotency_keys SET created_at = $1").bind(long_ago).run().await;
        tx.commit_or_roll_back(outcome).await.unwrap();
        comanda::housekeeping::clean_all(app, 0).await;
        assert_eq!(till.luis.post_with_key("/api/payments", body.clone(), key).await.ok(), first);
        assert_eq!(till.luis.get(&format!("/api/payments?client_request_id={id}")).await.rows().len(), 1);
        // The key is deleted after seven days of running.
        comanda::housekeeping::clean_all(app, 7 * 24).await;
        assert_eq!(till.luis.post_with_key("/api/payments", body.clone(), key).await.ok(), first);
        comanda::housekeeping::clean_all(app, 1).await;
        let mut tx = db.read().await.unwrap();
        let stored_keys: i64 = tx.query("SELECT COUNT(*) FROM idempotency_keys").scalar().await.unwrap();
        assert_eq!(stored_keys, 0);
    }

    async fn a_lost_answer_is_given_again_and_nothing_is_done_twice(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau")]).await;
        let (key, body) = (Uuid::new_v4(), payment(id, json!({"Efectivo": "60"}), json!({"expected_total": "56.00"})));
        send_without_reading_answer(&till.luis, &body, key).await;
        let papers = till.house.papers().await.len();
        let repeated = till.luis.post_with_key("/api/payments", body.clone(), key).await.ok();
        assert_eq!((full_number(&repeated), &repeated["turned"]), (&json!("B001-00000001"), &json!("4.00")));
        assert_eq!(till.luis.get(&format!("/api/payments?client_request_id={id}")).await.rows().len(), 1);
        assert_eq!(till.luis.get(&format!("/api/billings?client_request_id={id}")).await.rows().len(), 1);
        assert_eq!(till.house.papers().await.len(), papers, "no second paper");
        assert_eq!(till.expected_amount("Efectivo").await, "256.00");
        // Another attempt with a new key is another payment, for which nothing is left.
        till.luis.post("/api/payments", body).await.refused(409, "already_paid");
    }

    async fn after_a_new_login_the_repeated_payment_has_the_same_document(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let more = json!({"amount": "20.00", "expected_total": "20.00"});
        let (key, body) = (Uuid::new_v4(), payment(id, json!({"Efectivo": "20"}), more));
        send_without_reading_answer(&till.luis, &body, key).await;
        let luis = till.house.app.login("cajero").await;
        let first = luis.post_with_key("/api/payments", body.clone(), key).await.ok();
        // The answer is the first one's, however much happens on the account meanwhile.
        let rest = till.pay(id, json!({"Efectivo": "15"}), json!({})).await.ok();
        assert_eq!((&first["client_request"]["due"], &rest["client_request"]["is_paid"]), (&json!("15.00"), &json!(true)));
        assert_eq!(luis.post_with_key("/api/payments", body, key).await.ok(), first);
        assert_eq!((full_number(&first), full_number(&rest)), (&json!("B001-00000001"), &json!("B001-00000002")));
    }

    async fn a_payment_that_never_arrived_collects_only_what_the_screen_showed(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let jorge = till.open_second_till().await;
        let (key, body) = (Uuid::new_v4(), payment(id, json!({"Efectivo": "35"}), json!({"expected_total": "35.00"})));
        // The first attempt got lost on its way; another till collects a part before it is repeated.
        jorge.post("/api/payments", payment(id, json!({"Efectivo": "10"}), json!({"amount": "10.00"}))).await.ok();
        let changed = till.luis.post_with_key("/api/payments", body.clone(), key).await.refused(409, "balance_changed");
        assert_eq!((&changed["current"]["total"], &changed["current"]["paid"]), (&json!("25.00"), &json!("10.00")));
        assert_eq!(changed["current"]["payments"][0]["user_name"], "Jorge Benavides");
        assert_eq!(till.luis.get(&format!("/api/payments?client_request_id={id}")).await.rows().len(), 1, "nothing was collected");
        // A refusal stores no key: with the new balance the payment succeeds.
        let anew = payment(id, json!({"Efectivo": "25"}), json!({"expected_total": "25.00"}));
        assert_eq!(till.luis.post_with_key("/api/payments", anew, key).await.ok()["client_request"]["is_paid"], true);
    }

    async fn a_key_belongs_to_its_user_and_its_body(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let jorge = till.open_second_till().await;
        let (key, body) = (Uuid::new_v4(), payment(id, json!({"Efectivo": "28"}), json!({})));
        till.luis.post_with_key("/api/payments", body.clone(), key).await.ok();
        let other = payment(id, json!({"Efectivo": "30"}), json!({}));
        till.luis.post_with_key("/api/payments", other, key).await.refused(422, "idempotency_mismatch");
        jorge.post_with_key("/api/payments", body, key).await.refused(409, "already_paid");
    }

    async fn parts_sent_twice_and_at_once_from_two_tills_add_up_to_the_account(till: Till) {
        let jorge = till.open_second_till().await;
        let id = till.send_takeaway(&[(3, "Cau cau"), (2, "Inca Kola 500 ml")]).await;
        let part = || payment(id, json!({"Efectivo": "50"}), json!({"share": {"of": 4}}));
        let keys: Vec<Uuid> = (0..4).map(|_| Uuid::new_v4()).collect();
        let send = |n: usize| {
            let till = if n.is_multiple_of(2) { &till.luis } else { &jorge };
            let (body, key) = (part(), keys[n]);
            async move {
                let (a, b) = tokio::join!(till.post_with_key("/api/payments", body.clone(), key), till.post_with_key("/api/payments", body.clone(), key));
                assert_eq!(a.ok(), b.ok());
            }
        };
        futures::future::join_all((0..4).map(send)).await;
        let info = till.payment_info(id).await;
        assert_eq!((&info["total"], &info["paid"], &info["is_paid"]), (&json!("0.00"), &json!("98.00"), &json!(true)));
        let mut totals: Vec<_> = info["payments"].as_array().unwrap().iter().map(|p| p["total"].as_str().unwrap()).collect();
        totals.sort_unstable();
        assert_eq!(totals, ["24.50", "24.50", "24.50", "24.50"]);
    }
}
