//! Two who count at once, a till that sells meanwhile, and what is sent again.

use super::{Room, key, line};
use crate::{on_both_databases, stock::store_room::q};
use serde_json::json;

on_both_databases! {
    async fn of_two_at_the_same_line_the_later_sees_what_it_is_now(room: Room) {
        let sheet = room.sheet(&["Lomo fino", "Arroz"]).await;
        let (beef, rice) = (line(&sheet, "Lomo fino"), line(&sheet, "Arroz"));
        let (one, other) = tokio::join!(
            room.put(&room.cook, &sheet, &beef, json!({"quantity": "84.5"})),
            room.put(&room.jorge, &sheet, &beef, json!({"quantity": "86"})),
        );
        let (won, lost) = if one.status.is_success() { (one, other) } else { (other, one) };
        let won = won.ok();
        assert_eq!((&won["counted"], &won["lines_count"]), (&json!(1), &json!(2)));
        let refused = lost.refused(409, "stale_version");
        assert_eq!((&refused["current"]["counted"], &refused["current"]["version"]), (&won["line"]["counted"], &json!(2)));
        // At different lines nobody waits.
        room.put(&room.jorge, &sheet, &rice, json!({"quantity": "10"})).await.ok();
        let seen = room.seen(&room.cook, &sheet).await;
        assert_eq!(seen["counted"], 2);
        assert!(seen["counters"].as_array().unwrap().contains(&json!("Jorge Benavides")), "{seen}");
        assert_eq!(line(&seen, "Arroz")["counted_by"], "Jorge Benavides");
    }

    async fn everybody_sees_how_far_it_is(room: Room) {
        let sheet = room.sheet(&["Arroz"]).await;
        let mut screen = room.house.watch("catalog").await;
        room.count(&room.cook, &sheet, "Arroz", "3").await.ok();
        let told = screen.event("event", |e| e["type"] == "counts.changed").await;
        assert_eq!(told["ids"], json!({"id": sheet["id"]}));
    }

    async fn what_is_sent_again_is_counted_once(room: Room) {
        let sheet = room.sheet(&["Arroz", "Pollo"]).await;
        let rice = line(&sheet, "Arroz");
        let body = json!({"quantity": "12", "client_id": key()});
        let first = room.put(&room.cook, &sheet, &rice, body.clone()).await.ok();
        let again = room.put(&room.cook, &sheet, &rice, body.clone()).await.ok();
        assert_eq!((&first["line"]["version"], &again), (&json!(2), &first));
        let refused = room.put(&room.cook, &sheet, &line(&sheet, "Pollo"), body.clone()).await;
        refused.refused(409, "conflict");
        // Also when its answer got lost until somebody looked at the differences.
        room.review(&sheet).await;
        room.put(&room.cook, &sheet, &rice, body).await.ok();
        room.count(&room.cook, &sheet, "Pollo", "1").await.refused(409, "conflict");
        // What was cleared is not counted.
        room.step(&sheet, "reopen", json!({})).await.ok();
        let rice = line(&room.seen(&room.cook, &sheet).await, "Arroz");
        let cleared = room.put(&room.cook, &sheet, &rice, json!({"quantity": null})).await.ok();
        assert_eq!((&cleared["counted"], &cleared["line"]["counted"], &cleared["line"]["entered"]), (&json!(0), &json!(null), &json!(null)));
    }

    async fn what_is_sold_meanwhile_is_no_difference(room: Room) {
        let house = &room.house;
        let sheet = room.sheet(&["Lomo fino", "Arroz", "Tomate"]).await;
        // 90 kg of beef, of which 0.2 kg a dish are sold before it is counted, and after.
        house.sent("12", &[house.ask(2, "Lomo saltado").await]).await;
        room.count(&room.cook, &sheet, "Lomo fino", "89.6").await.ok();
        let rice = house.on_hand("Arroz").await;
        room.count(&room.cook, &sheet, "Arroz", &(rice - q("1")).to_string()).await.ok();
        house.sent("13", &[house.ask(5, "Lomo saltado").await]).await;
        let reviewed = room.review(&sheet).await;
        let beef = line(&reviewed, "Lomo fino")["review"].clone();
        assert_eq!((&beef["expected"], &beef["difference"], &beef["sold_meanwhile"]), (&json!("89.6"), &json!("0"), &json!("1.4")));
        let before = house.on_hand("Arroz").await;
        room.approve(&sheet).await.ok();
        assert_eq!(house.on_hand("Lomo fino").await, q("88.6"), "what was sold stays sold");
        assert_eq!(house.on_hand("Arroz").await, before - q("1"));
        assert_eq!(room.moves().await, [("-1".into(), false)]);
        house.the_ledger_adds_up().await;
    }

    async fn two_count_one_sheet_while_a_till_sells(room: Room) {
        let house = &room.house;
        let names = ["Lomo fino", "Arroz", "Tomate", "Papa blanca"];
        let sheet = room.sheet(&names).await;
        let mut orders = Vec::new();
        for table in ["12", "13", "14", "15"] {
            orders.push((house.open(&house.rosa, table).await, house.ask(1, "Lomo saltado").await));
        }
        let counted = ["80", "200", "50", "150"];
        let sells = async {
            for (account, dish) in &orders {
                house.rosa.post("/api/orders", json!({"client_request": account, "products": [dish]})).await.ok();
            }
        };
        let counts = |by, of: [usize; 2]| {
            let (room, sheet) = (&room, &sheet);
            async move {
                for at in of {
                    room.count(by, sheet, names[at], counted[at]).await.ok();
                }
            }
        };
        tokio::join!(sells, counts(&room.cook, [0, 1]), counts(&room.jorge, [3, 2]));
        let reviewed = room.review(&sheet).await;
        assert_eq!(reviewed["totals"]["counted"], 4);
        let mut left = Vec::new();
        for (at, (name, sold)) in names.iter().zip(["0.8", "0.48", "0.32", "0.88"]).enumerate() {
            let review = line(&reviewed, name)["review"].clone();
            let (expected, all) = (q(review["expected"].as_str().unwrap()), q(sold));
            assert_eq!(review["sold_meanwhile"], sold, "{name}");
            // What was sold before it was counted was not there to be counted.
            let began = house.on_hand(name).await + all;
            left.push(q(counted[at]) - (all - (began - expected)));
        }
        room.approve(&sheet).await.ok();
        for (name, left) in names.iter().zip(left) {
            assert_eq!(house.on_hand(name).await, left, "{name}");
        }
        house.the_ledger_adds_up().await;
    }

    async fn a_till_sells_while_it_is_counted(room: Room) {
        let house = &room.house;
        let sheet = room.sheet(&["Lomo fino"]).await;
        let mut tables = Vec::new();
        for table in ["12", "13", "14", "15"] {
            tables.push((table, house.ask(1, "Lomo saltado").await));
        }
        let sells = futures::future::join_all(tables.iter().map(|(table, dish)| house.sent(table, std::slice::from_ref(dish))));
        let (counted, _) = tokio::join!(room.count(&room.cook, &sheet, "Lomo fino", "80"), sells);
        counted.ok();
        let review = line(&room.review(&sheet).await, "Lomo fino")["review"].clone();
        let expected = q(review["expected"].as_str().unwrap());
        let sold_before = q("90") - expected;
        assert!([q("0"), q("0.2"), q("0.4"), q("0.6"), q("0.8")].contains(&sold_before), "{review}");
        room.approve(&sheet).await.ok();
        assert_eq!(house.on_hand("Lomo fino").await, q("80") - (q("0.8") - sold_before));
        house.the_ledger_adds_up().await;
    }
}
