//! All SQL of `company_info`.

use super::{gateway::Gateway, model::CompanyInfo};
use comanda_base::{
    db::{self, Tx},
    error::Result,
    seal::{Seals, SecretKind},
    update,
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

pub(super) async fn load_gateway(tx: &mut Tx, seals: &Seals) -> Result<Gateway> {
    let sql = "SELECT apifact_url, token_apifact, correlative FROM company_info WHERE id = 1";
    let mut gateway: Gateway = tx.query(sql).maybe().await?.unwrap_or_default();
    gateway.token_apifact = seals.open(SecretKind::ProviderToken, &gateway.token_apifact)?.or_empty_text();
    Ok(gateway)
}

/// Locks the single row, so that two forms saved at once do not overwrite each other.
pub async fn lock_company(tx: &mut Tx) -> db::Result<()> {
    tx.query("INSERT INTO company_info (id, is_electronic_invoice) VALUES (1, FALSE) ON CONFLICT (id) DO NOTHING")
        .run()
        .await?;
    let _: i64 = tx.query("SELECT id FROM company_info WHERE id = 1").for_update().scalar().await?;
    Ok(())
}

/// Locks the company's only row against changes until the end of the transaction; others may take the same lock.
pub(in crate::settings) async fn lock_company_shared(tx: &mut Tx) -> db::Result<()> {
    let _: Option<(i64,)> = tx.query("SELECT id FROM company_info WHERE id = 1").for_share().maybe().await?;
    Ok(())
}

pub(super) async fn save_company(tx: &mut Tx, i: &CompanyInfo, g: &Gateway, seals: &Seals) -> Result<()> {
    let token = seals.seal(SecretKind::ProviderToken, &g.token_apifact)?;
    tx.query(update!("company_info" {
        document_type: i.document_type,
        document_number: i.document_number.as_str(),
        legal_name: i.legal_name.as_str(),
        commercial_name: i.commercial_name.as_str(),
        commercial_address: i.commercial_address.as_str(),
        tax_address: i.tax_address.as_str(),
        ubigeo: i.ubigeo.as_str(),
        department: i.department.as_str(),
        province: i.province.as_str(),
        district: i.district.as_str(),
        phone: i.phone.as_str(),
        email: i.email.as_str(),
        is_electronic_invoice: i.is_electronic_invoice,
        apifact_url: g.apifact_url.as_str(),
        token_apifact: token,
        correlative: g.correlative.as_str(),
    } where id = 1_i64))
        .run()
        .await?;
    Ok(())
}

/// Switches electronic documents on or off.
pub async fn set_electronic(tx: &mut Tx, is_on: bool) -> db::Result<()> {
    tx.query("UPDATE company_info SET is_electronic_invoice = $1 WHERE id = 1").bind(is_on).run().await?;
    Ok(())
}
