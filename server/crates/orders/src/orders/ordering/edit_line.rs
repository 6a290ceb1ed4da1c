//! Changes and removes lines that have not been sent. A change based on an older version is refused with the present line.

use super::take_stock::{check_on_hand, products_of};
use crate::orders::{
    account::{
        pricing::{LinePricer, OrderedChoice, OrderedTopping, check_total, clean_comment, whole_quantity},
        request::{lock_to_serve, settle_reduced, update_version},
        view::load_request_view,
    },
    adjustments::{check_discounts_stay_small, load_if_discounted},
    courses::load_line_course,
    model::{Line, Request},
    preparation::advance::{stale_refusal, update_statuses},
    store::{self, RequestRow},
};
use comanda_base::{
    error::{Code, OrNotFound, Refusal, Result, not_found, refuse},
    form::deserialize_optional,
    ids::{CourseId, LineId, VariantId},
    money::Quantity,
};
use comanda_masterdata::catalog::{
    recipe::Recipes,
    selling::{LocalMoment, OrderOffer, SaleDay},
};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `PUT /orders/{line}`; only the given fields change.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EditLine {
    pub qty: Option<Quantity>,
    pub comment: Option<String>,
    pub variant_id: Option<VariantId>,
    /// The toppings added by themselves.
    pub toppings: Option<Vec<OrderedTopping>>,
    /// The options chosen in the groups that the product offers, in the order of choosing.
    pub choices: Option<Vec<OrderedChoice>>,
    /// Its course; null: none.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<CourseId>)]
    pub course_id: Option<Option<CourseId>>,
    /// True: it waits to be fired; false: it leaves when the order is sent.
    pub hold: Option<bool>,
    /// The version that the change is based on.
    pub version: Option<i64>,
}

/// Changes an unsent line; its price stays that of the moment when it was added.
pub async fn edit_line(work: &mut Work<'_>, id: LineId, body: &EditLine) -> Result<Line> {
    let (request, mut line) = lock_unsent(work, id, body.version).await?;
    let quantity_before = line.qty_original;
    let is_measured = line.measure.is_measured();
    if let Some(quantity) = body.qty.filter(|_| !is_measured) {
        line.qty_original = whole_quantity(quantity, "qty")?;
    }
    let grows = line.qty_original > quantity_before;
    let weighed = body.qty.filter(|_| is_measured);
    let changes_toppings = body.toppings.is_some() || body.choices.is_some();
    let price_changes = body.variant_id.is_some() || changes_toppings || weighed.is_some();
    if line.qty_original < line.qty_paid || (price_changes && !line.qty_paid.is_zero()) {
        return already_paid_refusal(&line).err();
    }
    if let Some(comment) = &body.comment {
        line.comment = clean_comment(Some(comment), "comment")?;
    }
    let new_toppings = body.toppings.as_deref();
    if price_changes || grows {
        let toppings: Vec<_> = new_toppings.unwrap_or_default().iter().map(|t| t.id).collect();
        let current = line.variant.as_ref().map(|v| v.variant_id);
        let variants: Vec<_> = body.variant_id.into_iter().chain(current).collect();
        let today = work.business_day().await?;
        let day = SaleDay { issue_date: work.issue_date(), business_day: today };
        let offer = OrderOffer::load(work.tx, &[line.product_id], &variants, &toppings, day).await?;
        let moment = LocalMoment::new(work.now, work.settings().await?);
        let pricer =
            LinePricer { offer: &offer, kind: request.kind, delivery_app: request.delivery_app, today, moment };
        let as_added = LinePricer { moment: LocalMoment { at: line.added_at, ..moment }, ..pricer };
        let variant = pricer.variant(line.product_id, body.variant_id, "product")?;
        if is_measured && (variant.is_some() || weighed.is_some()) {
            let variant = variant.or_else(|| pricer.listed_variant(&line));
            let quantity = weighed.unwrap_or(line.measure.quantity);
            as_added.weigh_again(&mut line, variant, quantity)?;
        } else if body.variant_id.is_some() {
            as_added.set_variant(&mut line, variant);
        }
        if grows {
            pricer.check_may_grow(&line)?;
        }
        pricer.change_toppings(&mut line, new_toppings, body.choices.as_deref())?;
    }
    let unit = line.base_sale_amount
        + line.variant.as_ref().map_or_else(Default::default, |v| v.total_sum)
        + line.toppings.iter().map(|t| t.amount(Quantity::units(1))).sum();
    check_total(unit, line.qty_original, "product")?;
    let waited = line.waits();
    change_course(work, &mut line, body).await?;
    let before = load_if_discounted(work.tx, request.id, work.now).await?;
    store::update_line(work.tx, &line).await?;
    if waited {
        notify_kitchen(work, &request);
    }
    if changes_toppings {
        store::delete_toppings(work.tx, &[id]).await?;
        store::insert_toppings(work.tx, [(id, line.toppings.as_slice())].into_iter()).await?;
    }
    if body.qty.is_some() {
        let products: Vec<_> = products_of(&line).map(|(id, _)| id).collect();
        let counted = Recipes::load(work.tx, &products, &[]).await?.names;
        check_on_hand(work, request.id, &counted).await?;
    }
    update_version(work, &request, request.status, None).await?;
    check_discounts_stay_small(work, before, request.id).await?;
    settle_reduced(work, &request).await?;
    let changed = store::list_lines_by_id(work.tx, &[id]).await?;
    changed.into_iter().next().ok_or_else(|| not_found("el pedido").into())
}

