//! Who sells and who buys.

use super::Identity;

/// The company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    /// 11 digits.
    pub ruc: String,
    /// Razón social: in batches 3 to 100 characters (rule 2228).
    pub legal_name: String,
    pub trade_name: Option<String>,
    /// SUNAT's code of the establishment, 4 digits; `0000` is the fiscal address (rules 4198, 4242).
    pub establishment: String,
    pub address: Option<Address>,
}

/// Where the establishment is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// 6 digits.
    pub ubigeo: String,
    pub department: String,
    pub province: String,
    pub district: String,
    /// 3 to 200 characters.
    pub street: String,
}

/// The client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub identity: Identity,
    pub number: String,
    /// 3 to 1500 characters (rule 2022).
    pub name: String,
    pub address: Option<String>,
}

impl Customer {
    /// A boleta of up to S/ 700 names nobody.
    #[must_use]
    pub fn anybody() -> Self {
        Self { identity: Identity::Foreign, number: "00000000".into(), name: "CLIENTES VARIOS".into(), address: None }
    }
}
