//! Whose money a report is of.

use comanda_base::ids::{CashboxId, UserId};
use serde::Deserialize;

/// By whom and at which cash box; absent: everybody's.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfPerson {
    /// Who collected.
    pub user_id: Option<UserId>,
    pub cashbox_id: Option<CashboxId>,
}
