//! Setting electronic billing up: which way documents go, with which certificate, and what is never told of either.

mod attention;
mod certificate;
mod choices;
mod renewed_key;
mod secrets;
mod trial;

use crate::support::client::Client;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

const PATH: &str = "/api/electronic-billing";
const CERTIFICATE: &str = "/api/electronic-billing/certificate";
/// What opens the certificates of these stories.
const PASSWORD: &str = "prueba";
/// RUC of the company that they are of.
const RUC: &str = "20601234565";

/// Of this company's RUC, valid until 2099.
const OWN: &[u8] = include_bytes!("certificates/own.p12");

fn certificate(pfx: &[u8], password: &str) -> Value {
    json!({"pfx": STANDARD.encode(pfx), "password": password})
}

/// All that an operator's service needs, but for the certificate.
fn operator() -> Value {
    json!({
        "gateway": "OSE", "url": "https://ose.ejemplo.pe/ol/billService", "sol_user": "MODDATOS", "sol_password": "moddatos-secreto",
        "boletas": "ONE_BY_ONE",
    })
}

/// Sets a company up with its certificate; its RUC has to be `RUC`.
async fn set_up(admin: &Client) -> Value {
    admin.put(PATH, operator()).await.ok();
    admin.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.ok()
}
