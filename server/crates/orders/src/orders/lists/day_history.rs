//! The commands of a business day, of all accounts, found by number, table, name or dish.

use crate::orders::{
    account::history,
    comandas::papers,
    model::RequestKind,
    ordering::send_command::Comanda,
    store::{DayCommandSelection, DayRow},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::Result,
    ids::CommandId,
    listing::{Paging, Rows, page_count},
};
use comanda_platform::{
    settings::Settings,
    use_case::{Action, Actor},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Query of `GET /commands`.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DayQuery {
    /// The business day as `2026-11-21`; absent: today.
    pub date: Option<NaiveDate>,
    /// A text searched in the number, the table, the names and the dishes.
    pub term: Option<String>,
    /// The page number from 1, or `false` for all rows.
    pub page: Option<String>,
    /// The rows per page, up to 200.
    pub per_page: Option<i64>,
}

/// A command in the list of a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommandOfDay)]
pub struct ComandaOfDay {
    #[serde(flatten)]
    pub command: Comanda,
    pub business_day: NaiveDate,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    /// `Mesa 12 - Terraza`, `LLEVAR #18`.
    pub place: String,
    pub client_name: String,
    pub attendant_name: String,
}

/// Lists a page of the commands of a day, the newest first. Waiters who do not share tables see those of their own accounts.
pub(in crate::orders) async fn list_commands_of_day(
    tx: &mut Tx,
    actor: &Actor,
    query: DayQuery,
) -> Result<Rows<ComandaOfDay>> {
    let settings = Settings::load(tx).await?;
    let everything = actor.can_without_pin(Action::OthersTables) || settings.waiters_share_tables;
    let day = query.date.unwrap_or_else(|| settings.business_day(actor.app.clock().now()));
    let selection = DayCommandSelection { day, term: query.term, attendant: (!everything).then_some(actor.user_id) };
    let paging = Paging { page: query.page, per_page: query.per_page, ..Paging::default() };
    let total_rows = selection.count(tx).await?;
    let (limit, offset) = paging.page_limits_of_sales(total_rows)?;
    let found = selection.page(tx, limit, offset).await?;
    let rows = load_comandas_of_day(tx, found, day).await?;
    Ok(Rows { success: true, rows, total_rows, total_pages: page_count(total_rows, limit) })
}

async fn load_comandas_of_day(tx: &mut Tx, found: Vec<DayRow>, day: NaiveDate) -> Result<Vec<ComandaOfDay>> {
    let commands = history::load_with_lines(tx, found.iter().map(|r| r.command.clone()).collect()).await?;
    let mut commands: HashMap<CommandId, Comanda> = commands.into_iter().map(|c| (c.id, c)).collect();
    let shown = |row: DayRow| {
        let command = commands.remove(&row.command.id)?;
        let place = papers::place_label(row.kind, row.correlative, row.table_name.as_deref(), row.salon.as_deref());
        Some(ComandaOfDay {
            command,
            business_day: day,
            kind: row.kind,
            place,
            client_name: row.client_name,
            attendant_name: row.attendant_name,
        })
    };
    Ok(found.into_iter().filter_map(shown).collect())
}
