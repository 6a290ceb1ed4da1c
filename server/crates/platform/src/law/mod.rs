//! Legal facts by date (rates, limits, the UIT): one table that is shipped with the program, each row with its source and the day on which
//! it was read. Rates and limits are looked up for a day, which is that of the document.

mod facts;

pub use facts::MAX_SERVICE;

use chrono::NaiveDate;
use comanda_base::{
    money::{Money, Quantity},
    words::text_enum,
};

text_enum!(
    /// The subject of a row of the table.
    LegalSubject {
        GeneralRate = "IGV_GENERAL",
        /// The part of the IGV that is impuesto de promoción municipal.
        Ipm = "IPM",
        /// The rate of small restaurants and hotels.
        SmallRate = "IGV_SMALL",
        /// The most that a small firm may sell in a year, in UIT.
        SmallFirm = "SMALL_FIRM",
        Uit = "UIT",
        /// The amount above which a boleta must name its client.
        UnnamedBoleta = "UNNAMED_BOLETA",
        /// The amount from which a payment in cash is not deductible for the client.
        CashLimit = "CASH_LIMIT",
        /// The highest recargo al consumo.
        Service = "SERVICE",
        /// The tax on one plastic bag.
        BagTax = "BAG_TAX",
        /// The date from which firms keep their registers with SIRE.
        Sire = "SIRE",
    }
);

/// The value of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegalValue {
    /// A rate of IGV, with both of its parts.
    Rate(RateParts),
    Percent(Quantity),
    Amount(Money),
    Uits(i64),
    /// A text for people.
    Words(&'static str),
}

/// A rate of IGV in its two parts, in per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateParts {
    pub igv: Quantity,
    pub ipm: Quantity,
}

impl RateParts {
    /// The rate that is charged and stated on documents.
    pub fn total(self) -> Quantity {
        self.igv + self.ipm
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct LegalFact {
    pub subject: LegalSubject,
    pub name: &'static str,
    pub value: LegalValue,
    pub valid_from: NaiveDate,
    /// The last day; `None` where no end is known.
    pub valid_until: Option<NaiveDate>,
    /// The law or regulation.
    pub source: &'static str,
    /// The page on which it was read.
    pub source_url: Option<&'static str>,
    pub read_on: NaiveDate,
}

impl LegalFact {
    /// Whether the row is valid on a day.
    pub fn is_valid_on(&self, day: NaiveDate) -> bool {
        self.valid_from <= day && self.valid_until.is_none_or(|last| day <= last)
    }
    /// Formats the value: `10.5 %`, `S/ 5,500`.
    pub fn value_text(&self) -> String {
        match self.value {
            LegalValue::Rate(parts) => format!("{} %", parts.total()),
            LegalValue::Percent(percent) => format!("{percent} %"),
            LegalValue::Amount(amount) => soles_text(amount),
            LegalValue::Uits(count) => format!("{} UIT", group_thousands(&count.to_string())),
            LegalValue::Words(words) => words.to_owned(),
        }
    }
    /// Returns both parts of a rate of IGV; `None` for other values.
    pub fn rate_parts(&self) -> Option<RateParts> {
        match self.value {
            LegalValue::Rate(parts) => Some(parts),
            _ => None,
        }
    }
    fn amount(&self) -> Option<Money> {
        match self.value {
            LegalValue::Amount(amount) => Some(amount),
            _ => None,
        }
    }
}

/// Formats an amount like `S/ 5,500` or `S/ 0.50`: whole soles without decimals.
pub fn soles_text(amount: Money) -> String {
    let text = amount.to_string();
    let (whole, cents) = text.split_once('.').unwrap_or((&text, ""));
    if cents == "00" {
        format!("S/ {}", group_thousands(whole))
    } else {
        format!("S/ {}.{cents}", group_thousands(whole))
    }
}

fn group_thousands(digits: &str) -> String {
    let places = digits.chars().enumerate().map(|(at, digit)| (digits.len() - at, digit));
    places.fold(String::new(), |mut text, (remaining, digit)| {
        if !text.is_empty() && remaining % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
        text
    })
}

/// The whole table, by subject and day.
pub fn list_facts() -> &'static [LegalFact] {
    &facts::FACTS
}

/// Finds the row of a subject that is valid on a day.
pub fn find_fact_on(subject: LegalSubject, day: NaiveDate) -> Option<&'static LegalFact> {
    list_facts().iter().find(|fact| fact.subject == subject && fact.is_valid_on(day))
}

fn amount_on(subject: LegalSubject, day: NaiveDate) -> Option<Money> {
    find_fact_on(subject, day).and_then(LegalFact::amount)
}

/// Returns the amount above which a boleta of that day must name its client (SUNAT rule 2514).
pub fn unnamed_boleta_limit_on(day: NaiveDate) -> Money {
    amount_on(LegalSubject::UnnamedBoleta, day).unwrap_or_default()
}

/// Returns the amount from which a document of that day must be paid by a traceable method (bancarización).
pub fn cash_limit_on(day: NaiveDate) -> Option<Money> {
    amount_on(LegalSubject::CashLimit, day)
}

/// Returns the tax on one plastic bag (ICBPER) on a day; zero before it was introduced.
pub fn bag_tax_on(day: NaiveDate) -> Money {
    amount_on(LegalSubject::BagTax, day).unwrap_or_default()
}

