//! Adds lines to an account, and sends them at once unless told otherwise. Lines are added, never replaced, so two people at one account
//! lose nothing. This is the busiest write of all: few statements, none of them in a loop over lines.

use super::{
    allergy_warnings::allergy_warnings,
    send_command::{Comanda, SentLines, send_lines},
    take_stock::check_on_hand,
};
use crate::orders::{
    account::{
        pricing::{LinePricer, MAX_QUANTITY, OrderedProduct, PlainKey},
        request::{lock_to_order, settle_reduced},
        view::load_request_view,
    },
    adjustments::{self, ChargeAsked, DiscountAsked, OneOrMany},
    courses::SendScope,
    model::Request,
    store::{self, NewLine, RequestRow},
};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{CourseId, LineId, RequestId, ToppingId, VariantId},
    money::Quantity,
};
use comanda_masterdata::catalog::{
    courses,
    selling::{LocalMoment, OrderOffer, SaleDay},
};
use comanda_platform::{
    people::pin::{Approval, PinGiven},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use utoipa::ToSchema;

pub(in crate::orders) const MAX_LINES: usize = 200;
/// The most lines of an account, more than any party orders; each payment and each paper goes through all of them.
const MAX_ON_ACCOUNT: usize = 1_000;

/// Body of `POST /orders`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendOrder {
    pub client_request: RequestId,
    pub products: Vec<OrderedProduct>,
    /// Whether to send to the kitchen at once, with everything else that is unsent.
    #[serde(default = "yes")]
    pub send: bool,
    /// The discounts added with the lines; figures computed by the client (`discount`, `status`) are not read.
    pub discount_data: Option<OneOrMany<DiscountAsked>>,
    /// The charges added with the lines; `additional_charges_total` is not read.
    pub additional_charges: Option<OneOrMany<ChargeAsked>>,
    #[serde(flatten)]
    pub pin: PinGiven,
}

impl SendOrder {
    fn adjustments(&self) -> (Vec<DiscountAsked>, Vec<ChargeAsked>) {
        let discounts = self.discount_data.as_ref().map(OneOrMany::list).unwrap_or_default();
        let charges = self.additional_charges.as_ref().map(OneOrMany::list).unwrap_or_default();
        (discounts, charges)
    }
}

fn yes() -> bool {
    true
}

/// The result of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderSent {
    pub client_request: Request,
    /// The lines that were added or increased.
    pub lines: Vec<LineId>,
    /// The command of what was sent; absent where nothing was.
    pub command: Option<Comanda>,
    pub warnings: Vec<String>,
}

/// Adds lines, and sends them. `approval` is the approval by a PIN, if one was given.
pub async fn send_order(work: &mut Work<'_>, body: &SendOrder, approval: Option<Approval>) -> Result<OrderSent> {
    if body.products.is_empty() {
        return invalid("products", "Agrega al menos un producto.").err();
    }
    if body.products.len() > MAX_LINES {
        return invalid("products", format!("Hasta {MAX_LINES} productos por envío. Envía en dos partes.")).err();
    }
    let request = lock_to_order(work, body.client_request).await?;
    let AddedLines { lines, mut warnings } = add_lines(work, &request, body).await?;
    let (discounts, charges) = body.adjustments();
    if !discounts.is_empty() || !charges.is_empty() {
        adjustments::add_to_locked_account(work, &request, &discounts, &charges, approval).await?;
    }
    if !body.send {
        settle_reduced(work, &request).await?;
        let client_request = load_request_view(work.tx, request.id, work.now).await?;
        check_limits(&client_request)?;
        return Ok(OrderSent { client_request, lines, command: None, warnings });
    }
    let SentLines { comanda, account } = send_lines(work, &request, SendScope::Due).await?;
    // Without a payment nothing is settled, and the account is as it was read.
    let client_request = if account.account.totals.paid.is_zero() {
        account.into_request(work.tx).await?
    } else {
        settle_reduced(work, &request).await?;
        load_request_view(work.tx, request.id, work.now).await?
    };
    check_limits(&client_request)?;
    warnings.extend(comanda.iter().flat_map(|comanda| comanda.warnings.iter().cloned()));
    Ok(OrderSent { client_request, lines, warnings, command: comanda })
}

fn check_limits(account: &Request) -> Result<()> {
    if account.lines.len() <= MAX_ON_ACCOUNT {
        return Ok(());
    }
    let text = format!("Una cuenta lleva hasta {MAX_ON_ACCOUNT} pedidos. Cóbrala y abre otra para seguir.");
    invalid("products", text).err()
}

/// The lines that an order added or increased, with what its sender should know of them.
struct AddedLines {
    lines: Vec<LineId>,
    warnings: Vec<String>,
}

async fn add_lines(work: &mut Work<'_>, request: &RequestRow, body: &SendOrder) -> Result<AddedLines> {
    let ordered = body.products.as_slice();
    let today = work.business_day().await?;
    let moment = LocalMoment::new(work.now, work.settings().await?);
    let day = SaleDay { issue_date: work.issue_date(), business_day: today };
    let offer = load_offer(work.tx, ordered, day).await?;
    check_courses(work, ordered).await?;
    let pricer = LinePricer { offer: &offer, kind: request.kind, delivery_app: request.delivery_app, today, moment };
    let mut priced = Vec::with_capacity(ordered.len());
    for (i, product) in ordered.iter().enumerate() {
        priced.push(pricer.line(product, &format!("products[{i}]"))?);
    }
    let warnings = allergy_warnings(&request.guest, &priced, &offer);
    let unsent = if priced.iter().any(|l| l.plain_key().is_some()) {
        store::list_mergeable_unsent_lines(work.tx, request.id).await?
    } else {
        HashMap::new()
    };
    let MergedLines { more, new } = merge_lines(priced, &unsent)?;
    let (user, now) = (work.actor.user_id, work.now);
    store::add_quantities(work.tx, &more).await?;
    let added = store::insert_lines(work.tx, request.id, &new, user, now).await?;
    if !body.send {
        check_on_hand(work, request.id, &offer.counted_products()).await?;
    }
    Ok(AddedLines { lines: more.into_iter().map(|m| m.0).chain(added).collect(), warnings })
}

