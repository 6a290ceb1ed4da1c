//! A cart as the kitchen's papers would show it, before it is sent. Named and priced by the server; nothing is written.

use super::send_order::{MAX_LINES, offer_of};
use crate::orders::{
    account::{
        pricing::{Counter, OrderedProduct},
        view::LoadedAccount,
    },
    comandas::{
        papers::{self, Area, Portion},
        tickets::command::{self, Dish, Paper},
    },
    store::NewLine,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, refuse},
    ids::{AreaId, RequestId, UserId},
    money::Money,
};
use comanda_masterdata::catalog::{self, selling::Moment};
use comanda_platform::settings::{Settings, tax::issue_date};
use comanda_printing as printing;
use comanda_ticket::{Kind, Text, Ticket};
use serde::Deserialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Where what no area makes is listed.
const NO_AREA: (AreaId, &str) = (AreaId(0), "Sin área");

/// Body of `POST /orders/{id}/command-order-pdf?only_cart=true`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Cart {
    /// As `products` of `POST /orders`; absent: what is unsent of the account.
    #[serde(default)]
    pub cart_items: Option<Vec<OrderedProduct>>,
}

/// The papers of a cart, area by area, with what it comes to; and in how many columns this user's papers of them would be.
pub(in crate::orders) async fn draft_ticket(
    tx: &mut Tx,
    id: RequestId,
    cart: &Cart,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(Ticket, usize)> {
    let whole = LoadedAccount::load(tx, id, now).await?;
    let settings = Settings::load(tx).await?;
    let (portions, total) = match &cart.cart_items {
        Some(items) => {
            let lines = priced(tx, &whole, items, settings.business_day(now), Moment::new(now, &settings)).await?;
            let total = lines.iter().map(NewLine::total).sum();
            (portions_of(tx, &lines).await?, total)
        }
        None => unsent(&whole),
    };
    if portions.is_empty() {
        return refuse(Code::NotSendable, "No hay productos por enviar. Agrega algo primero.").err();
    }
    let head = papers::head(&whole.header, Vec::new(), settings.local_text(now));
    let mut all = Ticket::new(Kind::Command).title("Borrador de comanda");
    let areas = papers::split(portions.into_iter().map(somewhere));
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let printers = printing::printers_for(tx, &ids, user, &settings).await?;
    for area in areas {
        all.blocks.extend(command::ticket(&Paper::Draft, &area.name, None, &head, &area.dishes).blocks);
        all = all.feed(2);
    }
    let all = all.line(Text::new(format!("Total del borrador: S/ {total}")).bold());
    Ok((all, papers::columns(printers.iter().map(|p| &p.printer))))
}

fn unsent(whole: &LoadedAccount) -> (Vec<Portion>, Money) {
    (whole.unsent().map(|l| Portion::of(l, l.qty_original)).collect(), whole.unsent().map(|l| l.total).sum())
}

async fn priced(
    tx: &mut Tx,
    whole: &LoadedAccount,
    items: &[OrderedProduct],
    today: NaiveDate,
    moment: Moment,
) -> Result<Vec<NewLine>> {
    if items.len() > MAX_LINES {
        return invalid("cart_items", format!("Hasta {MAX_LINES} productos por borrador.")).err();
    }
    let request = &whole.header.request;
    let offer = offer_of(tx, items, issue_date(moment.at)).await?;
    let counter = Counter { offer: &offer, kind: request.kind, delivery_app: request.delivery_app, today, moment };
    items.iter().enumerate().map(|(i, item)| counter.line(item, &format!("cart_items[{i}]"))).collect()
}

async fn portions_of(tx: &mut Tx, lines: &[NewLine]) -> Result<Vec<Portion>> {
    let names: HashMap<AreaId, String> =
        catalog::kitchen_areas(tx).await?.into_iter().map(|a| (a.id, a.name)).collect();
    let area = |id: Option<AreaId>| -> Area { (id, id.and_then(|id| names.get(&id).cloned())) };
    let portion = |line: &NewLine| Portion {
        dish: Dish {
            quantity: line.quantity,
            name: line.name.clone(),
            variant: line.variant.as_ref().map(|v| v.name.clone()),
            toppings: line.toppings.iter().map(|t| (t.quantity, t.name.clone())).collect(),
            comment: line.comment.clone(),
            parts: Vec::new(),
        },
        area: area(line.production_area_id),
        parts: line.components.iter().map(|c| (area(c.production_area_id), c.quantity, c.name.clone())).collect(),
    };
    Ok(lines.iter().map(portion).collect())
}

/// A draft shows everything, also what no area makes.
fn somewhere(mut portion: Portion) -> Portion {
    let put = |area: &mut Area| {
        if area.0.is_none() {
            *area = (Some(NO_AREA.0), Some(NO_AREA.1.to_owned()));
        }
    };
    put(&mut portion.area);
    portion.parts.iter_mut().for_each(|p| put(&mut p.0));
    portion
}
