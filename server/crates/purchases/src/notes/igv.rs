//! Computes the IGV of a note that states none: in proportion to the modified purchase, whatever rate applies on the note's own day.

use super::Note;
use crate::{charges::Charges, form::NewPurchase};
use comanda_base::money::{self, Money};

/// The IGV of a note and its base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoteIgv {
    pub igv: Money,
    pub base: Money,
}

/// The amounts of a note's lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoteLines {
    pub bought: Money,
    /// The amount of the lines that bear IGV, where other lines are exempt.
    pub taxed: Option<Money>,
    pub prices_include_igv: bool,
}

/// The total of a document, its IGV and the base of the IGV.
#[derive(Debug, Clone, Copy)]
struct Figures {
    total: Money,
    igv: Money,
    base: Money,
}

impl Figures {
    fn bought(&self, prices_include_igv: bool) -> Money {
        if prices_include_igv { self.total } else { self.total - self.igv }
    }
}

impl Note {
    /// Returns the charges of the purchase where a note reverses the whole purchase and states no charges of its own, so that each column
    /// of the register is reversed.
    pub(crate) fn full_reversal_charges(&self, body: &NewPurchase, bought: Money) -> Option<Charges> {
        let purchase = self.purchase.as_ref().filter(|purchase| self.is_credit && purchase.credited.total.is_zero())?;
        let (total, details) = (purchase.row.total, &purchase.details);
        let has_igv = body.prices_include_igv || body.items.is_empty();
        let is_all = bought == if has_igv { total } else { details.subtotal };
        is_all.then_some(Charges { isc: details.isc, icbper: details.icbper, other: details.other_charges })
    }
    /// Computes the note's IGV in proportion to the modified purchase; `None` where that was not recorded here.
    pub(crate) fn proportional_igv(&self, lines: NoteLines) -> Option<NoteIgv> {
        let purchase = self.purchase.as_ref()?;
        let (total, igv, credited) = (purchase.row.total, purchase.details.igv, purchase.credited);
        let all = Figures { total, igv, base: purchase.details.igv_base.unwrap_or(total - igv) };
        let remaining = Figures {
            total: total - credited.total,
            igv: (igv - credited.igv).max(Money::ZERO),
            base: (all.base - credited.igv_base).max(Money::ZERO),
        };
        Some(proportional_share(all, remaining, self.is_credit, lines))
    }
}

/// Computes the share of the note; a credit note of the whole remainder takes the remaining céntimos too.
fn proportional_share(all: Figures, remaining: Figures, is_credit: bool, lines: NoteLines) -> NoteIgv {
    if is_credit && lines.bought == remaining.bought(lines.prices_include_igv) {
        return NoteIgv { igv: remaining.igv, base: remaining.base };
    }
    let (part, whole) = match lines.taxed {
        Some(taxed) => (taxed, Figures { total: all.base + all.igv, ..all }.bought(lines.prices_include_igv)),
        None => (lines.bought, all.bought(lines.prices_include_igv)),
    };
    let prorate = |amount: Money| money::fraction(amount, part.millionths(), whole.millionths());
    NoteIgv { igv: prorate(all.igv), base: prorate(all.base) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn m(text: &str) -> Money {
        text.parse().unwrap()
    }
    fn figures(total: &str, igv: &str, base: &str) -> Figures {
        Figures { total: m(total), igv: m(igv), base: m(base) }
    }
    fn igv(all: Figures, remaining: Figures, bought: &str, taxed: Option<&str>, prices_include_igv: bool) -> String {
        let lines = NoteLines { bought: m(bought), taxed: taxed.map(m), prices_include_igv };
        let found = proportional_share(all, remaining, true, lines);
        format!("{} of {}", found.igv, found.base)
    }

    #[test]
    fn a_note_bears_igv_in_proportion_to_the_modified_purchase() {
        // A bill of electricity at 18 %, in a restaurant at 10.5 %.
        let light = figures("118.00", "18.00", "100.00");
        assert_eq!(igv(light, light, "118.00", None, true), "18.00 of 100.00");
        assert_eq!(igv(light, light, "59.00", None, true), "9.00 of 50.00");
        assert_eq!(igv(light, light, "50.00", None, false), "9.00 of 50.00");
        // Thirds: the last note takes the remainder.
        let odd = figures("10.00", "1.53", "8.47");
        assert_eq!(igv(odd, odd, "3.33", None, true), "0.51 of 2.82");
        assert_eq!(igv(odd, figures("3.34", "0.51", "2.83"), "3.34", None, true), "0.51 of 2.83");
        // A third of the purchase is exempt: the lines may say which.
        let mixed = figures("168.00", "18.00", "100.00");
        assert_eq!(igv(mixed, mixed, "84.00", None, true), "9.00 of 50.00");
        assert_eq!(igv(mixed, mixed, "84.00", Some("59.00"), true), "9.00 of 50.00");
        assert_eq!(igv(mixed, mixed, "25.00", Some("0.00"), true), "0.00 of 0.00");
        // A purchase without IGV has none to reverse.
        let plain = figures("40.00", "0.00", "0.00");
        assert_eq!(igv(plain, plain, "20.00", None, true), "0.00 of 0.00");
    }
}