/// Refuses a course that an order names and that does not exist; most orders name none.
async fn check_courses(work: &mut Work<'_>, ordered: &[OrderedProduct]) -> Result<()> {
    let named: BTreeSet<CourseId> = ordered.iter().filter_map(|product| product.course_id.flatten()).collect();
    for course in named {
        courses::check_exists(work.tx, Some(course)).await?;
    }
    Ok(())
}

/// Loads the catalogue data of all ordered products.
pub(in crate::orders) async fn load_offer(tx: &mut Tx, ordered: &[OrderedProduct], day: SaleDay) -> Result<OrderOffer> {
    let mut products: Vec<_> = ordered.iter().map(|p| p.product.id).collect();
    products.sort_unstable();
    products.dedup();
    let component_variants = ordered.iter().filter_map(|p| p.components.as_ref()).flatten().map(|c| c.variant_id);
    let variants: Vec<VariantId> = ordered.iter().filter_map(|p| p.variant_id).chain(component_variants).collect();
    let toppings: Vec<ToppingId> = ordered.iter().filter_map(|p| p.toppings.as_ref()).flatten().map(|t| t.id).collect();
    OrderOffer::load(tx, &products, &variants, &toppings, day).await
}

/// The ordered lines after merging: unsent lines that grow, and new ones.
#[derive(Debug, Default)]
struct MergedLines {
    more: Vec<(LineId, Quantity)>,
    new: Vec<NewLine>,
}

/// Merges lines of the same product and variant at the same price, without comment or toppings and not yet sent, into one.
fn merge_lines(priced: Vec<NewLine>, unsent: &HashMap<PlainKey, (LineId, Quantity)>) -> Result<MergedLines> {
    let mut merged = MergedLines::default();
    let mut grown: HashMap<LineId, usize> = HashMap::new();
    let mut begun: HashMap<PlainKey, usize> = HashMap::new();
    for (i, line) in priced.into_iter().enumerate() {
        let Some(key) = line.plain_key() else {
            merged.new.push(line);
            continue;
        };
        let quantity = line.quantity;
        let sum = if let Some((id, unsent_quantity)) = unsent.get(&key) {
            let at = *grown.entry(*id).or_insert_with(|| {
                merged.more.push((*id, Quantity::ZERO));
                merged.more.len() - 1
            });
            merged.more[at].1 += quantity;
            *unsent_quantity + merged.more[at].1
        } else if let Some(at) = begun.get(&key) {
            merged.new[*at].quantity += quantity;
            merged.new[*at].quantity
        } else {
            begun.insert(key, merged.new.len());
            merged.new.push(line);
            quantity
        };
        if sum > Quantity::units(MAX_QUANTITY) {
            let text = format!("Con lo que ya está pedido pasa de {MAX_QUANTITY}. Baja la cantidad.");
            return invalid(&format!("products[{i}].qty"), text).err();
        }
    }
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::{ids::ProductId, money::Money};

    fn plain(product: i64, quantity: i64) -> NewLine {
        NewLine {
            product_id: ProductId(product),
            production_area_id: None,
            name: format!("Plato {product}"),
            variant: None,
            comment: String::new(),
            is_combo: false,
            is_plastic_bag: false,
            quantity: Quantity::units(quantity),
            measure: Default::default(),
            base_sale_amount: Money::units(10),
            schedule: None,
            minimum_sale_price: None,
            course_id: None,
            hold: None,
            toppings: Vec::new(),
            components: Vec::new(),
        }
    }
    fn key(product: i64) -> PlainKey {
        plain(product, 1).plain_key().unwrap()
    }

    #[test]
    fn increases_unsent_lines_and_merges_repeated_products() {
        let unsent = HashMap::from([(key(1), (LineId(70), Quantity::units(2)))]);
        let no_onion = NewLine { comment: "sin cebolla".into(), ..plain(2, 1) };
        let cheaper = NewLine { base_sale_amount: Money::units(9), ..plain(1, 1) };
        let ordered = vec![plain(1, 1), plain(2, 1), no_onion, plain(2, 3), plain(1, 4), cheaper];
        let merged = merge_lines(ordered, &unsent).unwrap();
        assert_eq!(merged.more, [(LineId(70), Quantity::units(5))]);
        let new: Vec<_> =
            merged.new.iter().map(|l| (l.product_id.0, l.quantity.to_string(), l.comment.as_str())).collect();
        assert_eq!(new, [(2, "4".into(), ""), (2, "1".into(), "sin cebolla"), (1, "1".into(), "")]);
    }

    #[test]
    fn a_line_above_the_largest_quantity_is_refused() {
        let unsent = HashMap::from([(key(1), (LineId(70), Quantity::units(998)))]);
        assert!(merge_lines(vec![plain(1, 1)], &unsent).is_ok());
        assert!(merge_lines(vec![plain(1, 1), plain(1, 1)], &unsent).is_err());
        assert!(merge_lines(vec![plain(2, 999), plain(2, 1)], &unsent).is_err());
    }
}
