//! Cleans a restored copy of a company: it must not bring back sessions that have ended since, trusted devices, links to set passwords and
//! pairing codes. A second copy of a company must not act for it either.

mod store;

pub use store::{disable_outgoing, end_access, list_agent_tokens, list_super_admins, load_ruc};
