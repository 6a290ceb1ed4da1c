//! Guessed PINs: locks that grow, PINs that are locked, and the notice to the office.

use crate::{
    on_both_databases,
    support::{app::TestApp, client::Client},
};
use serde_json::{Value, json};

fn guess(pin: &str) -> Value {
    json!({"order_ids": [1], "reason": "x", "pin": pin})
}

async fn try_pin(client: &Client, pin: &str) -> (Value, u64) {
    let reply = client.put("/api/orders/1/dismiss", guess(pin)).await;
    let wait = reply.retry_after.as_ref().map_or(0, |s| s.parse().unwrap());
    (reply.json, wait)
}

/// Lets the time of all locks pass.
async fn let_locks_expire(app: &TestApp) {
    let now = app.app.clock().now();
    let company = app.app.companies().find_by_slug("demo").unwrap();
    let passed: comanda::error::Result<u64> = comanda::transact!(company.db, |tx| {
        Ok(tx.query("UPDATE guess_locks SET locked_until = $1 WHERE locked_until IS NOT NULL").bind(now).run().await?)
    });
    passed.unwrap();
}

on_both_databases! {
    async fn each_lock_of_a_user_lasts_longer_until_an_administrator_lifts_it(app: TestApp) {
        let (rosa, admin) = (app.login("mozo").await, app.login("admin").await);
        for minutes in [5, 15, 60] {
            for _ in 0..4 {
                assert_eq!(try_pin(&rosa, "0000").await.0["code"], "wrong_pin");
            }
            let (refusal, seconds) = try_pin(&rosa, "0000").await;
            assert_eq!((&refusal["code"], seconds.div_ceil(60)), (&json!("pin_locked"), minutes), "{refusal}");
            assert_eq!(try_pin(&rosa, comanda::demo::PIN).await.0["code"], "pin_locked", "also for the right one");
            let_locks_expire(&app).await;
        }
        for _ in 0..5 {
            try_pin(&rosa, "0000").await;
        }
        let (refusal, seconds) = try_pin(&rosa, comanda::demo::PIN).await;
        assert!(seconds > 23 * 3600 && refusal["message"].as_str().unwrap().contains(" h "), "{refusal}");

        let board = admin.get("/api/dashboard").await.ok();
        let notice = board["attention"].as_array().unwrap().iter().find(|a| a["kind"] == "PIN_LOCK" && a["text"].to_string().contains("Rosa"));
        assert_eq!(notice.unwrap_or_else(|| panic!("{board}"))["path"], "/users");
        let locks = admin.get("/api/pin-locks").await.rows();
        let rosa_lock = locks.iter().find(|l| l["kind"] == "ASKER").unwrap();
        rosa.delete(&format!("/api/pin-locks/{}", rosa_lock["id"])).await.refused(422, "not_permitted");
        for lock in &locks {
            admin.delete(&format!("/api/pin-locks/{}", lock["id"])).await.ok();
        }
        assert_eq!(try_pin(&rosa, comanda::demo::PIN).await.0["code"], "not_found", "the PIN is taken, there is no such account");
        admin.delete(&format!("/api/pin-locks/{}", rosa_lock["id"])).await.refused(404, "not_found");
        assert_eq!(admin.get("/api/pos-options/action-logs?action_type=PIN_LOCKED").await.rows().len(), 5);
        assert!(!admin.get("/api/pos-options/action-logs?action_type=PIN_LOCK_LIFTED").await.rows().is_empty());
    }

    async fn a_pin_that_many_guess_in_turn_is_locked_for_all(app: TestApp) {
        let admin = app.login("admin").await;
        let mut guessers = Vec::new();
        for username in ["mozo", "mozo2", "cajero", "supervisor"] {
            guessers.push(app.login(username).await);
        }
        for client in &guessers {
            for _ in 0..4 {
                assert_eq!(try_pin(client, "0000").await.0["code"], "wrong_pin");
            }
        }
        // Whoever types the right PIN takes back their own errors, nobody else's: 12 remain.
        assert_eq!(try_pin(&guessers[3], comanda::demo::PIN).await.0["code"], "not_found");
        for _ in 0..4 {
            try_pin(&guessers[3], "0000").await;
        }
        for _ in 0..3 {
            assert_eq!(try_pin(&admin, "0000").await.0["code"], "wrong_pin");
        }
        let (refusal, seconds) = try_pin(&admin, "0000").await;
        assert_eq!((&refusal["code"], seconds.div_ceil(60)), (&json!("pin_locked"), 5), "{refusal}");
        assert!(refusal["errors"]["approver_id"].is_array(), "another's PIN may still be typed: {refusal}");
        assert_eq!(try_pin(&guessers[0], comanda::demo::PIN).await.0["code"], "pin_locked");

        let pin_change = json!({"current_password": comanda::demo::PASSWORD, "pin": "7291"});
        admin.put("/api/profile/pin", pin_change).await.ok();
        let with_own = json!({"order_ids": [1], "reason": "x", "pin": "7291", "approver_id": admin.user_id()});
        guessers[0].put("/api/orders/1/dismiss", with_own).await.refused(404, "not_found");
        // Wrong guesses do not count for a new PIN.
        admin.put("/api/security-pin", json!({"pin": "8306", "current_password": comanda::demo::PASSWORD})).await.ok();
        assert_eq!(try_pin(&guessers[0], "8306").await.0["code"], "not_found");
    }
}
