//! Who asks: a signed-in person and their company. `people` makes one from a session.

use super::permission::{Action, Grant, Role, grant};
use crate::{companies::Company, state::App};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::{AgentId, CashboxId, SessionId, UserId},
};
use std::sync::Arc;

/// A signed-in person and their company. An extractor (`people::actor_http`): handlers that take it are for signed-in people only.
#[derive(Debug, Clone)]
pub struct Actor {
    pub app: App,
    pub company: Arc<Company>,
    pub user_id: UserId,
    pub session_id: SessionId,
    pub role: Role,
    pub is_super_admin: bool,
    /// Somebody else chose the password: until there is another one, they may do nothing but that.
    pub must_change_password: bool,
    /// Their role must have a second factor, and they have none: until then they may do nothing but set it up.
    pub must_set_totp: bool,
    /// Name and surname, as printed.
    pub name: String,
    pub cashbox_id: Option<CashboxId>,
    /// A print agent that asks with its own token, for nobody who is signed in; `user_id` is then whoever paired it.
    pub agent_id: Option<AgentId>,
    /// What the browser says it is; for the action log only.
    pub device: String,
}

impl Actor {
    /// What the roles table says of this person.
    pub fn grant(&self, action: Action) -> Grant {
        grant(self.role, action)
    }
    /// Refuses what the role may not do even with a PIN.
    pub fn must(&self, action: Action) -> Result<()> {
        match self.grant(action) {
            Grant::No => not_permitted().err(),
            Grant::Yes | Grant::Pin => Ok(()),
        }
    }
    /// True where the role may do it without a PIN.
    pub fn may(&self, action: Action) -> bool {
        self.grant(action) == Grant::Yes
    }
}

/// The refusal of an action that the role may not do.
pub fn not_permitted() -> comanda_base::error::Refusal {
    refuse(Code::NotPermitted, "Tu usuario no tiene permiso para esto. Pídeselo a un supervisor.")
}
