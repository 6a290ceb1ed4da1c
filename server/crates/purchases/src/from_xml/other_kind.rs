//! Recognizes documents that are mistaken for a current electronic invoice.

use super::{
    problem::{self, Problem},
    tree,
};
use roxmltree::Node;

/// Returns the problem of a document of another kind, by its outermost element; `None` for an invoice or note of UBL 2.1.
pub(super) fn wrong_kind_problem(root: Node<'_, '_>) -> Option<Problem> {
    if root.tag_name().name().to_lowercase().contains("honorario") {
        return Some(problem::RECEIPT_OF_FEES);
    }
    if !matches!(root.tag_name().name(), "Invoice" | "CreditNote" | "DebitNote") {
        return None;
    }
    if is_receipt_of_fees(root) {
        return Some(problem::RECEIPT_OF_FEES);
    }
    is_of_ubl_2_0(root).then_some(problem::UBL_2_0)
}

/// SUNAT's own system writes receipts of fees with the code of a factura and without a version; tests and other programs use code 02 of
/// table 10.
fn is_receipt_of_fees(root: Node<'_, '_>) -> bool {
    if matches!(tree::element_text(root, "InvoiceTypeCode").as_str(), "02" | "R1") {
        return true;
    }
    let mut categories = root.descendants().filter(|node| node.tag_name().name() == "TaxCategory");
    let is_withheld = |category| tree::element_text(category, "ID").replace(' ', "").eq_ignore_ascii_case("RET4TA");
    categories.any(is_withheld) || (has_receipt_of_fees_form(root) && !has_tax_code(root))
}

/// Whether the document has the form of a receipt of fees (recibo por honorarios): numbered by SUNAT (E001) for a natural person (RUC 10…).
fn has_receipt_of_fees_form(root: Node<'_, '_>) -> bool {
    root.tag_name().name() == "Invoice"
        && tree::element_text(root, "UBLVersionID").is_empty()
        && tree::element_text(root, "ID").starts_with('E')
        && old_ruc(root).starts_with("10")
}

/// Whether a tax is identified by its code (1000, 9997…), as in all documents of the register.
fn has_tax_code(root: Node<'_, '_>) -> bool {
    root.descendants().any(|node| node.tag_name().name() == "TaxScheme" && !tree::element_text(node, "ID").is_empty())
}

/// Recognizes UBL 2.0 by its version, or else by the place of the supplier's RUC.
fn is_of_ubl_2_0(root: Node<'_, '_>) -> bool {
    let is_old_form = matches!(tree::element_text(root, "CustomizationID").as_str(), "" | "1.0");
    match tree::element_text(root, "UBLVersionID").as_str() {
        "2.0" => is_old_form,
        "" => is_old_form && !old_ruc(root).is_empty(),
        _ => false,
    }
}

/// The supplier's RUC in the place used before UBL 2.1.
fn old_ruc(root: Node<'_, '_>) -> String {
    tree::element_text(root, "AccountingSupplierParty/CustomerAssignedAccountID")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(xml: &str) -> Option<Problem> {
        wrong_kind_problem(roxmltree::Document::parse(xml).unwrap().root_element())
    }
    fn document(root: &str, version: &str, customization: &str, rest: &str) -> Option<Problem> {
        let element = |name: &str, text: &str| match text {
            "" => String::new(),
            text => format!("<cbc:{name}>{text}</cbc:{name}>"),
        };
        found(&format!(
            "<{root} xmlns:cac=\"a\" xmlns:cbc=\"u\">{}{}{rest}</{root}>",
            element("UBLVersionID", version),
            element("CustomizationID", customization)
        ))
    }
    fn supplier(ruc: &str) -> String {
        format!(
            "<cac:AccountingSupplierParty><cbc:CustomerAssignedAccountID>{ruc}</cbc:CustomerAssignedAccountID>\
             </cac:AccountingSupplierParty>"
        )
    }
    fn tax(category: &str, scheme: &str) -> String {
        format!(
            "<cac:TaxTotal><cac:TaxSubtotal><cac:TaxCategory><cbc:ID>{category}</cbc:ID><cac:TaxScheme>{scheme}\
             </cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>"
        )
    }
    const IGV: &str = "<cbc:ID>1000</cbc:ID>";

    #[test]
    fn documents_of_ubl_2_0_are_recognized() {
        let person = supplier("20100055237") + &tax("S", IGV);
        for root in ["Invoice", "CreditNote", "DebitNote"] {
            assert_eq!(document(root, "2.0", "1.0", ""), Some(problem::UBL_2_0), "{root}");
            assert_eq!(document(root, "", "1.0", &person), Some(problem::UBL_2_0), "{root}");
            assert_eq!(document(root, "", "", &person), Some(problem::UBL_2_0), "{root}");
            assert_eq!(document(root, "2.1", "2.0", &person), None, "{root}");
            assert_eq!(document(root, "2.0", "2.0", ""), None, "a slip of the version alone");
            assert_eq!(document(root, "", "", ""), None, "{root}");
        }
    }

    #[test]
    fn receipts_of_fees_are_recognized() {
        let code = |code: &str| format!("<cbc:InvoiceTypeCode listID=\"0101\">{code}</cbc:InvoiceTypeCode>");
        assert_eq!(document("Invoice", "2.1", "2.0", &code("02")), Some(problem::RECEIPT_OF_FEES));
        assert_eq!(document("Invoice", "2.0", "1.0", &code("02")), Some(problem::RECEIPT_OF_FEES));
        assert_eq!(document("Invoice", "2.1", "2.0", &code("01")), None);
        assert_eq!(found("<reciboPorHonorarios/>"), Some(problem::RECEIPT_OF_FEES));
        // The form written by SUNAT's own system, with and without the withheld tax.
        let invoice = code("01") + "<cbc:ID>E001-186</cbc:ID>" + &supplier("10601111115");
        let withheld = invoice.clone() + &tax("A", "") + &tax("RET 4TA", "");
        assert_eq!(document("Invoice", "", "", &withheld), Some(problem::RECEIPT_OF_FEES));
        assert_eq!(document("Invoice", "", "", &(invoice.clone() + &tax("A", ""))), Some(problem::RECEIPT_OF_FEES));
        assert_eq!(document("Invoice", "", "", &(invoice + &tax("S", IGV))), Some(problem::UBL_2_0));
    }
}
