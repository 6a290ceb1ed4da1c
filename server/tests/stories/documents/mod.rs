//! Documents as people receive them: files, the public look-up, e-mails.

mod actions;
mod emails;
mod files;
mod notes;
mod public;

use crate::money::till::Till;
use serde_json::{Value, json};

impl Till {
    /// Sells a Cau cau of S/ 28.00 by boleta; returns the document.
    pub async fn boleta(&self, more: Value) -> Value {
        let id = self.send_takeaway(&[(1, "Cau cau")]).await;
        self.pay(id, json!({"Efectivo": "28"}), more).await.ok()["billing"].clone()
    }
    /// A document as its panel shows it.
    pub async fn document(&self, id: &Value) -> Value {
        self.luis.get(&format!("/api/billings/{id}")).await.ok()
    }
}
