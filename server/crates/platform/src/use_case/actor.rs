//! The actor of a request: a signed-in user and their company. `people` makes one from a session.

use super::permission::{Action, Grant, Role, grant_for_role};
use crate::{companies::Company, state::App};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::{AgentId, CashboxId, SessionId, UserId},
};
use std::sync::Arc;

/// A signed-in user and their company. As an extractor (`people::actor_http`) it limits a handler to signed-in users.
#[derive(Debug, Clone)]
pub struct Actor {
    pub app: App,
    pub company: Arc<Company>,
    pub user_id: UserId,
    pub session_id: SessionId,
    pub role: Role,
    pub is_super_admin: bool,
    /// Whether somebody else chose the password: the user must change it before anything else.
    pub must_change_password: bool,
    /// Whether the role requires a second factor that the user does not have yet: it must be set up before anything else.
    pub must_set_totp: bool,
    /// Name and surname, as on papers.
    pub name: String,
    pub cashbox_id: Option<CashboxId>,
    /// The print agent, where one calls with its own token instead of a user; `user_id` is then the user who paired it.
    pub agent_id: Option<AgentId>,
    /// The `User-Agent`, for the action log.
    pub device: String,
}

impl Actor {
    /// Returns what the roles table grants this user.
    pub fn grant(&self, action: Action) -> Grant {
        grant_for_role(self.role, action)
    }
    /// Refuses an action that the role may not do even with a PIN.
    pub fn require(&self, action: Action) -> Result<()> {
        match self.grant(action) {
            Grant::No => not_permitted_refusal().err(),
            Grant::Yes | Grant::Pin => Ok(()),
        }
    }
    /// Whether the role may do the action without a PIN.
    pub fn can_without_pin(&self, action: Action) -> bool {
        self.grant(action) == Grant::Yes
    }
}

/// Makes the refusal of an action that the role may not do.
pub fn not_permitted_refusal() -> comanda_base::error::Refusal {
    refuse(Code::NotPermitted, "Tu usuario no tiene permiso para esto. Pídeselo a un supervisor.")
}
