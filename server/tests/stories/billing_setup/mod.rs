//! Setting up electronic billing: the way documents are sent, the certificate, and secrets that no answer shows.

mod certificate;
mod choices;
mod dashboard_notices;
mod renewed_key;
mod secrets;
mod trial;

use crate::support::client::Client;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

const PATH: &str = "/api/electronic-billing";
const CERTIFICATE: &str = "/api/electronic-billing/certificate";
/// The password of these stories' certificates.
const PASSWORD: &str = "prueba";
/// The RUC of the company in the certificates.
const RUC: &str = "20601234565";

/// A certificate with this company's RUC, valid until 2099.
const OWN: &[u8] = include_bytes!("certificates/own.p12");

fn certificate(pfx: &[u8], password: &str) -> Value {
    json!({"pfx": STANDARD.encode(pfx), "password": password})
}

/// All settings of an operator's service, except for the certificate.
fn operator_settings() -> Value {
    json!({
        "gateway": "OSE", "url": "https://ose.ejemplo.pe/ol/billService", "sol_user": "MODDATOS", "sol_password": "moddatos-secreto",
        "boletas": "ONE_BY_ONE",
    })
}

/// Uploads the certificate and saves the operator's settings; the company's RUC must be `RUC`.
async fn set_up(admin: &Client) -> Value {
    admin.put(PATH, operator_settings()).await.ok();
    admin.post(CERTIFICATE, certificate(OWN, PASSWORD)).await.ok()
}
