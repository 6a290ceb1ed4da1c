//! Calls of the advanced options.

use super::{
    delete,
    model::{Deleted, Part},
    refusal,
    store::{self, Kind},
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::{Code, Result, not_found, refuse},
    money::Money,
};
use comanda_platform::{
    http::{Answer, Write, ok},
    idempotent_write,
    people::pin::{self, PinGiven},
    state::App,
    use_case::{Action, Actor, Done, idempotency},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(look)).routes(routes!(delete_kind))
}

/// What one deletion would take.
#[derive(Debug, Serialize, ToSchema)]
pub struct Section {
    pub kind: Kind,
    pub parts: Vec<Part>,
    /// What the sales that would go come to.
    pub sold: Option<Money>,
    /// Why it cannot be done now; none: it can.
    pub refusal: Option<String>,
}

/// What can be deleted, in numbers.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdvancedOptions {
    /// To be typed exactly.
    pub word: &'static str,
    pub sections: Vec<Section>,
}

/// Body of `POST /advanced-options/{kind}`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Delete {
    /// The word 'borrar'.
    pub word: String,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// What each deletion would take, and what stands in its way.
#[utoipa::path(get, path = "/advanced-options", tag = "advanced-options", responses((status = 200, body = Answer<AdvancedOptions>)))]
async fn look(actor: Actor) -> Result<Json<Answer<AdvancedOptions>>> {
    actor.must(Action::AdvancedDeletion)?;
    let mut tx = actor.company.db.read().await?;
    let facts = store::facts(&mut tx).await?;
    let mut sections = Vec::new();
    for kind in Kind::ALL {
        sections.push(Section {
            kind,
            parts: store::counts(&mut tx, kind).await?,
            sold: kind.takes_sales().then_some(facts.sold),
            refusal: refusal::why_not(kind, &facts).map(|refusal| refusal.message),
        });
    }
    Ok(ok(AdvancedOptions { word: refusal::WORD, sections }))
}

/// Deletes all sales, purchases, products or everything: with the word and a PIN, after a backup whose place the answer tells.
#[utoipa::path(post, path = "/advanced-options/{kind}", tag = "advanced-options", params(("kind" = Kind, Path)), request_body = Delete, responses((status = 200, body = Answer<Deleted>)))]
async fn delete_kind(actor: Actor, Path(kind): Path<String>, write: Write<Delete>) -> Result<Done> {
    actor.must(Action::AdvancedDeletion)?;
    let kind = Kind::ALL.into_iter().find(|k| k.wire() == kind).ok_or_else(|| not_found("esa opción"))?;
    refusal::word(&write.body.word)?;
    let approval = pin::approve(&actor, Action::AdvancedDeletion, &write.body.pin).await?;
    let backup = match check(&actor, kind, &write).await? {
        Some(done) => return Ok(done),
        None => {
            let what = format!("antes-de-borrar-{}", kind.spanish());
            actor.company.back_up(&actor.app.config().data, &what, actor.app.clock().now()).await?
        }
    };
    idempotent_write!(actor, write, |work, _body| delete::delete(work, kind, approval, &backup).await)
}

/// Before a backup is made for nothing: whether this was done already, and whether it can be done.
async fn check(actor: &Actor, kind: Kind, write: &Write<Delete>) -> Result<Option<Done>> {
    let mut tx = actor.company.db.read().await?;
    if let Some(done) = idempotency::known(&mut tx, actor, write.key.as_ref()).await? {
        return Ok(Some(done));
    }
    if let Some(refusal) = refusal::why_not(kind, &store::facts(&mut tx).await?) {
        return refusal.err();
    }
    if store::counts(&mut tx, kind).await?.iter().all(|part| part.count == 0) {
        return refuse(
            Code::Conflict,
            format!("No hay {} que borrar: nada cambió.", if kind == Kind::All { "datos" } else { kind.spanish() }),
        )
        .err();
    }
    Ok(None)
}
