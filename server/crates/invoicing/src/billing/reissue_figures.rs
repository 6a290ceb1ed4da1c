//! What a refused document says when it is issued anew, and on which day. Within the days that the tax authority allows it keeps the
//! day of its sale; afterwards it says today. Either way it bears the rate of the day that it says, and comes to what was paid. Pure.

use super::{
    model::{Billing, BillingLine},
    tax::{Figures, Item, Named, Sale, figures},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, Result, refuse},
    money::Money,
    words::IgvTreatment,
};
use comanda_platform::settings::{TaxRule, tax::issue_date};

/// A document that goes alone is taken for so many calendar days after its day (rules 2108 and 1079).
const DAYS_TO_SEND: i64 = 3;

/// When the document that takes a refused one's place is issued.
pub(super) fn issued_anew_at(refused: &Billing, now: DateTime<Utc>) -> DateTime<Utc> {
    let issued_at = refused.row.issued_at;
    let age = (issue_date(now) - issue_date(issued_at)).num_days();
    if (0..=DAYS_TO_SEND).contains(&age) { issued_at } else { now }
}

/// Says a sale anew under its own rule, where it was sold under another one (`was`): the recargo that listed prices hold follows the rate.
pub type SplitAnew<'f> = &'f (dyn Fn(Sale, TaxRule) -> Sale + Send + Sync);

/// The sale that a document is about, under another rule than it was issued under.
pub fn sale_under(refused: &Billing, rule: TaxRule, split_anew: SplitAnew<'_>) -> Sale {
    split_anew(sale(refused, rule), refused.row.rule())
}

/// The figures of what is issued in its place, which come to what was paid.
pub fn figures_anew(refused: &Billing, sale: Sale) -> Result<Figures> {
    let figures = figures(sale).map_err(anyhow::Error::from)?;
    if figures.total == refused.row.total {
        return Ok(figures);
    }
    let text = format!(
        "{} no se puede emitir de nuevo con el IGV de hoy por el mismo total. Devuelve su cobro y cóbralo otra vez.",
        refused.full_number
    );
    refuse(Code::Conflict, text).err()
}

/// The sale that a document is about, as its lines say.
pub(super) fn sale(billing: &Billing, tax: TaxRule) -> Sale {
    let was = billing.row.rule();
    let named = |code: &str| -> Vec<Named> {
        let of_code = billing.amounts.iter().filter(|a| a.code == code);
        of_code.map(|a| Named { description: a.description.clone(), amount: a.amount.max(-a.amount) }).collect()
    };
    Sale {
        items: billing.lines.iter().map(|line| item(line, was, tax)).collect(),
        discounts: named("02").into_iter().chain(named("00")).collect(),
        services: named("46"),
        tax,
    }
}

fn item(line: &BillingLine, was: TaxRule, tax: TaxRule) -> Item {
    let is_free = matches!(line.affectation.as_str(), "15" | "21" | "31");
    let treatment = match line.affectation.as_str() {
        // All that an exonerated house sells is: whether it is under another rule, that one says.
        "20" | "21" if !was.exonerated => IgvTreatment::Exonerated,
        // So is all that a house of the Nuevo RUS sells.
        "30" | "31" if !was.regime.is_nuevo_rus() => IgvTreatment::Unaffected,
        _ => IgvTreatment::Taxed,
    };
    let listed = line.total - line.bag_tax;
    let worth = if is_free { line.base + line.free_igv } else { listed };
    let discount = if is_free { Money::ZERO } else { listed - line.base - line.igv };
    // Another day may have another tax on bags: what is paid stays.
    let is_bag = line.is_bag();
    let bag_tax = if is_bag { tax.bag_tax_of(line.unit_price, line.quantity) } else { Money::ZERO };
    Item {
        line_id: line.line_id,
        kind: line.kind,
        description: line.description.clone(),
        quantity: line.quantity,
        unit_price: line.unit_price,
        total: worth + line.bag_tax - bag_tax,
        bag_tax,
        discount: if line.discount.is_zero() { Money::ZERO } else { discount },
        treatment,
        is_free,
    }
}
