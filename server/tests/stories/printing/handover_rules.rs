//! Which printers may stand in for which, and what never moves.

use super::{
    handover::{Kitchen, jobs_of},
    shop::{Shop, job_ids, pull},
};
use crate::{companies, on_both_databases};
use chrono::Duration;
use serde_json::{Value, json};

on_both_databases! {
    async fn a_stand_in_is_a_printer_of_this_house_that_leads_to_no_circle(shop: Shop) {
        let (cash, _) = shop.pair("PC-CAJA").await;
        let (bar, _) = shop.pair("PC-BAR").await;
        let (one, two, three) = (shop.add_printer("Uno", cash).await, shop.add_printer("Dos", bar).await, shop.add_printer("Tres", bar).await);
        let change = async |printer: i64, form: Value| shop.admin.put(&format!("/api/printers/{printer}"), form).await;
        let refused = async |printer: i64, field: &str, form: Value| {
            let answer = change(printer, form).await.refused(422, "invalid");
            answer["errors"][field][0].as_str().unwrap_or_default().to_owned()
        };
        let saved = change(one, json!({"stand_in_id": two})).await.ok();
        assert_eq!((&saved["stand_in_id"], &saved["stand_in_after_s"]), (&json!(two), &json!(30)), "of another PC, after the usual time");
        assert!(refused(one, "stand_in_id", json!({"stand_in_id": one})).await.contains("a sí misma"));
        assert!(refused(one, "stand_in_id", json!({"stand_in_id": 999_999})).await.contains("ya no existe"));
        assert!(refused(two, "stand_in_id", json!({"stand_in_id": one})).await.contains("en círculo"));
        // A chain is accepted and followed one step only; closing it is not.
        change(two, json!({"stand_in_id": three})).await.ok();
        assert!(refused(three, "stand_in_id", json!({"stand_in_id": one})).await.contains("en círculo"));
        for seconds in [4, 0, -1, 301] {
            assert_eq!(refused(one, "stand_in_after_s", json!({"stand_in_after_s": seconds})).await, "Escribe entre 5 y 300 segundos.");
        }
        assert_eq!(change(one, json!({"stand_in_after_s": 300})).await.ok()["stand_in_after_s"], 300);
        let in_use = shop.admin.delete(&format!("/api/printers/{three}")).await.refused(409, "in_use");
        assert!(in_use["message"].as_str().unwrap().contains("suple a Dos"), "{in_use}");
        let needed = change(three, json!({"status": "INACTIVE"})).await.refused(409, "in_use");
        assert!(needed["message"].as_str().unwrap().contains("suple a Dos"), "{needed}");
        change(two, json!({"stand_in_id": null})).await.ok();
        change(three, json!({"status": "INACTIVE"})).await.ok();
        assert!(refused(two, "stand_in_id", json!({"stand_in_id": three})).await.contains("Tres está desactivada"));
        let screen = shop.admin.post("/api/printers", json!({"name": "En pantalla", "type": "VIRTUAL"})).await.ok();
        assert!(refused(two, "stand_in_id", json!({"stand_in_id": screen["id"]})).await.contains("en pantalla"));
        shop.admin.delete(&format!("/api/printers/{three}")).await.ok();
        assert!(refused(two, "stand_in_id", json!({"stand_in_id": three})).await.contains("ya no existe"));
    }

    async fn a_printer_of_another_company_does_not_stand_in(shop: Shop) {
        let (cash, _) = shop.pair("PC-CAJA").await;
        let mut last = 0;
        for number in 1..=12 {
            last = shop.add_printer(&format!("Impresora {number}"), cash).await;
        }
        companies::second_company(&shop.app).await;
        let admin = companies::admin_at(&shop.app, companies::OTHER).await;
        let own = admin.post("/api/printers", json!({"name": "La nuestra", "type": "VIRTUAL"})).await.ok()["id"].as_i64().unwrap();
        assert!(own < last);
        let refused = admin.put(&format!("/api/printers/{own}"), json!({"stand_in_id": last})).await.refused(422, "invalid");
        assert!(refused["errors"]["stand_in_id"][0].as_str().unwrap().contains("en este local"), "{refused}");
    }

    async fn two_forms_at_once_do_not_close_a_circle(shop: Shop) {
        let (cash, _) = shop.pair("PC-CAJA").await;
        let (one, two) = (shop.add_printer("Uno", cash).await, shop.add_printer("Dos", cash).await);
        let change = async |printer: i64, stand_in: i64| {
            shop.admin.put(&format!("/api/printers/{printer}"), json!({"stand_in_id": stand_in})).await.status.as_u16()
        };
        let (first, second) = tokio::join!(change(one, two), change(two, one));
        let mut answers = [first, second];
        answers.sort_unstable();
        assert_eq!(answers, [200, 422]);
    }

    async fn drawers_and_test_pages_stay_at_their_printer(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let cashier = shop.app.login("cajero").await;
        let boxes: Vec<_> = shop.admin.get("/api/cashboxes").await.rows().iter().map(|b| b["id"].clone()).collect();
        shop.admin.put(&format!("/api/printers/{}", kitchen.own), json!({"cashbox_ids": boxes, "opens_drawer": true, "stand_in_after_s": 5})).await.ok();
        let test = shop.request_test_page(kitchen.own).await;
        cashier.post("/api/cash-drawer/open", json!({"reason": "Cambio"})).await.ok();
        shop.order(&shop.admin).await;
        let command = jobs_of(&shop, kitchen.own).await.iter().find(|j| j["document"] == "COMMAND").unwrap()["id"].as_str().unwrap().to_owned();
        shop.advance_clock(Duration::seconds(6));
        let moved = kitchen.next_at_stand_in(&command).await;
        assert_eq!((&moved["document"], &moved["open_drawer"]), (&json!("COMMAND"), &json!(false)));
        let at_stand_in: Vec<_> = jobs_of(&shop, kitchen.stand_in).await.iter().map(|j| j["document"].clone()).collect();
        assert_eq!(at_stand_in, ["COMMAND"]);
        assert_eq!(shop.job_state(&test).await, "PENDING");
    }

    async fn a_print_pc_is_told_its_own_stand_ins_and_the_time(shop: Shop) {
        let (cash, token) = shop.pair("PC-CAJA").await;
        let (bar, _) = shop.pair("PC-BAR").await;
        let (one, two, far) = (shop.add_printer("Uno", cash).await, shop.add_printer("Dos", cash).await, shop.add_printer("Lejos", bar).await);
        shop.admin.put(&format!("/api/printers/{one}"), json!({"stand_in_id": two, "stand_in_after_s": 45})).await.ok();
        shop.admin.put(&format!("/api/printers/{two}"), json!({"stand_in_id": far})).await.ok();
        let mut agent = shop.connect_agent(&token).await;
        let pulled = pull(&mut agent).await;
        assert!(job_ids(&pulled).is_empty());
        let told = |id: i64| pulled["printers"].as_array().unwrap().iter().find(|p| p["id"] == id).unwrap().clone();
        assert_eq!((&told(one)["stand_in_id"], &told(one)["stand_in_after_s"]), (&json!(two), &json!(45)));
        assert_eq!(told(two)["stand_in_id"], Value::Null, "what another PC prints is the server's to hand over");
        // The technician sees both, and chooses among the own ones.
        let machine = shop.at_machine(&token);
        let seen = machine.get("/api/agent").await.ok();
        let seen = seen["printers"].as_array().unwrap().iter().find(|p| p["id"] == two).unwrap().clone();
        assert_eq!((&seen["stand_in_name"], &seen["stand_in_after_s"]), (&json!("Lejos"), &json!(30)));
        machine.put(&format!("/api/agent/printers/{one}"), json!({"stand_in_id": far})).await.refused(422, "invalid");
        machine.put(&format!("/api/agent/printers/{one}"), json!({"stand_in_after_s": 10})).await.ok();
    }
}
