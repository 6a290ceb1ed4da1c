//! Drafts: a cart as the papers of the kitchen would show it, before it is sent. The server names and prices it; nothing is written.

use super::send_order::{MAX_LINES, load_offer};
use crate::orders::{
    account::{
        pricing::{LinePricer, OrderedProduct},
        view::LoadedAccount,
    },
    chosen::{ChosenOptions, added_toppings},
    comandas::{
        papers::{self, Area, DishPortion},
        tickets::command::{self, CommandTicketKind, TicketDish},
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
use comanda_masterdata::catalog::{
    self,
    selling::{LocalMoment, SaleDay},
};
use comanda_platform::settings::{Settings, tax::issue_date};
use comanda_printing as printing;
use comanda_ticket::{Kind, Text, Ticket};
use serde::Deserialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// The area under which dishes without an area are listed.
const NO_AREA: (AreaId, &str) = (AreaId(0), "Sin área");

/// Body of `POST /orders/{id}/command-order-pdf?only_cart=true`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Cart {
    /// The products, as `products` of `POST /orders`; absent: the unsent lines of the account.
    #[serde(default)]
    pub cart_items: Option<Vec<OrderedProduct>>,
}

/// Returns the papers of a cart, area by area, with its total, and the number of columns of this user's papers.
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
            let lines =
                price_items(tx, &whole, items, settings.business_day(now), LocalMoment::new(now, &settings)).await?;
            let total = lines.iter().map(NewLine::total).sum();
            (load_portions(tx, &lines).await?, total)
        }
        None => unsent_portions(&whole),
    };
    if portions.is_empty() {
        return refuse(Code::NotSendable, "No hay productos por enviar. Agrega algo primero.").err();
    }
    let head = papers::ticket_head(&whole.header, Vec::new(), settings.local_text(now));
    let mut all = Ticket::new(Kind::Command).title("Borrador de comanda");
    let areas = papers::split_by_area(portions.into_iter().map(with_area));
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let printers = printing::printers_for(tx, &ids, user, &settings).await?;
    for area in areas {
        all.blocks.extend(
            command::compose_command_ticket(&CommandTicketKind::Draft, &area.name, None, &head, &area.dishes).blocks,
        );
        all = all.feed(2);
    }
    let all = all.line(Text::new(format!("Total del borrador: S/ {total}")).bold());
    Ok((all, papers::pdf_columns(printers.iter().map(|p| &p.printer))))
}

fn unsent_portions(whole: &LoadedAccount) -> (Vec<DishPortion>, Money) {
    (whole.unsent().map(|l| DishPortion::from_line(l, l.qty_original)).collect(), whole.unsent().map(|l| l.total).sum())
}

async fn price_items(
    tx: &mut Tx,
    whole: &LoadedAccount,
    items: &[OrderedProduct],
    today: NaiveDate,
    moment: LocalMoment,
) -> Result<Vec<NewLine>> {
    if items.len() > MAX_LINES {
        return invalid("cart_items", format!("Hasta {MAX_LINES} productos por borrador.")).err();
    }
    let request = &whole.header.request;
    let offer = load_offer(tx, items, SaleDay { issue_date: issue_date(moment.at), business_day: today }).await?;
    let pricer = LinePricer { offer: &offer, kind: request.kind, delivery_app: request.delivery_app, today, moment };
    items.iter().enumerate().map(|(i, item)| pricer.line(item, &format!("cart_items[{i}]"))).collect()
}

async fn load_portions(tx: &mut Tx, lines: &[NewLine]) -> Result<Vec<DishPortion>> {
    let names: HashMap<AreaId, String> =
        catalog::list_kitchen_areas(tx).await?.into_iter().map(|a| (a.id, a.name)).collect();
    let area = |id: Option<AreaId>| -> Area { (id, id.and_then(|id| names.get(&id).cloned())) };
    let portion = |line: &NewLine| DishPortion {
        dish: TicketDish {
            quantity: line.quantity,
            name: line.name.clone(),
            measure: line.measure.describe(),
            variant: line.variant.as_ref().map(|v| v.name.clone()),
            choices: ChosenOptions::of_toppings(&line.toppings).iter().map(ChosenOptions::in_words).collect(),
            toppings: added_toppings(&line.toppings).map(|t| (t.quantity, t.name.clone())).collect(),
            comment: line.comment.clone(),
            parts: Vec::new(),
            course: String::new(),
            later: false,
        },
        area: area(line.production_area_id),
        parts: line.components.iter().map(|c| (area(c.production_area_id), c.quantity, c.name.clone())).collect(),
    };
    Ok(lines.iter().map(portion).collect())
}

/// Gives a portion without an area the placeholder area: a draft shows everything.
fn with_area(mut portion: DishPortion) -> DishPortion {
    let put = |area: &mut Area| {
        if area.0.is_none() {
            *area = (Some(NO_AREA.0), Some(NO_AREA.1.to_owned()));
        }
    };
    put(&mut portion.area);
    portion.parts.iter_mut().for_each(|p| put(&mut p.0));
    portion
}
