//! Scales at the machine of an agent: tills see what one shows while they watch it.

use super::shop::Shop;
use crate::{on_both_databases, support::socket::Socket};
use serde_json::{Value, json};

fn auth(token: &str, scales: &Value) -> Value {
    json!({"token": token, "kind": "agent", "version": "1.0.0", "machine": "CAJA-PC", "scales": scales})
}

async fn watch_as(shop: &Shop, username: &str) -> (Socket, Value) {
    let client = shop.app.login(username).await;
    let mut socket =
        Socket::connect(shop.app.address, json!({"token": client.token, "kind": "browser"})).await.unwrap();
    let joined = socket.emit_and_wait("join", json!({"rooms": ["scales"]})).await;
    (socket, joined["rooms"].clone())
}

on_both_databases! {
    async fn a_till_sees_the_weight_while_it_watches(shop: Shop) {
        let (_, token) = shop.pair("CAJA-PC").await;
        let cold_bar = json!([{"name": "Barra fría", "protocol": "cas", "address": "COM3:9600,8N1"}]);
        let mut agent = Socket::connect(shop.app.address, auth(&token, &cold_bar)).await.unwrap();
        let waiter = shop.app.login("mozo").await;
        let scales = waiter.get("/api/scales").await.rows();
        assert_eq!(scales.len(), 1);
        assert_eq!((&scales[0]["name"], &scales[0]["agent"], &scales[0]["is_online"]), (&json!("Barra fría"), &json!("CAJA-PC"), &json!(true)));

        let (mut till, rooms) = watch_as(&shop, "mozo").await;
        assert_eq!(rooms, json!(["scales"]));
        let (_cook, none) = watch_as(&shop, "cocina").await;
        assert_eq!(none, json!([]), "a cook takes no orders");
        waiter.post(&format!("/api/scales/{}/watch", scales[0]["id"]), json!({})).await.ok();
        let asked = agent.next_event("watch_scale", |_| true).await;
        assert_eq!(asked, json!({"scale": "Barra fría", "seconds": 30}));
        agent.emit("scale_reading", json!({"scale": "Another", "grams": 1, "state": "STABLE"})).await;
        agent.emit("scale_reading", json!({"scale": "Barra fría", "grams": "many", "state": "STABLE"})).await;
        agent.emit("scale_reading", json!({"scale": "Barra fría", "grams": 850, "state": "STABLE"})).await;
        let event = till.next_event("event", |event| event["type"] == "scale.reading").await;
        assert_eq!((&event["ids"]["scale_id"], &event["ids"]["grams"], &event["ids"]["state"]), (&scales[0]["id"], &json!(850), &json!("STABLE")));
    }

    async fn the_list_follows_what_the_agent_has(shop: Shop) {
        let (agent, token) = shop.pair("CAJA-PC").await;
        let two = json!([{"name": "Barra", "protocol": "cas", "address": "COM3"}, {"name": "Cocina", "protocol": "toledo", "address": "COM4"}]);
        let first = Socket::connect(shop.app.address, auth(&token, &two)).await.unwrap();
        let listed = shop.admin.get("/api/scales").await.rows();
        assert_eq!(listed.iter().map(|s| s["name"].clone()).collect::<Vec<_>>(), ["Barra", "Cocina"]);
        drop(first);
        for (scales, names) in [
            (json!([{"name": "Barra", "protocol": "cas", "address": "COM7"}]), &["Barra"][..]),
            (json!("nonsense"), &[]),
            (two, &["Barra", "Cocina"]),
        ] {
            let _again = Socket::connect(shop.app.address, auth(&token, &scales)).await.unwrap();
            let now = shop.admin.get("/api/scales").await.rows();
            assert_eq!(now.iter().map(|s| s["name"].clone()).collect::<Vec<_>>(), names, "{scales}");
        }
        assert_eq!(shop.admin.get("/api/scales").await.rows()[0]["id"], listed[0]["id"], "a scale keeps its id");
        shop.admin.delete(&format!("/api/print-agents/{agent}")).await.ok();
        assert_eq!(shop.admin.get("/api/scales").await.rows().len(), 0);
        shop.admin.post(&format!("/api/scales/{}/watch", listed[0]["id"]), json!({})).await.refused(404, "not_found");
    }
}
