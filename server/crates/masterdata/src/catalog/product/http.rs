//! HTTP handlers of products. The one that deletes depends on open accounts and is in `orders::products`.

use super::{
    bulk::{self, BulkChange, BulkReport},
    duplicate,
    form::SaveProduct,
    image,
    read::{self, StockFilter},
    save,
};
use crate::catalog::{
    channel::Channel,
    http::begin_read,
    model::{OfficeProduct, Product, ProductDetail},
    sale::{self, SaleContext},
    sold_out::{self, SoldOut, SoldOutNow},
    store,
};
use axum::{
    Json,
    extract::{DefaultBodyLimit, Path},
    response::{IntoResponse, Response},
};
use comanda_base::{
    db::{Sql, Tx},
    error::{Result, invalid},
    ids::{CategoryId, ProductId},
    listing::{Flag, Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok, rows},
    idempotent_write,
    pictures::{MAX_UPLOAD_BYTES, PictureUpload},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of products.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    let image = OpenApiRouter::new()
        .routes(routes!(set_product_image, remove_product_image))
        .layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES));
    OpenApiRouter::new()
        .routes(routes!(list_products, create_product))
        .routes(routes!(get_product, update_product))
        .routes(routes!(change_products))
        .routes(routes!(duplicate_product))
        .routes(routes!(set_sold_out))
        .routes(routes!(list_products_by_category))
        .routes(routes!(list_products_by_categories))
        .routes(routes!(list_products_by_has_stock))
        .merge(image)
}

/// The filter of a list of products by their stock.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ByStock {
    /// Only products with counted stock.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    has_stocks: Flag,
    /// Only products below their minimum.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    below_min_stock: Flag,
}

/// All products, by page; `term` searches names and codes. `filters` accept `status`, `category_id`, `production_area_id`, `id`, and as
/// `[true]`: `has_stocks`, `below_min_stock`, `is_combo`, `is_no_combo`, `has_supplies`, `sold_out`, `without_area`. Costs are shown to the
/// office only.
#[utoipa::path(get, path = "/products", tag = "catalog", params(Paging, ByStock), responses((status = 200, body = Rows<OfficeProduct>)))]
async fn list_products(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(stock): Query<ByStock>,
) -> Result<Rows<OfficeProduct>> {
    let (mut tx, today) = begin_read(&actor).await?;
    let stocked = StockFilter { has_stocks: stock.has_stocks.0, below_min_stock: stock.below_min_stock.0 };
    read::load_page(&mut tx, &actor, &paging, stocked, today).await
}

/// One product with everything that belongs to it.
#[utoipa::path(get, path = "/products/{id}", tag = "catalog", params(("id" = ProductId, Path)), responses((status = 200, body = Answer<ProductDetail>)))]
async fn get_product(actor: Actor, Path(id): Path<ProductId>) -> Result<Json<Answer<ProductDetail>>> {
    let (mut tx, _) = begin_read(&actor).await?;
    let now = actor.app.clock().now();
    Ok(ok(read::load_detail(&mut tx, &actor, now, id, None).await?))
}

/// Adds a product with its variants, dishes, recipe and toppings.
#[utoipa::path(post, path = "/products", tag = "catalog", request_body = SaveProduct, responses((status = 200, body = Answer<ProductDetail>)))]
async fn create_product(actor: Actor, write: Write<SaveProduct>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::create_product(work, body).await)
}

/// Updates only the fields sent of a product.
#[utoipa::path(put, path = "/products/{id}", tag = "catalog", params(("id" = ProductId, Path)), request_body = SaveProduct, responses((status = 200, body = Answer<ProductDetail>)))]
async fn update_product(actor: Actor, Path(id): Path<ProductId>, write: Write<SaveProduct>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::update_product(work, id, body).await)
}

/// Whether the change is only previewed.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Preview {
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    preview: Flag,
}

/// Changes price, category, area or status of several products at once: all of them, or none if any has an error (422 with the report in
/// `current`). With `preview` nothing is changed, and the report shows the changes and errors.
#[utoipa::path(post, path = "/products/bulk", tag = "catalog", params(Preview), request_body = BulkChange, responses((status = 200, body = Answer<BulkReport>)))]
async fn change_products(actor: Actor, Query(query): Query<Preview>, write: Write<BulkChange>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    if query.preview.0 {
        let mut tx = actor.company.db.read().await?;
        return Ok(ok(bulk::preview_bulk_change(&mut tx, &write.body).await?).into_response());
    }
    Ok(idempotent_write!(actor, write, |work, body| bulk::apply_bulk_change(work, body).await)?.into_response())
}

