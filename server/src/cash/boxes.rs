//! Cash boxes and shifts, to choose from.

use super::{
    model::{Cashbox, OpenedBy, Turn},
    store,
};
use crate::{db::Tx, error::Result};

/// All cash boxes, each with who has it open.
pub(super) async fn list_cashboxes(tx: &mut Tx) -> Result<Vec<Cashbox>> {
    let found = store::cashboxes(tx).await?;
    Ok(found.into_iter().map(Cashbox::from).collect())
}

/// All shifts.
pub(super) async fn list_turns(tx: &mut Tx) -> Result<Vec<Turn>> {
    Ok(store::turns(tx).await?)
}

impl From<store::CashboxRow> for Cashbox {
    fn from(b: store::CashboxRow) -> Self {
        let open_cycle = match (b.cycle_id, b.user_name, b.opened_at) {
            (Some(id), Some(user_name), Some(opened_at)) => Some(OpenedBy { id, user_name, opened_at }),
            _ => None,
        };
        Self { id: b.id, name: b.name, printer_id: b.printer_id, status: b.status, open_cycle }
    }
}
