//! Calls of the catalogue: reading, and 'sold out today'.

use super::{
    areas,
    comments::{self, SaveComment},
    model::{Category, Comment, Product, Sale},
    sale::{self, Today},
    sold_out::{self, SoldOut, SoldOutNow},
    store, store_room, toppings,
};
use crate::{
    app::App,
    db::{Sql, Tx},
    error::{Result, invalid, not_found},
    http::{
        Action, Actor, Answer, Grant, Rows, Write,
        actor::not_permitted,
        ok,
        paging::{Flag, Paging, contains, pages},
        rows,
        write::Done,
    },
    ids::{CategoryId, CommentId, ProductId},
    run_write,
    settings::Settings,
};
use axum::{
    Json,
    extract::{Path, Query},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_sale))
        .routes(routes!(list_products))
        .routes(routes!(get_product))
        .routes(routes!(set_sold_out))
        .routes(routes!(list_products_by_category))
        .routes(routes!(list_products_by_categories))
        .routes(routes!(list_products_by_has_stock))
        .routes(routes!(list_categories))
        .routes(routes!(list_comments, create_comment))
        .routes(routes!(get_comment, update_comment, delete_comment))
        .merge(areas::routes())
        .merge(toppings::routes())
        .merge(store_room::routes())
}

/// The kitchen sells nothing, but it says what is sold out.
pub(super) fn must_read(actor: &Actor) -> Result<()> {
    let may = [Action::ReadCatalog, Action::SoldOut].into_iter().any(|a| actor.grant(a) != Grant::No);
    if may { Ok(()) } else { not_permitted().err() }
}

/// A read transaction, and what decides in it whether something is sold out.
async fn begin(actor: &Actor) -> Result<(Tx, Today)> {
    must_read(actor)?;
    let mut tx = actor.company.db.read().await?;
    let settings = Settings::load(&mut tx).await?;
    let day = settings.business_day(actor.app.clock().now());
    Ok((tx, Today { day, negative_stock: settings.negative_stock }))
}

/// Everything that the order screen needs, in one answer. With `If-None-Match` of the version one has: 304 and no body.
#[utoipa::path(get, path = "/catalog/sale", tag = "catalog", responses((status = 200, body = Answer<Sale>), (status = 304)))]
async fn get_sale(actor: Actor, headers: HeaderMap) -> Result<Response> {
    let (mut tx, today) = begin(&actor).await?;
    let sale = sale::sale(&mut tx, today).await?;
    let tag = format!("\"{}\"", sale.version);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).unwrap_or_default();
    // Browsers keep it and ask with its tag each time, so that a change is never missed.
    let kept = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "private, no-cache".to_owned())];
    if known.split(',').any(|each| each.trim().trim_start_matches("W/") == tag) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    Ok((kept, ok(sale)).into_response())
}

/// Which products are wanted by their stock.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ByStock {
    /// Only what is counted.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    has_stocks: Flag,
    /// Only that of which there is less than the minimum.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    below_min_stock: Flag,
}

impl ByStock {
    fn narrow(&self, sql: Sql) -> Sql {
        let sql = if self.has_stocks.0 { sql.add("AND p.has_stock") } else { sql };
        if self.below_min_stock.0 { store::below_min_stock(sql) } else { sql }
    }
}

/// All products, by page; `term` searches names.
#[utoipa::path(get, path = "/products", tag = "catalog", params(Paging, ByStock), responses((status = 200, body = Rows<Product>)))]
async fn list_products(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(stock): Query<ByStock>,
) -> Result<Json<Rows<Product>>> {
    let (mut tx, today) = begin(&actor).await?;
    let pattern = paging.term.as_deref().map(contains);
    let count = Sql::new("SELECT COUNT(*) FROM products p WHERE p.type = 'PRODUCT'");
    let found = |sql: Sql| stock.narrow(sql.when("AND p.search_key LIKE ? ESCAPE '!'", pattern.clone()));
    let total_rows: i64 = tx.query(found(count)).scalar().await?;
    let (limit, offset) = paging.window(total_rows)?;
    let list = found(store::products()).add(store::PRODUCT_ORDER).with("LIMIT ?", limit).with("OFFSET ?", offset);
    let rows = sale::products(&mut tx, list, today).await?;
    Ok(Json(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) }))
}

