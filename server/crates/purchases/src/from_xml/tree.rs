//! Reads XML elements by their local names, whatever their prefixes and order.

use super::problem::Problem;
use crate::amounts::MAX_TOTAL;
use chrono::NaiveDate;
use comanda_base::money::{Money, Quantity, SCALE};
use roxmltree::Node;
use rust_decimal::{Decimal, RoundingStrategy};

/// The length at which texts are cut.
const MAX_TEXT_CHARS: usize = 500;

/// Iterates over the direct children of this name.
pub(super) fn child_elements<'n, 'x: 'n>(node: Node<'n, 'x>, name: &'static str) -> impl Iterator<Item = Node<'n, 'x>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Returns the first element at a path of local names such as `Party/PartyIdentification/ID`.
pub(super) fn find_element<'n, 'x: 'n>(node: Node<'n, 'x>, path: &'static str) -> Option<Node<'n, 'x>> {
    path.split('/').try_fold(node, |node, name| child_elements(node, name).next())
}

/// Returns the text of the element on one line; empty where there is none.
pub(super) fn element_text<'n, 'x: 'n>(node: Node<'n, 'x>, path: &'static str) -> String {
    find_element(node, path).map(plain_text).unwrap_or_default()
}

/// Returns the text of an element on one line, cut to the length that forms accept.
pub(super) fn plain_text(node: Node<'_, '_>) -> String {
    let all: String = node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect();
    let words = all.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().filter(|c| !c.is_control()).take(MAX_TEXT_CHARS).collect()
}

/// Reads an amount in soles, rounded to six decimals; `None` where the element is missing.
pub(super) fn read_amount<'n, 'x: 'n>(node: Node<'n, 'x>, path: &'static str) -> Result<Option<Money>, Problem> {
    let Some(found) = find_element(node, path) else { return Ok(None) };
    let currency = found.attribute("currencyID").unwrap_or("PEN");
    if !currency.eq_ignore_ascii_case("PEN") {
        return Err(foreign_currency_problem(currency));
    }
    let text = plain_text(found);
    let millionths = parse_millionths(&text).ok_or_else(|| not_a_number(&text))?;
    Ok(Some(Money::from_millionths(millionths)))
}

pub(super) fn read_quantity<'n, 'x: 'n>(node: Node<'n, 'x>, path: &'static str) -> Result<Option<Quantity>, Problem> {
    let Some(found) = find_element(node, path) else { return Ok(None) };
    let text = plain_text(found);
    let millionths = parse_millionths(&text).ok_or_else(|| not_a_number(&text))?;
    Ok(Some(Quantity::from_millionths(millionths)))
}

pub(super) fn foreign_currency_problem(currency: &str) -> Problem {
    let name: String = currency.chars().take(8).collect();
    Problem::new(format!(
        "El comprobante está en {name} y las compras se registran en soles. Regístralo a mano con su tipo de cambio."
    ))
}

fn not_a_number(text: &str) -> Problem {
    let short: String = text.chars().take(30).collect();
    Problem::new(format!("El XML dice «{short}» donde va un número. Pide al proveedor que lo corrija."))
}

/// Reads a date; `None` where the element is missing. A time zone may follow as in `xs:date`: `2026-05-19-05:00`.
pub(super) fn read_date<'n, 'x: 'n>(node: Node<'n, 'x>, path: &'static str) -> Result<Option<NaiveDate>, Problem> {
    let text = element_text(node, path);
    if text.is_empty() {
        return Ok(None);
    }
    let (day, zone) = text.split_at_checked(10).unwrap_or((text.as_str(), ""));
    let is_zone = matches!(zone, "" | "Z") || (zone.len() == 6 && zone.starts_with(['+', '-']));
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().filter(|_| is_zone || zone.starts_with('T'));
    day.map(Some).ok_or_else(|| {
        let short: String = text.chars().take(30).collect();
        Problem::new(format!(
            "El XML dice «{short}» donde va una fecha como 2026-05-19. Pide al proveedor que lo corrija, o regístralo a mano."
        ))
    })
}

/// Parses a decimal number into millionths, rounding half away from zero; `None` where it is not a number or exceeds the largest purchase.
pub(super) fn parse_millionths(text: &str) -> Option<i64> {
    let number: Decimal = text.trim().parse().ok()?;
    let scaled = number.checked_mul(Decimal::from(SCALE))?;
    let whole = scaled.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
    i64::try_from(whole).ok().filter(|m| m.unsigned_abs() <= MAX_TOTAL.millionths().unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_with_or_without_a_zone_and_wrong_ones_are_quoted() {
        let read = |text: &str| {
            let xml = format!("<a><d>{text}</d></a>");
            let document = roxmltree::Document::parse(&xml).unwrap();
            read_date(document.root_element(), "d").map_err(|problem| problem.at("file").message)
        };
        let day = NaiveDate::from_ymd_opt(2026, 5, 19);
        for text in ["2026-05-19", " 2026-05-19-05:00\n", "2026-05-19Z", "2026-05-19+00:00", "2026-05-19T10:00:00"] {
            assert_eq!(read(text), Ok(day), "{text}");
        }
        assert_eq!(read(" "), Ok(None));
        for text in ["15/10/2026", "2026-02-31", "2026-05-19?", "ayer", "á026-05-19"] {
            assert!(read(text).unwrap_err().contains(&format!("«{text}»")), "{text}");
        }
    }
}
