//! The demo's goods: providers, purchases, productions and losses.

use super::demo_api::DemoApi;
use crate::demo::PIN;
use serde_json::{Value, json};

const OWNER: &str = "admin";
const SUPERVISOR: &str = "supervisor";
const COOK: &str = "cocina";
const TRANSFER: &str = "Transferencia";

/// Supply, quantity, unit, and price of one unit in soles.
type PurchasedSupply<'a> = (&'a str, i64, &'a str, &'a str);

pub(super) async fn create_goods(demo: &DemoApi) -> anyhow::Result<()> {
    let providers = create_providers(demo).await?;
    let sauce = create_sauce(demo).await?;
    create_purchases(demo, &providers).await?;
    create_productions(demo, &sauce).await?;
    record_losses(demo).await
}

/// The ids of the providers of meat, fish, greens, drinks and dry goods.
struct Providers {
    meat: Value,
    fish: Value,
    greens: Value,
    drinks: Value,
    dry: Value,
}

async fn create_providers(demo: &DemoApi) -> anyhow::Result<Providers> {
    demo.set_clock(28, "09:10")?;
    let new = async |name: &str, ruc: &str, phone: &str, address: &str| -> anyhow::Result<Value> {
        let body = json!({"document_type": "RUC", "document_number": ruc, "business_name": name, "phone": phone,
                          "address": address});
        let created = demo.post(OWNER, "/providers", body).await?;
        Ok(created["id"].clone())
    };
    Ok(Providers {
        meat: new("Carnes Selectas del Sur S.A.C.", "20604578125", "987401220", "Av. Aviación 1540, San Luis").await?,
        fish: new("Pesquera Don Manuel E.I.R.L.", "20553188742", "986114903", "Terminal Pesquero, Villa María").await?,
        greens: new("Agro Mercado Surquillo S.R.L.", "20519877032", "985220117", "Mercado N.º 1, puesto 84").await?,
        drinks: new("Distribuidora La Central S.A.C.", "20507721452", "984700310", "Av. Argentina 2833, Lima").await?,
        dry: new("Abarrotes Mayorista Minka S.A.C.", "20534409215", "983509662", "Av. Argentina 3093, Callao").await?,
    })
}

/// Creates a sauce that the kitchen makes in advance; returns its id.
async fn create_sauce(demo: &DemoApi) -> anyhow::Result<Value> {
    demo.set_clock(27, "10:00")?;
    let part = |supply: &str, quantity: i64, unit: &str| -> anyhow::Result<Value> {
        let (supply, unit) = (demo.id("supply", supply)?, demo.id("unit", unit)?);
        Ok(json!({"supply_id": supply, "quantity": quantity.to_string(), "measurement_id": unit}))
    };
    let parts = [
        part("Ají amarillo", 350, "g")?,
        part("Queso fresco", 300, "g")?,
        part("Leche evaporada", 250, "ml")?,
        part("Aceite vegetal", 80, "ml")?,
    ];
    let body = json!({"name": "Crema huancaína", "measurement_id": demo.id("unit", "kg")?, "has_stock": true,
                      "has_recipe": true, "recipe_yield": "1", "min_stock": "2", "supply_items": parts});
    let created = demo.post(OWNER, "/supplies", body).await?;
    Ok(created["id"].clone())
}

/// A factura of a provider, paid by transfer at once or in instalments.
struct Factura<'a> {
    day: i64,
    time: &'a str,
    provider: &'a Value,
    serie: &'a str,
    number: &'a str,
    /// Due days, in days ago (negative in the future), and amounts; empty if paid at once.
    instalments: &'a [(i64, &'a str)],
}

async fn create_purchase(demo: &DemoApi, factura: Factura<'_>, items: Vec<Value>) -> anyhow::Result<Value> {
    demo.set_clock(factura.day, factura.time)?;
    let mut body = json!({"provider_id": factura.provider, "document": "FACTURA", "serie": factura.serie,
                          "number": factura.number, "date": demo.day_ago(factura.day), "prices_include_igv": true,
                          "items": items});
    if factura.instalments.is_empty() {
        body["type"] = json!("CONTADO");
        body["payment"] = transfer_payment(&format!("77{}", factura.number));
    } else {
        let due = factura.instalments.iter().map(|(ago, amount)| json!({"date": demo.day_ago(*ago), "amount": amount}));
        body["type"] = json!("CREDITO");
        body["quotes"] = due.collect();
    }
    let bought = demo.post(SUPERVISOR, "/purchase", body).await?;
    Ok(bought["id"].clone())
}

fn transfer_payment(number: &str) -> Value {
    json!({"source": "OTHER", "payment_option": TRANSFER, "operation_number": number})
}

fn supply_items(demo: &DemoApi, bought: &[PurchasedSupply<'_>]) -> anyhow::Result<Vec<Value>> {
    let item = |(name, quantity, unit, price): &PurchasedSupply<'_>| -> anyhow::Result<Value> {
        let (supply, unit) = (demo.id("supply", name)?, demo.id("unit", unit)?);
        Ok(json!({"item_type": "SUPPLY", "item_id": supply, "measurement_id": unit, "quantity": quantity.to_string(),
                  "buy_price": price}))
    };
    bought.iter().map(item).collect()
}

fn drink_items(demo: &DemoApi, bought: &[(&str, i64, &str)]) -> anyhow::Result<Vec<Value>> {
    let item = |(name, quantity, price): &(&str, i64, &str)| -> anyhow::Result<Value> {
        let product = demo.id("product", name)?;
        Ok(json!({"item_type": "PRODUCT", "item_id": product, "quantity": quantity.to_string(), "buy_price": price}))
    };
    bought.iter().map(item).collect()
}

