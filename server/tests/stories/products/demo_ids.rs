//! Ids of the demo restaurant's data by name.

use crate::support::client::Client;
use serde_json::Value;

/// The ids that products need.
pub struct DemoIds {
    pub categories: Vec<Value>,
    pub areas: Vec<Value>,
    pub attributes: Vec<Value>,
    pub supplies: Vec<Value>,
    pub units: Vec<Value>,
    pub toppings: Vec<Value>,
    pub products: Vec<Value>,
}

impl DemoIds {
    pub async fn load(admin: &Client) -> Self {
        Self {
            categories: admin.get("/api/categories?page=false").await.rows(),
            areas: admin.get("/api/production-areas").await.rows(),
            attributes: admin.get("/api/attributes?page=false").await.rows(),
            supplies: admin.get("/api/supplies?page=false").await.rows(),
            units: admin.get("/api/measurements").await.rows(),
            toppings: admin.get("/api/toppings?page=false").await.rows(),
            products: admin.get("/api/products?page=false").await.rows(),
        }
    }
    /// The id of an attribute's option, as choices name it.
    pub fn option(&self, attribute: &str, option: &str) -> String {
        named(named(&self.attributes, attribute)["options"].as_array().unwrap(), option)["id"].to_string()
    }
    pub fn unit(&self, symbol: &str) -> Value {
        self.units.iter().find(|u| u["symbol"] == symbol).unwrap()["id"].clone()
    }
}

/// The item of this name.
pub fn named<'v>(list: &'v [Value], name: &str) -> &'v Value {
    list.iter().find(|each| each["name"] == name).unwrap_or_else(|| panic!("{name} is missing"))
}
