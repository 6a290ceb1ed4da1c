//! The filter of a report by cashier and cash box.

use comanda_base::ids::{CashboxId, UserId};
use serde::Deserialize;

/// Filter by cashier and cash box; everybody's money by default.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CashierFilter {
    /// The cashier who collected.
    pub user_id: Option<UserId>,
    pub cashbox_id: Option<CashboxId>,
}
