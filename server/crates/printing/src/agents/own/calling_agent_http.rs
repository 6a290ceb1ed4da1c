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
    http::{AtCompany, request::bearer},
    people::{self, session},
    state::App,
    use_case::{Actor, Role, not_permitted},
};

/// The print agent that makes a call. An extractor: a person's token is refused, so that no role has these calls.
#[derive(Debug, Clone)]
pub(super) struct CallingAgent {
    pub agent: AgentId,
    /// For what people and agents share. It may do with its own printers and jobs what the office may; what is another agent's never
    /// comes that far.
    pub actor: Actor,
}

impl FromRequestParts<App> for CallingAgent {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let AtCompany(company) = AtCompany::from_request_parts(parts, app).await?;
        let unknown =
            || refuse(Code::Unauthenticated, "Este agente no está vinculado. Vincúlalo con un código de Impresoras.");
        let token = bearer(&parts.headers).ok_or_else(unknown)?;
        let mut tx = company.db.read().await?;
        let known = store::authenticated(&mut tx, &session::token_hash(token)).await?;
        drop(tx);
        let Some(known) = known else {
            let caller = people::caller(&parts.headers, Source::in_parts(parts), &company);
            let person = session::actor_of_token(app, company, token, caller).await;
            return person.map_or_else(|_| unknown().err(), |_| not_permitted().err());
        };
        if !company.license_active(app.clock().now()) {
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
    /// Refuses a printer of another agent as one that is not there.
    pub async fn must_own(&self, tx: &mut Tx, printer: PrinterId) -> Result<()> {
        if printers::agent_of(tx, printer).await? == Some(self.agent) {
            return Ok(());
        }
        not_found("la impresora").err()
    }
}
