//! What a restored copy must not bring back: log-ins that have ended since, browsers that were trusted, links to new passwords, codes
//! that pair agents. And what a second copy of a company must not do.

mod store;

pub use store::{agent_tokens, disable_outgoing, end_access, ruc, super_admins};
