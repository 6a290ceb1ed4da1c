//! Who may see a paper of the cash desk depends on its cycle, on every path to it: lists, a single job, its PDF, the paper screen, alarms,
//! sockets, decisions, the agent's own calls.

use super::till::Till;
use crate::{
    on_both_databases,
    support::{client::Client, socket::Socket},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const USERS: [&str; 7] = ["admin", "supervisor", "cajero", "mozo", "mozo2", "cocina", "contador"];

/// The cash papers so far, as `(id, source)`, the oldest first.
async fn cash_papers(till: &Till) -> Vec<(String, String)> {
    let mut tx = till.house.db().read().await.unwrap();
    tx.query("SELECT id, source FROM print_jobs WHERE document = 'CASH' ORDER BY created_at, id").all().await.unwrap()
}

/// The newest cash paper whose source begins with this.
async fn paper(till: &Till, source: &str) -> String {
    let all = cash_papers(till).await;
    all.iter().rev().find(|(_, s)| s.starts_with(source)).unwrap_or_else(|| panic!("no {source} in {all:?}")).0.clone()
}

/// The paths on which this user can read the paper.
async fn readable_ways(client: &Client, id: &str, account: i64, printers: &[Value]) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let lists = [
        ("list", "/api/print-jobs?page=false".to_owned()),
        ("documents", "/api/print-jobs?filters=%7B%22document%22%3A%5B%22CASH%22%5D%7D".to_owned()),
        ("account", format!("/api/print-jobs?page=false&client_request_id={account}")),
        ("alarms", "/api/print-alarms".to_owned()),
        ("notices", "/api/printer-notices".to_owned()),
    ];
    for (way, path) in lists {
        if client.get(&path).await.json.to_string().contains(id) {
            found.insert(way);
        }
    }
    for (way, path) in [("one", format!("/api/print-jobs/{id}")), ("pdf", format!("/api/print-jobs/{id}/pdf"))] {
        if client.get(&path).await.status.is_success() {
            found.insert(way);
        }
    }
    for printer in printers {
        if client.get(&format!("/api/printers/{}/paper", printer["id"])).await.json.to_string().contains(id) {
            found.insert("screen");
        }
    }
    found
}

/// Whether the user may decide about the paper; who may not gets the same answer as for an unknown paper.
async fn may_decide(client: &Client, id: &str, other: &Value) -> bool {
    let mut answers = BTreeSet::new();
    for decision in ["release", "cancel", "confirm", "reprint", "reroute"] {
        let reply = client.post(&format!("/api/print-jobs/{id}/{decision}"), json!({"printer_id": other})).await;
        answers.insert(!["not_found", "not_permitted"].contains(&reply.json["code"].as_str().unwrap_or_default()));
    }
    assert_eq!(answers.len(), 1, "{id}: decided in one way and not in another");
    answers.contains(&true)
}

async fn set_up(till: &Till) -> (Client, Vec<Value>) {
    let admin = till.house.app.login("admin").await;
    let printers = admin.get("/api/printers?page=false").await.rows();
    let named = |name: &str| printers.iter().find(|p| p["name"] == name).unwrap()["id"].clone();
    let boxes = admin.get("/api/cashboxes").await.rows();
    for (cashbox, printer) in [("Principal", "Ticket CAJA"), ("Barra", "Ticket BAR")] {
        let id = &boxes.iter().find(|b| b["name"] == cashbox).unwrap()["id"];
        admin.put(&format!("/api/cashboxes/{id}"), json!({"printer_id": named(printer)})).await.ok();
    }
    let barra = &boxes.iter().find(|b| b["name"] == "Barra").unwrap()["id"];
    let jorge = till.house.app.login("supervisor").await.user_id();
    admin.put(&format!("/api/users/{jorge}"), json!({"uuid_cashbox_selected": barra})).await.ok();
    (admin, printers)
}