/// Changes the course of a line, and whether it waits. A line that is not to wait any more leaves with the next order that is sent.
async fn change_course(work: &mut Work<'_>, line: &mut Line, body: &EditLine) -> Result<()> {
    if let Some(course) = body.course_id {
        line.course = load_line_course(work.tx, course).await?;
    }
    if let Some(hold) = body.hold {
        line.hold = Some(hold);
        line.held_at = line.held_at.filter(|_| hold);
    }
    Ok(())
}

fn notify_kitchen(work: &mut Work<'_>, request: &RequestRow) {
    work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({"client_request_id": request.id}));
}

/// Removes an unsent line.
pub async fn delete_line(work: &mut Work<'_>, id: LineId, version: Option<i64>) -> Result<Request> {
    let (mut request, line) = lock_unsent(work, id, version).await?;
    if !line.qty_paid.is_zero() {
        return already_paid_refusal(&line).err();
    }
    let before = load_if_discounted(work.tx, request.id, work.now).await?;
    store::delete_lines(work.tx, &[id]).await?;
    if line.waits() {
        notify_kitchen(work, &request);
    }
    check_discounts_stay_small(work, before, request.id).await?;
    request.billed_at = None;
    update_statuses(work, [&request].into_iter()).await?;
    settle_reduced(work, &request).await?;
    load_request_view(work.tx, request.id, work.now).await
}

/// Returns the refusal to change a paid line that is not sent yet: it stays as it was paid.
fn already_paid_refusal(line: &Line) -> Refusal {
    let text = format!("De {} ya se pagó {}. Para cambiarlo, anula primero ese cobro.", line.name, line.qty_paid);
    refuse(Code::AlreadyPaid, text).with_current(line)
}

async fn lock_unsent(work: &mut Work<'_>, id: LineId, version: Option<i64>) -> Result<(RequestRow, Line)> {
    let request = store::find_request_of_line(work.tx, id).await.or_not_found("el pedido")?;
    let request = lock_to_serve(work, request).await?;
    let line =
        store::list_lines_by_id(work.tx, &[id]).await?.into_iter().next().ok_or_else(|| not_found("el pedido"))?;
    // The line may have moved to another account between the look-up and the lock.
    if line.client_request_id != request.id || version.is_some_and(|known_version| known_version != line.version) {
        return stale_refusal(&line).err();
    }
    if line.is_sent() {
        return refuse(Code::Conflict, format!("{} ya se envió a cocina. Para quitarlo, anúlalo con PIN.", line.name))
            .with_current(&line)
            .err();
    }
    Ok((request, line))
}
