//! Shares a document's total out among its dishes and what is charged beside them. Pure.

use super::sold_store::{LineCost, SoldDocument, SoldFee, SoldPart};
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity, div_round, part, spread},
};
use std::collections::HashMap;

/// Among products, what is on documents outside the IGV: recargo al consumo, and tips where they go onto the document.
pub const SERVICE: i64 = -1;
/// Among products, what is charged for no dish: delivery, corkage.
pub const FEES: i64 = -2;

/// The names that people read for those lines, by their keys.
pub const OWN_LINES: [(i64, &str); 2] = [(SERVICE, "Recargo y propinas"), (FEES, "Delivery y otros cargos")];

/// Whether a key among products is one of those lines.
pub fn is_own_line(key: &str) -> bool {
    OWN_LINES.iter().any(|(own, _)| own.to_string() == key)
}

/// Whether a key among products is a product.
pub fn is_product(key: &str) -> bool {
    key.parse().is_ok_and(|id: i64| id > 0)
}

/// A part of a document that is of one product, of no product (`0`), or one of [`OWN_LINES`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    pub product: i64,
    pub quantity: Quantity,
    pub total: Money,
    pub net: Money,
    pub cost: Option<Money>,
}

impl Share {
    fn of_no_dish(product: i64, total: Money, net: Money) -> Self {
        Self { product, quantity: Quantity::ZERO, total, net, cost: None }
    }
}

/// The parts, fees and costs of documents, as they are read.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub parts: Vec<SoldPart>,
    pub fees: Vec<SoldFee>,
    pub costs: HashMap<LineId, LineCost>,
}

/// The same by document.
pub(super) struct ByDocument<'c> {
    parts: HashMap<(i64, bool), Vec<&'c SoldPart>>,
    fees: HashMap<(i64, bool), Vec<&'c SoldFee>>,
    costs: &'c HashMap<LineId, LineCost>,
}

impl<'c> ByDocument<'c> {
    pub fn index(contents: &'c Contents) -> Self {
        let (mut parts, mut fees) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        contents.parts.iter().for_each(|p| parts.entry((p.document_id, p.is_note)).or_default().push(p));
        contents.fees.iter().for_each(|f| fees.entry((f.document_id, f.is_note)).or_default().push(f));
        Self { parts, fees, costs: &contents.costs }
    }

    /// Shares a document out to the céntimo. What is for no dish has lines of its own; what is left is shared out by what the dishes
    /// came to, discounts included. A document of no line (a share of an account, an amount) has the account's lines in proportion.
    pub fn shares(&self, document: &SoldDocument) -> Vec<Share> {
        let key = (document.document_id, document.is_note);
        let parts = self.parts.get(&key).map_or(&[][..], Vec::as_slice);
        let fees = fees(document, self.fees.get(&key).map_or(&[][..], Vec::as_slice));
        let service = Share::of_no_dish(SERVICE, document.service, Money::ZERO);
        let own = [service, fees].into_iter().filter(|share| !share.total.is_zero());
        let (total, net) = (document.total - document.service - fees.total, document.net - fees.net);
        let mut shares: Vec<Share> = own.collect();
        if parts.is_empty() {
            if shares.is_empty() || !total.is_zero() {
                shares.push(Share::of_no_dish(0, total, net));
            }
        } else {
            shares.extend(self.of_dishes(parts, total, net));
        }
        shares
    }

    fn of_dishes(&self, parts: &[&SoldPart], total: Money, net: Money) -> Vec<Share> {
        let weights: Vec<Money> = parts.iter().map(|p| p.weight).collect();
        let all: Money = weights.iter().copied().sum();
        let amounts = spread(total, &weights).into_iter().zip(spread(net, &weights));
        let share = |(part, (own, own_net)): (&&SoldPart, (Money, Money))| {
            let quantity = match part.is_share {
                true => scaled(part.quantity, total.millionths(), all.millionths()),
                false => part.quantity,
            };
            let cost = self.costs.get(&part.line_id).and_then(|line| line.cost_of(quantity));
            let cost = if part.keeps_goods { cost.map(|_| Money::ZERO) } else { cost };
            Share { product: part.product_id, quantity, total: own, net: own_net, cost }
        };
        parts.iter().zip(amounts).map(share).collect()
    }
}

/// Computes the fees in a document: their part of what all lines come to, so that discounts on the whole of it, which a credit
/// note spreads over all lines, take from fees as much as from dishes.
fn fees(document: &SoldDocument, fees: &[&SoldFee]) -> Share {
    let within = document.total - document.service;
    let of_fees = |amount: Money| {
        let parts = fees.iter().map(|fee| part(amount, fee.fees.millionths(), (fee.fees + fee.dishes).millionths()));
        parts.sum()
    };
    Share::of_no_dish(FEES, of_fees(within), of_fees(document.net))
}

fn scaled(quantity: Quantity, by: i64, of: i64) -> Quantity {
    if of == 0 {
        return Quantity::default();
    }
    let scaled = div_round(i128::from(quantity.millionths()) * i128::from(by), i128::from(of));
    Quantity::from_millionths(i64::try_from(scaled).unwrap_or_default())
}

impl LineCost {
    /// Computes the cost of so many of the line; `None` where it is not known.
    fn cost_of(&self, quantity: Quantity) -> Option<Money> {
        let all = self.cost.filter(|_| self.quantity.millionths() > 0)?;
        let own = div_round(
            i128::from(all.millionths()) * i128::from(quantity.millionths()),
            i128::from(self.quantity.millionths()),
        );
        i64::try_from(own).ok().map(Money::from_millionths)
    }
}
