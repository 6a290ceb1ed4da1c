//! A newcomer's first steps: `comanda demo`, an order, and its paper in the browser.

use comanda_system_tests::{
    program::Program,
    restaurant::{open_account, order_body},
    server::{PASSWORD, free_address},
    waiting::eventually,
};
use comanda_test_support::client::Client;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_becomes_paper_on_virtual_printers() {
    let (files, address) = (tempfile::tempdir().unwrap(), free_address());
    let (listen, data) = (address.to_string(), files.path().to_str().unwrap().to_owned());
    let mut demo = Program::start("comanda", &["demo", "--listen", &listen, "--data", &data]).with_children();
    demo.wait_for_line("Abre").await;
    let admin = Client::new(address).login("admin", PASSWORD).await;

    let printers = eventually("four printers that are ready", async || {
        let printers = admin.get("/api/printers").await.rows();
        let ready = printers.iter().filter(|p| p["type"] == "VIRTUAL" && p["state"] == "READY").count();
        if ready == 4 { Ok(printers) } else { Err(json!(printers)) }
    })
    .await;
    let agents = admin.get("/api/print-agents").await.rows();
    assert!(agents.iter().any(|agent| agent["online"] == true), "{agents:#?}");

    let catalog = admin.get("/api/catalog/sale").await.ok();
    let dish = |area: &str| {
        let is_from_area =
            |p: &&Value| p["production_area"] == area && p["has_variants"] == false && p["is_combo"] == false;
        catalog["products"].as_array().unwrap().iter().find(is_from_area).unwrap()["id"].as_i64().unwrap()
    };
    let areas = ["COCINA", "PARRILLA", "BAR"];
    let account = open_account(&admin).await;
    let lines = areas.map(|area| (dish(area), area));
    admin.post("/api/orders", order_body(account, &lines)).await.ok();

    for area in areas {
        let has_area = |p: &&Value| p["production_areas"].as_array().unwrap().iter().any(|name| name == area);
        let id = &printers.iter().find(has_area).unwrap()["id"];
        let papers = eventually(&format!("the paper of {area}"), async || {
            let papers = admin.get(&format!("/api/printers/{id}/paper?limit=20")).await.rows();
            if papers.iter().any(|paper| paper["state"] == "DONE") { Ok(papers) } else { Err(json!(papers)) }
        })
        .await;
        assert_eq!(papers.len(), 1, "one paper for {area}: {papers:#?}");
        let text = papers[0]["lines"].to_string();
        assert!(text.contains(area) && text.contains("LLEVAR"), "{text}");
    }
    demo.terminate().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_demo_that_is_stopped_while_it_is_prepared_is_whole_the_next_time() {
    let (files, address) = (tempfile::tempdir().unwrap(), free_address());
    let (listen, data) = (address.to_string(), files.path().to_str().unwrap().to_owned());
    let args = ["demo", "--listen", &listen, "--data", &data];
    let mut demo = Program::start("comanda", &args).with_children();
    demo.wait_for_line("Preparando").await;
    demo.terminate().await;
    let mut demo = Program::start("comanda", &args).with_children();
    demo.wait_for_line("Abre").await;
    let admin = Client::new(address).login("admin", PASSWORD).await;
    let counts = admin.get("/api/stock-counts").await.rows();
    assert!(counts.len() >= 2, "the counts are the last that the month is given: {counts:#?}");
    demo.terminate().await;
}
