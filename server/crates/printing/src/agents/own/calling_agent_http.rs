//! The extractor of the print agent behind a bearer token.

use crate::{agents::store, printers};
use axum::{extract::FromRequestParts, http::request::Parts};
use comanda_base::{
    db::Tx,
    error::{Code, Error, Result, not_found, refuse},
    ids::{AgentId, PrinterId, SessionId, UserId},
    source::Source,
};
use comanda_platform::{
    http::{CompanyOfHost, request::bearer_token},
    people::{self, session},
    state::App,
    use_case::{Actor, Role, not_permitted_refusal},
};

/// The print agent that makes a request. This extractor refuses the token of a person, so that no role has these endpoints.
#[derive(Debug, Clone)]
pub(super) struct CallingAgent {
    pub agent: AgentId,
    /// The actor for code that people and agents share. It may do with its own printers and jobs what the office may; printers and jobs of
    /// other agents are refused before.
    pub actor: Actor,
}

impl FromRequestParts<App> for CallingAgent {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let CompanyOfHost(company) = CompanyOfHost::from_request_parts(parts, app).await?;
        let unknown =
            || refuse(Code::Unauthenticated, "Este agente no está vinculado. Vincúlalo con un código de Impresoras.");
        let token = bearer_token(&parts.headers).ok_or_else(unknown)?;
        let mut tx = company.db.read().await?;
        let known = store::find_authenticated(&mut tx, &session::token_hash(token)).await?;
        drop(tx);
        let Some(known) = known else {
            let caller = people::read_caller(&parts.headers, Source::from_parts(parts), &company);
            let person = session::find_actor(app, company, token, caller).await;
            return person.map_or_else(|_| unknown().err(), |_| not_permitted_refusal().err());
        };
        if !company.is_license_active(app.clock().now()) {
            return refuse(Code::LicenseExpired, "La licencia de este restaurante no está activa.").err();
        }
        let actor = Actor {
            app: app.clone(),
            company,
            user_id: UserId(known.paired_by),
            session_id: SessionId(0),
            role: Role::Supervisor,
            is_super_admin: false,
            must_change_password: false,
            must_set_totp: false,
            cashbox_id: None,
            agent_id: Some(known.id),
            device: [known.machine.as_str(), known.version.as_str()].join(" ").trim().to_owned(),
            name: known.name,
        };
        Ok(Self { agent: known.id, actor })
    }
}

impl CallingAgent {
    /// Refuses a printer of another agent as if it did not exist.
    pub async fn check_owner(&self, tx: &mut Tx, printer: PrinterId) -> Result<()> {
        if printers::find_agent(tx, printer).await? == Some(self.agent) {
            return Ok(());
        }
        not_found("la impresora").err()
    }
}
