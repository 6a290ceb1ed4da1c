//! Printers of labels: a sticker for each unit that is taken away, and tickets where tickets are needed.

use super::{
    handover::jobs_of,
    shop::{Shop, job_ids, pull, report_body},
};
use crate::on_both_databases;
use serde_json::{Value, json};

/// A kitchen with a printer of tickets and one of labels, both of one machine.
struct Kitchen {
    tickets: i64,
    labels: i64,
    token: String,
}

impl Kitchen {
    async fn open(shop: &Shop) -> Self {
        shop.detach_all_printers().await;
        let (agent, token) = shop.pair("PC-COCINA").await;
        let areas = shop.admin.get("/api/production-areas").await.rows();
        let area = areas.iter().find(|area| area["name"] == "COCINA").unwrap()["id"].clone();
        let (tickets, labels) = (shop.add_printer("Cocina", agent).await, shop.add_printer("Etiquetas", agent).await);
        shop.change(tickets, json!({"production_area_ids": [area]})).await;
        shop.change(
            labels,
            json!({"production_area_ids": [area], "kind": "LABEL", "label_size": "40x30", "profile": "tspl"}),
        )
        .await;
        Self { tickets, labels, token }
    }
}

impl Shop {
    async fn change(&self, printer: i64, form: Value) -> Value {
        self.admin.put(&format!("/api/printers/{printer}"), form).await.ok()
    }

    /// Sends three units of a dish of the kitchen on an account, and returns the server's answer.
    async fn send_three(&self, account: Value) -> Value {
        let sale = self.admin.get("/api/catalog/sale").await.ok();
        let is_plain =
            |p: &&Value| p["production_area"] == "COCINA" && p["has_variants"] == false && p["is_combo"] == false;
        let dish = sale["products"].as_array().unwrap().iter().find(is_plain).unwrap()["id"].clone();
        let account = self.admin.post("/api/client-requests", account).await.ok();
        let products = json!([{"product": {"id": dish}, "qty": 3}]);
        self.admin.post("/api/orders", json!({"client_request": account["id"], "products": products})).await.ok()
    }

