//! Mail addresses to which reports may be sent.

use super::store::{self, UserOfAddress};
use crate::use_case::{Action, Grant, Role, grant_for_role};
use comanda_base::{db::Tx, error::Result, ids::UserId, words::Status};

impl UserOfAddress {
    fn reads_reports(&self) -> bool {
        let role = Role::from_id(self.role_id);
        let works_here = self.status == Status::Active && !self.is_deleted;
        works_here && role.is_some_and(|role| grant_for_role(role, Action::SeeReports) == Grant::Yes)
    }
}

/// A mail address for reports.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct ReportAddress {
    pub email: String,
    /// The user who had the address when it was chosen.
    pub user_id: Option<UserId>,
}

/// Returns those of these addresses that belong to users who may not see reports any more, because they left or have another role.
pub async fn list_excluded_addresses(tx: &mut Tx, addresses: &[ReportAddress]) -> Result<Vec<String>> {
    let users = store::list_users_of_addresses(tx, addresses).await?;
    let is_kept_from = |address: &&ReportAddress| {
        let is_own =
            |user: &&UserOfAddress| user.email.as_ref() == Some(&address.email) || Some(user.id) == address.user_id;
        let mut owners = users.iter().filter(is_own).peekable();
        owners.peek().is_some() && !owners.any(UserOfAddress::reads_reports)
    };
    Ok(addresses.iter().filter(is_kept_from).map(|address| address.email.clone()).collect())
}

/// Adds to each address the user to whom it belongs.
pub async fn load_report_addresses(tx: &mut Tx, emails: &[String]) -> Result<Vec<ReportAddress>> {
    let plain = |email: &String| ReportAddress { email: email.clone(), user_id: None };
    let mut addresses: Vec<ReportAddress> = emails.iter().map(plain).collect();
    let users = store::list_users_of_addresses(tx, &addresses).await?;
    for address in &mut addresses {
        let owner = users.iter().find(|user| user.email.as_ref() == Some(&address.email));
        address.user_id = owner.map(|user| user.id);
    }
    Ok(addresses)
}

/// Lists the addresses of active users who may see reports.
pub async fn list_emails_of_report_readers(tx: &mut Tx) -> Result<Vec<String>> {
    let roles = Role::ALL.into_iter().filter(|role| grant_for_role(*role, Action::SeeReports) == Grant::Yes);
    Ok(store::list_emails_of_roles(tx, roles.map(Role::id)).await?)
}