/// Finds the UIT of a day, or the last published one where that of its year is not published yet.
pub fn find_last_uit(day: NaiveDate) -> Option<&'static LegalFact> {
    let published = |fact: &&LegalFact| fact.subject == LegalSubject::Uit && fact.amount().is_some();
    list_facts().iter().filter(published).rfind(|fact| fact.valid_from <= day)
}

/// Returns the most that a small firm may sell in the year of a day, by the last published UIT.
pub fn small_firm_sales_limit(day: NaiveDate) -> Option<Money> {
    let LegalValue::Uits(count) = find_fact_on(LegalSubject::SmallFirm, day)?.value else { return None };
    find_last_uit(day)?.amount()?.times(Quantity::units(count))
}

/// Returns the general rate on a day in per cent, which suppliers charge; before the table begins, that of its first row.
pub fn general_rate_on(day: NaiveDate) -> Quantity {
    let first = || list_facts().iter().find(|fact| fact.subject == LegalSubject::GeneralRate);
    let fact = find_fact_on(LegalSubject::GeneralRate, day).or_else(first);
    fact.and_then(LegalFact::rate_parts).map_or(Quantity::ZERO, RateParts::total)
}

/// Returns the reduced rate of small restaurants on a day; `None` where there is none any more.
pub fn small_restaurant_rate_on(day: NaiveDate) -> Option<RateParts> {
    find_fact_on(LegalSubject::SmallRate, day).and_then(LegalFact::rate_parts)
}

/// A rate that begins on a day, with the rows that it comes from.
#[derive(Debug, Clone)]
pub struct NextRate {
    pub valid_from: NaiveDate,
    pub parts: RateParts,
    pub facts: Vec<&'static LegalFact>,
}

/// Returns the rate that follows the one of small restaurants on a day: their next one, or the general one where theirs ends.
pub fn next_small_restaurant_rate(day: NaiveDate) -> Option<NextRate> {
    let ends = find_fact_on(LegalSubject::SmallRate, day)?.valid_until?;
    let valid_from = ends.succ_opt()?;
    let rate =
        [LegalSubject::SmallRate, LegalSubject::GeneralRate].into_iter().find_map(|s| find_fact_on(s, valid_from))?;
    let facts = [Some(rate), find_fact_on(LegalSubject::Ipm, valid_from)].into_iter().flatten().collect();
    Some(NextRate { valid_from, parts: rate.rate_parts()?, facts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn each_day_has_one_row_of_a_subject() {
        let mut by_subject: BTreeMap<LegalSubject, Vec<&LegalFact>> = BTreeMap::new();
        for fact in list_facts().iter().filter(|fact| fact.subject != LegalSubject::Sire) {
            by_subject.entry(fact.subject).or_default().push(fact);
        }
        for (subject, rows) in by_subject {
            for pair in rows.windows(2) {
                assert_eq!(pair[0].valid_until.unwrap().succ_opt().unwrap(), pair[1].valid_from, "{subject}");
            }
        }
    }

    #[test]
    fn rate_parts_match_the_separate_facts() {
        for fact in list_facts() {
            let LegalValue::Rate(parts) = fact.value else { continue };
            // The total of the general rate is constant while its parts change.
            if fact.subject == LegalSubject::SmallRate {
                assert_eq!(
                    find_fact_on(LegalSubject::Ipm, fact.valid_from).unwrap().value,
                    LegalValue::Percent(parts.ipm)
                );
            }
        }
    }

    #[test]
    fn the_next_rate_is_found() {
        let next = |text: &str| {
            next_small_restaurant_rate(day(text))
                .map(|next| (next.valid_from.to_string(), next.parts.total().to_string()))
        };
        assert_eq!(next("2026-11-28"), Some(("2027-01-01".into(), "15".into())));
        assert_eq!(next("2027-06-01"), Some(("2028-01-01".into(), "18".into())));
        assert_eq!(next("2028-01-01"), None);
        assert_eq!(small_firm_sales_limit(day("2026-11-28")), Some(Money::units(9_350_000)));
        assert_eq!(
            small_firm_sales_limit(day("2027-01-02")),
            Some(Money::units(9_350_000)),
            "by the last UIT that was published"
        );
        assert_eq!(find_fact_on(LegalSubject::Uit, day("2027-01-02")).unwrap().value_text(), "Aún no publicada");
    }

    #[test]
    fn suppliers_charge_the_general_rate_of_every_day() {
        for text in ["2009-05-01", "2025-12-31", "2026-11-28", "2027-01-01", "2031-01-01"] {
            assert_eq!(general_rate_on(day(text)), Quantity::units(18), "{text}");
        }
    }

    #[test]
    fn values_are_formatted() {
        let text = |subject| find_fact_on(subject, day("2026-11-28")).unwrap().value_text();
        assert_eq!(text(LegalSubject::SmallRate), "10.5 %");
        assert_eq!(text(LegalSubject::Uit), "S/ 5,500");
        assert_eq!(text(LegalSubject::SmallFirm), "1,700 UIT");
        assert_eq!(text(LegalSubject::BagTax), "S/ 0.50");
        assert_eq!(text(LegalSubject::UnnamedBoleta), "S/ 700");
    }
}
