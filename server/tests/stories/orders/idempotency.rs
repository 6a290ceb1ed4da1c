//! Nothing is lost and nothing happens twice, whatever users and networks do.

use super::house::{House, lines};
use crate::{on_both_databases, support::socket::Socket};
use futures::future::join_all;
use serde_json::json;
use std::collections::BTreeSet;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use uuid::Uuid;

on_both_databases! {
    async fn two_waiters_at_one_table_lose_nothing(house: House) {
        let diego = house.app.login("mozo2").await;
        let id = house.open_table(&house.rosa, "12").await;
        let (lomo, chicha) = (house.order_item(1, "Lomo saltado").await, house.order_item(1, "Chicha morada").await);
        let add = |is_rosa, product, send| {
            let (rosa, diego) = (house.rosa.clone(), diego.clone());
            async move {
                let client = if is_rosa { rosa } else { diego };
                client.post("/api/orders", json!({"client_request": id, "products": [product], "send": send})).await.ok()
            }
        };
        let adding = (0..10).flat_map(|i| [add(true, lomo.clone(), false), add(false, chicha.clone(), i % 5 == 4)]);
        let answers = join_all(adding).await;
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await;
        let account = house.load_account(&json!(id)).await;
        let count = |name: &str| -> i64 {
            lines(&account).iter().filter(|l| l.0 == name).map(|l| l.1.parse::<i64>().unwrap()).sum()
        };
        assert_eq!((count("Lomo saltado"), count("Chicha morada")), (10, 10));
        assert!(account["lines"].as_array().unwrap().iter().all(|l| l["command_id"].is_number()));
        let numbers: Vec<_> = answers.iter().filter_map(|a| a["command"]["number"].as_i64()).collect();
        assert_eq!(numbers.len(), numbers.iter().collect::<BTreeSet<_>>().len(), "{numbers:?}");
        // Everything that was sent is on exactly one paper.
        let papers = house.papers().await;
        let printed = |dish: &str| -> i64 {
            papers.iter().flat_map(|p| p.text.lines()).filter_map(|l| l.trim().strip_suffix(dish)?.trim().parse::<i64>().ok()).sum()
        };
        assert_eq!((printed("LOMO SALTADO"), printed("CHICHA MORADA")), (10, 10));
    }

    async fn the_same_send_twice_is_one_command(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let body = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]});
        let key = Uuid::new_v4();
        let first = house.rosa.post_with_key("/api/orders", body.clone(), key).await.ok();
        let second = house.rosa.post_with_key("/api/orders", body.clone(), key).await.ok();
        assert_eq!(first, second);
        assert_eq!(house.papers().await.len(), 1);
        let other = json!({"client_request": id, "products": [house.order_item(2, "Lomo saltado").await]});
        house.rosa.post_with_key("/api/orders", other, key).await.refused(422, "idempotency_mismatch");
        assert_eq!(lines(&house.load_account(&json!(id)).await).len(), 1);
    }

    async fn the_same_send_at_the_same_time_is_one_command(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let body = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]});
        let key = Uuid::new_v4();
        let sending = (0..6).map(|_| house.rosa.post_with_key("/api/orders", body.clone(), key));
        let answers: Vec<_> = join_all(sending).await.into_iter().map(|a| a.ok()).collect();
        assert!(answers.iter().all(|a| *a == answers[0]));
        assert_eq!(house.papers().await.len(), 1);
        assert_eq!(lines(&house.load_account(&json!(id)).await), [("Lomo saltado".into(), "1".into())]);
    }

    async fn a_request_whose_sender_is_gone_is_done_and_announced(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let auth = json!({"token": house.rosa.token.clone().unwrap()});
        let mut colleague = Socket::connect(house.app.address, auth).await.unwrap();
        assert_eq!(colleague.emit_and_wait("join", json!({"rooms": [format!("request:{id}")]})).await["ok"], true);
        let body = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]}).to_string();
        let mut screen = TcpStream::connect(house.app.address).await.unwrap();
        let head = format!(
            "POST /api/orders HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
            house.rosa.token.as_deref().unwrap(), body.len(),
        );
        screen.write_all(head.as_bytes()).await.unwrap();
        // The server has begun and waits for the rest of the body.
        let mut go_on = [0; 12];
        screen.read_exact(&mut go_on).await.unwrap();
        assert_eq!(&go_on, b"HTTP/1.1 100");
        screen.write_all(body.as_bytes()).await.unwrap();
        drop(screen);
        colleague.next_event("event", |e| e["type"] == "request.changed").await;
        assert_eq!(lines(&house.load_account(&json!(id)).await), [("Lomo saltado".into(), "1".into())]);
        assert_eq!(house.papers().await.len(), 1);
    }

    async fn a_late_copy_of_a_refused_request_does_nothing(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let cook = house.app.login("cocina").await;
        let sold_out = format!("/api/products/{}/sold-out", house.product_id("Lomo saltado").await);
        let body = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]});
        let key = Uuid::new_v4();
        cook.put(&sold_out, json!({"sold_out": true})).await.ok();
        house.rosa.post_with_key("/api/orders", body.clone(), key).await.refused(409, "sold_out");
        cook.put(&sold_out, json!({"sold_out": false})).await.ok();
        // The first request got stuck on its way, so that the screen heard nothing of it.
        let mut stuck = TcpStream::connect(house.app.address).await.unwrap();
        let text = body.to_string();
        let head = format!(
            "POST /api/orders HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\nidempotency-key: {key}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            house.rosa.token.as_deref().unwrap(), text.len(),
        );
        stuck.write_all(format!("{head}{text}").as_bytes()).await.unwrap();
        drop(stuck);
        // A repeated request waits behind the first, and would be told that it was done.
        cook.put(&sold_out, json!({"sold_out": true})).await.ok();
        house.rosa.post_with_key("/api/orders", body, key).await.refused(409, "sold_out");
        assert_eq!(lines(&house.load_account(&json!(id)).await), []);
    }

    async fn one_table_is_opened_once(house: House) {
        let table = house.table_id("7").await;
        let diego = house.app.login("mozo2").await;
        let body = json!({"type": "TABLE", "table_id": table});
        let (one, other) = tokio::join!(
            house.rosa.post("/api/client-requests", body.clone()),
            diego.post("/api/client-requests", body.clone()),
        );
        let (won, lost) = if one.status.is_success() { (one, other) } else { (other, one) };
        let id = won.ok()["id"].clone();
        let refusal = lost.refused(409, "table_taken");
        assert_eq!(refusal["current"]["client_request_id"], id);
    }
}
