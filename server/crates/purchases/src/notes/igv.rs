//! The IGV of a note whose paper was not asked for it: in proportion to what it changes, whatever rate holds on the note's own day. Pure.

use super::Note;
use crate::{charges::Charges, form::NewPurchase};
use comanda_base::money::{self, Money};

/// What of a note is IGV, and what that is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoteIgv {
    pub igv: Money,
    pub base: Money,
}

/// What the lines of a note come to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoteLines {
    pub bought: Money,
    /// The part of lines that carry IGV, where others say that they carry none.
    pub taxed: Option<Money>,
    pub prices_include_igv: bool,
}

/// A paper's total, its IGV and what that is of.
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
    /// The charges of the purchase, where a note takes back all of it and says none of its own: each column of the register gets back what
    /// it had.
    pub(crate) fn charges_of_all(&self, body: &NewPurchase, bought: Money) -> Option<Charges> {
        let purchase = self.purchase.as_ref().filter(|purchase| self.is_credit && purchase.credited.total.is_zero())?;
        let (total, head) = (purchase.row.total, &purchase.head);
        let has_igv = body.prices_include_igv || body.items.is_empty();
        let is_all = bought == if has_igv { total } else { head.subtotal };
        is_all.then_some(Charges { isc: head.isc, icbper: head.icbper, other: head.other_charges })
    }
    /// Its IGV by that of the purchase it changes; `None` where that was not written here.
    pub(crate) fn igv(&self, lines: NoteLines) -> Option<NoteIgv> {
        let purchase = self.purchase.as_ref()?;
        let (total, igv, credited) = (purchase.row.total, purchase.head.igv, purchase.credited);
        let all = Figures { total, igv, base: purchase.head.igv_base.unwrap_or(total - igv) };
        let left = Figures {
            total: total - credited.total,
            igv: (igv - credited.igv).max(Money::ZERO),
            base: (all.base - credited.igv_base).max(Money::ZERO),
        };
        Some(share(all, left, self.is_credit, lines))
    }
}

/// A credit note of all that is left takes the last céntimo with it.
fn share(all: Figures, left: Figures, is_credit: bool, lines: NoteLines) -> NoteIgv {
    if is_credit && lines.bought == left.bought(lines.prices_include_igv) {
        return NoteIgv { igv: left.igv, base: left.base };
    }
    let (part, whole) = match lines.taxed {
        Some(taxed) => (taxed, Figures { total: all.base + all.igv, ..all }.bought(lines.prices_include_igv)),
        None => (lines.bought, all.bought(lines.prices_include_igv)),
    };
    let of = |amount: Money| money::part(amount, part.millionths(), whole.millionths());
    NoteIgv { igv: of(all.igv), base: of(all.base) }
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
    fn igv(all: Figures, left: Figures, bought: &str, taxed: Option<&str>, prices_include_igv: bool) -> String {
        let lines = NoteLines { bought: m(bought), taxed: taxed.map(m), prices_include_igv };
        let found = share(all, left, true, lines);
        format!("{} of {}", found.igv, found.base)
    }

    #[test]
    fn a_note_bears_the_igv_of_what_it_changes() {
        // A bill of light at 18 %, in a house at 10.5 %.
        let light = figures("118.00", "18.00", "100.00");
        assert_eq!(igv(light, light, "118.00", None, true), "18.00 of 100.00");
        assert_eq!(igv(light, light, "59.00", None, true), "9.00 of 50.00");
        assert_eq!(igv(light, light, "50.00", None, false), "9.00 of 50.00");
        // Thirds: the last one takes what the others left.
        let odd = figures("10.00", "1.53", "8.47");
        assert_eq!(igv(odd, odd, "3.33", None, true), "0.51 of 2.82");
        assert_eq!(igv(odd, figures("3.34", "0.51", "2.83"), "3.34", None, true), "0.51 of 2.83");
        // A third of it carries none: lines may say which.
        let mixed = figures("168.00", "18.00", "100.00");
        assert_eq!(igv(mixed, mixed, "84.00", None, true), "9.00 of 50.00");
        assert_eq!(igv(mixed, mixed, "84.00", Some("59.00"), true), "9.00 of 50.00");
        assert_eq!(igv(mixed, mixed, "25.00", Some("0.00"), true), "0.00 of 0.00");
        // What bore none has none to give back.
        let plain = figures("40.00", "0.00", "0.00");
        assert_eq!(igv(plain, plain, "20.00", None, true), "0.00 of 0.00");
    }
}
