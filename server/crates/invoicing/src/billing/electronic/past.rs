//! The electronic part of documents invented by a seed: accepted on the day of their issue.

use super::{
    document::electronic_document,
    register::{compress_xml, random_token},
    store::{self, PastDocument},
};
use crate::billing::{documents::load_complete, store as billings};
use anyhow::Context;
use comanda_base::{db::Tx, error::Result, ids::BillingId};
use comanda_platform::settings::CompanyInfo;

/// The number of documents read and written at a time.
const AT_A_TIME: usize = 400;

/// Inserts the electronic part of these documents; a nota de venta has none.
pub async fn register_past_documents(tx: &mut Tx, ids: &[BillingId]) -> Result<()> {
    let company = CompanyInfo::load(tx).await?;
    for ids in ids.chunks(AT_A_TIME) {
        let rows = billings::load_billings_by_id(tx, ids).await?;
        let rows = rows.into_iter().filter(|b| b.billing_type_id.tax_code().is_some()).collect();
        let mut past = Vec::with_capacity(ids.len());
        for billing in load_complete(tx, rows).await? {
            let document = electronic_document(&company, &billing)?;
            let xml = comanda_sunat::ubl::document(&document);
            past.push(PastDocument {
                code: billing.row.billing_type_id.tax_code().context("a document of the tax authority")?,
                issued_on: document.issued_on,
                digest: xml.digest(),
                xml: compress_xml(xml.as_str())?,
                token: random_token(),
                row: billing.row,
            });
        }
        store::insert_past(tx, &past).await?;
    }
    Ok(())
}
