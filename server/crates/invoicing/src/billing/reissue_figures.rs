//! The date and figures of a reissued document. Within the days that the tax authority allows it keeps the date of its sale; afterwards it
//! has today's. Either way it bears the rate of its date, and its total is the amount paid.

use super::{
    model::{Billing, BillingLine},
    tax::{DocumentFigures, NamedAmount, Sale, SoldItem, compute_document_figures},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, Result, refuse},
    money::Money,
    words::IgvTreatment,
};
use comanda_platform::settings::{TaxRule, tax::issue_date};

/// The number of calendar days after its issue date in which an individually sent document is accepted (rules 2108 and 1079).
const DAYS_TO_SEND: i64 = 3;

/// Returns the issue time of the replacement of a refused document.
pub(super) fn reissue_time(refused: &Billing, now: DateTime<Utc>) -> DateTime<Utc> {
    let issued_at = refused.row.issued_at;
    let age = (issue_date(now) - issue_date(issued_at)).num_days();
    if (0..=DAYS_TO_SEND).contains(&age) { issued_at } else { now }
}

/// Recomputes a sale that was made under another rule (the second argument): the surcharge (recargo) included in list prices follows the
/// rate.
pub type ResplitSale<'f> = &'f (dyn Fn(Sale, TaxRule) -> Sale + Send + Sync);

/// Returns the sale of a document, recomputed under another rule than that of its issue.
pub fn sale_under_rule(refused: &Billing, rule: TaxRule, resplit: ResplitSale<'_>) -> Sale {
    resplit(sale_of_document(refused, rule), refused.row.rule())
}

/// Computes the figures of the replacement; refuses where their total is not the amount paid.
pub fn reissue_figures(refused: &Billing, sale: Sale) -> Result<DocumentFigures> {
    let figures = compute_document_figures(sale).map_err(anyhow::Error::from)?;
    if figures.total == refused.row.total {
        return Ok(figures);
    }
    let text = format!(
        "{} no se puede emitir de nuevo con el IGV de hoy por el mismo total. Devuelve su cobro y cóbralo otra vez.",
        refused.full_number
    );
    refuse(Code::Conflict, text).err()
}

/// Rebuilds the sale of a document from its lines.
pub(super) fn sale_of_document(billing: &Billing, tax: TaxRule) -> Sale {
    let previous_rule = billing.row.rule();
    let named = |code: &str| -> Vec<NamedAmount> {
        let amounts_of_code = billing.amounts.iter().filter(|a| a.code == code);
        amounts_of_code
            .map(|a| NamedAmount { description: a.description.clone(), amount: a.amount.max(-a.amount) })
            .collect()
    };
    Sale {
        items: billing.lines.iter().map(|line| item(line, previous_rule, tax)).collect(),
        discounts: named("02").into_iter().chain(named("00")).collect(),
        services: named("46"),
        tax,
    }
}

fn item(line: &BillingLine, previous_rule: TaxRule, tax: TaxRule) -> SoldItem {
    let is_free = matches!(line.affectation.as_str(), "15" | "21" | "31");
    let treatment = match line.affectation.as_str() {
        // In an exonerated company every sale is exonerated; under another rule that rule decides.
        "20" | "21" if !previous_rule.exonerated => IgvTreatment::Exonerated,
        // The same holds for a company of the Nuevo RUS.
        "30" | "31" if !previous_rule.regime.is_nuevo_rus() => IgvTreatment::Unaffected,
        _ => IgvTreatment::Taxed,
    };
    let listed = line.total - line.bag_tax;
    let worth = if is_free { line.base + line.free_igv } else { listed };
    let discount = if is_free { Money::ZERO } else { listed - line.base - line.igv };
    // The tax on bags may differ on another day; the amount paid stays.
    let is_bag = line.is_bag();
    let bag_tax = if is_bag { tax.bag_tax_of(line.unit_price, line.quantity) } else { Money::ZERO };
    SoldItem {
        line_id: line.line_id,
        kind: line.kind,
        description: line.description.clone(),
        quantity: line.quantity,
        measure: line.measure,
        unit_price: line.unit_price,
        total: worth + line.bag_tax - bag_tax,
        bag_tax,
        discount: if line.discount.is_zero() { Money::ZERO } else { discount },
        treatment,
        is_free,
    }
}
