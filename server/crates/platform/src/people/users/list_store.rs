//! The SQL of lists of users.

use super::super::store::{USER, UserRow};
use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    listing::{ListFilters, Paging, Rows},
    search::contains_pattern,
};

/// The users that a list contains.
#[derive(Debug)]
pub(super) enum UserListScope {
    All,
    /// Users who can attend a table; only of these roles, where some are given.
    Waiters {
        roles: Vec<i64>,
    },
}

impl UserListScope {
    fn add_conditions(&self, sql: Sql) -> Sql {
        match self {
            Self::All => sql,
            Self::Waiters { roles } => {
                let sql = sql.add("AND u.status = 'ACTIVE' AND u.role_id <= 4");
                if roles.is_empty() { sql } else { sql.list("AND u.role_id IN (?)", roles.iter().copied()) }
            }
        }
    }
}

/// Adds the conditions of term, status and role.
fn add_filters(sql: Sql, paging: &Paging, filters: &ListFilters) -> Result<Sql> {
    let sql = sql.when("AND u.search_key LIKE ? ESCAPE '!'", paging.term.as_deref().map(contains_pattern));
    let sql = match filters.column_texts("status") {
        Some(states) => sql.list("AND u.status IN (?)", states),
        None => sql,
    };
    Ok(match filters.column_ids("role_id")? {
        Some(roles) => sql.list("AND u.role_id IN (?)", roles),
        None => sql,
    })
}

/// Loads a page of users. Only super admins see super admins.
pub(super) async fn load_page(
    tx: &mut Tx,
    paging: &Paging,
    listed: &UserListScope,
    with_super_admins: bool,
) -> Result<Rows<UserRow>> {
    const COLUMNS: [(&str, &str); 4] =
        [("name", "u.search_key"), ("username", "u.username"), ("role_id", "u.role_id"), ("status", "u.status")];
    let filters = paging.parse_filters()?;
    let restrict = |sql: Sql| {
        let sql = listed.add_conditions(sql);
        if with_super_admins { sql } else { sql.add("AND NOT u.is_super_admin") }
    };
    let count =
        add_filters(restrict(Sql::new("SELECT COUNT(*) FROM users u WHERE u.deleted_at IS NULL")), paging, &filters)?;
    let list = paging.add_order_by(add_filters(restrict(Sql::new(USER)), paging, &filters)?, &COLUMNS, "u.id")?;
    let total_rows: i64 = tx.query(count).scalar().await?;
    let (limit, offset) = paging.page_limits(total_rows)?;
    let found: Vec<UserRow> = tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    Ok(Rows::page(found, total_rows, limit))
}
