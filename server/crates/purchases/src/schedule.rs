//! The payment schedule of a purchase on credit.

use super::{
    form::{NewQuote, SetAside},
    words::QuoteKind,
};
use chrono::{Days, Months, NaiveDate};
use comanda_base::{
    error::Faults,
    money::{Money, distribute},
};

const MAX_QUOTES: i64 = 36;
/// The longest term accepted for an instalment, ten years.
const MAX_DAYS: u64 = 3_660;
/// At most one detraction, one retention and one first payment.
const MAX_PARTS: usize = 3;

/// An instalment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    pub due_on: NaiveDate,
    pub amount: Money,
    pub kind: QuoteKind,
}

/// Splits a total into instalments and the amount paid at once. Parts set aside for detraction or retention are due with the first
/// instalment; the other parts that the instalments leave out are paid at once.
pub(super) fn split_into_quotes(
    (new_quotes, parts, set_aside): (&[NewQuote], Option<i64>, &[SetAside]),
    total: Money,
    bought_on: NaiveDate,
    faults: &mut Faults,
) -> (Vec<Quote>, Money) {
    let is_good = |part: &SetAside| part.amount > Money::ZERO && part.amount == part.amount.to_centimos();
    for (at, _) in set_aside.iter().enumerate().filter(|(_, part)| !is_good(part) || part.amount > total) {
        faults.add(&format!("set_aside.{at}.amount"), "La parte es mayor que cero y tiene hasta dos decimales.");
    }
    let good = set_aside.iter().filter(|part| is_good(part) && part.amount <= total).take(MAX_PARTS);
    let aside: Money = good.map(|part| part.amount).sum();
    if set_aside.len() > MAX_PARTS || (aside >= total && !set_aside.is_empty()) {
        faults.add("set_aside", "La detracción, la retención y el primer pago suman menos que la compra.");
        return (Vec::new(), Money::ZERO);
    }
    if total.is_zero() {
        faults.check(new_quotes.is_empty(), "quotes", "Un papel de S/ 0.00 no tiene cuotas.");
        return (Vec::new(), Money::ZERO);
    }
    let mut quotes = validate_quotes(new_quotes, parts, total - aside, bought_on, faults);
    let first = quotes.first().map_or(bought_on, |quote| quote.due_on);
    let owed = set_aside.iter().filter_map(|part| Some((part.kind.quote_kind()?, part.amount)));
    quotes.extend(owed.map(|(kind, amount)| Quote { due_on: first, amount, kind }));
    (quotes, set_aside.iter().filter(|part| part.kind.quote_kind().is_none()).map(|part| part.amount).sum())
}

/// Validates the given instalments, or splits the total into `parts` equal monthly ones.
fn validate_quotes(
    new_quotes: &[NewQuote],
    parts: Option<i64>,
    total: Money,
    bought_on: NaiveDate,
    faults: &mut Faults,
) -> Vec<Quote> {
    let count =
        if new_quotes.is_empty() { parts.unwrap_or(1) } else { i64::try_from(new_quotes.len()).unwrap_or(i64::MAX) };
    if !(1..=MAX_QUOTES).contains(&count) {
        let field = if new_quotes.is_empty() { "numberQuotes" } else { "quotes" };
        faults.add(field, "Las cuotas van de 1 a 36.");
        return Vec::new();
    }
    if new_quotes.is_empty() {
        return monthly_quotes(count, total, bought_on, faults);
    }
    let last = bought_on.checked_add_days(Days::new(MAX_DAYS)).unwrap_or(NaiveDate::MAX);
    let mut previous_date = None;
    for (at, quote) in new_quotes.iter().enumerate() {
        if quote.amount <= Money::ZERO || quote.amount > total || quote.amount != quote.amount.to_centimos() {
            faults.add(&format!("quotes.{at}.amount"), "La cuota es mayor que cero y tiene hasta dos decimales.");
        }
        let field = format!("quotes.{at}.date");
        if quote.date < bought_on || quote.date > last {
            faults.add(&field, "La cuota vence desde el día de la compra, y en diez años a lo más.");
        } else if previous_date.is_some_and(|before| quote.date <= before) {
            faults.add(&field, "Cada cuota vence después de la anterior.");
        }
        previous_date = Some(quote.date);
    }
    // The sum is exact in i128: every amount is at most the total, or was refused above.
    let sum: i128 = new_quotes.iter().map(|q| i128::from(q.amount.millionths())).sum();
    if sum != i128::from(total.millionths()) {
        let sum = Money::from_millionths(i64::try_from(sum).unwrap_or(i64::MAX));
        faults.add("quotes", format!("Las cuotas suman S/ {sum:#} y quedan por pagar S/ {total:#}: corrígelas."));
    }
    new_quotes.iter().map(|q| Quote { due_on: q.date, amount: q.amount, kind: QuoteKind::Instalment }).collect()
}

fn monthly_quotes(count: i64, total: Money, bought_on: NaiveDate, faults: &mut Faults) -> Vec<Quote> {
    let months = 1..=u32::try_from(count).unwrap_or(1);
    let weights: Vec<Money> = months.clone().map(|_| Money::units(1)).collect();
    let parts = distribute(total, &weights);
    if parts.iter().any(|part| part.is_zero()) {
        faults.add("numberQuotes", "Son demasiadas cuotas para tan poco: usa menos.");
        return Vec::new();
    }
    let due = |month| bought_on.checked_add_months(Months::new(month)).unwrap_or(bought_on);
    months.zip(parts).map(|(month, amount)| Quote { due_on: due(month), amount, kind: QuoteKind::Instalment }).collect()
}

