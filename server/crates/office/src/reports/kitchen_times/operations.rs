//! The single dishes that make up a figure.

use super::{hours::fixed_offset_periods, report::KitchenTimesQuery};
use crate::reports::store::{self, PreparedDish, PreparedDishQuery};
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
    /// The component, for a dish of a combo.
    pub component_id: Option<i64>,
    pub client_request_id: RequestId,
    /// The number of the command within its day.
    pub command_number: i64,
    pub name: String,
    /// The combo to which the dish belongs.
    pub combo: Option<String>,
    pub quantity: Quantity,
    pub area: String,
    /// `Salón Mesa 4`, `Para llevar 12`
    pub place: String,
    /// The waiter who sent it.
    pub waiter: String,
    pub sent_at: DateTime<Utc>,
    pub prepared_at: DateTime<Utc>,
    pub seconds: i64,
    pub promised_seconds: i64,
    pub is_late: bool,
}

/// Filter of prepared dishes.
#[derive(Debug, Clone, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OperationFilter {
    pub product_id: Option<i64>,
    /// The hour in which the dish was sent, on the house's clock: `0` to `23`.
    pub hour: Option<u32>,
    /// `true` selects only dishes that took longer than promised.
    pub late: Option<bool>,
}

/// Loads a page of prepared dishes, the slowest first.
pub(super) async fn load_operations(
    tx: &mut Tx,
    query: &KitchenTimesQuery,
    filter: &OperationFilter,
    paging: &Paging,
) -> Result<Rows<PreparedOperation>> {
    query.refuse_long_span()?;
    let moments = query.period_of(query.span);
    let mut dishes = query.load_dish_filter(tx).await?;
    if let Some(product) = filter.product_id {
        let allowed = dishes.products.is_none_or(|all| all.contains(&product));
        dishes.products = Some(if allowed { vec![product] } else { Vec::new() });
    }
    let hours = match filter.hour {
        None => None,
        Some(hour) if hour > 23 => return invalid("hour", "La hora va de 0 a 23.").err(),
        Some(hour) => {
            let all = fixed_offset_periods(query.settings.time_zone, moments).into_iter();
            Some(all.filter_map(|s| Some((s.moments, format!("{:02}", s.to_utc_hour(hour)?)))).collect())
        }
    };
    let criteria = PreparedDishQuery { dishes, hours, late: filter.late == Some(true) };
    let total = store::count_prepared_dishes(tx, moments, &criteria).await?;
    let (limit, offset) = paging.page_limits_of_sales(total)?;
    let rows = store::list_prepared_dishes(tx, moments, &criteria, (limit, offset)).await?;
    Ok(Rows::page(rows.into_iter().map(to_operation).collect(), total, limit))
}

fn to_operation(dish: PreparedDish) -> PreparedOperation {
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