/// One product.
#[utoipa::path(get, path = "/products/{id}", tag = "catalog", params(("id" = ProductId, Path)), responses((status = 200, body = Answer<Product>)))]
async fn get_product(actor: Actor, Path(id): Path<ProductId>) -> Result<Json<Answer<Product>>> {
    let (mut tx, today) = begin(&actor).await?;
    let found = sale::products(&mut tx, store::products().with("AND p.id = ?", id), today).await?;
    Ok(ok(found.into_iter().next().ok_or_else(|| not_found("el producto"))?))
}

/// Marks a product as sold out today, or as there again.
#[utoipa::path(put, path = "/products/{id}/sold-out", tag = "catalog", params(("id" = ProductId, Path)), request_body = SoldOut, responses((status = 200, body = Answer<SoldOutNow>)))]
async fn set_sold_out(actor: Actor, Path(id): Path<ProductId>, write: Write<SoldOut>) -> Result<Done> {
    actor.must(Action::SoldOut)?;
    run_write!(actor, write, |work, body| sold_out::set(work, id, body.sold_out).await)
}

/// Which products of a category are wanted.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Narrow {
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    active_only: Flag,
    /// Only what has a price for delivery apps.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    delivery_app_only: Flag,
    /// Only what is delivered.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    delivery_only: Flag,
}

impl Narrow {
    fn narrow(&self, mut sql: Sql) -> Sql {
        for (wanted, condition) in [
            (self.active_only, "AND p.status = 'ACTIVE' AND c.status = 'ACTIVE'"),
            (self.delivery_app_only, "AND p.is_delivered AND p.delivery_app_price IS NOT NULL"),
            (self.delivery_only, "AND p.is_delivered"),
        ] {
            if wanted.0 {
                sql = sql.add(condition);
            }
        }
        sql.add(store::PRODUCT_ORDER).add("LIMIT 10000")
    }
}

/// The products of a category.
#[utoipa::path(get, path = "/products-by-category/{id}", tag = "catalog", params(("id" = CategoryId, Path), Narrow), responses((status = 200, body = Rows<Product>)))]
async fn list_products_by_category(
    actor: Actor,
    Path(id): Path<CategoryId>,
    Query(narrow): Query<Narrow>,
) -> Result<Json<Rows<Product>>> {
    let (mut tx, today) = begin(&actor).await?;
    let list = narrow.narrow(store::products().with("AND p.category_id = ?", id));
    Ok(rows(sale::products(&mut tx, list, today).await?))
}

/// The products of several categories, their ids separated by commas.
#[utoipa::path(get, path = "/products-by-categories/{ids}", tag = "catalog", params(("ids" = String, Path), Narrow), responses((status = 200, body = Rows<Product>)))]
async fn list_products_by_categories(
    actor: Actor,
    Path(ids): Path<String>,
    Query(narrow): Query<Narrow>,
) -> Result<Json<Rows<Product>>> {
    let (mut tx, today) = begin(&actor).await?;
    let ids: Vec<CategoryId> = ids
        .split(',')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|_| invalid("ids", "Escribe los números de las categorías separados por comas."))?;
    let list = narrow.narrow(store::products().list("AND p.category_id IN (?)", ids));
    Ok(rows(sale::products(&mut tx, list, today).await?))
}