/// Adds a copy of a product with everything that belongs to it except its codes. The copy is inactive until it is renamed and activated.
#[utoipa::path(post, path = "/products/{id}/duplicate", tag = "catalog", params(("id" = ProductId, Path)), responses((status = 200, body = Answer<ProductDetail>)))]
async fn duplicate_product(actor: Actor, Path(id): Path<ProductId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| duplicate::duplicate_product(work, id).await)
}

/// Sets the photo of a product: a PNG, JPEG or WebP of up to 12 MB, raw in the body. It is scaled down.
#[utoipa::path(put, path = "/products/{id}/image", tag = "catalog", params(("id" = ProductId, Path)), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses((status = 200, body = Answer<ProductDetail>)))]
async fn set_product_image(actor: Actor, Path(id): Path<ProductId>, upload: PictureUpload) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    let write = upload.decode_and_shrink(image::SIDE_PX).await?;
    idempotent_write!(actor, write, |work, picture| image::set_picture(work, id, picture).await)
}

/// Removes the photo of a product.
#[utoipa::path(delete, path = "/products/{id}/image", tag = "catalog", params(("id" = ProductId, Path)), responses((status = 200, body = Answer<ProductDetail>)))]
async fn remove_product_image(actor: Actor, Path(id): Path<ProductId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| image::remove_picture(work, id).await)
}

/// Marks a product as sold out today, or ends the mark.
#[utoipa::path(put, path = "/products/{id}/sold-out", tag = "catalog", params(("id" = ProductId, Path)), request_body = SoldOut, responses((status = 200, body = Answer<SoldOutNow>)))]
async fn set_sold_out(actor: Actor, Path(id): Path<ProductId>, write: Write<SoldOut>) -> Result<WriteAnswer> {
    actor.require(Action::SoldOut)?;
    idempotent_write!(actor, write, |work, body| sold_out::set_product_sold_out(work, id, body.sold_out).await)
}

/// The filter of a list of a category's products.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CategoryProductQuery {
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    active_only: Flag,
    /// Only products with a price for delivery apps.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    delivery_app_only: Flag,
    /// Only products that are delivered, and their category too.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    delivery_only: Flag,
}

impl CategoryProductQuery {
    /// Loads the products of a statement that it does not leave out.
    async fn load(&self, tx: &mut Tx, sql: Sql, today: SaleContext) -> Result<Rows<Product>> {
        let active = if self.active_only.0 { sql.add("AND p.status = 'ACTIVE' AND c.status = 'ACTIVE'") } else { sql };
        let mut products = sale::load_products(tx, active.add(store::PRODUCT_ORDER).add("LIMIT 10000"), today).await?;
        for (restriction, channel) in [(self.delivery_only, Channel::Delivery), (self.delivery_app_only, Channel::App)]
        {
            products.retain(|product| !restriction.0 || product.sold.contains_key(&channel));
        }
        Ok(rows(products))
    }
}

/// The products of a category.
#[utoipa::path(get, path = "/products-by-category/{id}", tag = "catalog", params(("id" = CategoryId, Path), CategoryProductQuery), responses((status = 200, body = Rows<Product>)))]
async fn list_products_by_category(
    actor: Actor,
    Path(id): Path<CategoryId>,
    Query(narrow): Query<CategoryProductQuery>,
) -> Result<Rows<Product>> {
    let (mut tx, today) = begin_read(&actor).await?;
    narrow.load(&mut tx, store::select_products().with("AND p.category_id = ?", id), today).await
}

/// The products of several categories, their ids separated by commas.
#[utoipa::path(get, path = "/products-by-categories/{ids}", tag = "catalog", params(("ids" = String, Path), CategoryProductQuery), responses((status = 200, body = Rows<Product>)))]
async fn list_products_by_categories(
    actor: Actor,
    Path(ids): Path<String>,
    Query(narrow): Query<CategoryProductQuery>,
) -> Result<Rows<Product>> {
    let (mut tx, today) = begin_read(&actor).await?;
    let ids: Vec<CategoryId> = ids
        .split(',')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|_| invalid("ids", "Escribe los números de las categorías separados por comas."))?;
    narrow.load(&mut tx, store::select_products().list("AND p.category_id IN (?)", ids), today).await
}

/// The products whose stock is counted.
#[utoipa::path(get, path = "/products-by-has-stock", tag = "catalog", params(CategoryProductQuery), responses((status = 200, body = Rows<Product>)))]
async fn list_products_by_has_stock(actor: Actor, Query(narrow): Query<CategoryProductQuery>) -> Result<Rows<Product>> {
    let (mut tx, today) = begin_read(&actor).await?;
    narrow.load(&mut tx, store::select_products().add("AND p.has_stock"), today).await
}
