//! All SQL of `company_info`.

use super::{gateway::Gateway, model::CompanyInfo};
use comanda_base::{
    db::{self, Tx},
    error::Result,
    seal::{Seals, SecretKind},
};

impl CompanyInfo {
    /// Loads the company's data; texts that were never entered are empty.
    pub async fn load(tx: &mut Tx) -> Result<Self> {
        Ok(tx
            .query(
                "SELECT document_type, document_number, legal_name, commercial_name, commercial_address, tax_address, ubigeo,
                        department, province, district, phone, email, logo, is_electronic_invoice
                 FROM company_info WHERE id = 1",
            )
            .maybe()
            .await?
            .unwrap_or_default())
    }
}

/// Whether documents are only sent to this server's simulated tax authority.
pub(super) async fn is_billing_demo(tx: &mut Tx) -> db::Result<bool> {
    let found: i64 = tx.query("SELECT COUNT(*) FROM electronic_billing WHERE gateway = 'DEMO'").scalar().await?;
    Ok(found > 0)
}

pub(super) async fn gateway(tx: &mut Tx, seals: &Seals) -> Result<Gateway> {
    let sql = "SELECT apifact_url, token_apifact, correlative FROM company_info WHERE id = 1";
    let mut gateway: Gateway = tx.query(sql).maybe().await?.unwrap_or_default();
    gateway.token_apifact = seals.open(SecretKind::ProviderToken, &gateway.token_apifact)?.or_nothing();
    Ok(gateway)
}

/// Locks the single row, so that two forms saved at once do not overwrite each other.
pub async fn lock(tx: &mut Tx) -> db::Result<()> {
    tx.query("INSERT INTO company_info (id, is_electronic_invoice) VALUES (1, FALSE) ON CONFLICT (id) DO NOTHING")
        .run()
        .await?;
    let _: i64 = tx.query("SELECT id FROM company_info WHERE id = 1").for_update().scalar().await?;
    Ok(())
}

/// Locks the company's only row against changes until the end of the transaction; others may take the same lock.
pub(in crate::settings) async fn lock_shared(tx: &mut Tx) -> db::Result<()> {
    let _: Option<(i64,)> = tx.query("SELECT id FROM company_info WHERE id = 1").for_share().maybe().await?;
    Ok(())
}

pub(super) async fn save(tx: &mut Tx, i: &CompanyInfo, g: &Gateway, seals: &Seals) -> Result<()> {
    let token = seals.seal(SecretKind::ProviderToken, &g.token_apifact)?;
    tx.query(
        "UPDATE company_info SET document_type = $1, document_number = $2, legal_name = $3, commercial_name = $4,
                commercial_address = $5, tax_address = $6, ubigeo = $7, department = $8, province = $9, district = $10,
                phone = $11, email = $12, is_electronic_invoice = $13, apifact_url = $14, token_apifact = $15,
                correlative = $16 WHERE id = 1",
    )
    .bind(i.document_type)
    .bind(i.document_number.as_str())
    .bind(i.legal_name.as_str())
    .bind(i.commercial_name.as_str())
    .bind(i.commercial_address.as_str())
    .bind(i.tax_address.as_str())
    .bind(i.ubigeo.as_str())
    .bind(i.department.as_str())
    .bind(i.province.as_str())
    .bind(i.district.as_str())
    .bind(i.phone.as_str())
    .bind(i.email.as_str())
    .bind(i.is_electronic_invoice)
    .bind(g.apifact_url.as_str())
    .bind(token)
    .bind(g.correlative.as_str())
    .run()
    .await?;
    Ok(())
}

/// Switches electronic documents on or off.
pub async fn set_electronic(tx: &mut Tx, is_on: bool) -> db::Result<()> {
    tx.query("UPDATE company_info SET is_electronic_invoice = $1 WHERE id = 1").bind(is_on).run().await?;
    Ok(())
}
