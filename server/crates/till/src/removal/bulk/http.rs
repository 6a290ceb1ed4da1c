//! HTTP routes of the advanced options.

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
    use_case::{Action, Actor, WriteAnswer, idempotency},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(look)).routes(routes!(delete_kind))
}

/// The rows that one kind of deletion would delete.
#[derive(Debug, Serialize, ToSchema)]
pub struct Section {
    pub kind: Kind,
    pub parts: Vec<Part>,
    /// The total of the sales that would be deleted.
    pub sold: Option<Money>,
    /// The reason why it cannot be done now; null where it can.
    pub refusal: Option<String>,
}

/// The kinds of deletion, with the numbers of rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdvancedOptions {
    /// The word that must be typed exactly.
    pub word: &'static str,
    pub sections: Vec<Section>,
}

/// Body of `POST /advanced-options/{kind}`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Delete {
    /// The confirmation word 'borrar'.
    pub word: String,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// The rows that each deletion would delete, and what prevents it.
#[utoipa::path(get, path = "/advanced-options", tag = "advanced-options", responses((status = 200, body = Answer<AdvancedOptions>)))]
async fn look(actor: Actor) -> Result<Json<Answer<AdvancedOptions>>> {
    actor.require(Action::AdvancedDeletion)?;
    let mut tx = actor.company.db.read().await?;
    let facts = store::load_facts(&mut tx).await?;
    let mut sections = Vec::new();
    for kind in Kind::ALL {
        sections.push(Section {
            kind,
            parts: store::count_rows(&mut tx, kind).await?,
            sold: kind.takes_sales().then_some(facts.sold),
            refusal: refusal::find_refusal(kind, &facts).map(|refusal| refusal.message),
        });
    }
    Ok(ok(AdvancedOptions { word: refusal::CONFIRMATION_WORD, sections }))
}

/// Deletes all sales, purchases, products or everything, with the confirmation word and a PIN, after a backup whose path is in the answer.
#[utoipa::path(post, path = "/advanced-options/{kind}", tag = "advanced-options", params(("kind" = Kind, Path)), request_body = Delete, responses((status = 200, body = Answer<Deleted>)))]
async fn delete_kind(actor: Actor, Path(kind): Path<String>, write: Write<Delete>) -> Result<WriteAnswer> {
    actor.require(Action::AdvancedDeletion)?;
    let kind = Kind::ALL.into_iter().find(|k| k.path_segment() == kind).ok_or_else(|| not_found("esa opción"))?;
    refusal::check_word(&write.body.word)?;
    let approval = pin::approve_action(&actor, Action::AdvancedDeletion, &write.body.pin).await?;
    let backup = match check(&actor, kind, &write).await? {
        Some(answer) => return Ok(answer),
        None => {
            let what = format!("antes-de-borrar-{}", kind.spanish_name());
            actor.company.back_up(&actor.app.config().data, &what, actor.app.clock().now()).await?
        }
    };
    idempotent_write!(actor, write, |work, _body| delete::delete_kind(work, kind, approval, &backup).await)
}

/// Avoids a needless backup: returns the stored answer where this request was done before, and refuses where nothing can be deleted.
async fn check(actor: &Actor, kind: Kind, write: &Write<Delete>) -> Result<Option<WriteAnswer>> {
    let mut tx = actor.company.db.read().await?;
    if let Some(answer) = idempotency::find_answer(&mut tx, actor, write.key.as_ref()).await? {
        return Ok(Some(answer));
    }
    if let Some(refusal) = refusal::find_refusal(kind, &store::load_facts(&mut tx).await?) {
        return refusal.err();
    }
    if store::count_rows(&mut tx, kind).await?.iter().all(|part| part.count == 0) {
        return refuse(
            Code::Conflict,
            format!(
                "No hay {} que borrar: nada cambió.",
                if kind == Kind::All { "datos" } else { kind.spanish_name() }
            ),
        )
        .err();
    }
    Ok(None)
}
