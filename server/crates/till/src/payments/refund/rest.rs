//! What stays sold when some units of a payment are given back: the account without them, computed anew, and what the rest of the
//! payment's units come to on it. Discounts that credit notes gave since are shared out by unit: those of what goes back go with it. The same figures are quoted beforehand and charged afterwards. Pure.

use crate::payments::{
    due::{Piece, is_whole, piece, up_to},
    model::PaidLine,
    split::Charge,
};
use comanda_base::{
    error::{Refusal, invalid},
    ids::LineId,
    money::{Money, Quantity},
};
use comanda_orders::orders::{Account, LineStatus};

/// A payment to be taken back in part.
#[derive(Debug, Clone, Copy)]
pub struct Taken<'a> {
    /// What the account was charged.
    pub charged: Money,
    pub lines: &'a [PaidLine],
}

/// The account as it is without the units, and which units are charged again.
#[derive(Debug)]
pub struct Rest {
    account: Account,
    units: Vec<(LineId, Quantity)>,
    /// What discounts after the sale took off each of them.
    credited: Vec<(LineId, Money)>,
    is_closed: bool,
}

impl Rest {
    /// The account without what goes back, none of the payment's units paid.
    pub fn account(&self) -> &Account {
        &self.account
    }
    /// What discounts after the sale took off a line of it.
    pub fn credited_of(&self, line: LineId) -> Money {
        self.credited.iter().filter(|c| c.0 == line).map(|c| c.1).sum()
    }
    /// What they took off all of it.
    pub fn credited(&self) -> Money {
        self.credited.iter().map(|c| c.1).sum()
    }
    /// What is charged again, before those discounts. A closed account is paid to the céntimo: there it is all that is due.
    pub fn charge(&self) -> Charge<'_> {
        let pieces: Vec<Piece<'_>> = self.units.iter().filter_map(|(id, n)| piece(&self.account, *id, *n)).collect();
        let (own, due) = (pieces.iter().map(Piece::due).sum::<Money>(), self.account.totals.due);
        let amount = if self.is_closed { due } else { own.at_most(due) };
        Charge { amount, pieces, closes: self.is_closed }
    }
}

/// Checks which units go back, and computes the rest; `None` where nothing of the payment stays.
pub fn rest(
    account: &Account,
    taken: Taken<'_>,
    back: &[(LineId, Quantity)],
    is_closed: bool,
) -> Result<Option<Rest>, Refusal> {
    check(account, taken, back)?;
    let goes = |id: LineId| back.iter().find(|(line, _)| *line == id).map_or(Quantity::ZERO, |b| b.1);
    let units: Vec<(LineId, Quantity)> = taken
        .lines
        .iter()
        .map(|l| (l.line_id, l.quantity - goes(l.line_id)))
        .filter(|(_, stays)| !stays.is_zero())
        .collect();
    if units.is_empty() {
        return Ok(None);
    }
    let part_of =
        |l: &PaidLine| up_to(l.credited, (l.quantity - goes(l.line_id)).millionths(), l.quantity.millionths());
    let credited = taken.lines.iter().map(|l| (l.line_id, part_of(l))).collect();
    let account = without_units(account, taken, goes);
    Ok(Some(Rest { account, units, credited, is_closed }))
}

/// The account without a payment that was charged so much, and without what it paid for.
pub fn without(account: &Account, paid: &[PaidLine], charged: Money) -> Account {
    let of = |id: LineId| paid.iter().filter(|l| l.line_id == id).map(|l| l.quantity).sum();
    without_units(account, Taken { charged, lines: paid }, of)
}

fn without_units(account: &Account, taken: Taken<'_>, goes: impl Fn(LineId) -> Quantity) -> Account {
    let mut lines = account.lines.clone();
    for paid in taken.lines {
        let Some(line) = lines.iter_mut().find(|l| l.id == paid.line_id) else { continue };
        line.qty_paid -= paid.quantity;
        let stays = line.qty_original - goes(line.id);
        if stays.is_zero() {
            line.status = LineStatus::Dismissed;
        } else {
            line.qty_original = stays;
        }
    }
    Account::of(lines, account.adjustments.clone(), account.totals.paid - taken.charged, account.tax)
}

fn check(account: &Account, taken: Taken<'_>, back: &[(LineId, Quantity)]) -> Result<(), Refusal> {
    if back.is_empty() {
        return Err(invalid("products", "Elige qué se devuelve."));
    }
    if taken.lines.is_empty() {
        let text = "Este cobro fue por un monto, no por platos. Devuélvelo entero, o usa un descuento con una nota de crédito \
                    (motivo 04).";
        return Err(invalid("products", text));
    }
    for (i, (id, quantity)) in back.iter().enumerate() {
        if *quantity <= Quantity::ZERO || !is_whole(*quantity) {
            return Err(invalid("products", "Las cantidades son números enteros desde 1."));
        }
        if back[..i].iter().any(|(other, _)| other == id) {
            return Err(invalid("products", "Un plato se repite. Junta sus cantidades."));
        }
        let paid: Quantity = taken.lines.iter().filter(|l| l.line_id == *id).map(|l| l.quantity).sum();
        if *quantity > paid {
            let name = account.line(*id).map_or("Ese plato", |l| &l.name);
            return Err(invalid("products", format!("{name}: este cobro pagó {paid}.")));
        }
    }
    Ok(())
}
