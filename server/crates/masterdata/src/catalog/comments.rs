//! Comments for the cook that can be chosen: for a product, for a category, or for anything.

use super::{categories::lock_for_use, model::Comment, store};
use crate::catalog::version;
use comanda_base::{
    attempt,
    db::{self, Tx},
    error::{Result, already_exists, invalid, not_found},
    form::deserialize_optional,
    ids::{CategoryId, CommentId, ProductId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 80;
/// The order screen receives all comments.
const MAX_COMMENTS: i64 = 1_000;

/// Body of `POST /comment` and `PUT /comment/{id}`; PUT changes only what is given, null clears a field.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveComment {
    pub name: Option<String>,
    /// The product that the comment is offered for; null for none in particular.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<ProductId>)]
    pub item_id: Option<Option<ProductId>>,
    /// The category that the comment is offered for; null for none in particular.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<CategoryId>)]
    pub category_id: Option<Option<CategoryId>>,
}

pub(super) async fn load_comment(tx: &mut Tx, id: CommentId) -> Result<Comment> {
    Ok(store::find_comment(tx, id).await?.ok_or_else(|| not_found("el comentario"))?)
}

pub(super) async fn create_comment(work: &mut Work<'_>, body: &SaveComment) -> Result<Comment> {
    let new = check(work, Comment::default(), body).await?;
    if store::count_all_comments(work.tx).await? >= MAX_COMMENTS {
        return invalid("name", format!("Hay {MAX_COMMENTS} comentarios. Borra los que no se usan.")).err();
    }
    let inserted = attempt!(work.tx, store::insert_comment(work.tx, &new).await);
    let id = refuse_missing_reference(inserted)?;
    let comment = load_comment(work.tx, id).await?;
    record_change(work, "COMMENT_CREATED", comment).await
}

/// Updates only the fields sent.
pub(super) async fn update_comment(work: &mut Work<'_>, id: CommentId, body: &SaveComment) -> Result<Comment> {
    let was = load_comment(work.tx, id).await?;
    let new = check(work, was, body).await?;
    let updated = attempt!(work.tx, store::update_comment(work.tx, &new).await);
    refuse_missing_reference(updated)?;
    let changed = load_comment(work.tx, id).await?;
    record_change(work, "COMMENT_CHANGED", changed).await
}

/// Deletes a comment; order lines keep the text with which they were ordered.
pub(super) async fn delete_comment(work: &mut Work<'_>, id: CommentId) -> Result<Comment> {
    let was = load_comment(work.tx, id).await?;
    store::delete_comment(work.tx, id).await?;
    record_change(work, "COMMENT_DELETED", was).await
}

async fn check(work: &mut Work<'_>, was: Comment, body: &SaveComment) -> Result<Comment> {
    let name = match &body.name {
        Some(name) => name.split_whitespace().collect::<Vec<_>>().join(" "),
        None => was.name.clone(),
    };
    if name.is_empty() {
        return invalid("name", "Escribe el comentario.").err();
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return invalid("name", format!("El comentario puede tener hasta {MAX_NAME_CHARS} letras.")).err();
    }
    let new = Comment {
        name,
        item_id: body.item_id.unwrap_or(was.item_id),
        category_id: body.category_id.unwrap_or(was.category_id),
        ..was
    };
    if let Some(category) = new.category_id.filter(|_| body.category_id.is_some()) {
        lock_for_use(work.tx, category, None).await?;
    }
    if let Some(same) = store::find_same_comment(work.tx, &new).await? {
        let text = format!("Ya hay un comentario {}. Usa ese o escribe otro.", same.name);
        return already_exists("name", text).with_current(same).err();
    }
    Ok(new)
}

fn refuse_missing_reference<T>(result: db::Result<T>) -> Result<T> {
    match result {
        Err(db::Error::ForeignKey) => {
            invalid("item_id", "Ese producto o categoría ya no existe. Actualiza la pantalla.").err()
        }
        other => Ok(other?),
    }
}

async fn record_change(work: &mut Work<'_>, what: &'static str, comment: Comment) -> Result<Comment> {
    let entry = AuditEntry::new(what).entity("comment", comment.id.0).change(None, Some(json!(comment)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "comment_id": comment.id }));
    Ok(comment)
}
