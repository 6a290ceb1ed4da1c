//! Computes the charge of a payment: everything due, some units of lines, an equal share, or an amount. Shares are cumulative, round(total
//! × share) less what was charged before, so the last one closes the account to the céntimo. Pure.

use super::{
    due::{LinePortion, is_whole, price_portion, share_of_units, unpaid_portions},
    model::PaymentKind,
};
use comanda_base::{
    error::{Code, Refusal, invalid, refuse},
    ids::LineId,
    money::{Money, Quantity},
};
use comanda_orders::orders::Account;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use utoipa::ToSchema;

/// The part of an account that a payment pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentScope {
    All,
    Lines(Vec<(LineId, Quantity)>),
    Share(i64),
    Amount(Money),
}
impl PaymentScope {
    /// Returns the kind that is stored.
    pub fn kind(&self) -> PaymentKind {
        match self {
            PaymentScope::All => PaymentKind::All,
            PaymentScope::Lines(_) => PaymentKind::Lines,
            PaymentScope::Share(_) => PaymentKind::Share,
            PaymentScope::Amount(_) => PaymentKind::Amount,
        }
    }
}

/// The way in which an account is being split: by lines, or by sums of money, after which lines can no longer be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Mode {
    Lines,
    Amount,
}

/// An earlier payment of the same account.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct EarlierPayment {
    pub kind: PaymentKind,
    pub share_of: Option<i64>,
    pub total: Money,
    /// Whether it paid no line in particular.
    pub by_money: bool,
}

/// Returns how the earlier payments split the account.
pub fn split_mode(earlier: &[EarlierPayment]) -> Option<Mode> {
    if earlier.iter().any(|e| e.by_money) {
        return Some(Mode::Amount);
    }
    earlier.iter().any(|e| e.kind == PaymentKind::Lines).then_some(Mode::Lines)
}

/// Says how much one payment collects on an account and for which units, as computed from its scope.
#[derive(Debug)]
pub struct Charge<'a> {
    pub amount: Money,
    /// The units that it pays; empty for sums of money, which pay no line in particular.
    pub portions: Vec<LinePortion<'a>>,
    /// Whether nothing is due after it.
    pub closes: bool,
}

/// Among how many people an account can be shared: more than ever shared a bill.
pub const SHARES: RangeInclusive<i64> = 2..=99;

/// Computes what `scope` charges on the account. Refuses what does not fit the account.
pub fn compute_charge<'a>(
    account: &'a Account,
    earlier: &[EarlierPayment],
    scope: &PaymentScope,
) -> Result<Charge<'a>, Refusal> {
    if account.live_lines().next().is_none() {
        return Err(refuse(Code::Invalid, "Esta cuenta no tiene nada que cobrar. Ciérrala desde la mesa."));
    }
    if account.totals.paid > account.totals.total {
        let (total, paid) = (account.totals.total, account.totals.paid);
        let text = format!(
            "De esta cuenta ya se cobró S/ {paid:#} y queda en S/ {total:#}. Anula uno de sus cobros y cóbrala de nuevo."
        );
        return Err(refuse(Code::Conflict, text));
    }
    let (due, by_money) = (account.totals.due, split_mode(earlier) == Some(Mode::Amount));
    let charge_all =
        || Charge { amount: due, portions: if by_money { Vec::new() } else { unpaid_portions(account) }, closes: true };
    // A sum of money that equals everything due on an untouched account pays its lines like a payment of all.
    let money = |amount: Money| {
        if amount == due { charge_all() } else { Charge { amount, portions: Vec::new(), closes: false } }
    };
    match scope {
        PaymentScope::All => Ok(charge_all()),
        PaymentScope::Share(shares) => Ok(money(share_amount(account, earlier, *shares)?)),
        PaymentScope::Amount(amount) => {
            check_amount(*amount, account)?;
            Ok(money(*amount))
        }
        PaymentScope::Lines(_) if by_money => Err(refuse(
            Code::Conflict,
            "Esta cuenta ya se está pagando por montos o partes; ya no se pueden elegir platos. Cobra el resto por monto.",
        )),
        PaymentScope::Lines(chosen) => {
            let portions = select_portions(account, chosen)?;
            let quantity = |portions: &[LinePortion<'_>]| portions.iter().map(|p| p.quantity).sum::<Quantity>();
            let amount = portions.iter().map(LinePortion::amount_due).sum::<Money>();
            let amount = amount.at_most(due_beside_bags(account, &portions));
            // The remaining lines may cost nothing; then this payment closes the account, and they are paid with it.
            if quantity(&portions) == quantity(&unpaid_portions(account)) || amount == due {
                return Ok(charge_all());
            }
            Ok(Charge { amount, portions, closes: false })
        }
    }
}

