//! The demo's stock counts, made after the last guests have left.

use super::demo_api::DemoApi;
use crate::demo::PIN;
use anyhow::Context;
use serde_json::{Value, json};
use uuid::Uuid;

const OWNER: &str = "admin";
const SUPERVISOR: &str = "supervisor";
const COOK: &str = "cocina";

/// Creates one count that is approved with its shortages, and one in progress.
pub(super) async fn create_counts(demo: &DemoApi) -> anyhow::Result<()> {
    let liquors = [("Pisco quebranta", "0.75"), ("Ron blanco", "0"), ("Arroz", "2.5"), ("Azúcar", "0")];
    let sheet = create_sheet(demo, "23:35", "Licores y abarrotes", &liquors.map(|line| line.0)).await?;
    demo.set_clock(1, "23:45")?;
    for (supply, lacks) in liquors {
        count_supply(demo, SUPERVISOR, &sheet, supply, lacks).await?;
    }
    let path = format!("/stock-counts/{}", sheet["id"]);
    demo.set_clock(1, "23:55")?;
    demo.post(SUPERVISOR, &format!("{path}/review"), json!({})).await?;
    demo.post(OWNER, &format!("{path}/approve"), json!({"client_id": Uuid::new_v4(), "pin": PIN})).await?;
    let cold = ["Lomo fino", "Pollo", "Pescado fresco", "Mixtura de mariscos", "Langostino"];
    let open_sheet = self::create_sheet(demo, "23:56", "Cámara de frío", &cold).await?;
    count_supply(demo, COOK, &open_sheet, cold[0], "0").await
}

async fn create_sheet(demo: &DemoApi, time: &str, name: &str, supplies: &[&str]) -> anyhow::Result<Value> {
    demo.set_clock(1, time)?;
    let ids: Vec<String> = supplies
        .iter()
        .map(|supply| Ok(format!("SUPPLY:{}", demo.id("supply", supply)?)))
        .collect::<anyhow::Result<_>>()?;
    let body = json!({"client_id": Uuid::new_v4(), "name": name, "item_type": "SUPPLY", "item_ids": ids});
    demo.post(SUPERVISOR, "/stock-counts", body).await
}

/// Counts a supply with `lacks` less than its stock.
async fn count_supply(demo: &DemoApi, username: &str, sheet: &Value, supply: &str, lacks: &str) -> anyhow::Result<()> {
    let lines = sheet["lines"].as_array().context("a sheet has lines")?;
    let line = lines.iter().find(|line| line["name"] == supply).context("the supply is on the sheet")?;
    let on_hand = demo.load_stock(supply).await? - lacks.parse()?;
    let body = json!({"client_id": Uuid::new_v4(), "version": line["version"], "quantity": on_hand});
    demo.put(username, &format!("/stock-counts/{}/lines/{}", sheet["id"], line["id"]), body).await?;
    Ok(())
}
