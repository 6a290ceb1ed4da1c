//! The stock moves of an approval, which needs a PIN and happens once; recounts and cancellations.

use super::{CountedStoreRoom, find_line, new_key};
use crate::{on_both_databases, stock::store_room::parse_quantity};
use comanda::demo::PIN;
use serde_json::json;

on_both_databases! {
    async fn differences_are_moved_once_with_a_pin(room: CountedStoreRoom) {
        let house = &room.house;
        house.wait_until_valued().await;
        let sheet = room.create_sheet(&["Lomo fino", "Arroz", "Tomate", "Pollo"]).await;
        let (rice, tomato, chicken) = (house.on_hand("Arroz").await, house.on_hand("Tomate").await, house.on_hand("Pollo").await);
        room.enter_count(&room.cook, &sheet, "Lomo fino", "88").await.ok();
        room.enter_count(&room.jorge, &sheet, "Arroz", &(rice + parse_quantity("2")).to_string()).await.ok();
        room.enter_count(&room.cook, &sheet, "Tomate", &tomato.to_string()).await.ok();
        let reviewed = room.review(&sheet).await;
        let beef = find_line(&reviewed, "Lomo fino")["review"].clone();
        assert_eq!((&beef["difference"], &beef["unit_cost"], &beef["value"]), (&json!("-2"), &json!("48.00"), &json!("-96.00")));
        let totals = &reviewed["totals"];
        assert_eq!((&totals["lines"], &totals["counted"], &totals["matching"]), (&json!(4), &json!(3), &json!(1)));
        assert_eq!((&totals["missing_value"], &totals["missing_items"], &totals["surplus_items"]), (&json!("-96.00"), &json!(1), &json!(1)));
        assert_eq!(room.jorge.get("/api/stock-counts").await.rows()[0]["value"], totals["value"]);
        assert_eq!(room.cook.get("/api/stock-counts").await.rows()[0]["value"], json!(null));

        room.post_step(&sheet, "approve", json!({})).await.refused(422, "pin_required");
        room.post_step(&sheet, "approve", json!({"pin": "0000"})).await.refused(422, "wrong_pin");
        assert_eq!((room.count_moves().await, house.on_hand("Lomo fino").await), (vec![], parse_quantity("90")));
        let client = new_key();
        let body = json!({"pin": PIN, "client_id": client});
        let approved = room.post_step(&sheet, "approve", body.clone()).await.ok();
        assert_eq!((&approved["status"], &approved["approved_by"], &approved["value"]), (&json!("APPROVED"), &json!("Jorge Benavides"), &totals["value"]));
        assert_eq!(room.post_step(&sheet, "approve", body).await.ok()["approved_at"], approved["approved_at"]);
        room.approve(&sheet).await.refused(409, "conflict");
        room.cancel(&sheet).await.refused(409, "conflict");
        room.post_step(&sheet, "reopen", json!({})).await.refused(409, "conflict");
        room.enter_count(&room.cook, &sheet, "Pollo", "1").await.refused(409, "conflict");
        assert_eq!(house.on_hand("Lomo fino").await, parse_quantity("88"));
        assert_eq!(house.on_hand("Arroz").await, rice + parse_quantity("2"));
        assert_eq!((house.on_hand("Tomate").await, house.on_hand("Pollo").await), (tomato, chicken));
        let mut moves = room.count_moves().await;
        moves.sort();
        assert_eq!(moves, [("-2".into(), false), ("2".into(), false)]);
        // The kardex shows the number of the count; a surplus is worth the average cost.
        let kardex = house.kardex_of_supply("Lomo fino").await;
        let last = kardex["rows"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["reason"], &last["document"]), (&json!("COUNT"), &json!("CO-00000001")));
        house.assert_ledger_adds_up().await;
        let paper = room.jorge.get(&format!("/api/stock-counts/{}/pdf", sheet["id"])).await;
        assert_eq!(paper.status, 200);
        // A later count is another sheet.
        room.create_sheet(&["Lomo fino"]).await;
    }

    async fn of_twenty_approvals_at_once_one_moves_stock(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Arroz", "Lomo fino"]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "70").await.ok();
        room.review(&sheet).await;
        let all = futures::future::join_all((0..20).map(|_| room.approve(&sheet))).await;
        assert_eq!(all.iter().filter(|reply| reply.status.is_success()).count(), 1);
        for refused in all.into_iter().filter(|reply| !reply.status.is_success()) {
            refused.refused(409, "conflict");
        }
        assert_eq!((room.count_moves().await, room.house.on_hand("Lomo fino").await), (vec![("-20".into(), false)], parse_quantity("70")));
        room.house.assert_ledger_adds_up().await;
    }

    async fn uncounted_items_stay_or_are_counted_as_zero(room: CountedStoreRoom) {
        let house = &room.house;
        let sheet = room.create_sheet(&["Lomo fino", "Arroz"]).await;
        room.review(&sheet).await;
        room.approve(&sheet).await.refused(409, "conflict");
        room.post_step(&sheet, "reopen", json!({})).await.ok();
        room.enter_count(&room.cook, &sheet, "Arroz", "0").await.ok();
        room.review(&sheet).await;
        let approved = room.post_step(&sheet, "approve", json!({"pin": PIN, "uncounted": "ZERO"})).await.ok();
        assert_eq!(find_line(&approved, "Lomo fino")["review"]["difference"], "-90");
        assert_eq!((house.on_hand("Lomo fino").await, house.on_hand("Arroz").await), (parse_quantity("0"), parse_quantity("0")));
        house.assert_ledger_adds_up().await;
    }

    async fn a_recount_replaces_the_count_and_keeps_the_first(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Lomo fino", "Arroz"]).await;
        room.enter_count(&room.jorge, &sheet, "Lomo fino", "80").await.ok();
        room.enter_count(&room.jorge, &sheet, "Arroz", "3").await.ok();
        room.review(&sheet).await;
        let (beef, rice) = (find_line(&sheet, "Lomo fino")["id"].clone(), find_line(&sheet, "Arroz")["id"].clone());
        let waiter = room.house.rosa.user_id();
        room.post_step(&sheet, "recount", json!({"line_ids": [beef], "user_id": waiter})).await.refused(422, "invalid");
        let recounted = room.post_step(&sheet, "recount", json!({"line_ids": [beef, rice], "user_id": room.cook.user_id()})).await.ok();
        assert_eq!((&recounted["totals"]["recounts"], &find_line(&recounted, "Arroz")["recount"]["by_user_id"]), (&json!(2), &json!(room.cook.user_id())));
        assert_eq!(find_line(&recounted, "Arroz")["review"]["counted"], "3", "what was counted first still counts");
        // Whoever recounts does not see the first count.
        let cook_sheet = room.load_sheet_as(&room.cook, &sheet).await;
        assert_eq!((&find_line(&cook_sheet, "Lomo fino")["counted"], &cook_sheet["counted"]), (&json!(null), &json!(0)));
        room.enter_count(&room.cook, &sheet, "Lomo fino", "80").await.ok();
        room.enter_count(&room.cook, &sheet, "Arroz", "4").await.ok();
        let office_sheet = room.load_sheet_as(&room.jorge, &sheet).await;
        let recount_state = |name: &str| find_line(&office_sheet, name)["review"]["recounted"].clone();
        assert_eq!((recount_state("Lomo fino"), recount_state("Arroz")), (json!("SAME"), json!("CHANGED")));
        assert_eq!(find_line(&office_sheet, "Arroz")["review"]["counted"], "4");
        assert_eq!(room.jorge.get("/api/stock-counts").await.rows()[0]["value"], office_sheet["totals"]["value"]);
        let stored_counts: i64 = {
            let mut tx = room.house.db().read().await.unwrap();
            tx.query("SELECT COUNT(*) FROM stock_count_entries").scalar().await.unwrap()
        };
        assert_eq!(stored_counts, 4);
        // The line is counted already: a recount is not asked for again.
        room.enter_count(&room.cook, &sheet, "Arroz", "5").await.refused(409, "conflict");
        room.approve(&sheet).await.ok();
        room.house.assert_ledger_adds_up().await;
    }

    async fn a_recount_after_a_sale_is_the_same_when_its_difference_is(room: CountedStoreRoom) {
        let house = &room.house;
        let sheet = room.create_sheet(&["Lomo fino"]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "80").await.ok();
        room.review(&sheet).await;
        room.post_step(&sheet, "recount", json!({"line_ids": [find_line(&sheet, "Lomo fino")["id"]]})).await.ok();
        house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "79.6").await.ok();
        let review = find_line(&room.load_sheet_as(&room.jorge, &sheet).await, "Lomo fino")["review"].clone();
        assert_eq!((&review["difference"], &review["recounted"]), (&json!("-10"), &json!("SAME")));
    }

    async fn a_cancelled_count_moves_nothing(room: CountedStoreRoom) {
        let before = room.house.store_room().await;
        let sheet = room.create_sheet(&["Lomo fino"]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "1").await.ok();
        room.review(&sheet).await;
        let cancelled = room.cancel(&sheet).await.ok();
        assert_eq!((&cancelled["status"], &cancelled["cancelled"]["reason"], &cancelled["cancelled"]["by"]),
            (&json!("CANCELLED"), &json!("Se contó mal"), &json!("Jorge Benavides")));
        assert_eq!((room.house.store_room().await, room.count_moves().await), (before, vec![]));
        room.approve(&sheet).await.refused(409, "conflict");
        room.enter_count(&room.cook, &sheet, "Lomo fino", "2").await.refused(409, "conflict");
        room.house.assert_ledger_adds_up().await;
    }

    async fn a_closed_month_takes_no_count(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Lomo fino"]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "1").await.ok();
        room.review(&sheet).await;
        room.house.sql("UPDATE global_settings SET books_closed_until = '2100-01-31'").await;
        room.approve(&sheet).await.refused(409, "conflict");
        assert_eq!(room.count_moves().await, []);
    }
}
