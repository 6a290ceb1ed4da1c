//! How much a payment charges: all that is due, some units of lines, an equal share, an amount. Shares are cumulative:
//! round(total × share) less what was charged, so the last one closes the account to the céntimo. Pure.

use super::{
    due::{Piece, is_whole, piece, unpaid, up_to},
    model::PaymentKind,
};
use comanda_base::{
    error::{Code, Refusal, invalid, refuse},
    ids::LineId,
    money::{Money, Quantity},
};
use comanda_orders::orders::Account;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a payment is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    All,
    Lines(Vec<(LineId, Quantity)>),
    Share(i64),
    Amount(Money),
}
impl Part {
    /// As stored.
    pub fn kind(&self) -> PaymentKind {
        match self {
            Part::All => PaymentKind::All,
            Part::Lines(_) => PaymentKind::Lines,
            Part::Share(_) => PaymentKind::Share,
            Part::Amount(_) => PaymentKind::Amount,
        }
    }
}

/// How an account is being split: by lines, or by sums of money, after which lines cannot be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Mode {
    Lines,
    Amount,
}

/// An earlier payment of the same account.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Earlier {
    pub kind: PaymentKind,
    pub share_of: Option<i64>,
    pub total: Money,
    /// It paid no line in particular.
    pub by_money: bool,
}

/// How the earlier payments split the account.
pub fn mode(earlier: &[Earlier]) -> Option<Mode> {
    if earlier.iter().any(|e| e.by_money) {
        return Some(Mode::Amount);
    }
    earlier.iter().any(|e| e.kind == PaymentKind::Lines).then_some(Mode::Lines)
}

/// What a payment charges.
#[derive(Debug)]
pub struct Charge<'a> {
    pub amount: Money,
    /// The units that it pays; empty for sums of money, which pay no line in particular.
    pub pieces: Vec<Piece<'a>>,
    /// Nothing is due after it.
    pub closes: bool,
}

/// More people than ever shared a bill.
const MAX_SHARES: i64 = 99;

/// What `part` charges on the account.
pub fn charge<'a>(account: &'a Account, earlier: &[Earlier], part: &Part) -> Result<Charge<'a>, Refusal> {
    if account.live().next().is_none() {
        return Err(refuse(Code::Invalid, "Esta cuenta no tiene nada que cobrar. Ciérrala desde la mesa."));
    }
    if account.totals.paid > account.totals.total {
        let (total, paid) = (account.totals.total, account.totals.paid);
        let text = format!(
            "De esta cuenta ya se cobró S/ {paid} y queda en S/ {total}. Anula uno de sus cobros y cóbrala de nuevo."
        );
        return Err(refuse(Code::Conflict, text));
    }
    let (due, by_money) = (account.totals.due, mode(earlier) == Some(Mode::Amount));
    let rest = || Charge { amount: due, pieces: if by_money { Vec::new() } else { unpaid(account) }, closes: true };
    // A sum of money that happens to be all of an untouched account pays its lines like any other payment of all.
    let money =
        |amount: Money| if amount == due { rest() } else { Charge { amount, pieces: Vec::new(), closes: false } };
    match part {
        Part::All => Ok(rest()),
        Part::Share(of) => Ok(money(share(account, earlier, *of)?)),
        Part::Amount(amount) => {
            check_amount(*amount, account)?;
            Ok(money(*amount))
        }
        Part::Lines(_) if by_money => Err(refuse(
            Code::Conflict,
            "Esta cuenta ya se está pagando por montos o partes; ya no se pueden elegir platos. Cobra el resto por monto.",
        )),
        Part::Lines(chosen) => {
            let pieces = pieces(account, chosen)?;
            let quantity = |pieces: &[Piece<'_>]| pieces.iter().map(|p| p.quantity).sum::<Quantity>();
            let amount = pieces.iter().map(Piece::due).sum::<Money>().at_most(due);
            // What was left of other lines may cost nothing: then this pays the account, and they go with it.
            if quantity(&pieces) == quantity(&unpaid(account)) || amount == due {
                return Ok(rest());
            }
            Ok(Charge { amount, pieces, closes: false })
        }
    }
}

fn share(account: &Account, earlier: &[Earlier], of: i64) -> Result<Money, Refusal> {
    if !(2..=MAX_SHARES).contains(&of) {
        return Err(invalid("share", "Las partes van de 2 a 99."));
    }
    Ok(next_share(account, earlier, of).amount)
}

/// What the next equal share comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct NextShare {
    /// Among how many.
    pub of: i64,
    /// Which of them this one is.
    pub number: i64,
    pub amount: Money,
}

/// The next share of `of`: the last one, or one too many, takes all that is due.
pub fn next_share(account: &Account, earlier: &[Earlier], of: i64) -> NextShare {
    let same = || earlier.iter().filter(|e| e.kind == PaymentKind::Share && e.share_of == Some(of));
    let by_these: Money = same().map(|e| e.total).sum();
    let number = same().count() as i64 + 1;
    let due = account.totals.due;
    // What is shared is the account less what was paid otherwise.
    let shared = due + by_these;
    let amount = if number >= of { due } else { (up_to(shared, number, of) - by_these).max(Money::ZERO).at_most(due) };
    NextShare { of, number, amount }
}

fn check_amount(amount: Money, account: &Account) -> Result<(), Refusal> {
    if amount <= Money::ZERO || amount != amount.to_centimos() {
        return Err(invalid("amount", "El monto debe ser mayor que cero y tiene hasta dos decimales."));
    }
    let due = account.totals.due;
    if amount <= due {
        return Ok(());
    }
    let message = format!("Solo quedan S/ {due} por cobrar.");
    Err(if account.totals.paid.is_zero() { invalid("amount", message) } else { refuse(Code::BalanceChanged, message) })
}

/// The chosen units, each once and in whole numbers, as far as they are unpaid.
pub(super) fn pieces<'a>(account: &'a Account, chosen: &[(LineId, Quantity)]) -> Result<Vec<Piece<'a>>, Refusal> {
    let mut pieces: Vec<Piece<'a>> = Vec::with_capacity(chosen.len());
    for (id, quantity) in chosen {
        if *quantity <= Quantity::ZERO || !is_whole(*quantity) {
            return Err(invalid("products", "Las cantidades son números enteros desde 1."));
        }
        if pieces.iter().any(|p| p.line.id == *id) {
            return Err(invalid("products", "Un plato se repite. Junta sus cantidades."));
        }
        let found = piece(account, *id, *quantity);
        pieces.push(found.ok_or_else(|| {
            let name = account.line(*id).map_or("Un plato", |l| &l.name);
            refuse(Code::BalanceChanged, format!("{name}: ya no queda tanto por cobrar. Revisa la cuenta."))
        })?);
    }
    if pieces.is_empty() {
        return Err(invalid("products", "Elige qué se paga."));
    }
    Ok(pieces)
}

#[cfg(test)]
#[path = "split_tests.rs"]
pub(super) mod tests;