/// Returns what is due less the unpaid plastic bags that are not chosen. Units of a discounted dish are rounded one by one and may cost a
/// céntimo more than the dish; that céntimo must not lack for the bags, which are documented at their listed price.
fn due_beside_bags(account: &Account, chosen: &[LinePortion<'_>]) -> Money {
    let is_chosen = |line: LineId| chosen.iter().any(|portion| portion.line.id == line);
    let bags = unpaid_portions(account).into_iter().filter(|p| p.line.is_plastic_bag && !is_chosen(p.line.id));
    let beside = account.totals.due - bags.map(|bag| bag.amount_due()).sum::<Money>();
    // An account that was lowered after a payment may owe less than its bags.
    if beside.is_negative() { account.totals.due } else { beside }
}

fn share_amount(account: &Account, earlier: &[EarlierPayment], shares: i64) -> Result<Money, Refusal> {
    if !SHARES.contains(&shares) {
        return Err(invalid("share", "Las partes van de 2 a 99."));
    }
    Ok(next_share(account, earlier, shares).amount)
}

/// The amount of the next equal share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct NextShare {
    /// The number of people who share.
    pub of: i64,
    /// The number of this share, from 1.
    pub number: i64,
    pub amount: Money,
}

/// Computes the next share where `shares` people share; the last one, or one too many, takes everything due.
pub fn next_share(account: &Account, earlier: &[EarlierPayment], shares: i64) -> NextShare {
    let same = || earlier.iter().filter(|e| e.kind == PaymentKind::Share && e.share_of == Some(shares));
    let paid_shares: Money = same().map(|e| e.total).sum();
    let number = same().count() as i64 + 1;
    let due = account.totals.due;
    // The shared amount is the account less what was paid otherwise.
    let shared = due + paid_shares;
    let amount = if number >= shares {
        due
    } else {
        (share_of_units(shared, number, shares) - paid_shares).max(Money::ZERO).at_most(due)
    };
    NextShare { of: shares, number, amount }
}

fn check_amount(amount: Money, account: &Account) -> Result<(), Refusal> {
    if amount <= Money::ZERO || amount != amount.to_centimos() {
        return Err(invalid("amount", "El monto debe ser mayor que cero y tiene hasta dos decimales."));
    }
    let due = account.totals.due;
    if amount <= due {
        return Ok(());
    }
    let message = format!("Solo quedan S/ {due:#} por cobrar.");
    Err(if account.totals.paid.is_zero() { invalid("amount", message) } else { refuse(Code::BalanceChanged, message) })
}

/// Prices the chosen units. Refuses a repeated line, a fraction, or more units than are unpaid.
pub(super) fn select_portions<'a>(
    account: &'a Account,
    chosen: &[(LineId, Quantity)],
) -> Result<Vec<LinePortion<'a>>, Refusal> {
    let mut portions: Vec<LinePortion<'a>> = Vec::with_capacity(chosen.len());
    for (id, quantity) in chosen {
        if *quantity <= Quantity::ZERO || !is_whole(*quantity) {
            return Err(invalid("products", "Las cantidades son números enteros desde 1."));
        }
        if portions.iter().any(|p| p.line.id == *id) {
            return Err(invalid("products", "Un plato se repite. Junta sus cantidades."));
        }
        let found = price_portion(account, *id, *quantity);
        portions.push(found.ok_or_else(|| {
            let name = account.find_line(*id).map_or("Un plato", |l| &l.name);
            refuse(Code::BalanceChanged, format!("{name}: ya no queda tanto por cobrar. Revisa la cuenta."))
        })?);
    }
    if portions.is_empty() {
        return Err(invalid("products", "Elige qué se paga."));
    }
    Ok(portions)
}

#[cfg(test)]
#[path = "split_tests.rs"]
pub(super) mod tests;
