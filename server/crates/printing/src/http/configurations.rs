//! HTTP handlers of the configurations by key. They belong to the settings, but are here because SERVER decides on which channels print
//! agents listen, so that a change of it sends the agents to new ones.

use crate::link;
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::ConfigurationId,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    settings::configurations::{self, Configuration, ConfigurationForm},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_configurations, add_configuration)).routes(routes!(
        get_configuration,
        change_configuration,
        delete_configuration
    ))
}

/// All configurations: 5 is the default printer type of forms, SERVER tells whether agents share the company's channel.
#[utoipa::path(get, path = "/configurations", tag = "settings", params(Paging), responses((status = 200, body = Rows<Configuration>)))]
async fn list_configurations(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Configuration>> {
    actor.require(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    configurations::load_page(&mut tx, &paging).await
}

/// One configuration.
#[utoipa::path(get, path = "/configurations/{id}", tag = "settings", responses((status = 200, body = Answer<Configuration>)))]
async fn get_configuration(actor: Actor, Path(id): Path<ConfigurationId>) -> Result<Json<Answer<Configuration>>> {
    actor.require(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(configurations::load_configuration(&mut tx, id).await?))
}

/// Adds a configuration.
#[utoipa::path(post, path = "/configurations", tag = "settings", request_body = ConfigurationForm, responses((status = 200, body = Answer<Configuration>)))]
async fn add_configuration(actor: Actor, write: Write<ConfigurationForm>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| configurations::add_configuration(work, form).await)
}

/// Updates only the fields sent; `{"value": 1}` is enough.
#[utoipa::path(put, path = "/configurations/{id}", tag = "settings", request_body = ConfigurationForm, responses((status = 200, body = Answer<Configuration>)))]
async fn change_configuration(
    actor: Actor,
    Path(id): Path<ConfigurationId>,
    write: Write<ConfigurationForm>,
) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let mut moves_agents = false;
    let answer = idempotent_write!(actor, write, |work, form| {
        let now = configurations::change_configuration(work, id, form).await?;
        moves_agents = now.is_server() && form.value.is_some();
        Ok(now)
    })?;
    if moves_agents {
        link::disconnect_agents(actor.app.realtime(), &actor.company).await;
    }
    Ok(answer)
}

/// Deletes a configuration that users added; the product's own cannot be deleted.
#[utoipa::path(delete, path = "/configurations/{id}", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn delete_configuration(
    actor: Actor,
    Path(id): Path<ConfigurationId>,
    write: Write<Empty>,
) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        configurations::delete_configuration(work, id).await?;
        Ok(true)
    })
}
