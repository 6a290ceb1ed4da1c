//! Sending orders, and the papers that the kitchen gets.

use super::house::{House, pdf_width_mm};
use crate::on_both_databases;
use serde_json::{Value, json};

on_both_databases! {
    async fn each_area_gets_its_own_lines_and_no_other_area_a_paper(house: House) {
        let lomo = house.product("Lomo saltado").await;
        let variant = &lomo["variants"][2];
        let egg = &lomo["toppings"][0];
        let products = [
            json!({"product": {"id": lomo["id"]}, "qty": "2", "variant_id": variant["id"], "comment": "sin cebolla", "toppings": [{"id": egg, "quantity": 2}]}),
            house.order_item(3, "Chicha morada").await,
        ];
        let answer = house.send_order("12", &products).await;
        assert_eq!(answer["warnings"], json!([]));
        let papers = house.papers().await;
        let went: Vec<_> = papers.iter().map(|p| (p.document.as_str(), p.area.as_str(), p.printer.as_str())).collect();
        assert_eq!(went, [("COMMAND", "COCINA", "Ticket COCINA"), ("COMMAND", "BAR", "Ticket BAR")]);
        let kitchen = &papers[0].text;
        for part in ["C O C I N A", "M E S A   1 2   -   T E R R A Z A", "Comanda 0001", "Mozo: Rosa Quispe", "Personas: 4", " 2 LOMO SALTADO", "Variante: Tres cuartos", "+ 2 Huevo frito", ">> SIN CEBOLLA", "COCINA #000001"] {
            assert!(kitchen.contains(part), "{part} in\n{kitchen}");
        }
        assert!(!kitchen.contains("CHICHA"), "{kitchen}");
        let bar = &papers[1].text;
        assert!(bar.contains(" 3 CHICHA MORADA") && !bar.contains("LOMO"), "{bar}");
        assert!(bar.lines().all(|l| l.chars().count() <= 33), "{bar}");
    }

    async fn a_second_send_prints_only_new_lines(house: House) {
        let first = house.send_order("12", &[house.order_item(1, "Lomo saltado").await]).await;
        let id = &first["client_request"]["id"];
        let more = json!({"client_request": id, "products": [house.order_item(2, "Lomo saltado").await]});
        let second = house.rosa.post("/api/orders", more).await.ok();
        assert_eq!((&first["command"]["number"], &second["command"]["number"]), (&json!(1), &json!(2)));
        // The answer of the send is what a read returns.
        assert_eq!(second["client_request"], house.rosa.get(&format!("/api/client-requests/{id}")).await.ok());
        let papers = house.papers().await;
        assert_eq!(papers.len(), 2);
        assert!(papers[1].text.contains(" 2 LOMO SALTADO") && !papers[1].text.contains(" 1 LOMO"), "{}", papers[1].text);
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await.refused(409, "not_sendable");
        assert_eq!(house.papers().await.len(), 2);
        let history = house.rosa.get(&format!("/api/commands/{id}")).await.rows();
        assert_eq!(history.len(), 2);
        assert_eq!(history[0]["number"], 2);
        assert_eq!(history[0]["lines"][0]["qty"], "2");
    }

    async fn a_combos_dishes_are_printed_where_they_are_made(house: House) {
        let answer = house.send_order("3", &[house.order_item(2, "Combo criollo para dos").await]).await;
        let papers = house.papers().await;
        let kitchen = papers.iter().find(|p| p.area == "COCINA").unwrap();
        let bar = papers.iter().find(|p| p.area == "BAR").unwrap();
        assert_eq!(papers.len(), 2);
        assert!(kitchen.text.contains(" 2 COMBO CRIOLLO PARA DOS"), "{}", kitchen.text);
        assert!(kitchen.text.contains("     4 Lomo saltado") && kitchen.text.contains("     2 Causa limeña"), "{}", kitchen.text);
        assert!(!kitchen.text.contains("Chicha"), "{}", kitchen.text);
        assert!(bar.text.contains("     4 Chicha morada") && !bar.text.contains("Lomo"), "{}", bar.text);
        let line = &answer["client_request"]["lines"][0];
        assert_eq!(line["combo_has_product"].as_array().unwrap().len(), 3);
        assert_eq!(line["total"], "178.00");
    }

    async fn an_area_without_a_printer_is_a_warning_and_the_command_stays(house: House) {
        house.sql("DELETE FROM printer_areas WHERE printer_id IN (SELECT id FROM printers WHERE name = 'Ticket BAR')").await;
        let answer = house.send_order("5", &[house.order_item(1, "Chicha morada").await]).await;
        assert!(answer["warnings"][0].as_str().unwrap().contains("BAR"), "{answer}");
        assert!(house.papers().await.is_empty());
        let id = &answer["client_request"]["id"];
        let history = house.rosa.get(&format!("/api/commands/{id}")).await.rows();
        assert_eq!(history[0]["lines"][0]["name"], "Chicha morada");
        assert!(history[0]["areas"][0]["warning"].is_string(), "{history:?}");
    }

    async fn excluded_documents_are_not_printed_at_a_printer(house: House) {
        house.sql("UPDATE printers SET print_command = 'NONE' WHERE name = 'Ticket COCINA'").await;
        house.sql("UPDATE printers SET print_command = 'PDF' WHERE name = 'Ticket BAR'").await;
        let answer = house.send_order("5", &[house.order_item(1, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        assert!(house.papers().await.is_empty());
        assert_eq!(answer["warnings"], json!([]));
        let pdf: Vec<_> = answer["command"]["areas"].as_array().unwrap().iter().map(|a| (a["area"].clone(), a["pdf"].clone())).collect();
        assert_eq!(pdf, [(json!("COCINA"), json!(false)), (json!("BAR"), json!(true))]);
    }

    async fn a_reprint_is_marked_and_has_the_hour_of_the_first(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        let command = &answer["command"]["id"];
        let path = format!("/api/commands/{command}/reprint");
        let reprint = house.rosa.post(&path, json!({"area": "cocina"})).await.ok();
        assert_eq!(reprint["areas"][0]["printers"], json!(["Ticket COCINA"]));
        house.rosa.post(&path, json!({"area": "PARRILLA"})).await.refused(422, "invalid");
        let papers = house.papers().await;
        assert_eq!(papers.len(), 3);
        let paper = &papers[2];
        assert_eq!((paper.document.as_str(), paper.area.as_str()), ("REPRINT", "COCINA"));
        for part in ["R E I M P R E S I Ó N", "Primera impresión: ", "Comanda 0001", "COCINA #000002"] {
            assert!(paper.text.contains(part), "{part} in\n{}", paper.text);
        }
        house.rosa.post("/api/commands/987654/reprint", json!({})).await.refused(404, "not_found");
    }

    async fn the_pre_bill_is_printed_at_the_cash_desk_and_a_new_line_revokes_it(house: House) {
        let answer = house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        let id = &answer["client_request"]["id"];
        let printed = house.rosa.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.ok();
        assert!(printed["print_job_id"].is_string(), "{printed}");
        assert!(printed["client_request"]["billed_at"].is_string());
        let paper = house.papers().await.pop().unwrap();
        assert_eq!((paper.document.as_str(), paper.printer.as_str()), ("PREBILL", "Ticket CAJA"));
        for part in ["P R E - C U E N T A", "Mesa: 12 - Terraza", "2 Lomo saltado", "76.00", "Por persona (4), aprox.", "19.00", "No es un comprobante de pago"] {
            assert!(paper.text.contains(part), "{part} in\n{}", paper.text);
        }
        house.rosa.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.ok();
        assert_eq!(house.papers().await.len(), 3, "asked for twice, printed twice");
        let more = json!({"client_request": id, "products": [house.order_item(1, "Chicha morada").await], "send": false});
        let after = house.rosa.post("/api/orders", more).await.ok();
        assert!(after["client_request"]["billed_at"].is_null(), "occupied again");
        assert_eq!(after["client_request"]["totals"]["total"], "85.00");
    }

    async fn a_pre_bill_as_pdf_is_shown_before_the_table_counts_as_billed(house: House) {
        let answer = house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        let path = format!("/api/orders/{}/pre-order-print", answer["client_request"]["id"]);
        let ask = async |shown: Value| house.rosa.post(&path, json!({"pdf_shown": shown})).await.ok();
        for nowhere in ["UPDATE printers SET print_pre_account = 'PDF' WHERE name = 'Ticket CAJA'", "UPDATE printers SET status = 'INACTIVE' WHERE name = 'Ticket CAJA'"] {
            house.sql(nowhere).await;
            let offered = ask(json!(false)).await;
            assert_eq!((&offered["pdf"], &offered["print_job_id"], &offered["warnings"]), (&json!(true), &Value::Null, &json!([])));
            assert!(offered["client_request"]["billed_at"].is_null(), "nobody has seen it yet");
            let shown = ask(json!(true)).await;
            assert!(shown["client_request"]["billed_at"].is_string() && shown["print_job_id"].is_null(), "{shown}");
            house.sql("UPDATE client_requests SET billed_at = NULL").await;
        }
        // A screen that cannot show a PDF bills the table all the same.
        assert!(ask(Value::Null).await["client_request"]["billed_at"].is_string());
        house.sql("UPDATE client_requests SET billed_at = NULL").await;
        house.sql("UPDATE printers SET status = 'ACTIVE', print_pre_account = 'PRINT' WHERE name = 'Ticket CAJA'").await;
        let printed = ask(json!(false)).await;
        assert!(printed["print_job_id"].is_string() && printed["client_request"]["billed_at"].is_string(), "{printed}");
        assert_eq!((&printed["pdf"], house.papers().await.len()), (&json!(false), 2));
    }

    async fn a_paper_that_no_printer_takes_is_reported(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let products = [house.order_item(1, "Lomo saltado").await, house.order_item(1, "Chicha morada").await];
        house.rosa.post("/api/orders", json!({"client_request": id, "products": products, "send": false})).await.ok();
        house.sql("UPDATE order_lines SET comment = 'SIN CEBOLLA ' WHERE name = 'Lomo saltado'").await;
        for _ in 0..17 {
            house.sql("UPDATE order_lines SET comment = comment || comment WHERE name = 'Lomo saltado'").await;
        }
        let sent = house.rosa.post("/api/commands", json!({"client_request_id": id})).await.ok();
        let warnings = sent["warnings"].to_string();
        assert!(warnings.contains("El papel de COCINA es demasiado largo") && !warnings.contains("BAR"), "{warnings}");
        let admin = house.app.login("admin").await;
        let jobs = admin.get(&format!("/api/print-jobs?client_request_id={id}&sort=area")).await.rows();
        let drawn: Vec<_> = jobs.iter().map(|j| (j["area"].as_str().unwrap(), j["state"].as_str().unwrap(), &j["reason"])).collect();
        assert_eq!(drawn, [("BAR", "PENDING", &Value::Null), ("COCINA", "EXPIRED", &json!("too_large"))]);
        let alarm = house.rosa.get("/api/print-alarms").await.rows().remove(0);
        assert!(alarm["advice"].as_str().unwrap().contains("más largo de lo que una impresora acepta"), "{alarm}");
        let path = format!("/api/print-jobs/{}", jobs[1]["id"].as_str().unwrap());
        for way in ["release", "reprint"] {
            admin.post(&format!("{path}/{way}"), json!({})).await.refused(409, "conflict");
        }
        admin.post(&format!("{path}/cancel"), json!({})).await.ok();
        assert!(house.rosa.get("/api/print-alarms").await.rows().is_empty());
    }

    /// The bar has narrow paper, the kitchen and the cash desk wide paper.
    async fn a_pdf_is_as_wide_as_the_paper_of_its_printer(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        let id = &answer["client_request"]["id"];
        let width = async |path: &str| {
            let reply = house.rosa.get(&format!("/api/orders/{id}/{path}")).await;
            pdf_width_mm(&reply.bytes)
        };
        assert_eq!(width("command-order-pdf?area=BAR").await, 58);
        assert_eq!(width("command-order-pdf?area=COCINA").await, 80);
        assert_eq!(width("command-order-pdf").await, 80, "both on one page");
        assert_eq!(width("pre-order-pdf").await, 80);
        house.sql("UPDATE printers SET size = '58' WHERE name = 'Ticket CAJA'").await;
        assert_eq!(width("pre-order-pdf").await, 58);
        let draft = async |name: &str| {
            let cart = json!({"cart_items": [house.order_item(1, name).await]});
            let reply = house.rosa.post(&format!("/api/orders/{id}/command-order-pdf?only_cart=true"), cart).await;
            pdf_width_mm(&reply.bytes)
        };
        assert_eq!((draft("Chicha morada").await, draft("Lomo saltado").await), (58, 80));
    }

    async fn reading_a_pdf_changes_nothing(house: House) {
        let answer = house.send_order("12", &[house.order_item(1, "Lomo saltado").await, house.order_item(1, "Chicha morada").await]).await;
        let id = &answer["client_request"]["id"];
        for path in ["pre-order-pdf".to_owned(), "command-order-pdf".to_owned(), format!("command-order-pdf?command_id={}", answer["command"]["id"])] {
            let reply = house.rosa.get(&format!("/api/orders/{id}/{path}")).await;
            assert!(reply.status.is_success() && reply.bytes.starts_with(b"%PDF-"), "{path}: {}", reply.json);
        }
        assert!(house.load_account(id).await["billed_at"].is_null());
        assert_eq!(house.papers().await.len(), 2);
        house.rosa.get(&format!("/api/orders/{id}/command-order-pdf?command_id=999999")).await.refused(404, "not_found");
        house.app.login("cocina").await.get(&format!("/api/orders/{id}/pre-order-pdf")).await.refused(422, "not_permitted");
    }

    async fn an_empty_account_has_no_pre_bill(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        house.rosa.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.refused(409, "not_sendable");
    }
}
