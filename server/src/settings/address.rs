//! Where the phones of the house open Comanda.

use crate::{
    error::Result,
    http::{Answer, address, ok},
    state::App,
    use_case::Actor,
};
use axum::{Json, http::HeaderMap};
use serde::Serialize;
use std::net::SocketAddr;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the address.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_server_address))
}

/// Where this server is reached.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServerAddress {
    /// At which address another device of the house opens it: `http://192.168.1.20:8080`.
    pub url: String,
    /// False where only the server's own machine reaches it.
    pub reachable: bool,
    /// With what `--listen` it would be reached: `0.0.0.0:8080`.
    #[schema(value_type = String)]
    pub listen_for_all: SocketAddr,
}

/// At which address a phone opens Comanda; whoever is signed in may know.
#[utoipa::path(get, path = "/server-address", tag = "settings", responses((status = 200, body = Answer<ServerAddress>)))]
async fn get_server_address(actor: Actor, headers: HeaderMap) -> Result<Json<Answer<ServerAddress>>> {
    let config = actor.app.config();
    let found = address::server_address(config.public_url.as_deref(), config.listen.ip(), &headers);
    let listen_for_all = SocketAddr::from(([0, 0, 0, 0], config.listen.port()));
    Ok(ok(ServerAddress { url: found.url, reachable: found.reachable, listen_for_all }))
}