/// Distributes the amount over the debts, filling the first ones first.
pub(super) fn fill_in_order(dues: &[Money], amount: Money) -> Vec<Money> {
    let mut remaining = amount;
    let take = |due: &Money| {
        let part = due.at_most(remaining);
        remaining -= part;
        part
    };
    dues.iter().map(take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }
    fn quotes(
        new_quotes: &[(&str, &str)],
        parts: Option<i64>,
        total: &str,
    ) -> Result<Vec<(String, String)>, Vec<String>> {
        let new_quotes: Vec<NewQuote> = new_quotes
            .iter()
            .map(|(date, amount)| NewQuote { date: day(date), amount: amount.parse().unwrap() })
            .collect();
        let mut faults = Faults::default();
        let found = validate_quotes(&new_quotes, parts, total.parse().unwrap(), day("2026-10-31"), &mut faults);
        match faults.finish() {
            Ok(()) => Ok(found.iter().map(|q| (q.due_on.to_string(), q.amount.to_string())).collect()),
            Err(comanda_base::error::Error::Refused(refusal)) => Err(refusal.errors.into_keys().collect()),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn monthly_parts_are_equal_to_the_centimo() {
        let three = quotes(&[], Some(3), "100.00").unwrap();
        let found: Vec<_> = three.iter().map(|(d, a)| (d.as_str(), a.as_str())).collect();
        assert_eq!(found, [("2026-11-30", "33.34"), ("2026-12-31", "33.33"), ("2027-01-31", "33.33")]);
        assert_eq!(quotes(&[], None, "8.00").unwrap().len(), 1);
        assert_eq!(quotes(&[], Some(0), "8.00").unwrap_err(), ["numberQuotes"]);
        assert_eq!(quotes(&[], Some(37), "8.00").unwrap_err(), ["numberQuotes"]);
        assert_eq!(quotes(&[], Some(36), "0.10").unwrap_err(), ["numberQuotes"]);
    }

    #[test]
    fn invalid_instalments_are_reported_by_field() {
        assert_eq!(quotes(&[("2026-10-31", "40.00"), ("2026-11-30", "60.00")], Some(9), "100.00").unwrap().len(), 2);
        for (new_quotes, faults) in [
            (vec![("2026-10-30", "100.00")], vec!["quotes.0.date"]),
            (vec![("2050-10-30", "100.00")], vec!["quotes.0.date"]),
            (vec![("2026-11-30", "60.00"), ("2026-11-30", "40.00")], vec!["quotes.1.date"]),
            (vec![("2026-11-30", "60.00")], vec!["quotes"]),
            (vec![("2026-11-30", "0"), ("2026-12-30", "100.00")], vec!["quotes.0.amount"]),
            (vec![("2026-11-30", "99.995"), ("2026-12-30", "0.005")], vec!["quotes.0.amount", "quotes.1.amount"]),
        ] {
            assert_eq!(quotes(&new_quotes, None, "100.00").unwrap_err(), faults, "{new_quotes:?}");
        }
    }

    #[test]
    fn set_aside_parts_are_owed_to_others_or_paid_at_once() {
        use crate::words::SetAsideKind::{Detraction, FirstPayment, Retention};
        let part = |kind, amount: &str| SetAside { kind, amount: amount.parse().unwrap() };
        let read = |new_quotes: &[(&str, &str)], set_aside: &[SetAside]| {
            let new_quotes: Vec<NewQuote> =
                new_quotes.iter().map(|(d, a)| NewQuote { date: day(d), amount: a.parse().unwrap() }).collect();
            let mut faults = Faults::default();
            let (quotes, at_once) =
                split_into_quotes((&new_quotes, None, set_aside), Money::units(1180), day("2026-11-20"), &mut faults);
            let texts: Vec<String> = quotes.iter().map(|q| format!("{} {} {}", q.due_on, q.amount, q.kind)).collect();
            faults.finish().map(|()| (texts, at_once.to_string())).map_err(|_| ())
        };
        let december = |amount| [("2026-12-20", amount)];
        assert_eq!(
            read(&december("1038.40"), &[part(Detraction, "141.60")]),
            Ok((vec!["2026-12-20 1038.40 INSTALMENT".into(), "2026-12-20 141.60 DETRACTION".into()], "0.00".into()))
        );
        let both = [part(Retention, "35.40"), part(FirstPayment, "300.00")];
        let (texts, at_once) = read(&december("844.60"), &both).unwrap();
        assert_eq!((texts[1].as_str(), at_once.as_str()), ("2026-12-20 35.40 RETENTION", "300.00"));
        assert!(read(&december("1038.40"), &[]).is_err(), "nobody says where the rest goes");
        assert!(read(&december("1.00"), &[part(FirstPayment, "1180.00")]).is_err());
        assert!(read(&december("1180.00"), &[part(FirstPayment, "0")]).is_err());
        assert!(read(&december("1.00"), &[part(FirstPayment, "9000000"), part(Retention, "9000000")]).is_err());
    }

    #[test]
    fn payments_fill_the_first_instalments_first() {
        let dues: Vec<Money> = [10, 20, 30].map(Money::units).to_vec();
        assert_eq!(fill_in_order(&dues, Money::units(25)), [10, 15, 0].map(Money::units));
        assert_eq!(fill_in_order(&dues, Money::units(60)), dues);
    }
}
