//! Preview of a cart as paper, before it is sent.

use super::house::{House, lines};
use crate::on_both_databases;
use serde_json::{Value, json};
use std::{
    io::Write,
    process::{Command, Stdio},
};

/// The text of a PDF, read with Debian's `poppler-utils`.
fn text_of(pdf: &[u8]) -> String {
    let mut reader = Command::new("pdftotext")
        .args(["-layout", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("these stories need Debian's package `poppler-utils`");
    reader.stdin.take().unwrap().write_all(pdf).unwrap();
    String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap()
}

on_both_databases! {
    async fn a_cart_is_named_and_priced_by_the_server_and_nothing_is_written(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let before = house.load_account(&json!(id)).await;
        let lomo = house.product("Lomo saltado").await;
        let cart = json!({"cart_items": [
            {"product": {"id": lomo["id"], "name": "Oro", "sale_amount": "0.01"}, "qty": 2, "variant_id": lomo["variants"][0]["id"], "comment": "sin cebolla",
             "toppings": [{"id": lomo["toppings"][0], "quantity": 2}], "unit_total": "0.01"},
            house.order_item(1, "Combo criollo para dos").await,
        ]});
        let path = format!("/api/orders/{id}/command-order-pdf?only_cart=true");
        let reply = house.rosa.post(&path, cart).await;
        assert!(reply.status.is_success(), "{}", reply.json);
        let text = text_of(&reply.bytes);
        // 2 × (38 + 2 × 4) and 89.
        for part in ["BORRADOR – NO ENVIADO", "LOMO SALTADO", "+ 2 Huevo frito", ">> SIN CEBOLLA", "Chicha morada", "Total del borrador: S/ 181.00", "Sin número"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        assert!(!text.contains("Oro") && !text.contains("Comanda 0"), "{text}");
        assert_eq!(house.load_account(&json!(id)).await, before);
        assert!(house.papers().await.is_empty());
        let sent = house.rosa.post("/api/orders", json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]})).await.ok();
        assert_eq!(sent["command"]["number"], 1, "a draft takes no number");
    }

    async fn without_items_the_preview_has_the_unsent_lines(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Chicha morada").await]).await;
        let id = &answer["client_request"]["id"];
        let path = format!("/api/orders/{id}/command-order-pdf?only_cart=true");
        house.rosa.post(&path, json!({})).await.refused(409, "not_sendable");
        let more = json!({"client_request": id, "products": [house.order_item(3, "Lomo saltado").await], "send": false});
        house.rosa.post("/api/orders", more).await.ok();
        let text = text_of(&house.rosa.post(&path, json!({})).await.bytes);
        assert!(text.contains("LOMO SALTADO") && text.contains("S/ 114.00") && !text.contains("CHICHA"), "{text}");
        assert_eq!(lines(&house.load_account(id).await).len(), 2);
    }

    async fn an_unsellable_cart_is_refused_at_its_field(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let path = format!("/api/orders/{id}/command-order-pdf?only_cart=true");
        let lomo = house.product_id("Lomo saltado").await;
        for (cart, field) in [
            (json!([{"product": {"id": 999_999}, "qty": 1}]), "cart_items[0].product.id"),
            (json!([{"product": {"id": lomo}, "qty": 0}]), "cart_items[0].qty"),
            (json!([{"product": {"id": lomo}, "qty": 1000}]), "cart_items[0].qty"),
            (json!("todo"), "cart_items"),
        ] {
            let refusal = house.rosa.post(&path, json!({"cart_items": cart})).await.refused(422, "invalid");
            assert!(refusal["errors"].as_object().unwrap().contains_key(field), "{refusal}");
        }
        house.rosa.post(&path, json!({"cart_items": []})).await.refused(409, "not_sendable");
        let many = vec![json!({"product": {"id": lomo}, "qty": 1}); 201];
        house.rosa.post(&path, json!({"cart_items": many})).await.refused(422, "invalid");
        let sent = format!("/api/orders/{id}/command-order-pdf?only_cart=false");
        house.rosa.post(&sent, json!({})).await.refused(422, "invalid");
        house.rosa.post("/api/orders/999999/command-order-pdf?only_cart=true", json!({})).await.refused(404, "not_found");
        house.app.login("cocina").await.post(&path, json!({})).await.refused(422, "not_permitted");
    }

    async fn the_pdf_of_a_command_can_be_that_of_one_area(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Lomo saltado").await, house.order_item(2, "Chicha morada").await]).await;
        let (id, command) = (&answer["client_request"]["id"], &answer["command"]["id"]);
        let pdf = async |query: &str| text_of(&house.rosa.get(&format!("/api/orders/{id}/command-order-pdf?{query}")).await.bytes);
        let whole = pdf(&format!("command_id={command}")).await;
        assert!(whole.contains("LOMO SALTADO") && whole.contains("CHICHA MORADA"), "{whole}");
        let bar = pdf(&format!("command_id={command}&area=bar")).await;
        assert!(!bar.contains("LOMO") && bar.contains("CHICHA MORADA"), "{bar}");
        let nowhere: Value = house.rosa.get(&format!("/api/orders/{id}/command-order-pdf?area=PARRILLA")).await.refused(422, "invalid");
        assert!(nowhere["errors"]["area"].is_array());
    }
}
