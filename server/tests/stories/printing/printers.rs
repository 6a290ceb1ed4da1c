//! Printers: their form, their state, their jobs, the drawer, and paper on the screen.

use super::shop::{Shop, pull};
use crate::on_both_databases;
use serde_json::{Value, json};

on_both_databases! {
    async fn a_printers_state_shows_while_its_agent_is_online(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let mut browser = shop.watch().await;
        let mut agent = shop.connect_agent(&token).await;
        browser.next_event("event", |e| e["type"] == "agent.changed").await;
        agent.emit_and_wait("printer_state", json!({"printer_id": printer, "state": "PAPER_OUT", "level": "L2", "at_ms": 0})).await;
        browser.next_event("event", |e| e["type"] == "printer.changed" && e["ids"]["printer_id"] == printer).await;
        let path = format!("/api/printers/{printer}");
        let row = shop.admin.get(&path).await.ok();
        assert_eq!((&row["state"], &row["level"]), (&json!("PAPER_OUT"), &json!("L2")));
        drop(agent);
        browser.next_event("event", |e| e["type"] == "agent.changed").await;
        assert_eq!(shop.admin.get(&path).await.ok()["state"], "OFFLINE");
    }

    async fn a_printer_that_sends_without_end_says_why_it_is_offline(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let areas = shop.admin.get("/api/production-areas").await.rows();
        shop.admin.put(&format!("/api/printers/{printer}"), json!({"production_area_ids": [areas[0]["id"]]})).await.ok();
        let mut agent = shop.connect_agent(&token).await;
        pull(&mut agent).await;
        let tell = async |agent: &mut crate::support::socket::Socket, mut state: Value| {
            state["printer_id"] = json!(printer);
            state["at_ms"] = json!(0);
            assert_eq!(agent.emit_and_wait("printer_state", state).await["ok"], true);
            let shown = shop.admin.get(&format!("/api/printers/{printer}")).await.ok();
            (shown["state"].clone(), shown["trouble"].clone())
        };
        for (trouble, title) in [("BABBLING", "Impresora caja manda datos sin parar"), ("NOT_A_PRINTER", "Impresora caja no es una impresora")] {
            let shown = tell(&mut agent, json!({"state": "OFFLINE", "trouble": trouble})).await;
            assert_eq!(shown, (json!("OFFLINE"), json!(trouble)));
            assert_eq!(shop.admin.get("/api/printer-notices").await.rows()[0]["title"], title);
        }
        assert_eq!(tell(&mut agent, json!({"state": "READY"})).await, (json!("READY"), Value::Null));
    }

    async fn a_printers_form_is_checked_field_by_field(shop: Shop) {
        let (id, _token) = shop.pair("PC-CAJA").await;
        shop.pair("PC-BAR").await;
        let add = async |form: Value| shop.admin.post("/api/printers", form).await;
        let wrong = add(json!({"name": "", "type": "NETWORK", "address": "192.168.1.900", "agent_id": id})).await;
        let wrong = wrong.refused(422, "invalid");
        for field in ["name", "address"] {
            assert!(wrong["errors"][field].is_array(), "{field}: {wrong}");
        }
        for (field, texts) in [("size", "80 o 58"), ("print_command", "PRINT, PDF o NONE"), ("status", "ACTIVE o INACTIVE")] {
            let wrong = add(json!({"name": "Cocina", "type": "VIRTUAL", field: "70"})).await.refused(422, "invalid");
            assert_eq!(wrong["errors"][field][0], format!("Revisa el campo {field}: puede ser {texts}."));
        }
        let typeless = add(json!({"name": "Cocina", "agent_id": id})).await.refused(422, "invalid");
        assert!(typeless["errors"]["type"].is_array(), "{typeless}");
        let nobodys = add(json!({"name": "Cocina", "type": "USB", "address": "usb:04b8:0e28"})).await.refused(422, "invalid");
        assert!(nobodys["errors"]["agent_id"].is_array(), "{nobodys}");
        let first = shop.add_printer("Impresora uno", id).await;
        let refusal = add(json!({"name": "Impresora uno", "type": "VIRTUAL", "agent_id": id})).await.refused(409, "already_exists");
        assert!(refusal["errors"]["name"].is_array(), "{refusal}");
        let path = format!("/api/printers/{first}");
        for stand_in in [first, 999_999] {
            let refused = shop.admin.put(&path, json!({"stand_in_id": stand_in})).await.refused(422, "invalid");
            assert!(refused["errors"]["stand_in_id"].is_array(), "{refused}");
        }
    }

    async fn a_printer_in_use_stays_and_an_unused_one_is_deleted(shop: Shop) {
        let (id, _token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora nueva", id).await;
        let path = format!("/api/printers/{printer}");
        let area = shop.admin.get("/api/production-areas").await.rows()[0]["id"].clone();
        let linked = shop.admin.put(&path, json!({"production_area_ids": [area], "size": "58"})).await.ok();
        assert_eq!((&linked["production_area_ids"], &linked["size"], &linked["name"]), (&json!([area]), &json!("58"), &json!("Impresora nueva")));
        let areas = shop.admin.get("/api/printer-area").await.rows();
        assert!(areas.iter().any(|a| a["printer_id"] == printer && a["production_area_id"] == area), "{areas:?}");
        shop.admin.delete(&path).await.refused(409, "in_use");
        shop.admin.put(&path, json!({"production_area_ids": []})).await.ok();
        shop.admin.delete(&path).await.ok();
        shop.admin.get(&path).await.refused(404, "not_found");
    }

    async fn the_drawer_opens_once_and_is_logged(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora cajón", id).await;
        let cashier = shop.app.login("cajero").await;
        let boxes = shop.admin.get("/api/cashboxes").await.rows();
        let boxes: Vec<_> = boxes.iter().map(|b| b["id"].clone()).collect();
        shop.admin.put(&format!("/api/printers/{printer}"), json!({"cashbox_ids": boxes})).await.ok();
        let why = json!({"reason": "Cambio"});
        cashier.post("/api/cash-drawer/open", json!({"reason": " "})).await.refused(422, "invalid");
        cashier.post("/api/cash-drawer/open", why.clone()).await.refused(409, "conflict");
        shop.admin.put(&format!("/api/printers/{printer}"), json!({"opens_drawer": true})).await.ok();
        let job = cashier.post("/api/cash-drawer/open", why).await.ok()["print_job_id"].clone();
        let mut agent = shop.connect_agent(&token).await;
        let pulled = pull(&mut agent).await;
        let drawer = pulled["jobs"].as_array().unwrap().iter().find(|j| j["id"] == job).unwrap();
        assert_eq!((&drawer["document"], &drawer["open_drawer"]), (&json!("DRAWER"), &json!(true)));
        shop.admin.post(&format!("/api/print-jobs/{}/reprint", job.as_str().unwrap()), json!({})).await.refused(409, "conflict");
    }

    async fn printers_are_searched_filtered_and_paged(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let (first, second) = (shop.add_printer("Zócalo", id).await, shop.add_printer("Ático", id).await);
        let mut browser = shop.watch().await;
        let mut agent = shop.connect_agent(&token).await;
        browser.next_event("event", |e| e["type"] == "agent.changed").await;
        agent.emit_and_wait("printer_state", json!({"printer_id": first, "state": "PAPER_OUT", "at_ms": 0})).await;
        shop.admin.put(&format!("/api/printers/{second}"), json!({"status": "INACTIVE"})).await.ok();
        let get = async |query: &str| shop.admin.get(&format!("/api/printers?{query}")).await;
        let ids = |rows: Vec<Value>| rows.iter().map(|p| p["id"].as_i64().unwrap()).collect::<Vec<_>>();
        assert_eq!(ids(get("term=zocalo").await.rows()), [first]);
        assert_eq!(ids(get("filters=%7B%22state%22:[%22PAPER_OUT%22]%7D").await.rows()), [first]);
        assert_eq!(ids(get("filters=%7B%22status%22:[%22INACTIVE%22]%7D").await.rows()), [second]);
        let agent_filter = format!("filters=%7B%22agent_id%22:[{id}]%7D&sort=-name");
        assert_eq!(ids(get(&agent_filter).await.rows()), [first, second]);
        assert_eq!(ids(get(&format!("{agent_filter}&page=2&per_page=1")).await.rows()), [second]);
        let all = get("").await.json;
        assert_eq!(all["total_rows"], json!(all["rows"].as_array().unwrap().len()));
        get("sort=colour").await.refused(422, "invalid");
        get("per_page=0").await.refused(422, "invalid");
        get("filters=%7B%22agent_id%22:[%22x%22]%7D").await.refused(422, "invalid");
    }

    async fn the_models_that_agents_know_can_be_chosen(shop: Shop) {
        let rows = shop.admin.get("/api/printer-profiles").await.rows();
        assert_eq!((&rows[0]["name"], &rows[0]["paper"]), (&json!("generic"), &json!(null)));
        let epson = rows.iter().find(|p| p["name"] == "epson-tm-t20-58").unwrap();
        assert_eq!(epson["paper"], "58");
        shop.app.login("cajero").await.get("/api/printer-profiles").await.refused(422, "not_permitted");
    }

    async fn a_virtual_printer_without_an_agent_shows_its_paper(shop: Shop) {
        let virtual_printer = shop.admin.post("/api/printers", json!({"name": "En pantalla", "type": "VIRTUAL", "size": "58"})).await.ok();
        assert_eq!(virtual_printer["state"], "READY");
        let printer = virtual_printer["id"].as_i64().unwrap();
        let job = shop.request_test_page(printer).await;
        assert_eq!(shop.job_state(&job).await, "DONE");
        let papers = shop.admin.get(&format!("/api/printers/{printer}/paper?limit=5")).await.rows();
        assert_eq!((&papers[0]["job_id"], &papers[0]["columns"]), (&json!(job), &json!(32)));
        // The code page as a table: other characters mean another page, or another number for it.
        let page = papers[0].to_string();
        for part in ["Caracteres PC850 (ESC t 2)", "8. ÇüéâäàåçêëèïîìÄÅ", "F. .±‗¾¶§÷¸°¨·¹³²■.", "Doble: ¿Ñandú?", "Gaveta: no se abre aquí"] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let pdf = shop.admin.get(&format!("/api/print-jobs/{job}/pdf")).await;
        assert!(pdf.status == 200 && pdf.bytes.starts_with(b"%PDF-"));
    }
}
