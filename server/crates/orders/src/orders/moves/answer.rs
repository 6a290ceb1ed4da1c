//! What a move answers, and the reason that is given for it.

use crate::orders::{account::view::request_view, comandas::papers::AreaPaper, model::Request};
use comanda_base::{
    error::{Result, invalid},
    ids::{LineId, RequestId},
};
use comanda_platform::use_case::Work;
use serde::Serialize;
use utoipa::ToSchema;

const MAX_REASON_CHARS: usize = 200;

/// What came of a move.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moved {
    /// The account at the destination.
    pub client_request: Request,
    /// The account at the origin, where it is another one.
    pub origin: Option<Request>,
    /// The lines that went; a part of one that was partly paid is a new line.
    pub lines: Vec<LineId>,
    /// Where the kitchen was told on paper.
    pub areas: Vec<AreaPaper>,
    pub warnings: Vec<String>,
}

impl Moved {
    pub(super) async fn of(
        work: &mut Work<'_>,
        destination: RequestId,
        origin: Option<RequestId>,
        lines: Vec<LineId>,
        areas: Vec<AreaPaper>,
    ) -> Result<Self> {
        let client_request = request_view(work.tx, destination, work.now).await?;
        let origin = match origin {
            Some(id) => Some(request_view(work.tx, id, work.now).await?),
            None => None,
        };
        let warnings = areas.iter().filter_map(|a| a.warning.clone()).collect();
        Ok(Self { client_request, origin, lines, areas, warnings })
    }
}

/// A reason without superfluous spaces; none where nothing was written.
pub(super) fn clean_reason(reason: Option<&str>) -> Result<Option<String>> {
    let reason = reason.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if reason.chars().count() > MAX_REASON_CHARS {
        return invalid("reason", format!("El motivo puede tener hasta {MAX_REASON_CHARS} letras.")).err();
    }
    Ok(Some(reason).filter(|r| !r.is_empty()))
}
