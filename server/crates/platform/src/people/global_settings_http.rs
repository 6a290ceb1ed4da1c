//! The call that changes the company's settings; it is in `people` because they include the security PIN.

use super::security_pin::{self, NewPin};
use crate::{
    http::{Answer, Write},
    idempotent_write,
    settings::{self, ChangeSettings, GlobalSettings},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use comanda_base::error::{Faults, Result};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The route that changes the company's settings.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_global_settings))
}

/// Changes the company's settings; fields that are not given stay.
#[utoipa::path(put, path = "/global-settings", tag = "settings", request_body = ChangeSettings, responses((status = 200, body = Answer<GlobalSettings>)))]
async fn change_global_settings(actor: Actor, write: Write<ChangeSettings>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let body = &write.body;
    let mut faults = Faults::default();
    faults.ok(settings::check_settings(body))?;
    let hash = match body.security_pin.as_deref().map(str::trim).filter(|pin| !pin.is_empty()) {
        None => None,
        Some(pin) => {
            let new = NewPin {
                pin: pin.to_owned(),
                pin_confirmation: None,
                current_pin: body.current_pin.clone(),
                current_password: body.current_password.clone(),
            };
            faults.ok(security_pin::check_and_hash(&actor, new, "security_pin").await)?
        }
    };
    faults.finish()?;
    let write = write.without_secrets()?;
    idempotent_write!(actor, write, |work, body| {
        if let Some(hash) = &hash {
            security_pin::store_hash(work, hash).await?;
        }
        Ok(GlobalSettings::from(settings::change_settings(work, body).await?))
    })
}
