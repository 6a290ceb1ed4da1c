//! The electronic half of documents that a seed invents: accepted on the day of their issue.

use super::{
    document::electronic_document,
    register::{deflated, token},
    store::{self, PastDocument},
};
use crate::billing::{BillingKind, documents::completed, store as billings};
use anyhow::Context;
use comanda_base::{db::Tx, error::Result, ids::BillingId};
use comanda_platform::settings::CompanyInfo;

/// So many are read and written at a time.
const AT_A_TIME: usize = 400;

/// Writes it for these documents; a nota de venta has none.
pub async fn register_past(tx: &mut Tx, ids: &[BillingId]) -> Result<()> {
    let company = CompanyInfo::load(tx).await?;
    for ids in ids.chunks(AT_A_TIME) {
        let rows = billings::billings_by_id(tx, ids).await?;
        let rows = rows.into_iter().filter(|b| code_of(b.billing_type_id).is_some()).collect();
        let mut past = Vec::with_capacity(ids.len());
        for billing in completed(tx, rows).await? {
            let document = electronic_document(&company, &billing)?;
            let xml = comanda_sunat::ubl::document(&document);
            past.push(PastDocument {
                code: code_of(billing.row.billing_type_id).context("a document of the tax authority")?,
                issued_on: document.issued_on,
                digest: xml.digest(),
                xml: deflated(xml.as_str())?,
                token: token(),
                row: billing.row,
            });
        }
        store::insert_past(tx, &past).await?;
    }
    Ok(())
}

fn code_of(billing_type: i64) -> Option<&'static str> {
    BillingKind::from_id(billing_type)?.tax_code()
}
