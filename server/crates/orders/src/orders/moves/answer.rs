//! The answer to a move, and the reason given for it.

use crate::orders::{account::view::load_request_view, comandas::area_jobs::AreaPaper, model::Request};
use comanda_base::{
    error::{Result, invalid},
    ids::{LineId, RequestId},
};
use comanda_platform::use_case::Work;
use serde::Serialize;
use utoipa::ToSchema;

const MAX_REASON_CHARS: usize = 200;

/// The result of a move.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveResult {
    /// The account at the destination.
    pub client_request: Request,
    /// The account at the origin, where it is another one.
    pub origin: Option<Request>,
    /// The lines that moved; a part of a partly paid line is a new line.
    pub lines: Vec<LineId>,
    /// The areas of the kitchen that got a paper.
    pub areas: Vec<AreaPaper>,
    pub warnings: Vec<String>,
}

impl MoveResult {
    pub(super) async fn load(
        work: &mut Work<'_>,
        destination: RequestId,
        origin: Option<RequestId>,
        lines: Vec<LineId>,
        areas: Vec<AreaPaper>,
    ) -> Result<Self> {
        let client_request = load_request_view(work.tx, destination, work.now).await?;
        let origin = match origin {
            Some(id) => Some(load_request_view(work.tx, id, work.now).await?),
            None => None,
        };
        let warnings = areas.iter().filter_map(|a| a.warning.clone()).collect();
        Ok(Self { client_request, origin, lines, areas, warnings })
    }
}

/// Returns a reason without extra spaces; `None` where nothing was written.
pub(super) fn clean_reason(reason: Option<&str>) -> Result<Option<String>> {
    let reason = reason.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if reason.chars().count() > MAX_REASON_CHARS {
        return invalid("reason", format!("El motivo puede tener hasta {MAX_REASON_CHARS} letras.")).err();
    }
    Ok(Some(reason).filter(|r| !r.is_empty()))
}
