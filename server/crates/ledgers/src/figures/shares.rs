//! Divides a document's total over its dishes and its charges that belong to no dish. Pure.

use super::{
    line_cost::LineCost,
    sold_store::{CourtesyLines, SoldDocument, SoldFee, SoldLine},
};
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity, SCALE, div_round, fraction, spread_by_weights},
};
use std::collections::HashMap;

/// The product key of charges outside the IGV: recargo al consumo, and tips where they are part of the document.
pub const SERVICE: i64 = -1;
/// The product key of charges for no dish: delivery, corkage.
pub const FEES: i64 = -2;

/// The keys of those lines with their Spanish names.
pub const OWN_LINES: [(i64, &str); 2] = [(SERVICE, "Recargo y propinas"), (FEES, "Delivery y otros cargos")];

/// Whether a product key is one of [`OWN_LINES`].
pub fn is_own_line(key: &str) -> bool {
    OWN_LINES.iter().any(|(line_key, _)| line_key.to_string() == key)
}

/// Whether a product key names a product.
pub fn is_product(key: &str) -> bool {
    key.parse().is_ok_and(|id: i64| id > 0)
}

/// The part of a document that belongs to one product, to no product (`0`), or to one of [`OWN_LINES`].
#[derive(Debug, Clone, Copy)]
pub(super) struct ProductShare {
    pub product: i64,
    /// In the unit that the product is sold by.
    pub quantity: Quantity,
    pub total: Money,
    pub net: Money,
    pub cost: Option<Money>,
}

impl ProductShare {
    fn without_dish(product: i64, total: Money, net: Money) -> Self {
        Self { product, quantity: Quantity::ZERO, total, net, cost: None }
    }
}

/// The lines, fees and costs of documents, as they are loaded.
#[derive(Debug, Default)]
pub(super) struct DocumentContents {
    pub parts: Vec<SoldLine>,
    pub fees: Vec<SoldFee>,
    pub costs: HashMap<LineId, LineCost>,
    pub courtesies: Vec<CourtesyLines>,
}

/// The same contents, indexed by document id and whether it is a credit note.
pub(super) struct ByDocument<'c> {
    parts: HashMap<(i64, bool), Vec<&'c SoldLine>>,
    fees: HashMap<(i64, bool), Vec<&'c SoldFee>>,
    costs: &'c HashMap<LineId, LineCost>,
    /// The courtesies of each account, by its id.
    courtesies: HashMap<i64, Vec<&'c CourtesyLines>>,
}

impl<'c> ByDocument<'c> {
    pub fn from_contents(contents: &'c DocumentContents) -> Self {
        let (mut parts, mut fees) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        contents.parts.iter().for_each(|p| parts.entry((p.document_id, p.is_note)).or_default().push(p));
        contents.fees.iter().for_each(|f| fees.entry((f.document_id, f.is_note)).or_default().push(f));
        let mut courtesies = HashMap::<_, Vec<_>>::new();
        contents.courtesies.iter().for_each(|c| courtesies.entry(c.client_request_id).or_default().push(c));
        Self { parts, fees, costs: &contents.costs, courtesies }
    }

    /// Divides a document exactly to the céntimo. Charges for no dish have lines of their own; the remainder is divided by what the dishes
    /// came to, discounts included. A document without lines (a share of an account, an amount) gets the account's lines in proportion.
    pub fn divide_document(&self, document: &SoldDocument) -> Vec<ProductShare> {
        let key = (document.document_id, document.is_note);
        let parts = self.parts.get(&key).map_or(&[][..], Vec::as_slice);
        let fees = fee_share(document, self.fees.get(&key).map_or(&[][..], Vec::as_slice));
        let service = ProductShare::without_dish(SERVICE, document.service, Money::ZERO);
        let extra_shares = [service, fees].into_iter().filter(|share| !share.total.is_zero());
        let (total, net) = (document.total - document.service - fees.total, document.net - fees.net);
        let mut shares: Vec<ProductShare> = extra_shares.collect();
        if parts.is_empty() {
            if shares.is_empty() || !total.is_zero() {
                shares.push(ProductShare::without_dish(0, total, net));
            }
        } else {
            shares.extend(self.dish_shares(document, parts, total, net));
        }
        shares
    }

    fn dish_shares(&self, document: &SoldDocument, parts: &[&SoldLine], total: Money, net: Money) -> Vec<ProductShare> {
        let weights: Vec<Money> = parts.iter().map(|part| self.weight(document, part)).collect();
        let all: Money = weights.iter().copied().sum();
        let amounts = spread_by_weights(total, &weights).into_iter().zip(spread_by_weights(net, &weights));
        let share = |(part, (amount, own_net)): (&&SoldLine, (Money, Money))| {
            let quantity = match part.is_share {
                true => scale_quantity(part.quantity, (total + part.discounted).millionths(), all.millionths()),
                false => part.quantity,
            };
            let cost = self.costs.get(&part.line_id).and_then(|line| line.cost_of(quantity));
            let sold = scale_quantity(quantity, part.measure.millionths(), SCALE);
            ProductShare { product: part.product_id, quantity: sold, total: amount, net: own_net, cost }
        };
        parts.iter().zip(amounts).map(share).collect()
    }

    /// Returns the weight of a line in its document; nothing of a share is for a dish that is free of charge.
    fn weight(&self, document: &SoldDocument, part: &SoldLine) -> Money {
        let courtesies = self.courtesies.get(&document.client_request_id).filter(|_| part.is_share);
        let is_free = courtesies.is_some_and(|all| all.iter().any(|courtesy| courtesy.covers(part.line_id)));
        if is_free { Money::ZERO } else { part.weight }
    }
}

/// Computes the fees in a document as their proportion of what all lines come to. A discount on the whole document, which a credit note
/// spreads over all lines, thus reduces fees and dishes alike.
fn fee_share(document: &SoldDocument, fees: &[&SoldFee]) -> ProductShare {
    let total_without_service = document.total - document.service;
    let fee_part = |amount: Money| {
        let parts =
            fees.iter().map(|fee| fraction(amount, fee.fees.millionths(), (fee.fees + fee.dishes).millionths()));
        parts.sum()
    };
    ProductShare::without_dish(FEES, fee_part(total_without_service), fee_part(document.net))
}

fn scale_quantity(quantity: Quantity, part: i64, whole: i64) -> Quantity {
    if whole == 0 {
        return Quantity::default();
    }
    let scaled = div_round(i128::from(quantity.millionths()) * i128::from(part), i128::from(whole));
    Quantity::from_millionths(i64::try_from(scaled).unwrap_or_default())
}
