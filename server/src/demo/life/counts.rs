//! Goods that were counted after the last guests had gone.

use super::calls::ApiHouse;
use crate::demo::PIN;
use anyhow::Context;
use serde_json::{Value, json};
use uuid::Uuid;

const OWNER: &str = "admin";
const SUPERVISOR: &str = "supervisor";
const COOK: &str = "cocina";

/// One count that was approved with what lacked, and one that is under way.
pub(super) async fn live(house: &ApiHouse) -> anyhow::Result<()> {
    let liquors = [("Pisco quebranta", "0.75"), ("Ron blanco", "0"), ("Arroz", "2.5"), ("Azúcar", "0")];
    let sheet = sheet(house, "23:35", "Licores y abarrotes", &liquors.map(|line| line.0)).await?;
    house.at(1, "23:45")?;
    for (supply, lacks) in liquors {
        count(house, SUPERVISOR, &sheet, supply, lacks).await?;
    }
    let path = format!("/stock-counts/{}", sheet["id"]);
    house.at(1, "23:55")?;
    house.post(SUPERVISOR, &format!("{path}/review"), json!({})).await?;
    house.post(OWNER, &format!("{path}/approve"), json!({"client_id": Uuid::new_v4(), "pin": PIN})).await?;
    let cold = ["Lomo fino", "Pollo", "Pescado fresco", "Mixtura de mariscos", "Langostino"];
    let under_way = self::sheet(house, "23:56", "Cámara de frío", &cold).await?;
    count(house, COOK, &under_way, cold[0], "0").await
}

async fn sheet(house: &ApiHouse, time: &str, name: &str, supplies: &[&str]) -> anyhow::Result<Value> {
    house.at(1, time)?;
    let ids: Vec<String> = supplies
        .iter()
        .map(|supply| Ok(format!("SUPPLY:{}", house.id("supply", supply)?)))
        .collect::<anyhow::Result<_>>()?;
    let body = json!({"client_id": Uuid::new_v4(), "name": name, "item_type": "SUPPLY", "item_ids": ids});
    house.post(SUPERVISOR, "/stock-counts", body).await
}

/// Counts so much less than there should be.
async fn count(house: &ApiHouse, who: &str, sheet: &Value, supply: &str, lacks: &str) -> anyhow::Result<()> {
    let lines = sheet["lines"].as_array().context("a sheet has lines")?;
    let line = lines.iter().find(|line| line["name"] == supply).context("the supply is on the sheet")?;
    let there = house.stock_of(supply).await? - lacks.parse()?;
    let body = json!({"client_id": Uuid::new_v4(), "version": line["version"], "quantity": there});
    house.put(who, &format!("/stock-counts/{}/lines/{}", sheet["id"], line["id"]), body).await?;
    Ok(())
}