async fn create_purchases(demo: &DemoApi, from: &Providers) -> anyhow::Result<()> {
    let factura =
        |day, time, provider, serie, number, instalments| Factura { day, time, provider, serie, number, instalments };
    let meat = [("Lomo fino", 25, "kg", "46"), ("Bistec de res", 15, "kg", "33"), ("Pollo", 95, "kg", "11")];
    let parts = [(11, "1345.00"), (-4, "1345.00")];
    let owed =
        create_purchase(demo, factura(26, "08:20", &from.meat, "F001", "4811", &parts), supply_items(demo, &meat)?)
            .await?;
    let fish = [("Pescado fresco", 18, "kg", "31"), ("Mixtura de mariscos", 45, "kg", "28.50")];
    create_purchase(demo, factura(24, "07:40", &from.fish, "F002", "930", &[]), supply_items(demo, &fish)?).await?;
    let greens = [
        ("Papa amarilla", 60, "kg", "4"),
        ("Cebolla roja", 40, "kg", "3.10"),
        ("Limón", 36, "kg", "7.20"),
        ("Tomate", 25, "kg", "3.90"),
    ];
    create_purchase(demo, factura(20, "07:15", &from.greens, "F001", "2207", &[]), supply_items(demo, &greens)?)
        .await?;
    let crates = [
        ("Inca Kola 500 ml", 240, "2.10"),
        ("Coca-Cola 500 ml", 240, "2.10"),
        ("Cerveza Cusqueña 620 ml", 120, "5.60"),
    ];
    let late = [(1, "1680.00")];
    create_purchase(demo, factura(16, "09:30", &from.drinks, "F010", "15520", &late), drink_items(demo, &crates)?)
        .await?;
    let dearer = [("Lomo fino", 20, "kg", "52"), ("Corazón de res", 12, "kg", "22")];
    create_purchase(demo, factura(12, "08:15", &from.meat, "F001", "4907", &[]), supply_items(demo, &dearer)?).await?;
    demo.set_clock(11, "10:30")?;
    let mut first = transfer_payment("7712045");
    first["amount"] = json!("1345.00");
    demo.post(SUPERVISOR, &format!("/purchase/{owed}/pay"), first).await?;
    let greens = [("Papa blanca", 80, "kg", "2.50"), ("Palta", 15, "kg", "9.80"), ("Ají amarillo", 12, "kg", "8.70")];
    create_purchase(demo, factura(9, "07:20", &from.greens, "F001", "2291", &[]), supply_items(demo, &greens)?).await?;
    let fish = [("Pescado fresco", 32, "kg", "34"), ("Langostino", 8, "kg", "45")];
    create_purchase(demo, factura(5, "07:30", &from.fish, "F002", "1011", &[]), supply_items(demo, &fish)?).await?;
    let dry = [
        ("Arroz", 100, "kg", "4.20"),
        ("Azúcar", 50, "kg", "4.40"),
        ("Aceite vegetal", 40, "l", "9.20"),
        ("Tallarín", 20, "kg", "5.90"),
    ];
    let in_a_month = [(-28, "1126.00")];
    create_purchase(demo, factura(2, "09:00", &from.dry, "F005", "80213", &in_a_month), supply_items(demo, &dry)?)
        .await?;
    Ok(())
}

/// Produces the sauce on three mornings, with some loss.
async fn create_productions(demo: &DemoApi, sauce: &Value) -> anyhow::Result<()> {
    let kilos = demo.id("unit", "kg")?;
    for (day, quantity, created) in [(18, "6", "5.8"), (10, "6", "6"), (3, "4", "3.9")] {
        demo.set_clock(day, "11:00")?;
        let body =
            json!({"supply_id": sauce, "quantity": quantity, "produced": created, "measurement_id": kilos, "pin": PIN});
        demo.post(COOK, "/productions", body).await?;
    }
    Ok(())
}

/// Records goods that spoiled, broke, or were eaten by the staff.
async fn record_losses(demo: &DemoApi) -> anyhow::Result<()> {
    let lost = async |day, time, reason: &str, name: &str, items: &[(&str, &str)]| -> anyhow::Result<()> {
        demo.set_clock(day, time)?;
        let unit = demo.id("unit", "kg")?;
        let item = |(supply, quantity): &(&str, &str)| -> anyhow::Result<Value> {
            Ok(json!({"supply_id": demo.id("supply", supply)?, "quantity": quantity, "measurement_id": unit}))
        };
        let items: Vec<Value> = items.iter().map(item).collect::<anyhow::Result<_>>()?;
        let body = json!({"type": "out", "reason": reason, "name": name, "items": items});
        demo.post(SUPERVISOR, "/supply-movements", body).await?;
        Ok(())
    };
    lost(15, "16:10", "WASTE_EXPIRED", "Palta pasada de punto", &[("Palta", "2.4")]).await?;
    lost(8, "15:40", "WASTE_KITCHEN", "Se cortó la cadena de frío", &[("Pescado fresco", "1.6")]).await?;
    demo.set_clock(6, "23:10")?;
    let beer = demo.id("product", "Cerveza Cusqueña 620 ml")?;
    let crate_of_beer = json!({"type": "out", "reason": "WASTE_BROKEN", "name": "Se cayó una caja en el bar",
                               "items": [{"product_id": beer, "quantity": "3"}]});
    demo.post(SUPERVISOR, "/inventory", crate_of_beer).await?;
    lost(4, "16:00", "STAFF_MEAL", "Almuerzo del personal", &[("Pollo", "3"), ("Arroz", "2")]).await
}
