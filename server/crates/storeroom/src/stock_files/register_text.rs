//! The register as the text file for the tax authority's program: 27 fields, each followed by a bar.

use super::{
    register::{Line, Register, kind_letter},
    register_codes as codes,
};
use comanda_base::money::{Money, Quantity};
use comanda_platform::settings::CompanyInfo;

/// Builds the file name: `LE`, RUC, year and month, the book (130100), and the indicators of opportunity, state, content and currency
/// (soles).
pub(super) fn file_name(company: &CompanyInfo, register: &Register, has_lines: bool) -> String {
    let period = register.month.first.format("%Y%m00");
    format!("LE{}{period}130100001{}11.txt", company.document_number, u8::from(has_lines))
}

/// Writes all lines; the text is empty where no stock is tracked.
pub(super) fn register_text(register: &Register) -> String {
    let period = register.month.first.format("%Y%m00").to_string();
    let mut text = String::new();
    for line in register.lines() {
        push_line(&mut text, &period, &line);
    }
    text
}

fn push_line(text: &mut String, period: &str, line: &Line<'_>) {
    let item = line.item;
    let (entry, exit) = if line.is_entry() { (Some(line), None) } else { (None, Some(line)) };
    let amount = |side: Option<&Line<'_>>| side.map_or(Quantity::ZERO, |l| l.quantity);
    let value = |side: Option<&Line<'_>>| side.map_or(Money::ZERO, |l| l.value);
    let fields = [
        period.to_owned(),
        line.code.clone(),
        line.entry.to_owned(),
        "0000".to_owned(),
        codes::OWN_CATALOGUE.to_owned(),
        codes::existence_code(item.item_kind).to_owned(),
        format!("{}{:06}", kind_letter(item.item_kind), item.item_id),
        String::new(),
        String::new(),
        line.day.format("%d/%m/%Y").to_string(),
        line.paper.kind.to_string(),
        sanitize(&line.paper.serie, 20),
        sanitize(&line.paper.number, 20),
        line.operation.to_owned(),
        sanitize(&item.name, 80),
        codes::unit_code(&item.unit).to_owned(),
        codes::WEIGHTED_AVERAGE.to_owned(),
        decimals(amount(entry)),
        per_unit(value(entry), amount(entry)).to_string(),
        value(entry).to_string(),
        decimals(amount(exit)),
        per_unit(value(exit), amount(exit)).to_string(),
        value(exit).to_string(),
        decimals(line.balance),
        per_unit(line.balance_value, line.balance).to_string(),
        line.balance_value.to_string(),
        "1".to_owned(),
    ];
    for field in &fields {
        text.push_str(field);
        text.push('|');
    }
    text.push_str("\r\n");
}

/// Replaces bars, slashes and control characters, which would begin another field, and cuts the text.
fn sanitize(text: &str, max_chars: usize) -> String {
    let kept = text.chars().map(|c| if c == '|' || c == '/' || c.is_control() { ' ' } else { c });
    kept.take(max_chars).collect::<String>().trim().to_owned()
}

/// Formats a quantity with at least two decimals.
fn decimals(quantity: Quantity) -> String {
    Money::from_millionths(quantity.millionths()).to_string()
}

/// Returns the absolute unit cost, zero for no quantity.
pub(super) fn per_unit(value: Money, quantity: Quantity) -> Money {
    let cost = value.per_unit(quantity).unwrap_or_default();
    cost.max(-cost)
}
