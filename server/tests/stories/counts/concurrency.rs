//! Two people who count at once, a till that sells meanwhile, and repeated requests.

use super::{CountedStoreRoom, find_line, new_key};
use crate::{on_both_databases, stock::store_room::parse_quantity};
use serde_json::json;

on_both_databases! {
    async fn of_two_writers_of_one_line_the_later_gets_the_line_as_it_is_now(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Lomo fino", "Arroz"]).await;
        let (beef, rice) = (find_line(&sheet, "Lomo fino"), find_line(&sheet, "Arroz"));
        let (one, other) = tokio::join!(
            room.put_line(&room.cook, &sheet, &beef, json!({"quantity": "84.5"})),
            room.put_line(&room.jorge, &sheet, &beef, json!({"quantity": "86"})),
        );
        let (won, lost) = if one.status.is_success() { (one, other) } else { (other, one) };
        let won = won.ok();
        assert_eq!((&won["counted"], &won["lines_count"]), (&json!(1), &json!(2)));
        let refused = lost.refused(409, "stale_version");
        assert_eq!((&refused["current"]["counted"], &refused["current"]["version"]), (&won["line"]["counted"], &json!(2)));
        // Writers of different lines do not disturb each other.
        room.put_line(&room.jorge, &sheet, &rice, json!({"quantity": "10"})).await.ok();
        let cook_sheet = room.load_sheet_as(&room.cook, &sheet).await;
        assert_eq!(cook_sheet["counted"], 2);
        assert!(cook_sheet["counters"].as_array().unwrap().contains(&json!("Jorge Benavides")), "{cook_sheet}");
        assert_eq!(find_line(&cook_sheet, "Arroz")["counted_by"], "Jorge Benavides");
    }

    async fn everybody_sees_the_progress(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Arroz"]).await;
        let mut screen = room.house.watch("catalog").await;
        room.enter_count(&room.cook, &sheet, "Arroz", "3").await.ok();
        let event = screen.next_event("event", |e| e["type"] == "counts.changed").await;
        assert_eq!(event["ids"], json!({"id": sheet["id"]}));
    }

    async fn a_count_sent_twice_is_entered_once(room: CountedStoreRoom) {
        let sheet = room.create_sheet(&["Arroz", "Pollo"]).await;
        let rice = find_line(&sheet, "Arroz");
        let body = json!({"quantity": "12", "client_id": new_key()});
        let first = room.put_line(&room.cook, &sheet, &rice, body.clone()).await.ok();
        let second = room.put_line(&room.cook, &sheet, &rice, body.clone()).await.ok();
        assert_eq!((&first["line"]["version"], &second), (&json!(2), &first));
        let refused = room.put_line(&room.cook, &sheet, &find_line(&sheet, "Pollo"), body.clone()).await;
        refused.refused(409, "conflict");
        // This holds also when the answer was lost and somebody looked at the differences meanwhile.
        room.review(&sheet).await;
        room.put_line(&room.cook, &sheet, &rice, body).await.ok();
        room.enter_count(&room.cook, &sheet, "Pollo", "1").await.refused(409, "conflict");
        // A line that was cleared is not counted.
        room.post_step(&sheet, "reopen", json!({})).await.ok();
        let rice = find_line(&room.load_sheet_as(&room.cook, &sheet).await, "Arroz");
        let cleared = room.put_line(&room.cook, &sheet, &rice, json!({"quantity": null})).await.ok();
        assert_eq!((&cleared["counted"], &cleared["line"]["counted"], &cleared["line"]["entered"]), (&json!(0), &json!(null), &json!(null)));
    }

    async fn sales_during_a_count_are_no_difference(room: CountedStoreRoom) {
        let house = &room.house;
        let sheet = room.create_sheet(&["Lomo fino", "Arroz", "Tomate"]).await;
        // Of 90 kg of beef, 0.2 kg a dish are sold before and after it is counted.
        house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        room.enter_count(&room.cook, &sheet, "Lomo fino", "89.6").await.ok();
        let rice = house.on_hand("Arroz").await;
        room.enter_count(&room.cook, &sheet, "Arroz", &(rice - parse_quantity("1")).to_string()).await.ok();
        house.send_order("13", &[house.order_item(5, "Lomo saltado").await]).await;
        let reviewed = room.review(&sheet).await;
        let beef = find_line(&reviewed, "Lomo fino")["review"].clone();
        assert_eq!((&beef["expected"], &beef["difference"], &beef["sold_meanwhile"]), (&json!("89.6"), &json!("0"), &json!("1.4")));
        let before = house.on_hand("Arroz").await;
        room.approve(&sheet).await.ok();
        assert_eq!(house.on_hand("Lomo fino").await, parse_quantity("88.6"), "what was sold stays sold");
        assert_eq!(house.on_hand("Arroz").await, before - parse_quantity("1"));
        assert_eq!(room.count_moves().await, [("-1".into(), false)]);
        house.assert_ledger_adds_up().await;
    }

    async fn two_count_one_sheet_while_a_till_sells(room: CountedStoreRoom) {
        let house = &room.house;
        let names = ["Lomo fino", "Arroz", "Tomate", "Papa blanca"];
        let sheet = room.create_sheet(&names).await;
        let mut orders = Vec::new();
        for table in ["12", "13", "14", "15"] {
            orders.push((house.open_table(&house.rosa, table).await, house.order_item(1, "Lomo saltado").await));
        }
        let counted = ["80", "200", "50", "150"];
        let sells = async {
            for (account, dish) in &orders {
                house.rosa.post("/api/orders", json!({"client_request": account, "products": [dish]})).await.ok();
            }
        };
        let counts = |client, places: [usize; 2]| {
            let (room, sheet) = (&room, &sheet);
            async move {
                for at in places {
                    room.enter_count(client, sheet, names[at], counted[at]).await.ok();
                }
            }
        };
        tokio::join!(sells, counts(&room.cook, [0, 1]), counts(&room.jorge, [3, 2]));
        let reviewed = room.review(&sheet).await;
        assert_eq!(reviewed["totals"]["counted"], 4);
        let mut remainders = Vec::new();
        for (at, (name, sold)) in names.iter().zip(["0.8", "0.48", "0.32", "0.88"]).enumerate() {
            let review = find_line(&reviewed, name)["review"].clone();
            let (expected, all) = (parse_quantity(review["expected"].as_str().unwrap()), parse_quantity(sold));
            assert_eq!(review["sold_meanwhile"], sold, "{name}");
            // Goods that were sold before their item was counted were not there to be counted.
            let began = house.on_hand(name).await + all;
            remainders.push(parse_quantity(counted[at]) - (all - (began - expected)));
        }
        room.approve(&sheet).await.ok();
        for (name, remainder) in names.iter().zip(remainders) {
            assert_eq!(house.on_hand(name).await, remainder, "{name}");
        }
        house.assert_ledger_adds_up().await;
    }

    async fn a_till_sells_while_it_is_counted(room: CountedStoreRoom) {
        let house = &room.house;
        let sheet = room.create_sheet(&["Lomo fino"]).await;
        let mut tables = Vec::new();
        for table in ["12", "13", "14", "15"] {
            tables.push((table, house.order_item(1, "Lomo saltado").await));
        }
        let sells = futures::future::join_all(tables.iter().map(|(table, dish)| house.send_order(table, std::slice::from_ref(dish))));
        let (counted, _) = tokio::join!(room.enter_count(&room.cook, &sheet, "Lomo fino", "80"), sells);
        counted.ok();
        let review = find_line(&room.review(&sheet).await, "Lomo fino")["review"].clone();
        let expected = parse_quantity(review["expected"].as_str().unwrap());
        let sold_before = parse_quantity("90") - expected;
        assert!([parse_quantity("0"), parse_quantity("0.2"), parse_quantity("0.4"), parse_quantity("0.6"), parse_quantity("0.8")].contains(&sold_before), "{review}");
        room.approve(&sheet).await.ok();
        assert_eq!(house.on_hand("Lomo fino").await, parse_quantity("80") - (parse_quantity("0.8") - sold_before));
        house.assert_ledger_adds_up().await;
    }
}
