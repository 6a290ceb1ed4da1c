//! The socket.io side of print agents.

use crate::{
    app::App,
    companies::Company,
    error::{Code, Result, refuse},
    http::Actor,
    realtime::{Auth, Realtime},
};
use socketioxide::extract::SocketRef;
use std::sync::Arc;

/// Tells the agents of a company that jobs wait for them.
pub async fn wake_agents(_realtime: &Realtime, _company: &Company) {}

/// Admits an agent by its token.
pub async fn admit(_app: &App, _socket: &SocketRef, _company: Arc<Company>, _auth: Auth) -> Result<()> {
    refuse(Code::Unauthenticated, "agent").err()
}

/// Serves an admitted agent.
pub async fn serve_agent(_app: &App, _socket: &SocketRef) {}

/// What browsers may ask of the print link.
pub fn serve_browser(_socket: &SocketRef, _actor: Actor) {}
