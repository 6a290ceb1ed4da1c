//! The simulated tax authority of the demonstration: accepts everything at once, stores nothing, and marks each receipt as invalid.

use anyhow::{Result, anyhow};
use chrono::{DateTime, Utc};
use comanda_sunat::{
    archive,
    cdr::DemoReceipt,
    sign::{self, Signer},
    soap::{Reply, Request},
};
use std::sync::{Arc, OnceLock};

/// A throw-away key with a certificate of nobody: `CN=DEMOSTRACION`.
const STORE: &[u8] = include_bytes!("demo.p12");
const PASSWORD: &str = "demostracion";

/// Returns the signer of the demonstration, opened once.
///
/// # Errors
/// When the embedded key cannot be opened.
pub fn demo_signer() -> Result<Arc<Signer>> {
    static SIGNER: OnceLock<Arc<Signer>> = OnceLock::new();
    if let Some(signer) = SIGNER.get() {
        return Ok(signer.clone());
    }
    let opened = Arc::new(sign::open_pfx(STORE, PASSWORD).map_err(|e| anyhow!("the demonstration's key: {e}"))?);
    Ok(SIGNER.get_or_init(|| opened).clone())
}

/// Answers as the tax authority would answer a correct document.
pub(super) fn answer_as_tax_authority(ruc: &str, request: &Request, now: DateTime<Utc>) -> Reply {
    match request {
        Request::SendBill { file_name, .. } => receipt(ruc, file_name, now).map_or(Reply::NotSunat, Reply::Receipt),
        // The ticket is the name of the batch, so that nothing has to be stored.
        Request::SendSummary { file_name, .. } => Reply::Ticket(file_name.clone()),
        Request::GetStatus { ticket } => {
            Reply::Status { code: "0".into(), message: String::new(), receipt: receipt(ruc, ticket, now) }
        }
        Request::ConsultStatus(_) | Request::ConsultReceipt(_) => {
            Reply::Status { code: "0011".into(), message: String::new(), receipt: None }
        }
    }
}

/// Builds the zip of a receipt for `20601234565-01-F001-7` or `20601234565-RC-20261120-1`.
fn receipt(ruc: &str, file_name: &str, answered_at: DateTime<Utc>) -> Option<Vec<u8>> {
    let named = file_name.strip_prefix(ruc)?.strip_prefix('-')?;
    let document = match named.split_once('-')? {
        ("RA" | "RC", _) => named,
        (_, number) => number,
    };
    let xml = DemoReceipt { ruc, document, digest: None, answered_at }.write();
    archive::pack(&format!("R-{file_name}"), &xml).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_sunat::answer::{Answer, RequestContext, interpret};

    const RUC: &str = "20601234565";

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000, 0).unwrap()
    }

    fn is_accepted(answer: Answer) -> bool {
        matches!(answer, Answer::Accepted(Some(received)) if received.cdr.description.starts_with("DEMOSTRACIÓN"))
    }

    #[test]
    fn documents_and_batches_are_accepted_with_marked_receipts() {
        let bill = Request::SendBill { file_name: format!("{RUC}-01-F001-7"), zip: Vec::new() };
        assert!(is_accepted(interpret(RequestContext::Bill("F001-7"), answer_as_tax_authority(RUC, &bill, now()))));
        let batch = Request::SendSummary { file_name: format!("{RUC}-RC-20261120-1"), zip: Vec::new() };
        let Answer::PendingTicket(ticket) =
            interpret(RequestContext::Summary, answer_as_tax_authority(RUC, &batch, now()))
        else {
            panic!("a ticket")
        };
        let reply = answer_as_tax_authority(RUC, &Request::GetStatus { ticket }, now());
        assert!(is_accepted(interpret(RequestContext::Ticket("RC-20261120-1"), reply)));
    }

    #[test]
    fn the_key_is_marked_as_a_demonstration() {
        assert!(demo_signer().unwrap().certificate().subject.contains("DEMOSTRACION"));
        assert!(demo_signer().unwrap().certificate().rucs.is_empty());
    }
}
