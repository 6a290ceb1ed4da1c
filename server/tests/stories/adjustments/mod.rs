//! Discounts and charges on accounts, and what they depend on: PINs, settings, methods of payment, comments.

mod charges;
mod combined;
mod comments;
mod discounts;
mod pins;
mod settings;
mod ways_to_pay;

use crate::{
    money::till::Till,
    orders::house::House,
    support::client::{Client, Reply},
};
use serde_json::{Value, json};

/// The ids of the four kinds of charges.
const TIP: i64 = 1;
const OTHER: i64 = 2;
const DELIVERY: i64 = 3;
const SERVICE: i64 = 4;

/// Adds an adjustment to an account; `more` is the rest of the body.
async fn adjust(client: &Client, request: i64, more: Value) -> Reply {
    let mut body = more;
    body["client_request_id"] = json!(request);
    client.post("/api/billing-adjustment", body).await
}
fn discount(more: Value) -> Value {
    json!({ "discounts": [more] })
}
fn percent(percentage: &str) -> Value {
    discount(json!({"discountMethod": "PERCENTAGE", "percentage": percentage}))
}
fn charge(kind: i64, more: Value) -> Value {
    let mut charge = more;
    charge["additionalChargeTypeId"] = json!(kind);
    json!({ "charges": [charge] })
}
fn with_pin(mut body: Value) -> Value {
    body["pin"] = json!(comanda::demo::PIN);
    body
}

/// Opens Rosa's table 12 with two lomos of 38.00 and a combo of 89.00: 165.00; returns the account's id.
async fn table(house: &House) -> i64 {
    let products = [house.order_item(2, "Lomo saltado").await, house.order_item(1, "Combo criollo para dos").await];
    house.send_order("12", &products).await["client_request"]["id"].as_i64().unwrap()
}
async fn listed_adjustments(house: &House, request: i64) -> Value {
    house.rosa.get(&format!("/api/adjustments-by-request-id/{request}")).await.ok()
}
async fn total(house: &House, request: i64) -> String {
    house.load_account(&json!(request)).await["totals"]["total"].as_str().unwrap().to_owned()
}
/// The `House` of a till.
fn house_of(till: &Till) -> &House {
    &till.house
}
