//! Tills are told about problems of the printers that they use, before a paper waits for them.

use super::shop::{Shop, pull};
use crate::{on_both_databases, support::client::Client};
use serde_json::{Value, json};

async fn notices(client: &Client) -> Vec<Value> {
    client.get("/api/printer-notices").await.rows()
}

fn titles(notices: &[Value]) -> Vec<&str> {
    notices.iter().map(|notice| notice["title"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn a_till_is_told_about_its_printers(shop: Shop) {
        shop.detach_all_printers().await;
        let cashier = shop.app.login("cajero").await;
        let waiter = shop.app.login("mozo").await;
        let own_box = cashier.get("/api/profile").await.ok()["uuid_cashbox_selected"].as_i64().unwrap();
        shop.admin.put(&format!("/api/users/{}", waiter.user_id()), json!({"uuid_cashbox_selected": null})).await.ok();
        let (agent, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Epson de caja", agent).await;
        let path = format!("/api/printers/{printer}");
        assert!(notices(&cashier).await.is_empty(), "a printer that nobody uses is nobody's business");
        shop.admin.put(&path, json!({"cashbox_ids": [own_box]})).await.ok();

        let cashier_notices = notices(&cashier).await;
        assert_eq!(titles(&cashier_notices), ["La computadora PC-CAJA no responde"]);
        assert!(cashier_notices[0]["advice"].as_str().unwrap().contains("Epson de caja"), "{cashier_notices:?}");
        assert!(notices(&waiter).await.is_empty(), "no receipt of theirs comes out there");

        let mut link = shop.connect_agent(&token).await;
        pull(&mut link).await;
        let mut browser = shop.watch().await;
        link.emit_and_wait("printer_state", json!({"printer_id": printer, "state": "PAPER_NEAR_END", "at_ms": 0})).await;
        browser.next_event("event", |e| e["type"] == "printer.changed").await;
        assert_eq!(titles(&notices(&cashier).await), ["Queda poco papel en Epson de caja"]);
        assert_eq!(notices(&shop.admin).await[0]["state"], "PAPER_NEAR_END");

        // Once the printer has an area, all who send orders use it; a roll that still lasts is not their concern.
        let areas = shop.admin.get("/api/production-areas").await.rows();
        shop.admin.put(&path, json!({"production_area_ids": [areas[0]["id"]]})).await.ok();
        assert!(notices(&waiter).await.is_empty());
        for (state, title) in [
            ("PAPER_OUT", "Epson de caja no tiene papel"),
            ("COVER_OPEN", "Epson de caja tiene la tapa abierta"),
            ("ERROR", "Epson de caja tiene un error"),
            ("OFFLINE", "Epson de caja no responde"),
        ] {
            link.emit_and_wait("printer_state", json!({"printer_id": printer, "state": state, "at_ms": 0})).await;
            for client in [&cashier, &waiter] {
                assert_eq!(titles(&notices(client).await), [title]);
            }
        }

        let other = shop.add_printer("Barra", agent).await;
        link.emit_and_wait("printer_state", json!({"printer_id": other, "state": "READY", "at_ms": 0})).await;
        shop.admin.put(&path, json!({"stand_in_id": other})).await.ok();
        let advice = notices(&waiter).await[0]["advice"].as_str().unwrap().to_owned();
        assert!(advice.ends_with("Mientras tanto imprime Barra."), "{advice}");

        link.emit_and_wait("printer_state", json!({"printer_id": printer, "state": "READY", "at_ms": 0})).await;
        assert!(notices(&cashier).await.is_empty());
        link.emit_and_wait("printer_state", json!({"printer_id": printer, "state": "ERROR", "at_ms": 0})).await;
        shop.admin.put(&path, json!({"status": "INACTIVE", "cashbox_ids": [], "production_area_ids": []})).await.ok();
        assert!(notices(&cashier).await.is_empty(), "what is out of use is left alone");
        shop.app.login("contador").await.get("/api/printer-notices").await.refused(422, "not_permitted");
    }
}
