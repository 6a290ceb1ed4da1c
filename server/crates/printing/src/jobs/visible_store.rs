//! Whose paper is whose. A paper of the cash desk (opening, arqueo, report, slip of a refund) follows its cycle on every way that leads
//! to it: the office sees all, a cashier those of their own cycles, and of an open one nothing that says what it should hold; nobody
//! else sees any.

use crate::words::PaperKind;
use comanda_base::db::Sql;
use comanda_platform::{
    realtime::Room,
    use_case::{Action, Actor},
};

/// Narrows a statement about `print_jobs j` to what this person may see.
pub fn visible(sql: Sql, actor: &Actor) -> Sql {
    if actor.may(Action::SeeExpected) {
        return sql;
    }
    if !actor.may(Action::OwnCycle) {
        return sql.add("AND j.document <> 'CASH'");
    }
    sql.with(
        "AND (j.document <> 'CASH' OR EXISTS (SELECT 1 FROM cashbox_cycles y WHERE y.id = j.cycle_id AND y.user_id = ?
              AND (y.status = 'CLOSED' OR NOT j.tells_expected)))",
        actor.user_id,
    )
}

/// Who is told what becomes of a paper.
pub(super) fn room_of(document: PaperKind) -> Room {
    if document == PaperKind::Cash { Room::Cash } else { Room::Printing }
}
