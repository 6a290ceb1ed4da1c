//! The rules by which users may see papers. A paper of the cash desk (opening, arqueo, report, slip of a refund) follows its cycle wherever
//! it is read: the office sees all; a cashier sees those of their own cycles, except papers of an open cycle that show the expected amount;
//! other users see none.

use crate::words::PaperKind;
use comanda_base::db::Sql;
use comanda_platform::{
    realtime::Room,
    use_case::{Action, Actor},
};

/// Adds the condition to a statement about `print_jobs j` that restricts it to what this user may see.
pub fn add_visibility(sql: Sql, actor: &Actor) -> Sql {
    if actor.can_without_pin(Action::SeeExpected) {
        return sql;
    }
    if !actor.can_without_pin(Action::OwnCycle) {
        return sql.add("AND j.document <> 'CASH'");
    }
    sql.with(
        "AND (j.document <> 'CASH' OR EXISTS (SELECT 1 FROM cashbox_cycles y WHERE y.id = j.cycle_id AND y.user_id = ?
              AND (y.status = 'CLOSED' OR NOT j.tells_expected)))",
        actor.user_id,
    )
}

/// Returns the room that is notified of changes of a paper.
pub(super) fn event_room(document: PaperKind) -> Room {
    if document == PaperKind::Cash { Room::Cash } else { Room::Printing }
}
