//! Papers about a command go to the printer that printed the command, whoever requests them.

use super::{move_table, table_change_papers, transfer_body};
use crate::{
    on_both_databases,
    orders::house::{House, Paper},
    support::client::Client,
};
use serde_json::{Value, json};

/// The printers of the papers of this kind, in order.
async fn printers_of(house: &House, document: &str) -> Vec<String> {
    let papers = house.papers().await.into_iter().filter(|p| p.document == document);
    papers.map(|p: Paper| p.printer).collect()
}

async fn dismiss(house: &House, client: &Client, account: &Value, line: &Value) {
    let body = json!({"order_ids": [line], "quantities": {line.to_string(): 1}, "pin": comanda::demo::PIN, "reason": "No quiere", "made": false});
    client.put(&format!("/api/orders/{account}/dismiss"), body).await.ok();
    assert_eq!(house.load_account(account).await["id"], *account);
}

on_both_databases! {
    async fn papers_stay_with_the_printer_that_has_the_command(house: House) {
        let answer = house.send_order("5", &[house.order_item(3, "Lomo saltado").await]).await;
        let (id, line, command) = (&answer["client_request"]["id"], &answer["lines"][0], &answer["command"]["id"]);
        // The kitchen gets another printer; the cook of this command stands at the old one.
        house.sql("UPDATE printer_areas SET printer_id = (SELECT id FROM printers WHERE name = 'Ticket PARRILLA') WHERE printer_id = (SELECT id FROM printers WHERE name = 'Ticket COCINA')").await;
        let reprint = format!("/api/commands/{command}/reprint");
        dismiss(&house, &house.rosa, id, line).await;
        assert_eq!(house.rosa.post(&reprint, json!({})).await.ok()["areas"][0]["printers"], json!(["Ticket COCINA"]));
        move_table(&house, &house.rosa, "5", "20").await.ok();
        for document in ["CANCELLATION", "REPRINT", "TABLE_CHANGE"] {
            assert_eq!(printers_of(&house, document).await, ["Ticket COCINA"], "{document}");
        }
        let shown = house.rosa.get(&format!("/api/commands/show/{command}")).await.ok();
        assert_eq!(shown["areas"][0]["printers"], json!(["Ticket COCINA"]));
        // Once the old printer is out of use, papers go to the area's present printer.
        house.sql("UPDATE printers SET status = 'INACTIVE' WHERE name = 'Ticket COCINA'").await;
        house.rosa.post(&reprint, json!({})).await.ok();
        assert_eq!(printers_of(&house, "REPRINT").await, ["Ticket COCINA", "Ticket PARRILLA"]);
    }

    async fn papers_follow_a_command_that_was_sent_to_another_printer(house: House) {
        let answer = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        let (id, line) = (&answer["client_request"]["id"], &answer["lines"][0]);
        let admin = house.app.login("admin").await;
        let job = admin.get(&format!("/api/print-jobs?client_request_id={id}")).await.rows()[0]["id"].as_str().unwrap().to_owned();
        let bar = admin.get("/api/printers?term=Ticket+BAR").await.rows()[0]["id"].clone();
        admin.post(&format!("/api/print-jobs/{job}/reroute"), json!({"printer_id": bar})).await.ok();
        dismiss(&house, &house.rosa, id, line).await;
        assert_eq!(printers_of(&house, "CANCELLATION").await, ["Ticket BAR"]);
    }

    async fn a_move_of_several_commands_is_one_paper_per_area_and_one_notice(house: House) {
        let answer = house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        let id = &answer["client_request"]["id"];
        for _ in 0..2 {
            let more = json!({"client_request": id, "products": [house.order_item(1, "Cau cau").await]});
            house.rosa.post("/api/orders", more).await.ok();
        }
        let moved = house.rosa.post("/api/pos-options/move-table", transfer_body(&house, "5", "20").await).await.ok();
        assert_eq!(moved["areas"].as_array().unwrap().len(), 1);
        let papers = table_change_papers(&house).await;
        assert_eq!(papers.len(), 1);
        for part in ["LOMO SALTADO", "CAU CAU", "Comanda 0001, 0002, 0003"] {
            assert!(papers[0].text.contains(part), "{part} in\n{}", papers[0].text);
        }
        let cook = house.app.login("cocina").await;
        let feed = cook.get("/api/kitchen").await.ok();
        let lines: Vec<&Value> = feed["cards"].as_array().unwrap().iter().flat_map(|c| c["lines"].as_array().unwrap()).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|l| l["moved_from"] == "Mesa 5 - Terraza"), "{lines:?}");
        let ids: Vec<&Value> = lines.iter().map(|l| &l["id"]).collect();
        assert_eq!(cook.post("/api/kitchen/acknowledge", json!({"line_ids": ids})).await.ok(), 3);
    }
}
