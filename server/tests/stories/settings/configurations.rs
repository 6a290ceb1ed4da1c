//! Configurations by key, and the effect of SERVER.

use crate::{
    on_both_databases,
    printing::shop::{Shop, pull},
    support::app::TestApp,
};
use serde_json::{Value, json};

const PATH: &str = "/api/configurations";

async fn server(shop: &Shop) -> String {
    let rows = shop.admin.get(PATH).await.rows();
    let row = rows.iter().find(|c| c["key"] == "SERVER").unwrap();
    assert_eq!(row["value"], "1");
    format!("{PATH}/{}", row["id"])
}

fn areas_of(pulled: &Value) -> Vec<&str> {
    let jobs = pulled["jobs"].as_array().unwrap();
    jobs.iter().filter(|j| j["document"] == "COMMAND").map(|j| j["area"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn the_two_built_in_keys_only_change_their_value(app: TestApp) {
        let admin = app.login("admin").await;
        let five = admin.get(&format!("{PATH}/5")).await.ok();
        assert_eq!((&five["key"], &five["value"]), (&json!("PRINTER_TYPE"), &json!("1")));
        let path = format!("{PATH}/5");
        assert_eq!(admin.put(&path, json!({"value": 0})).await.ok()["value"], "0");
        assert_eq!(admin.put(&path, json!({"value": true})).await.ok()["value"], "1");
        assert_eq!(admin.put(&path, json!({"value": "0"})).await.ok()["value"], "0");
        for bad in [json!("2"), json!(""), json!([1])] {
            let refused = admin.put(&path, json!({"value": bad})).await.refused(422, "invalid");
            assert!(refused["errors"]["value"].is_array(), "{refused}");
        }
        admin.put(&path, json!({"key": "OTRA"})).await.refused(409, "in_use");
        admin.put(&path, json!({"status": "INACTIVE"})).await.refused(409, "in_use");
        admin.delete(&path).await.refused(409, "in_use");
        app.login("supervisor").await.put(&path, json!({"value": 1})).await.refused(422, "not_permitted");
    }

    async fn an_integration_keeps_its_own_keys(app: TestApp) {
        let admin = app.login("admin").await;
        let form = json!({"key": "WEB_ORDERS", "name": "Pedidos web", "type": "LINK", "value": "https://x.pe"});
        let integration = admin.post(PATH, form.clone()).await.ok();
        assert!(integration["id"].as_i64().unwrap() > 100);
        admin.post(PATH, form).await.refused(409, "already_exists");
        let path = format!("{PATH}/{}", integration["id"]);
        assert_eq!(admin.put(&path, json!({"status": "INACTIVE"})).await.ok()["status"], "INACTIVE");
        assert_eq!(admin.get(&format!("{PATH}?term=pedidos")).await.rows().len(), 1);
        admin.delete(&path).await.ok();
        admin.get(&path).await.refused(404, "not_found");
        for (field, body) in [("key", json!({"key": "con espacio", "name": "x"})), ("name", json!({"key": "A"}))] {
            let refused = admin.post(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
    }

    async fn without_a_shared_channel_a_waiters_comandas_go_to_their_own_printers(shop: Shop) {
        let waiter = shop.app.login("mozo").await;
        let (first, first_token) = shop.pair("PC-SALON").await;
        let (second, second_token) = shop.pair_for("PC-TERRAZA", &[waiter.user_id()]).await;
        shop.detach_all_printers().await;
        let areas = shop.admin.get("/api/production-areas").await.rows();
        let ids: Vec<_> = areas.iter().map(|a| a["id"].clone()).collect();
        let kitchen = areas.iter().find(|a| a["name"] == "COCINA").unwrap()["id"].clone();
        for (name, agent, areas) in [("Salón", first, json!(ids)), ("Terraza", second, json!([kitchen]))] {
            let printer = shop.add_printer(name, agent).await;
            shop.admin.put(&format!("/api/printers/{printer}"), json!({"production_area_ids": areas})).await.ok();
        }
        let mut salon = shop.connect_agent(&first_token).await;
        let path = server(&shop).await;
        assert_eq!(shop.admin.put(&path, json!({"value": 0})).await.ok()["value"], "0");
        // The agents are sent to their new channels.
        salon.wait_for_end().await;
        let sale = waiter.get("/api/catalog/sale").await.ok();
        let product_of_area = |area: &str| sale["products"].as_array().unwrap().iter().find(|p| p["production_area"] == area && p["has_variants"] == false && p["is_combo"] == false).unwrap()["id"].clone();
        let take = async |caller: &crate::support::client::Client| {
            let account = caller.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
            let products = json!([{"product": {"id": product_of_area("COCINA")}, "qty": 1}, {"product": {"id": product_of_area("BAR")}, "qty": 1}]);
            caller.post("/api/orders", json!({"client_request": account["id"], "products": products})).await.ok();
            account["id"].as_i64().unwrap()
        };
        let account = take(&waiter).await;
        // The history shows the channel too, whoever reads it.
        let areas = shop.admin.get(&format!("/api/commands/{account}")).await.rows()[0]["areas"].clone();
        let went = |area: &str| areas.as_array().unwrap().iter().find(|a| a["area"] == area).unwrap()["printers"].clone();
        assert_eq!((went("COCINA"), went("BAR")), (json!(["Terraza"]), json!(["Salón"])));
        // Each gets the papers of their own kitchen printer; only the other agent has a printer for the bar.
        let mut salon = shop.connect_agent(&first_token).await;
        let mut terrace = shop.connect_agent(&second_token).await;
        assert_eq!(areas_of(&pull(&mut salon).await), ["BAR"]);
        assert_eq!(areas_of(&pull(&mut terrace).await), ["COCINA"]);
        // Users without an agent print everywhere.
        take(&shop.admin).await;
        let mut all = areas_of(&pull(&mut salon).await).iter().map(ToString::to_string).collect::<Vec<_>>();
        all.sort();
        assert_eq!(all, ["BAR", "COCINA"]);
        assert_eq!(areas_of(&pull(&mut terrace).await), ["COCINA"]);
    }

    /// A supervisor, whose own papers go elsewhere, dismisses a dish, moves the guests and prints the command again.
    async fn without_a_shared_channel_papers_about_a_command_follow_the_command(shop: Shop) {
        let (waiter, jorge) = (shop.app.login("mozo").await, shop.app.login("supervisor").await);
        let (terrace, terrace_token) = shop.pair_for("PC-TERRAZA", &[waiter.user_id()]).await;
        let (salon, salon_token) = shop.pair_for("PC-SALON", &[jorge.user_id()]).await;
        shop.detach_all_printers().await;
        let areas = shop.admin.get("/api/production-areas").await.rows();
        let kitchen = areas.iter().find(|a| a["name"] == "COCINA").unwrap()["id"].clone();
        for (name, agent) in [("Terraza", terrace), ("Salón", salon)] {
            let printer = shop.add_printer(name, agent).await;
            shop.admin.put(&format!("/api/printers/{printer}"), json!({"production_area_ids": [kitchen]})).await.ok();
        }
        let path = server(&shop).await;
        shop.admin.put(&path, json!({"value": 0})).await.ok();
        let sale = waiter.get("/api/catalog/sale").await.ok();
        let dish = sale["products"].as_array().unwrap().iter().find(|p| p["production_area"] == "COCINA" && p["has_variants"] == false && p["is_combo"] == false).unwrap()["id"].clone();
        let tables = waiter.get("/api/tables").await.rows();
        let free: Vec<_> = tables.iter().filter(|t| t["status_table"] == "AVAILABLE").map(|t| t["id"].clone()).collect();
        let account = waiter.post("/api/client-requests", json!({"type": "TABLE", "table_id": free[0], "persons": 2})).await.ok();
        let id = &account["id"];
        let sent = waiter.post("/api/orders", json!({"client_request": id, "products": [{"product": {"id": dish}, "qty": 3}]})).await.ok();
        let line = &sent["lines"][0];
        let body = json!({"order_ids": [line], "quantities": {line.to_string(): 1}, "pin": comanda::demo::PIN, "reason": "No quiere", "made": false});
        jorge.put(&format!("/api/orders/{id}/dismiss"), body).await.ok();
        jorge.post("/api/pos-options/move-table", json!({"origin_table_id": free[0], "destination_table_id": free[1]})).await.ok();
        jorge.post(&format!("/api/commands/{}/reprint", sent["command"]["id"]), json!({})).await.ok();
        let mut terrace_agent = shop.connect_agent(&terrace_token).await;
        let pulled = pull(&mut terrace_agent).await;
        let documents: Vec<&str> = pulled["jobs"].as_array().unwrap().iter().map(|j| j["document"].as_str().unwrap()).collect();
        assert_eq!(documents, ["COMMAND", "CANCELLATION", "TABLE_CHANGE", "REPRINT"]);
        let mut salon_agent = shop.connect_agent(&salon_token).await;
        assert_eq!(pull(&mut salon_agent).await["jobs"], json!([]), "nobody there knows of it");
    }

    async fn without_a_shared_channel_a_cashiers_papers_come_out_at_their_own_agent(shop: Shop) {
        let cashier = shop.app.login("cajero").await;
        let (first, _) = shop.pair("PC-SALON").await;
        let (second, second_token) = shop.pair_for("PC-TERRAZA", &[cashier.user_id()]).await;
        shop.detach_all_printers().await;
        let areas = shop.admin.get("/api/production-areas").await.rows();
        let cash = areas.iter().find(|a| a["name"] == "CAJA").unwrap()["id"].clone();
        let boxes: Vec<_> = shop.admin.get("/api/cashboxes").await.rows().iter().map(|b| b["id"].clone()).collect();
        let salon_printer = shop.add_printer("Caja salón", first).await;
        shop.admin.put(&format!("/api/printers/{salon_printer}"), json!({"cashbox_ids": boxes, "opens_drawer": true})).await.ok();
        let terrace_printer = shop.add_printer("Caja terraza", second).await;
        shop.admin.put(&format!("/api/printers/{terrace_printer}"), json!({"production_area_ids": [cash], "opens_drawer": true})).await.ok();
        let drawer = async |caller: &crate::support::client::Client| {
            let job = caller.post("/api/cash-drawer/open", json!({"reason": "Cambio"})).await.ok()["print_job_id"].as_str().unwrap().to_owned();
            shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok()["printer_id"].as_i64().unwrap()
        };
        let pre_bill = async || {
            let sale = cashier.get("/api/catalog/sale").await.ok();
            let dish = sale["products"].as_array().unwrap().iter().find(|p| p["has_variants"] == false && p["is_combo"] == false).unwrap()["id"].clone();
            let account = cashier.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
            cashier.post("/api/orders", json!({"client_request": account["id"], "products": [{"product": {"id": dish}, "qty": 1}]})).await.ok();
            let path = format!("/api/orders/{}/pre-order-print", account["id"]);
            let job = cashier.post(&path, json!({})).await.ok()["print_job_id"].as_str().unwrap().to_owned();
            shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok()["printer_id"].as_i64().unwrap()
        };
        assert_eq!((drawer(&cashier).await, pre_bill().await), (salon_printer, salon_printer), "one channel: the cash box's printer");
        let path = server(&shop).await;
        shop.admin.put(&path, json!({"value": 0})).await.ok();
        assert_eq!((drawer(&cashier).await, pre_bill().await), (terrace_printer, terrace_printer), "the cashier's own agent has a cash printer");
        // The agent listens on the cashier's own print id.
        let print_id = json!("caja-terraza");
        shop.admin.put(&format!("/api/users/{}", cashier.user_id()), json!({"id_print": print_id})).await.ok();
        let mut terrace = shop.connect_agent(&second_token).await;
        pre_bill().await;
        assert_eq!(terrace.next_event("send_message", |_| true).await["channel"], print_id);
        // Without a printer of their own the shared one is used.
        shop.admin.put(&format!("/api/printers/{terrace_printer}"), json!({"production_area_ids": []})).await.ok();
        assert_eq!(drawer(&cashier).await, salon_printer);
    }
}
