//! Writes the signatory, the seller and the buyer.

use super::{SIGNATURE_ID, xml::Xml};
use crate::document::{Address, Customer, Identity, Issuer};

/// Writes `cac:Signature`: the signatory, and a reference to the signature (rules 2076 to 2083).
pub(super) fn signatory(x: &mut Xml, issuer: &Issuer) {
    x.within("cac:Signature", |x| {
        x.text("cbc:ID", &issuer.ruc);
        x.within("cac:SignatoryParty", |x| {
            x.within("cac:PartyIdentification", |x| x.text("cbc:ID", &issuer.ruc));
            x.within("cac:PartyName", |x| x.text("cbc:Name", &issuer.legal_name));
        });
        x.within("cac:DigitalSignatureAttachment", |x| {
            x.within("cac:ExternalReference", |x| x.text("cbc:URI", &format!("#{SIGNATURE_ID}")));
        });
    });
}

/// Writes `cac:AccountingSupplierParty` of UBL 2.1.
pub(super) fn issuer(x: &mut Xml, issuer: &Issuer) {
    x.within("cac:AccountingSupplierParty", |x| {
        x.within("cac:Party", |x| {
            identification(x, Identity::Ruc, &issuer.ruc);
            if let Some(name) = &issuer.trade_name {
                x.within("cac:PartyName", |x| x.text("cbc:Name", name));
            }
            x.within("cac:PartyLegalEntity", |x| {
                x.text("cbc:RegistrationName", &issuer.legal_name);
                x.within("cac:RegistrationAddress", |x| {
                    establishment(x, &issuer.establishment, issuer.address.as_ref());
                });
            });
        });
    });
}

/// Writes `cac:AccountingCustomerParty` of UBL 2.1.
pub(super) fn customer(x: &mut Xml, customer: &Customer) {
    x.within("cac:AccountingCustomerParty", |x| {
        x.within("cac:Party", |x| {
            identification(x, customer.identity, &customer.number);
            x.within("cac:PartyLegalEntity", |x| {
                x.text("cbc:RegistrationName", &customer.name);
                if let Some(address) = &customer.address {
                    x.within("cac:RegistrationAddress", |x| street(x, address));
                }
            });
        });
    });
}

/// Writes `cac:AccountingSupplierParty` of UBL 2.0 for RA and RC.
pub(super) fn batch_issuer(x: &mut Xml, issuer: &Issuer) {
    x.within("cac:AccountingSupplierParty", |x| {
        account(x, Identity::Ruc, &issuer.ruc);
        x.within("cac:Party", |x| {
            x.within("cac:PartyLegalEntity", |x| x.text("cbc:RegistrationName", &issuer.legal_name));
        });
    });
}

/// Writes the number and kind of an identity document in UBL 2.0.
pub(super) fn account(x: &mut Xml, identity: Identity, number: &str) {
    x.text("cbc:CustomerAssignedAccountID", number);
    x.text("cbc:AdditionalAccountID", identity.code());
}

fn identification(x: &mut Xml, identity: Identity, number: &str) {
    x.within("cac:PartyIdentification", |x| x.text_with("cbc:ID", &[("schemeID", identity.code())], number));
}

fn establishment(x: &mut Xml, code: &str, address: Option<&Address>) {
    if let Some(address) = address {
        x.text("cbc:ID", &address.ubigeo);
    }
    x.text("cbc:AddressTypeCode", code);
    let Some(address) = address else { return };
    x.text("cbc:CityName", &address.province);
    x.text("cbc:CountrySubentity", &address.department);
    x.text("cbc:District", &address.district);
    street(x, &address.street);
    x.within("cac:Country", |x| x.text("cbc:IdentificationCode", "PE"));
}

fn street(x: &mut Xml, line: &str) {
    x.within("cac:AddressLine", |x| x.text("cbc:Line", line));
}
