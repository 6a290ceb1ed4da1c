//! The rules of a cart: merging of lines, limits, and products that are gone meanwhile.

use super::house::{House, lines};
use crate::on_both_databases;
use comanda::money::{Money, Quantity};
use serde_json::{Value, json};

impl House {
    /// Adds one unsent line; returns the account.
    async fn unsent(&self, id: i64, product: Value) -> Value {
        let body = json!({"client_request": id, "products": [product], "send": false});
        self.rosa.post("/api/orders", body).await.ok()["client_request"].clone()
    }
    async fn topping_sold_out(&self, topping: &Value, sold_out: bool) {
        let cook = self.app.login("cocina").await;
        cook.put(&format!("/api/toppings/{topping}/sold-out"), json!({"sold_out": sold_out})).await.ok();
    }
    async fn sold_out(&self, name: &str, sold_out: bool) {
        let cook = self.app.login("cocina").await;
        cook.put(&format!("/api/products/{}/sold-out", self.product_id(name).await), json!({"sold_out": sold_out}))
            .await
            .ok();
    }
}

on_both_databases! {
    async fn the_same_variant_is_added_to_its_line_and_another_gets_its_own(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let chicha = house.product("Chicha morada").await;
        let ask = |variant: usize, qty: i64| json!({"product": {"id": chicha["id"]}, "qty": qty, "variant_id": chicha["variants"][variant]["id"]});
        house.unsent(id, ask(1, 1)).await;
        house.unsent(id, ask(0, 1)).await;
        let account = house.unsent(id, ask(1, 4)).await;
        assert_eq!(lines(&account).iter().map(|l| l.1.as_str()).collect::<Vec<_>>(), ["5", "1"]);
        assert_eq!(account["lines"][0]["total"], "120.00");
        let refusal = json!({"client_request": id, "products": [ask(1, 995)], "send": false});
        house.rosa.post("/api/orders", refusal).await.refused(422, "invalid");
    }

    async fn an_account_has_a_limited_number_of_units(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let dish = house.product_id("Cau cau").await;
        let some = |n: usize| -> Vec<Value> {
            (0..n).map(|i| json!({"product": {"id": dish}, "qty": 1, "comment": format!("para {i}")})).collect()
        };
        for _ in 0..5 {
            house.rosa.post("/api/orders", json!({"client_request": id, "products": some(200), "send": false})).await.ok();
        }
        for send in [false, true] {
            let one_more = json!({"client_request": id, "products": some(1), "send": send});
            house.rosa.post("/api/orders", one_more).await.refused(422, "invalid");
        }
        assert_eq!(house.load_account(&json!(id)).await["lines"].as_array().unwrap().len(), 1_000);
    }

    async fn a_line_with_toppings_is_never_merged(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let lomo = house.product("Lomo saltado").await;
        let with_egg = json!({"product": {"id": lomo["id"]}, "variant_id": lomo["variants"][0]["id"], "qty": 1, "toppings": [{"id": lomo["toppings"][0]}]});
        house.unsent(id, with_egg.clone()).await;
        house.unsent(id, with_egg).await;
        let account = house.unsent(id, house.order_item(1, "Lomo saltado").await).await;
        assert_eq!(lines(&account).len(), 3);
        // 2 × (38 + 4) + 38.
        assert_eq!(account["totals"]["total"], "122.00");
    }

    async fn each_part_of_an_unsent_line_can_be_changed_alone(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let lomo = house.product("Lomo saltado").await;
        let line = house.unsent(id, house.order_item(1, "Lomo saltado").await).await["lines"][0].clone();
        let path = format!("/api/orders/{}", line["id"]);
        let change = async |body: Value| house.rosa.put(&path, body).await.ok();
        let variant = &lomo["variants"][1];
        let with_variant = change(json!({"variant_id": variant["id"]})).await;
        assert_eq!((&with_variant["variant"]["variant_id"], &with_variant["qty"]), (&variant["id"], &json!("1")));
        let with_egg = change(json!({"toppings": [{"id": lomo["toppings"][0], "quantity": 3}]})).await;
        assert_eq!((&with_egg["toppings_total"], &with_egg["variant"]["variant_id"]), (&json!("12.00"), &variant["id"]));
        let commented = change(json!({"comment": "para compartir"})).await;
        assert_eq!((&commented["comment"], &commented["toppings"][0]["quantity"]), (&json!("para compartir"), &json!("3")));
        let more = change(json!({"qty": "7"})).await;
        let amount = |line: &Value, field: &str| line[field].as_str().unwrap().parse::<Money>().unwrap();
        assert_eq!(Some(amount(&more, "total")), amount(&with_egg, "unit_total").times(Quantity::units(7)));
        assert_eq!(change(json!({"toppings": [], "comment": ""})).await["toppings"], json!([]));
        for wrong in [json!({"qty": 0}), json!({"qty": 1000}), json!({"qty": "1.5"}), json!({"variant_id": 999_999}), json!({"toppings": [{"id": 999_999}]}), json!({"comment": "a".repeat(201)})] {
            house.rosa.put(&path, wrong.clone()).await.refused(422, "invalid");
        }
    }

    async fn items_sold_out_before_sending_are_named_and_nothing_is_sent(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let lomo = house.product("Lomo saltado").await;
        house.unsent(id, house.order_item(1, "Lomo saltado").await).await;
        house.unsent(id, house.order_item(1, "Combo criollo para dos").await).await;
        let account = house.unsent(id, house.order_item(1, "Ají de gallina").await).await;
        house.sold_out("Lomo saltado", true).await;
        let refusal = house.rosa.post("/api/commands", json!({"client_request_id": id})).await.refused(409, "sold_out");
        assert!(refusal["message"].as_str().unwrap().contains("Lomo saltado"), "{refusal}");
        let named: Vec<_> = refusal["current"]["lines"].as_array().unwrap().iter().map(|l| l["id"].clone()).collect();
        assert_eq!(named, [account["lines"][0]["id"].clone(), account["lines"][1]["id"].clone()]);
        // A further product does not carry them to the kitchen either.
        let more = json!({"client_request": id, "products": [house.order_item(1, "Chicha morada").await]});
        house.rosa.post("/api/orders", more).await.refused(409, "sold_out");
        assert!(house.papers().await.is_empty());
        assert_eq!(lines(&house.load_account(&json!(id)).await).len(), 3, "nothing is lost by being refused");
        for line in named {
            house.rosa.delete(&format!("/api/orders/{line}")).await.ok();
        }
        let sent = house.rosa.post("/api/commands", json!({"client_request_id": id})).await.ok();
        assert_eq!(sent["lines"].as_array().unwrap().len(), 1);
        house.sold_out("Lomo saltado", false).await;
        // A topping that is sold out holds back its line as well.
        let egg = json!({"product": {"id": lomo["id"]}, "variant_id": lomo["variants"][0]["id"], "qty": 1, "toppings": [{"id": lomo["toppings"][0]}]});
        house.unsent(id, egg).await;
        house.topping_sold_out(&lomo["toppings"][0], true).await;
        let refusal = house.rosa.post("/api/commands", json!({"client_request_id": id})).await.refused(409, "sold_out");
        assert_eq!(refusal["current"]["lines"][0]["name"], "Huevo frito");
        let sale = house.rosa.get("/api/catalog/sale").await.ok();
        assert!(sale["toppings"].as_array().unwrap().iter().any(|t| t["name"] == "Huevo frito" && t["sold_out"] == true));
        house.rosa.put(&format!("/api/toppings/{}/sold-out", lomo["toppings"][0]), json!({"sold_out": false})).await.refused(422, "not_permitted");
        house.topping_sold_out(&lomo["toppings"][0], false).await;
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await.ok();
    }

    async fn a_sent_line_can_be_ordered_again_as_it_was(house: House) {
        let lomo = house.product("Lomo saltado").await;
        let ask = json!({"product": {"id": lomo["id"]}, "qty": 2, "variant_id": lomo["variants"][0]["id"], "comment": "jugoso", "toppings": [{"id": lomo["toppings"][0], "quantity": 2}]});
        let first = house.send_order("12", std::slice::from_ref(&ask)).await;
        let id = first["client_request"]["id"].as_i64().unwrap();
        let account = house.unsent(id, ask).await;
        let (sent, reordered) = (&account["lines"][0], &account["lines"][1]);
        for part in ["qty", "comment", "toppings", "total", "variant"] {
            assert_eq!(sent[part], reordered[part], "{part}");
        }
        assert!(reordered["command_id"].is_null());
    }

    async fn the_catalogue_is_not_sent_twice(house: House) {
        let first = house.rosa.get_if_none_match("/api/catalog/sale", "").await;
        let tag = first.etag.clone().unwrap();
        assert!(tag.starts_with('"') && first.json["response"]["version"] == tag.trim_matches('"'));
        for known in [tag.clone(), format!("W/{tag}"), format!("\"otro\", {tag}")] {
            let second_reply = house.rosa.get_if_none_match("/api/catalog/sale", &known).await;
            assert_eq!((second_reply.status.as_u16(), second_reply.bytes.len(), second_reply.etag.as_deref()), (304, 0, Some(tag.as_str())));
        }
        let admin = house.app.login("admin").await;
        let (lomo, sale) = (house.product("Lomo saltado").await, first.json["response"].clone());
        let one = |of: &str| sale[of][0]["id"].clone();
        let (attribute, area) = (&lomo["variant_groups"][0]["attribute_id"], &lomo["production_area_id"]);
        let changes = [
            (format!("/api/products/{}", lomo["id"]), json!({"sale_amount": "39.50"})),
            (format!("/api/products/{}/sold-out", lomo["id"]), json!({"sold_out": true})),
            (format!("/api/toppings/{}", one("toppings")), json!({"sale_amount": "4.50"})),
            (format!("/api/toppings/{}/sold-out", one("toppings")), json!({"sold_out": true})),
            (format!("/api/categories/{}", one("categories")), json!({"name": "De entrada"})),
            (format!("/api/comment/{}", one("comments")), json!({"name": "Sin nada"})),
            (format!("/api/attributes/{attribute}"), json!({"name": "Punto"})),
            (format!("/api/production-areas/{area}"), json!({"name": "LA COCINA"})),
        ];
        let mut tag = tag;
        for (path, body) in changes {
            admin.put(&path, body).await.ok();
            tag = assert_catalog_changed(&house, &tag, &path).await;
        }
        let reversed: Vec<_> = lomo["variants"].as_array().unwrap().iter().rev().map(|v| json!({"id": v["id"], "options": v["options"], "additional_amount": v["additional_amount"]})).collect();
        admin.put(&format!("/api/products/{}", lomo["id"]), json!({"variants": reversed})).await.ok();
        tag = assert_catalog_changed(&house, &tag, "variants the other way round").await;
        let comment = admin.post("/api/comment", json!({"name": "Para la mesa del fondo"})).await.ok();
        tag = assert_catalog_changed(&house, &tag, "a comment more").await;
        admin.delete(&format!("/api/comment/{}", comment["id"])).await.ok();
        tag = assert_catalog_changed(&house, &tag, "a comment less").await;
        let raised = json!({"ids": [lomo["id"]], "price": {"percent": "10", "prices": ["sale_amount"]}});
        admin.post("/api/products/bulk?preview=false", raised).await.ok();
        tag = assert_catalog_changed(&house, &tag, "many prices").await;
        let counted = sale["products"].as_array().unwrap().iter().find(|p| p["has_stock"] == true).unwrap();
        house.send_order("12", &[json!({"product": {"id": counted["id"]}, "qty": 1})]).await;
        assert_catalog_changed(&house, &tag, "fewer are left").await;
    }
}

/// Asserts that the catalogue has another tag than `tag` and then keeps it; returns its tag.
async fn assert_catalog_changed(house: &House, tag: &str, why: &str) -> String {
    let changed = house.rosa.get_if_none_match("/api/catalog/sale", tag).await;
    assert_eq!(changed.status.as_u16(), 200, "{why}");
    let now = changed.etag.unwrap();
    assert_eq!(house.rosa.get_if_none_match("/api/catalog/sale", &now).await.status.as_u16(), 304, "{why}");
    now
}