/// The products whose stock is counted.
#[utoipa::path(get, path = "/products-by-has-stock", tag = "catalog", params(Narrow), responses((status = 200, body = Rows<Product>)))]
async fn list_products_by_has_stock(actor: Actor, Query(narrow): Query<Narrow>) -> Result<Json<Rows<Product>>> {
    let (mut tx, today) = begin(&actor).await?;
    Ok(rows(sale::products(&mut tx, narrow.narrow(store::products().add("AND p.has_stock")), today).await?))
}

/// The categories of products.
#[utoipa::path(get, path = "/categories", tag = "catalog", params(Paging), responses((status = 200, body = Rows<Category>)))]
async fn list_categories(actor: Actor, Query(paging): Query<Paging>) -> Result<Json<Rows<Category>>> {
    must_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let count = Sql::new("SELECT COUNT(*) FROM categories WHERE type = 'PRODUCT'");
    paging.run(&mut tx, count, store::categories().add("ORDER BY position, id")).await
}

/// Which comments.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct CommentFilter {
    /// Those offered for this product: its own, its category's and those for anything.
    product_id: Option<ProductId>,
    /// Those of this category.
    category_id: Option<CategoryId>,
}

/// Comments that can be chosen, by page; `term` searches their text.
#[utoipa::path(get, path = "/comment", tag = "catalog", params(Paging, CommentFilter), responses((status = 200, body = Rows<Comment>)))]
async fn list_comments(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CommentFilter>,
) -> Result<Json<Rows<Comment>>> {
    must_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let pattern = paging.term.as_deref().map(contains);
    let categories = paging.filters()?.ids("category_id")?;
    let narrow = |sql: Sql| {
        let sql = sql
            .when(
                "AND (x.product_id = ? OR (x.product_id IS NULL AND (x.category_id IS NULL
                 OR x.category_id = (SELECT q.category_id FROM products q WHERE q.id = ?))))",
                filter.product_id,
            )
            .when("AND x.category_id = ?", filter.category_id)
            .when("AND x.search_key LIKE ? ESCAPE '!'", pattern.clone());
        match categories.clone() {
            Some(ids) => sql.list("AND x.category_id IN (?)", ids),
            None => sql,
        }
    };
    let columns = [("name", "x.search_key"), ("category", "category"), ("item", "item")];
    let count = narrow(Sql::new("SELECT COUNT(*) FROM comments x WHERE 1 = 1"));
    paging.run(&mut tx, count, paging.sorted(narrow(store::select_comments()), &columns, "x.id")?).await
}

/// One comment.
#[utoipa::path(get, path = "/comment/{id}", tag = "catalog", params(("id" = i64, Path)), responses((status = 200, body = Answer<Comment>)))]
async fn get_comment(actor: Actor, Path(id): Path<CommentId>) -> Result<Json<Answer<Comment>>> {
    must_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(comments::comment(&mut tx, id).await?))
}

/// Adds a comment.
#[utoipa::path(post, path = "/comment", tag = "catalog", request_body = SaveComment, responses((status = 200, body = Answer<Comment>)))]
async fn create_comment(actor: Actor, write: Write<SaveComment>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    run_write!(actor, write, |work, body| comments::create(work, body).await)
}

/// Changes a comment.
#[utoipa::path(put, path = "/comment/{id}", tag = "catalog", params(("id" = i64, Path)), request_body = SaveComment, responses((status = 200, body = Answer<Comment>)))]
async fn update_comment(actor: Actor, Path(id): Path<CommentId>, write: Write<SaveComment>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    run_write!(actor, write, |work, body| comments::update(work, id, body).await)
}

/// Removes a comment.
#[utoipa::path(delete, path = "/comment/{id}", tag = "catalog", params(("id" = i64, Path)), responses((status = 200, body = Answer<Comment>)))]
async fn delete_comment(actor: Actor, Path(id): Path<CommentId>, write: Write<Nothing>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    run_write!(actor, write, |work, _body| comments::delete(work, id).await)
}

/// A write that says nothing but its address.
#[derive(Debug, Deserialize)]
struct Nothing {}
