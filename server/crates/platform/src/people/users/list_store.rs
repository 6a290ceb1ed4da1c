//! The lists of users: their statements.

use super::super::store::{USER, UserRow};
use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    listing::{Filters, Paging, Rows},
    search::contains,
};

/// Which users a list is of.
#[derive(Debug)]
pub(super) enum Listed {
    All,
    /// Who can attend a table; of these roles, where some are named.
    Waiters {
        roles: Vec<i64>,
    },
}

impl Listed {
    fn narrow(&self, sql: Sql) -> Sql {
        match self {
            Self::All => sql,
            Self::Waiters { roles } => {
                let sql = sql.add("AND u.status = 'ACTIVE' AND u.role_id <= 4");
                if roles.is_empty() { sql } else { sql.list("AND u.role_id IN (?)", roles.iter().copied()) }
            }
        }
    }
}

/// The lists narrow by status and role; both statements of a page alike.
fn narrowed(sql: Sql, paging: &Paging, filters: &Filters) -> Result<Sql> {
    let sql = sql.when("AND u.search_key LIKE ? ESCAPE '!'", paging.term.as_deref().map(contains));
    let sql = match filters.texts("status") {
        Some(states) => sql.list("AND u.status IN (?)", states),
        None => sql,
    };
    Ok(match filters.ids("role_id")? {
        Some(roles) => sql.list("AND u.role_id IN (?)", roles),
        None => sql,
    })
}

/// A page of users. A super admin is not of the company: only others of them see them.
pub(super) async fn page(
    tx: &mut Tx,
    paging: &Paging,
    listed: &Listed,
    with_super_admins: bool,
) -> Result<Rows<UserRow>> {
    const COLUMNS: [(&str, &str); 4] =
        [("name", "u.search_key"), ("username", "u.username"), ("role_id", "u.role_id"), ("status", "u.status")];
    let filters = paging.filters()?;
    let only = |sql: Sql| {
        let sql = listed.narrow(sql);
        if with_super_admins { sql } else { sql.add("AND NOT u.is_super_admin") }
    };
    let count = narrowed(only(Sql::new("SELECT COUNT(*) FROM users u WHERE u.deleted_at IS NULL")), paging, &filters)?;
    let list = paging.sorted(narrowed(only(Sql::new(USER)), paging, &filters)?, &COLUMNS, "u.id")?;
    let total_rows: i64 = tx.query(count).scalar().await?;
    let (limit, offset) = paging.window(total_rows)?;
    let found: Vec<UserRow> = tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    Ok(Rows::page(found, total_rows, limit))
}
