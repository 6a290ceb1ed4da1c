//! The dishes behind a figure, one by one.

use super::{hours::stretches, report::Asked};
use crate::reports::store::{self, PreparedDish, WantedTimes};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::{LineId, RequestId},
    listing::{Paging, Rows},
    money::Quantity,
};
use comanda_orders::orders::RequestKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A dish that was prepared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PreparedOperation {
    pub line_id: LineId,
    /// Of a dish of a combo.
    pub component_id: Option<i64>,
    pub client_request_id: RequestId,
    /// Of the command, within its day.
    pub command_number: i64,
    pub name: String,
    /// What it is a part of.
    pub combo: Option<String>,
    pub quantity: Quantity,
    pub area: String,
    /// `Salón Mesa 4`, `Para llevar 12`
    pub place: String,
    /// Who sent it.
    pub waiter: String,
    pub sent_at: DateTime<Utc>,
    pub prepared_at: DateTime<Utc>,
    pub seconds: i64,
    pub promised_seconds: i64,
    pub is_late: bool,
}

/// Which of them.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OperationFilter {
    pub product_id: Option<i64>,
    /// In which it was sent, on the house's clock: `0` to `23`.
    pub hour: Option<u32>,
    /// `true`: only what took longer than promised.
    pub late: Option<bool>,
}

/// A page of them, the slowest first.
pub(super) async fn operations(
    tx: &mut Tx,
    asked: &Asked,
    filter: &OperationFilter,
    paging: &Paging,
) -> Result<Rows<PreparedOperation>> {
    asked.must_be_few_days()?;
    let moments = asked.moments(asked.span);
    let mut dishes = asked.wanted(tx).await?;
    if let Some(product) = filter.product_id {
        let allowed = dishes.products.is_none_or(|all| all.contains(&product));
        dishes.products = Some(if allowed { vec![product] } else { Vec::new() });
    }
    let hours = match filter.hour {
        None => None,
        Some(hour) if hour > 23 => return invalid("hour", "La hora va de 0 a 23.").err(),
        Some(hour) => {
            let all = stretches(asked.settings.time_zone, moments).into_iter();
            Some(all.filter_map(|s| Some((s.moments, format!("{:02}", s.utc(hour)?)))).collect())
        }
    };
    let wanted = WantedTimes { dishes, hours, late: filter.late == Some(true) };
    let total = store::count_prepared_dishes(tx, moments, &wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let rows = store::prepared_dishes(tx, moments, &wanted, (limit, offset)).await?;
    Ok(Rows::page(rows.into_iter().map(told).collect(), total, limit))
}

fn told(dish: PreparedDish) -> PreparedOperation {
    let number = dish.correlative.unwrap_or_default();
    let promised_seconds = dish.late_minutes * 60;
    PreparedOperation {
        line_id: dish.line_id,
        component_id: dish.component_id,
        client_request_id: dish.client_request_id,
        command_number: dish.command_number,
        name: dish.name,
        combo: dish.combo,
        quantity: dish.quantity,
        area: dish.area,
        place: match dish.kind {
            RequestKind::Order => format!("Para llevar {number}"),
            RequestKind::Delivery => format!("Delivery {number}"),
            RequestKind::Table => dish.table_name.unwrap_or_default(),
        },
        waiter: dish.waiter,
        sent_at: dish.sent_at,
        prepared_at: dish.sent_at + Duration::seconds(dish.seconds),
        seconds: dish.seconds,
        promised_seconds,
        is_late: dish.seconds > promised_seconds,
    }
}
