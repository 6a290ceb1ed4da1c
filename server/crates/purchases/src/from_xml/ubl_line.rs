//! Reads the lines of an `Invoice`.

use super::{
    invoice::{Affectation, InvoiceLine},
    problem::{self, Problem},
    tree,
    ubl::{ICBPER, missing_problem, require_not_negative},
};
use comanda_base::money::{Money, Quantity};
use roxmltree::Node;

/// The unit code of a line without one.
const PIECES: &str = "NIU";

pub(super) fn read_lines(root: Node<'_, '_>, most: usize) -> Result<Vec<InvoiceLine>, Problem> {
    let (name, quantity) = match root.tag_name().name() {
        "CreditNote" => ("CreditNoteLine", "CreditedQuantity"),
        "DebitNote" => ("DebitNoteLine", "DebitedQuantity"),
        _ => ("InvoiceLine", "InvoicedQuantity"),
    };
    let found: Vec<Node<'_, '_>> = tree::child_elements(root, name).take(most + 1).collect();
    if found.is_empty() {
        return Err(missing_problem("el detalle de lo vendido"));
    }
    if found.len() > most {
        return Err(problem::TOO_MUCH);
    }
    (1..).zip(found).map(|(number, node)| read_line(number, node, quantity)).collect()
}

fn read_line(number: i64, node: Node<'_, '_>, counted: &'static str) -> Result<InvoiceLine, Problem> {
    let text = description(node);
    let quantity = tree::read_quantity(node, counted)?;
    // A line of a note that only describes something has no quantity.
    let quantity = if counted == "InvoicedQuantity" { quantity } else { quantity.or(Some(Quantity::units(1))) };
    let net = tree::read_amount(node, "LineExtensionAmount")?;
    let (Some(quantity), Some(net)) = (quantity, net) else {
        return Err(missing_problem(&format!("la cantidad o el importe de la línea {number}")));
    };
    if text.is_empty() {
        return Err(missing_problem(&format!("la descripción de la línea {number}")));
    }
    if quantity <= Quantity::ZERO || net.is_negative() {
        let text = format!(
            "La línea {number} ({text}) tiene una cantidad o un importe que no es mayor que cero. Regístrala a mano."
        );
        return Err(Problem::new(text));
    }
    let unit = tree::find_element(node, counted).and_then(|q| q.attribute("unitCode")).unwrap_or(PIECES);
    let tax = read_taxes(node)?;
    Ok(InvoiceLine {
        number,
        code: tree::element_text(node, "Item/SellersItemIdentification/ID"),
        barcode: tree::element_text(node, "Item/StandardItemIdentification/ID"),
        text,
        unit_code: unit.trim().to_uppercase().chars().take(8).collect(),
        quantity,
        net: net.to_centimos(),
        igv_base: if tax.base.is_zero() { (net + tax.isc).to_centimos() } else { tax.base.to_centimos() },
        igv: tax.igv.to_centimos(),
        isc: tax.isc.to_centimos(),
        other_taxes: tax.other.to_centimos(),
        icbper: tax.icbper.to_centimos(),
        adjustment: untaxed_adjustment(node)?,
        affectation: affectation(&tax.scheme, &tax.code),
        affectation_code: tax.code,
        percent: tax.percent,
    })
}

/// Joins the descriptions of the item; a long text comes in several elements.
fn description(node: Node<'_, '_>) -> String {
    let item = tree::child_elements(node, "Item").next();
    let all = item.into_iter().flat_map(|item| tree::child_elements(item, "Description"));
    let texts: Vec<String> = all.map(|one| one.text().unwrap_or_default().to_owned()).collect();
    texts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ").chars().take(250).collect()
}

#[derive(Default)]
struct Taxes {
    /// The scheme of the IGV: 1000, 1016 or the one in its place.
    scheme: String,
    code: String,
    percent: Quantity,
    base: Money,
    igv: Money,
    isc: Money,
    other: Money,
    icbper: Money,
}

fn read_taxes(node: Node<'_, '_>) -> Result<Taxes, Problem> {
    let mut all = Taxes::default();
    for tax in tree::child_elements(node, "TaxTotal").flat_map(|total| tree::child_elements(total, "TaxSubtotal")) {
        let amount = require_not_negative(tree::read_amount(tax, "TaxAmount")?.unwrap_or_default())?;
        let scheme = tree::element_text(tax, "TaxCategory/TaxScheme/ID");
        match scheme.as_str() {
            "1000" | "1016" | "9995" | "9996" | "9997" | "9998" => {
                let base = tree::read_amount(tax, "TaxableAmount")?.unwrap_or_default();
                // SUNAT evaluates the subtotal that has a base; others may be present with zeros.
                if !all.scheme.is_empty() && base <= Money::ZERO {
                    continue;
                }
                let code = tree::element_text(tax, "TaxCategory/TaxExemptionReasonCode");
                all.code = if code.is_empty() { all.code } else { code };
                all.percent = check_rate(tree::read_quantity(tax, "TaxCategory/Percent")?.unwrap_or_default())?;
                (all.scheme, all.base, all.igv) = (scheme, base, amount);
            }
            "2000" => all.isc += amount,
            other => {
                all.other += amount;
                all.icbper += if other == ICBPER { amount } else { Money::ZERO };
            }
        }
    }
    if all.code.is_empty() {
        all.code = if all.igv.is_zero() { "30".into() } else { "10".into() };
    }
    Ok(all)
}

fn check_rate(percent: Quantity) -> Result<Quantity, Problem> {
    if percent.is_negative() || percent > Quantity::units(100) {
        return Err(Problem::new(format!(
            "El XML dice una tasa de IGV de {percent} %, que no existe. Pide al proveedor que lo corrija."
        )));
    }
    Ok(percent)
}

fn affectation(scheme: &str, code: &str) -> Affectation {
    match (scheme, code) {
        ("9996", _) => Affectation::Free,
        (_, "10") => Affectation::Taxed,
        (_, "17") => Affectation::Ivap,
        (_, "20" | "30" | "40") => Affectation::Exempt,
        _ => Affectation::Free,
    }
}

/// Adds up the charges (48) and discounts (01) of catalogue 53 that do not change the base; the others are included in the line's amount
/// already.
fn untaxed_adjustment(node: Node<'_, '_>) -> Result<Money, Problem> {
    let mut sum = Money::ZERO;
    for one in tree::child_elements(node, "AllowanceCharge") {
        let amount = require_not_negative(tree::read_amount(one, "Amount")?.unwrap_or_default())?;
        match tree::element_text(one, "AllowanceChargeReasonCode").as_str() {
            "01" => sum += -amount,
            "48" => sum += amount,
            _ => {}
        }
    }
    Ok(sum.to_centimos())
}
