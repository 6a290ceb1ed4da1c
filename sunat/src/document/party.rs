//! The seller and the buyer of a document.

use super::Identity;

/// The company that issues the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    /// The RUC, 11 digits.
    pub ruc: String,
    /// The razón social: in batches 3 to 100 characters (rule 2228).
    pub legal_name: String,
    pub trade_name: Option<String>,
    /// SUNAT's code of the establishment, 4 digits; `0000` is the fiscal address (rules 4198, 4242).
    pub establishment: String,
    pub address: Option<Address>,
}

/// The address of the establishment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The ubigeo code, 6 digits.
    pub ubigeo: String,
    pub department: String,
    pub province: String,
    pub district: String,
    /// The street, 3 to 200 characters.
    pub street: String,
}

/// The customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub identity: Identity,
    pub number: String,
    /// The name, 3 to 1500 characters (rule 2022).
    pub name: String,
    pub address: Option<String>,
}

impl Customer {
    /// The customer of a boleta of up to S/ 700 that identifies nobody.
    #[must_use]
    pub fn unidentified() -> Self {
        Self { identity: Identity::Foreign, number: "00000000".into(), name: "CLIENTES VARIOS".into(), address: None }
    }
}
