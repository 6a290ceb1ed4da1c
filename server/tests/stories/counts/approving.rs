//! What an approval moves, with a PIN, once; what is counted once more, and what is cancelled.

use super::{Room, key, line};
use crate::{on_both_databases, stock::store_room::q};
use comanda::demo::PIN;
use serde_json::json;

on_both_databases! {
    async fn differences_are_moved_with_a_pin_and_once(room: Room) {
        let house = &room.house;
        house.valued().await;
        let sheet = room.sheet(&["Lomo fino", "Arroz", "Tomate", "Pollo"]).await;
        let (rice, tomato, chicken) = (house.on_hand("Arroz").await, house.on_hand("Tomate").await, house.on_hand("Pollo").await);
        room.count(&room.cook, &sheet, "Lomo fino", "88").await.ok();
        room.count(&room.jorge, &sheet, "Arroz", &(rice + q("2")).to_string()).await.ok();
        room.count(&room.cook, &sheet, "Tomate", &tomato.to_string()).await.ok();
        let reviewed = room.review(&sheet).await;
        let beef = line(&reviewed, "Lomo fino")["review"].clone();
        assert_eq!((&beef["difference"], &beef["unit_cost"], &beef["value"]), (&json!("-2"), &json!("48.00"), &json!("-96.00")));
        let totals = &reviewed["totals"];
        assert_eq!((&totals["lines"], &totals["counted"], &totals["matching"]), (&json!(4), &json!(3), &json!(1)));
        assert_eq!((&totals["missing_value"], &totals["missing_items"], &totals["surplus_items"]), (&json!("-96.00"), &json!(1), &json!(1)));
        assert_eq!(room.jorge.get("/api/stock-counts").await.rows()[0]["value"], totals["value"]);
        assert_eq!(room.cook.get("/api/stock-counts").await.rows()[0]["value"], json!(null));

        room.step(&sheet, "approve", json!({})).await.refused(422, "pin_required");
        room.step(&sheet, "approve", json!({"pin": "0000"})).await.refused(422, "wrong_pin");
        assert_eq!((room.moves().await, house.on_hand("Lomo fino").await), (vec![], q("90")));
        let client = key();
        let body = json!({"pin": PIN, "client_id": client});
        let approved = room.step(&sheet, "approve", body.clone()).await.ok();
        assert_eq!((&approved["status"], &approved["approved_by"], &approved["value"]), (&json!("APPROVED"), &json!("Jorge Benavides"), &totals["value"]));
        assert_eq!(room.step(&sheet, "approve", body).await.ok()["approved_at"], approved["approved_at"]);
        room.approve(&sheet).await.refused(409, "conflict");
        room.cancel(&sheet).await.refused(409, "conflict");
        room.step(&sheet, "reopen", json!({})).await.refused(409, "conflict");
        room.count(&room.cook, &sheet, "Pollo", "1").await.refused(409, "conflict");
        assert_eq!(house.on_hand("Lomo fino").await, q("88"));
        assert_eq!(house.on_hand("Arroz").await, rice + q("2"));
        assert_eq!((house.on_hand("Tomate").await, house.on_hand("Pollo").await), (tomato, chicken));
        let mut moves = room.moves().await;
        moves.sort();
        assert_eq!(moves, [("-2".into(), false), ("2".into(), false)]);
        // In the kardex it has its number; what came up is worth the average.
        let kardex = house.kardex_of_supply("Lomo fino").await;
        let last = kardex["rows"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["reason"], &last["document"]), (&json!("COUNT"), &json!("CO-00000001")));
        house.the_ledger_adds_up().await;
        let paper = room.jorge.get(&format!("/api/stock-counts/{}/pdf", sheet["id"])).await;
        assert_eq!(paper.status, 200);
        // What is counted later is another sheet.
        room.sheet(&["Lomo fino"]).await;
    }

    async fn of_twenty_approvals_at_once_one_moves(room: Room) {
        let sheet = room.sheet(&["Arroz", "Lomo fino"]).await;
        room.count(&room.cook, &sheet, "Lomo fino", "70").await.ok();
        room.review(&sheet).await;
        let all = futures::future::join_all((0..20).map(|_| room.approve(&sheet))).await;
        assert_eq!(all.iter().filter(|reply| reply.status.is_success()).count(), 1);
        for refused in all.into_iter().filter(|reply| !reply.status.is_success()) {
            refused.refused(409, "conflict");
        }
        assert_eq!((room.moves().await, room.house.on_hand("Lomo fino").await), (vec![("-20".into(), false)], q("70")));
        room.house.the_ledger_adds_up().await;
    }

    async fn what_nobody_counted_stays_or_is_none(room: Room) {
        let house = &room.house;
        let sheet = room.sheet(&["Lomo fino", "Arroz"]).await;
        room.review(&sheet).await;
        room.approve(&sheet).await.refused(409, "conflict");
        room.step(&sheet, "reopen", json!({})).await.ok();
        room.count(&room.cook, &sheet, "Arroz", "0").await.ok();
        room.review(&sheet).await;
        let approved = room.step(&sheet, "approve", json!({"pin": PIN, "uncounted": "ZERO"})).await.ok();
        assert_eq!(line(&approved, "Lomo fino")["review"]["difference"], "-90");
        assert_eq!((house.on_hand("Lomo fino").await, house.on_hand("Arroz").await), (q("0"), q("0")));
        house.the_ledger_adds_up().await;
    }

    async fn a_recount_is_the_next_count_and_the_first_is_kept(room: Room) {
        let sheet = room.sheet(&["Lomo fino", "Arroz"]).await;
        room.count(&room.jorge, &sheet, "Lomo fino", "80").await.ok();
        room.count(&room.jorge, &sheet, "Arroz", "3").await.ok();
        room.review(&sheet).await;
        let (beef, rice) = (line(&sheet, "Lomo fino")["id"].clone(), line(&sheet, "Arroz")["id"].clone());
        let waiter = room.house.rosa.user_id();
        room.step(&sheet, "recount", json!({"line_ids": [beef], "user_id": waiter})).await.refused(422, "invalid");
        let asked = room.step(&sheet, "recount", json!({"line_ids": [beef, rice], "user_id": room.cook.user_id()})).await.ok();
        assert_eq!((&asked["totals"]["recounts"], &line(&asked, "Arroz")["recount"]["by_user_id"]), (&json!(2), &json!(room.cook.user_id())));
        assert_eq!(line(&asked, "Arroz")["review"]["counted"], "3", "what was counted first still counts");
        // Who counts again does not see what was counted first.
        let seen = room.seen(&room.cook, &sheet).await;
        assert_eq!((&line(&seen, "Lomo fino")["counted"], &seen["counted"]), (&json!(null), &json!(0)));
        room.count(&room.cook, &sheet, "Lomo fino", "80").await.ok();
        room.count(&room.cook, &sheet, "Arroz", "4").await.ok();
        let seen = room.seen(&room.jorge, &sheet).await;
        let of = |name: &str| line(&seen, name)["review"]["recounted"].clone();
        assert_eq!((of("Lomo fino"), of("Arroz")), (json!("SAME"), json!("CHANGED")));
        assert_eq!(line(&seen, "Arroz")["review"]["counted"], "4");
        assert_eq!(room.jorge.get("/api/stock-counts").await.rows()[0]["value"], seen["totals"]["value"]);
        let kept: i64 = {
            let mut tx = room.house.db().read().await.unwrap();
            tx.query("SELECT COUNT(*) FROM stock_count_entries").scalar().await.unwrap()
        };
        assert_eq!(kept, 4);
        // Counted already: nothing more is asked for.
        room.count(&room.cook, &sheet, "Arroz", "5").await.refused(409, "conflict");
        room.approve(&sheet).await.ok();
        room.house.the_ledger_adds_up().await;
    }

    async fn a_recount_after_a_sale_is_the_same_where_the_difference_is(room: Room) {
        let house = &room.house;
        let sheet = room.sheet(&["Lomo fino"]).await;
        room.count(&room.cook, &sheet, "Lomo fino", "80").await.ok();
        room.review(&sheet).await;
        room.step(&sheet, "recount", json!({"line_ids": [line(&sheet, "Lomo fino")["id"]]})).await.ok();
        house.sent("12", &[house.ask(2, "Lomo saltado").await]).await;
        room.count(&room.cook, &sheet, "Lomo fino", "79.6").await.ok();
        let review = line(&room.seen(&room.jorge, &sheet).await, "Lomo fino")["review"].clone();
        assert_eq!((&review["difference"], &review["recounted"]), (&json!("-10"), &json!("SAME")));
    }

    async fn what_is_cancelled_moves_nothing(room: Room) {
        let before = room.house.store_room().await;
        let sheet = room.sheet(&["Lomo fino"]).await;
        room.count(&room.cook, &sheet, "Lomo fino", "1").await.ok();
        room.review(&sheet).await;
        let cancelled = room.cancel(&sheet).await.ok();
        assert_eq!((&cancelled["status"], &cancelled["cancelled"]["reason"], &cancelled["cancelled"]["by"]),
            (&json!("CANCELLED"), &json!("Se contó mal"), &json!("Jorge Benavides")));
        assert_eq!((room.house.store_room().await, room.moves().await), (before, vec![]));
        room.approve(&sheet).await.refused(409, "conflict");
        room.count(&room.cook, &sheet, "Lomo fino", "2").await.refused(409, "conflict");
        room.house.the_ledger_adds_up().await;
    }

    async fn a_closed_month_takes_no_count(room: Room) {
        let sheet = room.sheet(&["Lomo fino"]).await;
        room.count(&room.cook, &sheet, "Lomo fino", "1").await.ok();
        room.review(&sheet).await;
        room.house.sql("UPDATE global_settings SET books_closed_until = '2100-01-31'").await;
        room.approve(&sheet).await.refused(409, "conflict");
        assert_eq!(room.moves().await, []);
    }
}