on_both_databases! {
    async fn every_path_to_a_cash_paper_checks_whose_cycle_it_is(till: Till) {
        let (admin, printers) = set_up(&till).await;
        let jorge = till.open_second_till().await;
        let account = till.send_takeaway(&[(1, "Cau cau")]).await;
        let paid = till.pay(account, json!({"Efectivo": "28"}), json!({})).await.ok();
        let back = json!({"outcome": "REOPEN", "reason": "Pidió factura", "pin": "1234"});
        till.luis.post(&format!("/api/payments/{}/refund", paid["id"]), back).await.ok();
        till.luis.post("/api/pos-options/daily-report/print", json!({})).await.ok();
        let blind = paper(&till, &format!("cycle:{}:report", till.cycle)).await;
        let body = json!({"cashbox_cycle_id": till.cycle});
        jorge.post("/api/pos-options/daily-report/print", body).await.ok();
        let telling = paper(&till, &format!("cycle:{}:report", till.cycle)).await;
        assert_ne!(blind, telling);
        let cycle = jorge.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        let anothers = paper(&till, &format!("cycle:{cycle}:opening")).await;
        let (slip, opening) = (paper(&till, "refund:").await, paper(&till, &format!("cycle:{}:opening", till.cycle)).await);

        let account_papers = ["account", "documents", "list", "one", "pdf", "screen"];
        let whole = |id: &str| -> BTreeSet<&str> {
            account_papers.into_iter().filter(|way| *way != "account" || id == slip).collect()
        };
        for username in USERS {
            let client = till.house.app.login(username).await;
            for (id, cashiers) in [(&opening, true), (&slip, true), (&blind, true), (&telling, false), (&anothers, false)] {
                let sees = ["admin", "supervisor"].contains(&username) || (username == "cajero" && cashiers);
                let expected = if sees { whole(id) } else { BTreeSet::new() };
                assert_eq!(readable_ways(&client, id, account, &printers).await, expected, "{username}: {id}");
            }
        }
        let other = printers.iter().find(|p| p["name"] == "Ticket COCINA").unwrap()["id"].clone();
        for username in ["cocina", "contador", "mozo", "cajero"] {
            let client = till.house.app.login(username).await;
            assert!(!may_decide(&client, &telling, &other).await && !may_decide(&client, &anothers, &other).await, "{username}");
        }
        // The paper that waits at the supervisor's printer is not moved to the printer where the drawer is counted.
        let caja = printers.iter().find(|p| p["name"] == "Ticket CAJA").unwrap()["id"].clone();
        let reroute = admin.post(&format!("/api/print-jobs/{telling}/reroute"), json!({"printer_id": caja})).await;
        assert!(reroute.refused(422, "invalid")["message"].as_str().unwrap().contains("a ciegas"));
        admin.post(&format!("/api/print-jobs/{telling}/reroute"), json!({"printer_id": other})).await.ok();
        let report_elsewhere = paper(&till, &format!("cycle:{}:report", till.cycle)).await;
        assert!(readable_ways(&till.luis, &report_elsewhere, account, &printers).await.is_empty(), "the same paper elsewhere");

        // Once the drawer is counted there is nothing left to hide.
        let close = json!({"status": "CLOSED", "close_amount": "200"});
        till.luis.put(&format!("/api/cashbox-cycles/{}", till.cycle), close).await.ok();
        let arqueo = paper(&till, &format!("cycle:{}:closing", till.cycle)).await;
        for id in [&arqueo, &report_elsewhere] {
            assert_eq!(readable_ways(&till.luis, id, account, &printers).await, whole(id), "{id}");
            assert!(readable_ways(&till.house.rosa, id, account, &printers).await.is_empty(), "{id}");
        }
    }

    async fn a_supervisors_print_at_the_cashiers_printer_does_not_show_what_is_expected(till: Till) {
        let (admin, _) = set_up(&till).await;
        let account = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(account, json!({"Efectivo": "28"}), json!({})).await.ok();
        admin.put(&format!("/api/users/{}", admin.user_id()), json!({"uuid_cashbox_selected": null})).await.ok();
        let body = json!({"cashbox_cycle_id": till.cycle});
        let report = till.house.app.login("admin").await.post("/api/pos-options/daily-report/print", body).await.ok();
        assert!(report["warnings"][0].as_str().unwrap().contains("Luis Cárdenas"), "{report}");
        let printed = till.house.papers().await.pop().unwrap();
        assert_eq!((printed.document.as_str(), printed.printer.as_str()), ("CASH", "Ticket CAJA"));
        assert!(printed.text.contains("se ven después del") && !printed.text.contains("EFECTIVO"), "{}", printed.text);
    }

    async fn sockets_announce_cash_papers_only_where_cash_is_seen(till: Till) {
        let auth = json!({"token": till.house.rosa.token});
        let mut waiter = Socket::connect(till.house.app.address, auth).await.unwrap();
        let joined = waiter.emit_and_wait("join", json!({"rooms": ["printing", "cash", "floor"]})).await;
        assert_eq!(joined["rooms"], json!(["printing", "floor"]));
        let mut cashier = Socket::connect(till.house.app.address, json!({"token": till.luis.token})).await.unwrap();
        cashier.emit_and_wait("join", json!({"rooms": ["cash"]})).await;
        till.luis.post("/api/pos-options/daily-report/print", json!({})).await.ok();
        let report = paper(&till, &format!("cycle:{}:report", till.cycle)).await;
        cashier.next_event("event", |e| e["type"] == "job.changed" && e["ids"]["job_id"] == report.as_str()).await;
        // The next event in the waiter's room is about the kitchen's paper: nothing about the cash desk's came before it.
        till.house.send_order("7", &[till.house.order_item(1, "Cau cau").await]).await;
        let event = waiter.next_event("event", |e| e["type"] == "job.changed").await;
        assert_ne!(event["ids"]["job_id"], report.as_str(), "{event}");
        let office = till.house.app.login("admin").await.get("/api/company-info").await.ok();
        let channel = office["uuid_channel"].clone();
        let named = json!({"channel": channel, "message": {"job_id": report}});
        assert_eq!(waiter.emit_and_wait("send_message", named).await["ok"], false);
    }

    async fn an_agents_machine_prints_cash_papers_once(till: Till) {
        let (admin, printers) = set_up(&till).await;
        let code = admin.post("/api/print-agents/pairing-codes", json!({"user_ids": []})).await.ok()["code"].clone();
        let body = json!({"code": code, "machine": "PC", "version": "1", "platform": "linux-x86_64"});
        let mut agent = till.house.app.anonymous_client();
        let paired = agent.post("/api/print-agents/pair", body).await.ok();
        agent.token = paired["token"].as_str().map(str::to_owned);
        let caja = printers.iter().find(|p| p["name"] == "Ticket CAJA").unwrap()["id"].clone();
        admin.put(&format!("/api/printers/{caja}"), json!({"agent_id": paired["agent_id"], "address": "127.0.0.1:9100"})).await.ok();
        till.luis.post("/api/pos-options/daily-report/print", json!({})).await.ok();
        let report = paper(&till, &format!("cycle:{}:report", till.cycle)).await;
        agent.post(&format!("/api/agent/jobs/{report}/cancel"), json!({})).await.ok();
        let refusal = agent.post(&format!("/api/agent/jobs/{report}/reprint"), json!({})).await.refused(409, "conflict");
        assert!(refusal["message"].as_str().unwrap().contains("Impresoras"), "{refusal}");
        till.luis.post(&format!("/api/print-jobs/{report}/reprint"), json!({})).await.ok();
    }
}
