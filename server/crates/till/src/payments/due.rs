//! What a quantity of a line costs on its account: itself, its toppings, its part of charges, less its part of discounts. Each is
//! computed cumulatively: what up to the last unit comes to, less what the units before it came to, so that however a line is
//! paid the pieces add up to it to the céntimo. Pure.

use comanda_base::{
    ids::LineId,
    money::{CENTIMO, Money, Quantity, SCALE, div_round},
};
use comanda_orders::orders::{
    Account, Line,
    account::{AdjustmentKind, AppliedCharge},
};

/// Some units of a line, with what they come to.
#[derive(Debug, Clone)]
pub struct Piece<'a> {
    pub line: &'a Line,
    pub quantity: Quantity,
    /// The dish without toppings.
    pub own: Money,
    /// Of each topping of the line.
    pub toppings: Vec<Money>,
    /// Of each charge of the account.
    pub charges: Vec<Money>,
    discount: Money,
    /// Given for nothing.
    pub is_free: bool,
}

impl Piece<'_> {
    /// What is to be paid for it.
    pub fn due(&self) -> Money {
        let toppings: Money = self.toppings.iter().copied().sum();
        let charges: Money = self.charges.iter().copied().sum();
        (self.own + toppings + charges - self.discount).max(Money::ZERO)
    }
    /// What discounts take off it, beside what makes it free.
    pub fn discount_of_sold(&self) -> Money {
        let free: Money = if self.is_free { self.own + self.toppings.iter().copied().sum() } else { Money::ZERO };
        (self.discount - free).max(Money::ZERO)
    }
}

/// `part` of `of` units of an amount, rounded to the céntimo.
pub fn up_to(amount: Money, part: i64, of: i64) -> Money {
    if of == 0 {
        return Money::ZERO;
    }
    let centimos = div_round(i128::from(amount.millionths()) * i128::from(part), i128::from(of) * i128::from(CENTIMO));
    Money::centimos(i64::try_from(centimos).unwrap_or_default())
}

/// The next `quantity` unpaid units of a live line; `None` where so much is not left of it.
pub fn piece<'a>(account: &'a Account, id: LineId, quantity: Quantity) -> Option<Piece<'a>> {
    let at = account.shares().iter().position(|(line, _)| *line == id)?;
    let (line, share) = (account.line(id)?, account.shares()[at].1);
    if quantity > line.unpaid() {
        return None;
    }
    let (from, to, whole) = (line.qty_paid, line.qty_paid + quantity, line.qty_original);
    let between = |amount: Money| {
        up_to(amount, to.millionths(), whole.millionths()) - up_to(amount, from.millionths(), whole.millionths())
    };
    let part_of = |charge: &AppliedCharge| charge.parts.get(at).copied().unwrap_or_default();
    let charges: Money = account.totals.charges.iter().map(part_of).sum();
    let own = line.own_amount(to) - line.own_amount(from);
    let toppings: Vec<Money> = line.toppings.iter().map(|t| t.amount(to) - t.amount(from)).collect();
    // What discounts take off the line itself, and off its part of the charges.
    let (value, discount) = (line.amount(whole), line.amount(whole) + charges - share);
    let is_free = account.is_courtesy(line) && discount >= value;
    let discount =
        if is_free { own + toppings.iter().copied().sum() + between(discount - value) } else { between(discount) };
    let charges = account.totals.charges.iter().map(|c| between(part_of(c))).collect();
    Some(Piece { line, quantity, own, toppings, charges, discount, is_free })
}

/// Everything of the account that is not paid yet.
pub fn unpaid(account: &Account) -> Vec<Piece<'_>> {
    account.live().filter(|l| !l.unpaid().is_zero()).filter_map(|l| piece(account, l.id, l.unpaid())).collect()
}

/// The pieces' part of the charges of one kind.
pub fn charged(account: &Account, pieces: &[Piece<'_>], kind: AdjustmentKind) -> Money {
    let of_kind = |i: &usize| account.totals.charges[*i].kind == Some(kind);
    let each = |i: usize| pieces.iter().map(|p| p.charges[i]).sum::<Money>();
    (0..account.totals.charges.len()).filter(of_kind).map(each).sum()
}

/// Whole units and nothing else.
pub fn is_whole(quantity: Quantity) -> bool {
    quantity.millionths() % SCALE == 0
}