    /// Returns the kinds of document that a printer got, the newest first.
    async fn documents(&self, printer: i64) -> Vec<String> {
        jobs_of(self, printer).await.iter().map(|job| job["document"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns the stickers of the newest job of a printer as the texts on each.
    async fn newest_stickers(&self, token: &str) -> Vec<String> {
        let mut agent = self.connect_agent(token).await;
        let pulled = pull(&mut agent).await;
        let jobs = pulled["jobs"].as_array().unwrap();
        let is_of_labels = |job: &&Value| job["ticket"]["title"].as_str().unwrap().starts_with("Etiquetas");
        let job = jobs.iter().rfind(is_of_labels).expect("a job of labels");
        let blocks = job["ticket"]["blocks"].as_array().unwrap();
        let labels = blocks.split(|block| block["type"] == "cut").filter(|label| !label.is_empty());
        labels.map(|label| Value::from(label.to_vec()).to_string()).collect()
    }
}

fn take_away() -> Value {
    json!({"type": "ORDER", "client_name": "Ana Torres"})
}

on_both_databases! {
    async fn a_take_away_gets_a_ticket_and_a_sticker_for_each_unit(shop: Shop) {
        let kitchen = Kitchen::open(&shop).await;
        let printers = shop.admin.get("/api/printers").await.rows();
        let labels = printers.iter().find(|printer| printer["id"] == kitchen.labels).unwrap();
        for (name, expected) in [("kind", json!("LABEL")), ("label_size", json!("40x30")), ("labels_tables", json!(false)), ("labels_take_away", json!(true))] {
            assert_eq!(labels[name], expected, "{name}");
        }
        assert_eq!(printers.iter().find(|printer| printer["id"] == kitchen.tickets).unwrap()["kind"], "TICKET");

        let sent = shop.send_three(take_away()).await;
        assert_eq!(sent["command"]["areas"][0]["printers"], json!(["Cocina", "Etiquetas"]));
        assert_eq!(shop.documents(kitchen.tickets).await, ["COMMAND"]);
        assert_eq!(shop.documents(kitchen.labels).await, ["COMMAND"], "one job with all stickers");
        let mut agent = shop.connect_agent(&kitchen.token).await;
        let pulled = pull(&mut agent).await;
        let setups: Vec<&Value> = pulled["printers"].as_array().unwrap().iter().map(|printer| &printer["label"]).collect();
        assert_eq!(setups, [&Value::Null, &json!("40x30")]);
        assert_eq!(job_ids(&pulled).len(), 2);
        drop(agent);
        let stickers = shop.newest_stickers(&kitchen.token).await;
        assert_eq!(stickers.len(), 3);
        for (nth, sticker) in (1..).zip(&stickers) {
            for words in ["LLEVAR #1", "Ana Torres", &format!("{nth} de 3"), "13:00"] {
                assert!(sticker.contains(words), "{words}: {sticker}");
            }
        }
        let papers = shop.admin.get(&format!("/api/printers/{}/paper", kitchen.labels)).await.rows();
        let pictures: Vec<&Value> = papers[0]["lines"].as_array().unwrap().iter().filter(|line| line["type"] == "image").collect();
        assert_eq!(pictures.len(), 3);
        assert_eq!((&pictures[0]["image"]["width_dots"], &pictures[0]["image"]["height_dots"]), (&json!(320), &json!(240)));
    }

    async fn a_table_gets_stickers_only_where_the_printer_is_set_to_it(shop: Shop) {
        let kitchen = Kitchen::open(&shop).await;
        let tables = shop.admin.get("/api/tables").await.rows();
        let at_table = |nth: usize| json!({"type": "TABLE", "table_id": tables[nth]["id"], "persons": 2});
        shop.send_three(at_table(0)).await;
        assert_eq!((shop.documents(kitchen.tickets).await.len(), shop.documents(kitchen.labels).await.len()), (1, 0));
        shop.change(kitchen.labels, json!({"labels_tables": true})).await;
        shop.send_three(at_table(1)).await;
        assert_eq!(shop.documents(kitchen.labels).await.len(), 1);
        // Without a printer of tickets nobody learns of an order that has no stickers.
        shop.change(kitchen.labels, json!({"labels_tables": false})).await;
        shop.change(kitchen.tickets, json!({"production_area_ids": []})).await;
        let sent = shop.send_three(at_table(2)).await;
        let warning = sent["command"]["areas"][0]["warning"].as_str().unwrap();
        assert!(warning.contains("solo tiene impresora de etiquetas"), "{warning}");
        assert_eq!(shop.documents(kitchen.labels).await.len(), 1);
    }

    async fn what_is_cancelled_gets_a_sticker_only_where_no_ticket_says_it(shop: Shop) {
        let kitchen = Kitchen::open(&shop).await;
        let dismiss = async |sent: &Value| {
            let body = json!({"order_ids": sent["lines"], "reason": "Se equivocó", "pin": "1234"});
            shop.admin.put(&format!("/api/orders/{}/dismiss", sent["client_request"]["id"]), body).await.ok();
        };
        dismiss(&shop.send_three(take_away()).await).await;
        assert_eq!(shop.documents(kitchen.tickets).await, ["CANCELLATION", "COMMAND"]);
        assert_eq!(shop.documents(kitchen.labels).await, ["COMMAND"]);
        shop.change(kitchen.tickets, json!({"production_area_ids": []})).await;
        dismiss(&shop.send_three(take_away()).await).await;
        assert_eq!(shop.documents(kitchen.labels).await, ["CANCELLATION", "COMMAND", "COMMAND"]);
        let stickers = shop.newest_stickers(&kitchen.token).await;
        assert!(stickers.len() == 3 && stickers.iter().all(|sticker| sticker.contains("ANULADO")), "{stickers:?}");
    }

    async fn a_reprint_brings_marked_stickers_again(shop: Shop) {
        let kitchen = Kitchen::open(&shop).await;
        let sent = shop.send_three(take_away()).await;
        shop.admin.post(&format!("/api/commands/{}/reprint", sent["command"]["id"]), json!({})).await.ok();
        assert_eq!(shop.documents(kitchen.labels).await, ["REPRINT", "COMMAND"]);
        let stickers = shop.newest_stickers(&kitchen.token).await;
        assert!(stickers.len() == 3 && stickers.iter().all(|sticker| sticker.contains("REIMPRESIÓN")), "{stickers:?}");
    }

    async fn a_printer_of_labels_is_refused_where_tickets_are_needed(shop: Shop) {
        let kitchen = Kitchen::open(&shop).await;
        let refused = async |printer: i64, field: &str, form: Value| {
            let answer = shop.admin.put(&format!("/api/printers/{printer}"), form).await.refused(422, "invalid");
            answer["errors"][field][0].as_str().unwrap_or_default().to_owned()
        };
        let boxes: Vec<Value> = shop.admin.get("/api/cashboxes").await.rows().iter().map(|row| row["id"].clone()).collect();
        assert!(refused(kitchen.labels, "cashbox_ids", json!({"cashbox_ids": boxes})).await.contains("impresora de etiquetas"));
        assert!(refused(kitchen.tickets, "stand_in_id", json!({"stand_in_id": kitchen.labels})).await.contains("imprime etiquetas"));
        shop.change(kitchen.labels, json!({"stand_in_id": kitchen.tickets})).await;
        let nothing = json!({"labels_tables": false, "labels_take_away": false, "labels_delivery": false});
        assert!(refused(kitchen.labels, "labels_take_away", nothing).await.contains("para qué pedidos"));
        shop.change(kitchen.labels, json!({"stand_in_id": null})).await;
        shop.change(kitchen.tickets, json!({"cashbox_ids": boxes, "opens_drawer": true})).await;
        // A printer of tickets that becomes one of labels leaves its cash boxes and its drawer.
        let changed = shop.change(kitchen.tickets, json!({"kind": "LABEL"})).await;
        assert_eq!((&changed["cashbox_ids"], &changed["opens_drawer"]), (&json!([]), &json!(false)));
        shop.change(kitchen.tickets, json!({"kind": "TICKET"})).await;
        shop.send_three(take_away()).await;
        let ticket = jobs_of(&shop, kitchen.tickets).await[0]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/print-jobs/{ticket}/reroute");
        let answer = shop.admin.post(&path, json!({"printer_id": kitchen.labels})).await.refused(422, "invalid");
        assert!(answer["errors"]["printer_id"][0].as_str().unwrap().contains("etiquetas"), "{answer}");
        let sticker = jobs_of(&shop, kitchen.labels).await[0]["id"].as_str().unwrap().to_owned();
        shop.admin.post(&format!("/api/print-jobs/{sticker}/reroute"), json!({"printer_id": kitchen.tickets})).await.ok();
    }

    async fn the_test_page_of_a_printer_of_labels_is_one_sticker(shop: Shop) {
        let kitchen = Kitchen::open(&shop).await;
        let job = shop.request_test_page(kitchen.labels).await;
        let mut agent = shop.connect_agent(&kitchen.token).await;
        let pulled = pull(&mut agent).await;
        let blocks = pulled["jobs"][0]["ticket"]["blocks"].as_array().unwrap().clone();
        assert_eq!(blocks.iter().filter(|block| block["type"] == "cut").count(), 1);
        assert!(Value::from(blocks).to_string().contains("40x30 mm · tspl"));
        agent.emit_and_wait("job_state", report_body(&job, kitchen.labels, "DONE")).await;
        assert_eq!(shop.job_state(&job).await, "DONE");
    }
}
