//! Mail addresses of people, and whether reports may go there.

use super::store::{self, AddressOf};
use crate::{
    db::Tx,
    error::Result,
    use_case::{Action, Grant, Role, grant},
    words::Status,
};

impl AddressOf {
    fn reads_reports(&self) -> bool {
        let role = Role::from_id(self.role_id);
        let works_here = self.status == Status::Active && !self.is_deleted;
        works_here && role.is_some_and(|role| grant(role, Action::SeeReports) == Grant::Yes)
    }
}

/// Those of these addresses that are of users none of whom sees reports: who was let go, or has another post now.
pub async fn kept_from_reports(tx: &mut Tx, emails: &[String]) -> Result<Vec<String>> {
    let users = store::users_of_addresses(tx, emails).await?;
    let is_kept_from = |email: &&String| {
        let mut own = users.iter().filter(|user| user.email == **email).peekable();
        own.peek().is_some() && !own.any(AddressOf::reads_reports)
    };
    Ok(emails.iter().filter(is_kept_from).cloned().collect())
}

/// Addresses of those who work here and see reports.
pub async fn emails_of_report_readers(tx: &mut Tx) -> Result<Vec<String>> {
    let roles = Role::ALL.into_iter().filter(|role| grant(*role, Action::SeeReports) == Grant::Yes);
    Ok(store::emails_of_roles(tx, roles.map(Role::id)).await?)
}
