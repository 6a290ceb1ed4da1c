//! Calls of the logo.

use super::{OWNER, dots, store};
use crate::{
    audit::{self, AuditEntry},
    http::{Answer, Empty, Write},
    idempotent_write,
    pictures::{self, MAX_UPLOAD_BYTES, PictureUpload},
    realtime::{EventKind, Room},
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer},
};
use axum::extract::DefaultBodyLimit;
use comanda_base::error::{Result, invalid};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The size of the stored picture: large enough for a sheet, small enough for a log-in page.
const SIDE_PX: u32 = 640;

pub(in crate::settings) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(set_logo, remove_logo)).layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES))
}

/// The URL path of the logo after a change.
#[derive(Debug, Serialize, ToSchema)]
struct LogoSet {
    logo: Option<String>,
}

/// Makes the picture in the body the logo of tickets, documents and the log-in page.
#[utoipa::path(put, path = "/company-info/logo", tag = "settings", request_body(content = Vec<u8>, content_type = "image/*"), responses((status = 200, body = Answer<LogoSet>)))]
async fn set_logo(actor: Actor, upload: PictureUpload) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let write = upload.decode_and_shrink(SIDE_PX).await?;
    let bytes = write.body.bytes.clone();
    let drawn =
        tokio::task::spawn_blocking(move || dots::dither_to_bitmap(&bytes)).await.map_err(anyhow::Error::from)?;
    let Some(drawn) = drawn else {
        return invalid("image", "No pudimos leer la imagen. Usa un archivo JPG o PNG que se abra bien.").err();
    };
    idempotent_write!(actor, write, |work, picture| {
        let address = pictures::save_picture(work, OWNER, picture).await?;
        store::save_logo(work.tx, &address, &drawn).await?;
        log_and_announce_change(work, "LOGO_CHANGED").await?;
        Ok(LogoSet { logo: Some(address) })
    })
}

/// Removes the logo.
#[utoipa::path(delete, path = "/company-info/logo", tag = "settings", responses((status = 200, body = Answer<LogoSet>)))]
async fn remove_logo(actor: Actor, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        pictures::delete_picture(work.tx, OWNER).await?;
        store::delete_logo(work.tx).await?;
        log_and_announce_change(work, "LOGO_REMOVED").await?;
        Ok(LogoSet { logo: None })
    })
}

async fn log_and_announce_change(work: &mut Work<'_>, action: &'static str) -> Result<()> {
    audit::log(work.tx, work.actor, work.now, AuditEntry::new(action).entity("company_info", 1)).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
